// SPDX-License-Identifier: MIT
// Points and positions as text. Turns are in turn_notation.cpp, games in game_file.cpp.
#include "rules/notation.h"

#include <fmt/format.h>

#include "rules/rules.h"

namespace merels {
namespace {

constexpr int kRingPoints = 8;

// The names, by bit number; see the picture in merels/position.h.
constexpr std::array<std::string_view, kPoints> kPointNames = {
    "d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5",  // inner ring, clockwise from the top middle
    "d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6",  // middle ring
    "d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7",  // outer ring
};

bool read_space(TextCursor& cursor) {
    return cursor.accept(' ') || cursor.accept('_') || cursor.fail_expected("a space or '_'");
}

bool read_board(TextCursor& cursor, Position& position) {
    for (Point point = 0; point < kPoints; ++point) {
        if (point != 0 && point % kRingPoints == 0 && !cursor.accept('/')) {
            return cursor.fail_expected("'/' after eight points of a ring");
        }
        switch (cursor.peek()) {
            case '*': break;
            case 'O': position.men[0] |= mask_of(point); break;
            case '@': position.men[1] |= mask_of(point); break;
            default: return cursor.fail_expected(fmt::format("'*', 'O' or '@' for {}", point_name(point)));
        }
        cursor.skip();
    }
    return true;
}

bool read_side(TextCursor& cursor, Position& position) {
    if (cursor.accept('w')) return true;
    if (!cursor.accept('b')) return cursor.fail_expected("the side to move, 'w' or 'b'");
    position.to_move = Side::kBlack;
    return true;
}

bool read_letter(TextCursor& cursor, std::string_view letters, std::string_view what) {
    if (cursor.at_end() || letters.find(cursor.peek()) == std::string_view::npos) return cursor.fail_expected(what);
    cursor.skip();
    return true;
}

bool read_hand(TextCursor& cursor, Position& position, Side side) {
    const auto men = read_number(cursor, kMaxMen, fmt::format("the number of men in {}'s hand", name(side)));
    if (!men) return false;
    position.hand[index_of(side)] = static_cast<std::uint8_t>(*men);
    return true;
}

bool read_men_on_board(TextCursor& cursor, const Position& position, Side side) {
    const std::size_t start = cursor.offset();
    const auto men = read_number(cursor, kPoints, fmt::format("the number of {}'s men on the board", name(side)));
    if (!men) return false;
    const int drawn = count(position.men[index_of(side)]);
    if (static_cast<int>(*men) == drawn) return true;
    return cursor.fail(start, fmt::format("{} has {} men on the board, not {}", name(side), drawn, *men));
}

// The rest of the line that the Sanmill app writes, from the phase on: phase, action, men on the board and in hand of
// each side, then counters: men still to be taken by each side, in newer versions five fields on the last mills, then
// plies without capture and the number of the turn. Only the first two counters say something about the position.
bool read_sanmill_fields(TextCursor& cursor, Position& position, std::array<std::size_t, 2>& hand_at) {
    constexpr int kOldCounters = 4;
    constexpr int kNewCounters = 9;
    if (!read_letter(cursor, "rpmon", "a phase, one of 'r', 'p', 'm', 'o', 'n'") || !read_space(cursor)) return false;
    const std::size_t action_at = cursor.offset();
    const bool taking = cursor.peek() == 'r';
    if (!read_letter(cursor, "psr?", "an action, one of 'p', 's', 'r', '?'")) return false;
    if (taking) return cursor.fail(action_at, "a man is still to be taken: give the position after the whole turn");
    for (const Side side : {Side::kWhite, Side::kBlack}) {
        if (!read_space(cursor) || !read_men_on_board(cursor, position, side) || !read_space(cursor)) return false;
        hand_at[index_of(side)] = cursor.offset();
        if (!read_hand(cursor, position, side)) return false;
    }
    int counters = 0;
    for (; counters < kNewCounters && (counters < kOldCounters || !cursor.at_end()); ++counters) {
        if (!read_space(cursor)) return false;
        const std::size_t start = cursor.offset();
        const auto number = read_number(cursor, UINT64_MAX, "a counter");
        if (!number) return false;
        if (counters < 2 && *number != 0) {
            return cursor.fail(start, "a man is still to be taken: give the position after the whole turn");
        }
    }
    if (counters != kOldCounters && counters != kNewCounters) {
        return cursor.fail(cursor.offset(), fmt::format("expected {} or {} counters after the men in hand, found {}",
                                                        kOldCounters, kNewCounters, counters));
    }
    return true;
}

bool read_fields(TextCursor& cursor, Position& position, std::array<std::size_t, 2>& hand_at) {
    if (!read_board(cursor, position) || !read_space(cursor) || !read_side(cursor, position) || !read_space(cursor)) {
        return false;
    }
    const char next = cursor.peek();
    if (next >= 'a' && next <= 'z') return read_sanmill_fields(cursor, position, hand_at);
    hand_at[0] = cursor.offset();
    if (!read_hand(cursor, position, Side::kWhite) || !read_space(cursor)) return false;
    hand_at[1] = cursor.offset();
    return read_hand(cursor, position, Side::kBlack);
}

}  // namespace

std::string point_name(Point point) { return std::string(kPointNames[static_cast<std::size_t>(point)]); }

std::optional<Point> read_point(TextCursor& cursor) {
    const std::size_t start = cursor.offset();
    const char file = cursor.peek();
    if (file < 'a' || file > 'g') {
        cursor.fail_expected("a point, a1 to g7");
        return std::nullopt;
    }
    cursor.skip();
    const char rank = cursor.peek();
    if (rank < '1' || rank > '7') {
        cursor.fail_expected(fmt::format("a digit from 1 to 7 after '{}'", file));
        return std::nullopt;
    }
    cursor.skip();
    for (Point point = 0; point < kPoints; ++point) {
        const std::string_view name = kPointNames[static_cast<std::size_t>(point)];
        if (name[0] == file && name[1] == rank) return point;
    }
    cursor.fail(start, fmt::format("the board has no point {}{}", file, rank));
    return std::nullopt;
}

std::optional<std::uint64_t> read_number(TextCursor& cursor, std::uint64_t most, std::string_view what) {
    const std::size_t start = cursor.offset();
    const auto is_digit = [&cursor] { return cursor.peek() >= '0' && cursor.peek() <= '9'; };
    if (!is_digit()) {
        cursor.fail_expected(what);
        return std::nullopt;
    }
    std::uint64_t number = 0;
    const bool leading_zero = cursor.peek() == '0';
    for (; is_digit(); cursor.skip()) {
        const auto digit = static_cast<std::uint64_t>(cursor.peek() - '0');
        if (number > (most - digit) / 10) {
            cursor.fail(start, fmt::format("{} is at most {}", what, most));
            return std::nullopt;
        }
        number = number * 10 + digit;
    }
    if (leading_zero && cursor.offset() - start > 1) {
        cursor.fail(start, fmt::format("{} has a leading zero", what));
        return std::nullopt;
    }
    return number;
}

std::optional<Position> read_position(const Variant& variant, TextCursor& cursor) {
    Position position;
    std::array<std::size_t, 2> hand_at{};
    if (!read_fields(cursor, position, hand_at)) return std::nullopt;
    if (const auto reason = why_impossible(variant, position)) {
        const bool white = men_in_all(position, Side::kWhite) > variant.white_men;
        cursor.fail(hand_at[white ? 0 : 1], *reason);
        return std::nullopt;
    }
    return position;
}

Result<Position> parse_position(const Variant& variant, std::string_view text) {
    TextCursor cursor(text);
    const auto position = read_position(variant, cursor);
    if (position && !cursor.at_end()) cursor.fail_expected("the end of the position");
    if (cursor.error()) return cursor.column_error();
    return *position;
}

std::string format_position(const Position& position) {
    std::string text;
    for (Point point = 0; point < kPoints; ++point) {
        if (point != 0 && point % kRingPoints == 0) text += '/';
        const bool white = (position.men[0] & mask_of(point)) != 0;
        const bool black = (position.men[1] & mask_of(point)) != 0;
        text += white ? 'O' : black ? '@' : '*';
    }
    text += position.to_move == Side::kWhite ? " w " : " b ";
    return text + std::to_string(position.hand[0]) + ' ' + std::to_string(position.hand[1]);
}

}  // namespace merels
