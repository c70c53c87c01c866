// SPDX-License-Identifier: MIT
// Points, sides, positions and turns: plain values, no rules.
//
// The board, with the bit number of each point. A ring counts clockwise from its top middle point, inner ring first:
//
//   7  23 ---------- 16 ---------- 17
//   6   |  15 ------- 8 ------- 9   |
//   5   |   |  7 ---- 0 ---- 1  |   |
//   4  22--14--6             2-10--18
//   3   |   |  5 ---- 4 ---- 3  |   |
//   2   |  13 ------ 12 ----- 11   |
//   1  21 ---------- 20 ---------- 19
//       a   b  c      d      e  f   g
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "merels/result.h"
#include "merels/variant.h"

namespace merels {

using Mask = std::uint32_t;  // a set of points, bits 0..23
inline constexpr int kPoints = 24;
inline constexpr Mask kBoardMask = (Mask{1} << kPoints) - 1;

using Point = std::int8_t;  // 0..23, or kNoPoint
inline constexpr Point kNoPoint = -1;

constexpr Mask mask_of(Point point) { return Mask{1} << point; }
constexpr int count(Mask men) { return std::popcount(men); }
constexpr Point lowest(Mask men) { return static_cast<Point>(std::countr_zero(men)); }

enum class Side : std::uint8_t { kWhite = 0, kBlack = 1 };
constexpr Side opponent(Side side) { return side == Side::kWhite ? Side::kBlack : Side::kWhite; }
constexpr int index_of(Side side) { return static_cast<int>(side); }
constexpr std::string_view name(Side side) { return side == Side::kWhite ? "White" : "Black"; }

struct Position {
    std::array<Mask, 2> men{};           // by side
    std::array<std::uint8_t, 2> hand{};  // men not yet placed, by side
    Side to_move = Side::kWhite;

    constexpr Mask own() const { return men[index_of(to_move)]; }
    constexpr Mask other() const { return men[index_of(opponent(to_move))]; }
    constexpr int own_hand() const { return hand[index_of(to_move)]; }
    constexpr int other_hand() const { return hand[index_of(opponent(to_move))]; }
    constexpr Mask empty() const { return kBoardMask & ~(men[0] | men[1]); }

    friend constexpr bool operator==(const Position&, const Position&) = default;
    friend constexpr auto operator<=>(const Position&, const Position&) = default;
};

// One complete turn: a placing (from == kNoPoint) or a move, with the men it takes. Where two men are taken in
// either order, the order is that of their bit numbers, so that equal turns compare equal.
struct Turn {
    Point from = kNoPoint;
    Point to = kNoPoint;
    std::array<Point, 2> take{kNoPoint, kNoPoint};

    constexpr int takes() const { return (take[0] != kNoPoint) + (take[1] != kNoPoint); }
    constexpr Mask taken() const {
        return (take[0] == kNoPoint ? 0 : mask_of(take[0])) | (take[1] == kNoPoint ? 0 : mask_of(take[1]));
    }
    friend constexpr bool operator==(const Turn&, const Turn&) = default;
    friend constexpr auto operator<=>(const Turn&, const Turn&) = default;
};

// The empty board of a variant, White to move.
Position start_position(const Variant& variant);

// Notation; docs/rules.md has the grammar. Parsers are strict, and say what is wrong and at which column.
std::string point_name(Point point);
Result<Position> parse_position(const Variant& variant, std::string_view text);
std::string format_position(const Position& position);
// A turn must be legal in the position.
Result<Turn> parse_turn(const Variant& variant, const Position& position, std::string_view text);
std::string format_turn(const Turn& turn);

}  // namespace merels
