// SPDX-License-Identifier: MIT
// Turns as text. A turn is read in three steps: its points, then a diagnosis that names the first rule it breaks, then
// a look-up among the legal turns, which has the last word (and the order of two men taken).
#include <fmt/format.h>

#include "rules/geometry.h"
#include "rules/notation.h"
#include "rules/rules.h"

namespace merels {
namespace {

// The points of a turn as written, and where each stands.
struct WrittenTurn {
    Point from = kNoPoint;
    Point to = kNoPoint;
    std::array<Point, 2> take{kNoPoint, kNoPoint};
    int takes = 0;
    std::size_t from_at = 0;
    std::size_t to_at = 0;
    std::array<std::size_t, 2> take_at{};
    std::size_t end = 0;
};

bool read_written_turn(TextCursor& cursor, WrittenTurn& turn) {
    turn.to_at = cursor.offset();
    auto point = read_point(cursor);
    if (!point) return false;
    if (cursor.accept('-')) {
        turn.from = *point;
        turn.from_at = turn.to_at;
        turn.to_at = cursor.offset();
        point = read_point(cursor);
        if (!point) return false;
    }
    turn.to = *point;
    while (turn.takes < 2 && cursor.accept(turn.takes == 0 ? 'x' : ',')) {
        turn.take_at[turn.takes] = cursor.offset();
        point = read_point(cursor);
        if (!point) return false;
        turn.take[turn.takes++] = *point;
    }
    turn.end = cursor.offset();
    return true;
}

std::string why_over(const Variant& variant, const Position& p) {
    for (const Side side : {p.to_move, opponent(p.to_move)}) {
        if (men_in_all(p, side) < kMinMen) return fmt::format("{} has fewer than three men", name(side));
    }
    if (p.empty() == 0 && variant.full_board_draw) return "the board is full";
    return fmt::format("{} has no legal turn", name(p.to_move));
}

// The placing or moving part. True when it is allowed.
bool check_step(const Variant& variant, const Position& p, const WrittenTurn& turn, TextCursor& cursor) {
    const std::string_view side = name(p.to_move);
    const bool to_is_free = (p.empty() & mask_of(turn.to)) != 0;
    if (turn.from == kNoPoint) {
        if (p.own_hand() == 0) {
            return cursor.fail(turn.to_at,
                               fmt::format("{} has no man in hand to place: write a move as from-to", side));
        }
        return to_is_free || cursor.fail(turn.to_at, fmt::format("{} is occupied", point_name(turn.to)));
    }
    if (p.own_hand() > 0 && variant.phases == Phases::kPlaceThenMove) {
        return cursor.fail(turn.from_at, fmt::format("{} must place while there are men in hand", side));
    }
    if ((p.own() & mask_of(turn.from)) == 0) {
        return cursor.fail(turn.from_at, fmt::format("no man of {} on {}", side, point_name(turn.from)));
    }
    if (turn.from == turn.to) return cursor.fail(turn.to_at, "the man must move to another point");
    if (!to_is_free) return cursor.fail(turn.to_at, fmt::format("{} is occupied", point_name(turn.to)));
    const bool flies = men_in_all(p, p.to_move) == kMinMen;
    if (!flies && (geometry(variant.board).neighbours[turn.from] & mask_of(turn.to)) == 0) {
        return cursor.fail(turn.from_at,
                           fmt::format("{} is not next to {}", point_name(turn.from), point_name(turn.to)));
    }
    return true;
}

bool fail_protected(TextCursor& cursor, std::size_t offset, Point point) {
    return cursor.fail(offset, fmt::format("may not take {}: protected by a mill", point_name(point)));
}

// Two men are written and two may be taken: they may come in either order.
bool check_pair(const Variant& variant, Mask other, const WrittenTurn& turn, TextCursor& cursor) {
    const Mask first_set = takeable(variant, other);
    const auto allowed = [&](Point first, Point second) {
        return (first_set & mask_of(first)) != 0 && (takeable(variant, other & ~mask_of(first)) & mask_of(second)) != 0;
    };
    if (allowed(turn.take[0], turn.take[1]) || allowed(turn.take[1], turn.take[0])) return true;
    const int wrong = (first_set & mask_of(turn.take[0])) == 0 ? 0 : 1;
    return fail_protected(cursor, turn.take_at[wrong], turn.take[wrong]);
}

// The captures. True when they are allowed.
bool check_takings(const Variant& variant, const Position& p, const WrittenTurn& turn, TextCursor& cursor) {
    const std::string_view opponent_name = name(opponent(p.to_move));
    const Mask rest = turn.from == kNoPoint ? p.own() : p.own() & ~mask_of(turn.from);
    const int mills = geometry(variant.board).mills_at(rest, turn.to);
    const int may_take = mills < variant.takes ? mills : variant.takes;
    const Mask first_set = may_take > 0 ? takeable(variant, p.other()) : 0;
    if (mills == 0 && turn.takes > 0) {
        return cursor.fail(turn.take_at[0], fmt::format("closes no mill on {}: nothing to take", point_name(turn.to)));
    }
    for (int i = 0; i < turn.takes; ++i) {
        if ((p.other() & mask_of(turn.take[i])) == 0) {
            return cursor.fail(turn.take_at[i],
                               fmt::format("no man of {} on {}", opponent_name, point_name(turn.take[i])));
        }
    }
    if (turn.takes == 2 && turn.take[0] == turn.take[1]) {
        return cursor.fail(turn.take_at[1], fmt::format("{} is taken already", point_name(turn.take[1])));
    }
    if (first_set == 0) {
        if (turn.takes == 0) return true;
        return cursor.fail(turn.take_at[0],
                           fmt::format("may not take: every man of {} is protected by a mill", opponent_name));
    }
    if (turn.takes == 0)
        return cursor.fail(turn.end, "closes a mill: must take a man, as in x" + point_name(lowest(first_set)));
    if (turn.takes > may_take) return cursor.fail(turn.take_at[1], "may take only one man");
    if (turn.takes == 2) return check_pair(variant, p.other(), turn, cursor);
    if ((first_set & mask_of(turn.take[0])) == 0) return fail_protected(cursor, turn.take_at[0], turn.take[0]);
    if (may_take == 2 && takeable(variant, p.other() & ~mask_of(turn.take[0])) != 0) {
        return cursor.fail(turn.end, "closes two mills: must take a second man");
    }
    return true;
}

}  // namespace

std::optional<Turn> read_turn(const Variant& variant, const Position& position, TextCursor& cursor) {
    const std::size_t start = cursor.offset();
    WrittenTurn written;
    if (!read_written_turn(cursor, written)) return std::nullopt;
    if (final_value(variant, position)) {
        cursor.fail(start, "the game is over: " + why_over(variant, position));
        return std::nullopt;
    }
    if (!check_step(variant, position, written, cursor) || !check_takings(variant, position, written, cursor)) {
        return std::nullopt;
    }
    TurnList turns;
    legal_turns(variant, position, turns);
    const Mask taken = Turn{written.from, written.to, written.take}.taken();
    for (const Turn& turn : turns) {
        if (turn.from == written.from && turn.to == written.to && turn.taken() == taken) return turn;
    }
    cursor.fail(start, "not a legal turn");  // the diagnosis above is complete, a test proves it
    return std::nullopt;
}

Result<Turn> parse_turn(const Variant& variant, const Position& position, std::string_view text) {
    TextCursor cursor(text);
    const auto turn = read_turn(variant, position, cursor);
    if (turn && !cursor.at_end()) cursor.fail_expected("the end of the turn");
    if (cursor.error()) return cursor.column_error();
    return *turn;
}

std::string format_turn(const Turn& turn) {
    std::string text = turn.from == kNoPoint ? "" : point_name(turn.from) + '-';
    text += point_name(turn.to);
    if (turn.take[0] != kNoPoint) text += 'x' + point_name(turn.take[0]);
    if (turn.take[1] != kNoPoint) text += ',' + point_name(turn.take[1]);
    return text;
}

}  // namespace merels
