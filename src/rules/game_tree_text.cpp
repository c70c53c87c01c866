// SPDX-License-Identifier: MIT
// Writing games in the forms of other programs.
#include <algorithm>
#include <array>

#include "rules/game_tree.h"
#include "rules/point_numbers.h"
#include "rules/rules.h"

namespace merels {
namespace {

// All points, row by row from the top left.
const std::array<Point, kPoints>& row_by_row() {
    static const std::array<Point, kPoints> points = [] {
        std::array<Point, kPoints> all{};
        for (int i = 0; i < kPoints; ++i) all[static_cast<std::size_t>(i)] = static_cast<Point>(i);
        std::sort(all.begin(), all.end(), [](Point a, Point b) {
            const std::string left = point_name(a), right = point_name(b);
            return left[1] != right[1] ? left[1] > right[1] : left[0] < right[0];
        });
        return all;
    }();
    return points;
}

std::string numbers_of(const Turn& turn) {
    std::string text = turn.from == kNoPoint ? "" : std::to_string(number_of_point(turn.from)) + "-";
    text += std::to_string(number_of_point(turn.to));
    for (const Point taken : turn.take) {
        if (taken != kNoPoint) text += "x" + std::to_string(number_of_point(taken));
    }
    return text;
}

std::string sanmill_turn(const Turn& turn) {
    std::string text = format_turn(turn);
    std::replace(text.begin(), text.end(), ',', 'x');
    return text;
}

// What stands between braces must not close them.
std::string comment_text(const std::string& comment) {
    if (comment.empty()) return {};
    std::string text = " {" + comment + "}";
    std::replace(text.begin() + 2, text.end() - 1, '}', ')');
    return text;
}

// "1. d6 f4 {good} (1... b4 2. a1) 2. d2". `ply` counts from White's first turn.
std::string sanmill_line(const std::vector<TreeTurn>& line, int ply, bool breaks) {
    std::string text;
    bool numbered = false;
    for (const TreeTurn& t : line) {
        const bool white = ply % 2 == 0;
        if (!text.empty() && text.back() != '\n') text += ' ';
        if (white || !numbered) text += std::to_string(ply / 2 + 1) + (white ? ". " : "... ");
        text += sanmill_turn(t.turn) + t.mark + comment_text(t.comment);
        numbered = t.comment.empty() && t.variations.empty();
        for (const auto& variation : t.variations) text += " (" + sanmill_line(variation, ply, false) + ")";
        if (breaks && !white) text += '\n';
        ++ply;
    }
    if (breaks && !text.empty() && text.back() != '\n') text += '\n';
    return text;
}

std::string playok_line(const std::vector<TreeTurn>& line) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
        text += i % 2 == 0 ? std::to_string(i / 2 + 1) + ". " : " ";
        text += numbers_of(line[i].turn);
        if (i % 2 == 1) text += '\n';
    }
    if (line.size() % 2 == 1) text += '\n';
    return text;
}

std::string tag_text(const std::string& key, std::string_view value) {
    std::string text = "[" + key + " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return text + "\"]\n";
}

// Board, side, phase, what is to be done, men on the board and in hand of each side, counters.
std::string long_position(const Position& position) {
    const std::string brief = format_position(position);
    const std::string board_and_side = brief.substr(0, brief.find(' ') + 2);
    std::string text = board_and_side + (position.own_hand() > 0 ? " p p" : " m s");
    for (const int side : {0, 1}) {
        text += " " + std::to_string(count(position.men[side])) + " " + std::to_string(position.hand[side]);
    }
    return text + " 0 0 0 0 0 0 0 0 1";
}

std::string tag_value(const GameTree& tree, std::string_view wanted, const char* otherwise) {
    for (const auto& [key, value] : main_line(tree).tags) {
        if (key == wanted) return value;
    }
    return otherwise;
}

std::string sanmill_game(const GameTree& tree) {
    std::string text = tag_text("Event", tag_value(tree, "event", "Merels game")) +
                       tag_text("Site", tag_value(tree, "site", "Merels")) +
                       tag_text("White", tag_value(tree, "white", "?")) +
                       tag_text("Black", tag_value(tree, "black", "?")) + tag_text("Result", name(tree.result)) +
                       tag_text("Variant", tree.variant.id());
    for (const auto& [key, value] : tree.tags) {
        const bool written = key == "Event" || key == "Site" || key == "White" || key == "Black" || key == "event" ||
                             key == "site" || key == "white" || key == "black";
        if (!written) text += tag_text(key, value);
    }
    if (tree.start != start_position(tree.variant)) {
        text += tag_text("FEN", long_position(tree.start)) + tag_text("SetUp", "1");
    }
    text += '\n';
    if (!tree.comment.empty()) text += comment_text(tree.comment).substr(1) + '\n';
    const int first = tree.start.to_move == Side::kWhite ? 0 : 1;
    return text + sanmill_line(tree.line, first, true) + std::string(name(tree.result)) + '\n';
}

int remarks_in(const std::vector<TreeTurn>& line) {
    int remarks = 0;
    for (const TreeTurn& t : line) {
        remarks += !t.comment.empty() + !t.mark.empty() + static_cast<int>(t.variations.size());
    }
    return remarks;
}

}  // namespace

std::optional<Point> point_of_number(int number) {
    if (number < 1 || number > kPoints) return std::nullopt;
    return row_by_row()[static_cast<std::size_t>(number - 1)];
}

int number_of_point(Point point) {
    const auto& points = row_by_row();
    return static_cast<int>(std::find(points.begin(), points.end(), point) - points.begin()) + 1;
}

int count_remarks(const GameTree& tree) { return !tree.comment.empty() + remarks_in(tree.line); }

std::string format_game_tree(const GameTree& tree, GameFormat format) {
    switch (format) {
        case GameFormat::kSanmill: return sanmill_game(tree);
        case GameFormat::kPlayok:
            return tag_text("Result", name(tree.result)) + '\n' + playok_line(tree.line) +
                   std::string(name(tree.result)) + '\n';
        case GameFormat::kMerels: break;
    }
    return format_game(main_line(tree));
}

}  // namespace merels
