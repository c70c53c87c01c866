// SPDX-License-Identifier: MIT
// Reading. A word is a turn, a taking that belongs to the turn before, a number of a turn, or a result.
#include "rules/game_tree.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

#include "rules/point_numbers.h"
#include "rules/rules.h"

namespace merels {
namespace {

constexpr int kMostNesting = 50;

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::optional<GameResult> result_of(std::string_view word) {
    for (const auto result :
         {GameResult::kUnfinished, GameResult::kWhiteWins, GameResult::kBlackWins, GameResult::kDraw}) {
        if (word == name(result)) return result;
    }
    return std::nullopt;
}

// "23-22x2" becomes "d1-a1xd7"; other words stay as they are. Empty where a number is none of 1 to 24.
std::string without_numbers(std::string_view word) {
    std::string out;
    while (!word.empty()) {
        if (std::isdigit(static_cast<unsigned char>(word.front())) == 0) {
            out += word.front();
            word.remove_prefix(1);
            continue;
        }
        if (!out.empty() && std::isalpha(static_cast<unsigned char>(out.back())) != 0 && out.back() != 'x') {
            out += word.front();  // the number of a point's name
            word.remove_prefix(1);
            continue;
        }
        int number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        const auto point = error == std::errc{} ? point_of_number(number) : std::nullopt;
        if (!point) return {};
        out += point_name(*point);
        word.remove_prefix(static_cast<std::size_t>(end - word.data()));
    }
    return out;
}

// PGN's numbers of the common marks; others say nothing about the turn and are left out.
std::string_view mark_of_number(std::string_view word) {
    static constexpr std::array<std::string_view, 6> kMarks{"!", "?", "!!", "??", "!?", "?!"};
    const bool known = word.size() == 2 && word[1] >= '1' && word[1] <= '6';
    return known ? kMarks[static_cast<std::size_t>(word[1] - '1')] : std::string_view{};
}

class Reader {
  public:
    Reader(std::string_view text, const Variant& fallback) : text_(text) { tree_.variant = fallback; }

    Result<GameTree> read() {
        if (const auto status = read_tags(); !status) return status.error();
        auto line = read_line(tree_.start, 0, tree_.comment);
        if (!line) return line.error();
        tree_.line = *std::move(line);
        if (at_ < text_.size()) return fail(at_, "')' without '('");
        Game game = main_line(tree_);
        const GameResult by_rules = result_by_rules(game);
        if (!result_) tree_.result = by_rules;
        if (result_ && by_rules != GameResult::kUnfinished && *result_ != by_rules) {
            return fail(at_, "the result is " + std::string(name(*result_)) + ", the last position says " +
                                 std::string(name(by_rules)));
        }
        return std::move(tree_);
    }

  private:
    struct Word {
        std::string text;
        std::size_t at;
    };

    Error fail(std::size_t at, const std::string& message) const {
        const std::string_view before = text_.substr(0, at);
        const auto line = 1 + std::count(before.begin(), before.end(), '\n');
        const auto column = before.size() - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
        return {ErrorCode::kBadInput,
                "line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + message,
                static_cast<int>(column)};
    }

    void skip_space() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }

    Status read_tags() {
        std::optional<std::pair<std::size_t, std::string>> start;
        for (skip_space(); at_ < text_.size() && text_[at_] == '['; skip_space()) {
            const std::size_t tag_at = at_;
            const auto tag = read_tag();
            if (!tag) return tag.error();
            const std::string key = lower(tag->first);
            if (key == "variant") {
                if (const auto variant = parse_variant(tag->second))
                    tree_.variant = *variant;
                else if (tag->first == "variant")
                    return fail(tag_at, variant.error().message);
            } else if (key == "fen" || key == "start") {
                start = {tag_at, tag->second};
            } else if (key == "result") {
                result_ = result_of(tag->second);
                if (!result_) return fail(tag_at, "'" + tag->second + "' is not a result");
                tree_.result = *result_;
            } else if (key != "setup") {
                tree_.tags.push_back(*tag);
            }
        }
        tree_.start = start_position(tree_.variant);
        if (!start) return ok_status();
        const auto position = parse_position(tree_.variant, start->second);
        if (!position) return fail(start->first, position.error().message);
        tree_.start = *position;
        return ok_status();
    }

    Result<std::pair<std::string, std::string>> read_tag() {
        const std::size_t begin = at_++;
        std::pair<std::string, std::string> tag;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
            tag.first += text_[at_++];
        }
        skip_space();
        const Error bad = fail(begin, "a tag as in [White \"Ada\"] is expected");
        if (tag.first.empty() || at_ >= text_.size() || text_[at_++] != '"') return bad;
        for (; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
            tag.second += text_[at_];
        }
        if (at_ >= text_.size() || text_[at_++] != '"') return bad;
        skip_space();
        if (at_ >= text_.size() || text_[at_++] != ']') return bad;
        return tag;
    }

    // The comment that begins here, without its braces.
    Result<std::string> read_comment() {
        const std::size_t begin = at_;
        const std::size_t end = text_.find(text_[at_] == '{' ? '}' : '\n', at_);
        if (end == std::string_view::npos && text_[at_] == '{') return fail(begin, "'}' is missing");
        at_ = std::min(end, text_.size());
        std::string comment;
        for (const char c : text_.substr(begin + 1, at_ - begin - 1)) {
            const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
            if (space && (comment.empty() || comment.back() == ' ')) continue;
            comment += space ? ' ' : c;
        }
        if (!comment.empty() && comment.back() == ' ') comment.pop_back();
        if (at_ < text_.size()) ++at_;
        return comment;
    }

    // A word without the number before it: "12.", "12...", "..." are nothing.
    Word read_word() {
        Word word{"", at_};
        constexpr std::string_view kEnds = " \t\r\n(){};";
        const std::size_t end = std::min(text_.find_first_of(kEnds, at_), text_.size());
        word.text = text_.substr(at_, end - at_);
        at_ = end;
        if (result_of(word.text)) return word;
        std::size_t dots = word.text.find_first_not_of("0123456789");
        if (dots != std::string::npos && word.text[dots] == '.') {
            dots = std::min(word.text.find_first_not_of('.', dots), word.text.size());
            word.at += dots;
            word.text.erase(0, dots);
        }
        return word;
    }

    // Makes the turn of the words so far; the position is then the one after it.
    Status complete(Position& position, std::vector<TreeTurn>& line) {
        if (pending_.text.empty()) return ok_status();
        const auto turn = parse_turn(tree_.variant, position, pending_.text);
        if (!turn) return fail(pending_.at, turn.error().message);
        line.back().turn = *turn;
        position = apply(position, *turn);
        pending_.text.clear();
        return ok_status();
    }

    // A turn or a taking.
    Status take_word(Word word, Position& position, std::vector<TreeTurn>& line) {
        const std::size_t mark = std::min(word.text.find_first_of("!?"), word.text.size());
        const std::string marks = word.text.substr(mark);
        word.text.erase(mark);
        std::string text = without_numbers(word.text);
        if (text.empty() || marks.find_first_not_of("!?") != std::string::npos) {
            return fail(word.at, "'" + word.text + marks + "' is not a turn");
        }
        // Our own notation names the second man taken after a comma.
        const std::size_t first = text.find('x');
        for (std::size_t i = first == std::string::npos ? text.size() : first + 1; i < text.size(); ++i) {
            if (text[i] == 'x') text[i] = ',';
        }
        if (text.front() == 'x') {
            if (pending_.text.empty()) return fail(word.at, "a taking before any turn");
            if (pending_.text.find('x') != std::string::npos) text[0] = ',';
            pending_.text += text;
        } else {
            if (const auto done = complete(position, line); !done) return done;
            line.emplace_back();
            pending_ = {text, word.at};
        }
        line.back().mark += marks;
        return ok_status();
    }

    Result<std::vector<TreeTurn>> read_line(Position position, int nesting, std::string& before) {
        std::vector<TreeTurn> line;
        Position last = position;  // before the last turn
        const auto completed = [&]() -> Status {
            if (pending_.text.empty()) return ok_status();
            last = position;
            return complete(position, line);
        };
        for (skip_space(); at_ < text_.size() && text_[at_] != ')'; skip_space()) {
            const char c = text_[at_];
            if (c == '{' || c == ';') {
                auto comment = read_comment();
                if (!comment) return comment.error();
                std::string& to = line.empty() ? before : line.back().comment;
                to += (to.empty() ? "" : " ") + *comment;
            } else if (c == '(') {
                if (const auto done = completed(); !done) return done.error();
                if (line.empty() || nesting == kMostNesting) {
                    return fail(at_,
                                line.empty() ? "a variation before any turn" : "too many variations in variations");
                }
                auto variation = read_variation(last, nesting + 1);
                if (!variation) return variation.error();
                line.back().variations.push_back(*std::move(variation));
            } else {
                const Word word = read_word();
                if (word.text.empty()) continue;
                if (word.text.front() == '$') {
                    if (!line.empty() && line.back().mark.empty()) line.back().mark = mark_of_number(word.text);
                    continue;
                }
                if (const auto result = result_of(word.text)) {
                    if (nesting == 0) tree_.result = *(result_ = result);
                    continue;
                }
                if (word.text.front() != 'x') {
                    if (const auto done = completed(); !done) return done.error();
                }
                if (const auto taken = take_word(word, position, line); !taken) return taken.error();
            }
        }
        if (const auto done = completed(); !done) return done.error();
        return line;
    }

    Result<std::vector<TreeTurn>> read_variation(const Position& position, int nesting) {
        const std::size_t begin = at_++;
        std::string before;
        auto line = read_line(position, nesting, before);
        if (!line) return line;
        if (at_ >= text_.size()) return fail(begin, "')' is missing");
        ++at_;
        if (line->empty()) return fail(begin, "a variation without a turn");
        if (!before.empty())
            line->front().comment = before + (line->front().comment.empty() ? "" : " ") + line->front().comment;
        return line;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    GameTree tree_;
    std::optional<GameResult> result_;
    Word pending_;  // a turn whose takings may still come
};

}  // namespace

Result<GameTree> parse_game_tree(std::string_view text, const Variant& fallback) {
    return Reader(text, fallback).read();
}

Game main_line(const GameTree& tree) {
    Game game{tree.variant, tree.start, {}, tree.result, {}};
    for (const TreeTurn& turn : tree.line) game.turns.push_back(turn.turn);
    for (const auto& [key, value] : tree.tags) {
        const std::string small = lower(key);
        const bool seen =
            std::any_of(game.tags.begin(), game.tags.end(), [&](const auto& t) { return t.first == small; });
        if (!seen) game.tags.emplace_back(small, value);
    }
    return game;
}

}  // namespace merels
