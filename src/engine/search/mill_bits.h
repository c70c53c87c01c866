// SPDX-License-Identifier: MIT
// Mills and slides of a whole set of men at once, by shifts. A ring is a byte of the mask and counts clockwise, odd
// bits are its corners (merels/position.h has the picture), so a line along a ring is a rotation within the byte and a
// line across the rings is a shift by bytes. Each function is about 20 instructions, without branches or tables, and
// agrees with Geometry (tested point by point).
#pragma once

#include <bit>
#include <cstdint>

#include "merels/position.h"

namespace merels::engine {

inline constexpr Mask kCorners = 0xAAAAAA;
inline constexpr Mask kMiddles = 0x555555;

// Points that have a line across the rings: the middles, and the corners too on the board with diagonals.
constexpr Mask spokes_of(Board board) { return board == Board::kDiagonals ? kBoardMask : kMiddles; }

// The value of each point's neighbour one or two steps further along its ring.
constexpr Mask next1(Mask m) { return ((m >> 1) & 0x7F7F7F) | ((m << 7) & 0x808080); }
constexpr Mask next2(Mask m) { return ((m >> 2) & 0x3F3F3F) | ((m << 6) & 0xC0C0C0); }
constexpr Mask previous1(Mask m) { return ((m << 1) & 0xFEFEFE) | ((m >> 7) & 0x010101); }
constexpr Mask previous2(Mask m) { return ((m << 2) & 0xFCFCFC) | ((m >> 6) & 0x030303); }

// Points whose two partners on some line are both in `men`: a man of the same side there stands in a mill.
constexpr Mask closing(Mask men, Mask spokes) {
    const Mask n1 = next1(men), p1 = previous1(men);
    const Mask along = (((n1 & next2(men)) | (p1 & previous2(men))) & kCorners) | (n1 & p1 & kMiddles);
    const Mask up = ((men << 8) | (men >> 16)) & kBoardMask;
    const Mask down = ((men >> 8) | (men << 16)) & kBoardMask;
    return along | (up & down & spokes);
}

// Points next to some man of `men`.
constexpr Mask adjacent(Mask men, Mask spokes) {
    const Mask across = men & spokes;
    return next1(men) | previous1(men) | ((across << 8) & kBoardMask) | (across >> 8);
}

// Empty points on which a man of `men` can slide so that it closes a mill: the man comes from a neighbour that is not
// one of the two partners.
constexpr Mask closing_slides(Mask men, Mask empty, Mask spokes) {
    const Mask n1 = next1(men), p1 = previous1(men);
    const Mask up = ((men << 8) | (men >> 16)) & kBoardMask;
    const Mask down = ((men >> 8) | (men << 16)) & kBoardMask;
    const Mask across = men & spokes;
    const Mask from_across = ((across << 8) & kBoardMask) | (across >> 8);
    const Mask ahead = n1 & next2(men) & kCorners & (p1 | from_across);
    const Mask behind = p1 & previous2(men) & kCorners & (n1 | from_across);
    const Mask between = n1 & p1 & kMiddles & from_across;
    const Mask spoke = up & down & spokes & (n1 | p1);
    return empty & (ahead | behind | between | spoke);
}

constexpr int bit_count(Mask m) { return std::popcount(m); }
constexpr int bit_count(Mask a, Mask b) { return std::popcount(a | static_cast<std::uint64_t>(b) << 32); }

// Number of (man, free neighbour) pairs: the slides that a side has.
constexpr int slides(Mask men, Mask empty, Mask spokes) {
    const Mask across = men & spokes;
    return bit_count(next1(men) & empty, previous1(men) & empty) +
           bit_count((across << 8) & empty, (across >> 8) & empty);
}

}  // namespace merels::engine
