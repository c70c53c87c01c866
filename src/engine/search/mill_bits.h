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

// A mask in every 32 bits of a word. The functions below take one set of men (a Mask), two in the halves of a 64-bit
// word, or four; all their arguments are of one kind.
template <class Word>
constexpr Word everywhere(Mask m) {
    return m * (~Word{0} / 0xFFFFFFFFu);
}
using FourMasks = Mask __attribute__((vector_size(16)));
template <>
constexpr FourMasks everywhere<FourMasks>(Mask m) {
    return FourMasks{m, m, m, m};
}

// The value of each point's neighbour one or two steps further along its ring.
template <class Word>
constexpr Word next1(Word m) {
    return ((m >> 1) & everywhere<Word>(0x7F7F7F)) | ((m << 7) & everywhere<Word>(0x808080));
}
template <class Word>
constexpr Word next2(Word m) {
    return ((m >> 2) & everywhere<Word>(0x3F3F3F)) | ((m << 6) & everywhere<Word>(0xC0C0C0));
}
template <class Word>
constexpr Word previous1(Word m) {
    return ((m << 1) & everywhere<Word>(0xFEFEFE)) | ((m >> 7) & everywhere<Word>(0x010101));
}
template <class Word>
constexpr Word previous2(Word m) {
    return ((m << 2) & everywhere<Word>(0xFCFCFC)) | ((m >> 6) & everywhere<Word>(0x030303));
}

// The same for the neighbours one ring up and one ring down, the last ring being next to the first.
template <class Word>
constexpr Word ring_up(Word m) {
    return ((m << 8) & everywhere<Word>(0xFFFF00)) | ((m >> 16) & everywhere<Word>(0xFF));
}
template <class Word>
constexpr Word ring_down(Word m) {
    return ((m >> 8) & everywhere<Word>(0xFFFF)) | ((m & everywhere<Word>(0xFF)) << 16);
}

// The points next to a man of `men` across the rings.
template <class Word>
constexpr Word adjacent_across(Word men, Word spokes) {
    const Word across = men & spokes;
    return ((across << 8) & everywhere<Word>(0xFFFF00)) | ((across >> 8) & everywhere<Word>(0xFFFF));
}

// Points whose two partners on some line are both in `men`: a man of the same side there stands in a mill.
template <class Word>
constexpr Word closing(Word men, Word spokes) {
    const Word n1 = next1(men), p1 = previous1(men);
    const Word along = (((n1 & next2(men)) | (p1 & previous2(men))) & everywhere<Word>(kCorners)) |
                       (n1 & p1 & everywhere<Word>(kMiddles));
    return along | (ring_up(men) & ring_down(men) & spokes);
}

// Points next to some man of `men`.
template <class Word>
constexpr Word adjacent(Word men, Word spokes) {
    return next1(men) | previous1(men) | adjacent_across(men, spokes);
}

// Empty points on which a man of `men` can slide so that it closes a mill: the man comes from a neighbour that is not
// one of the two partners.
template <class Word>
constexpr Word closing_slides(Word men, Word empty, Word spokes) {
    const Word n1 = next1(men), p1 = previous1(men);
    const Word from_across = adjacent_across(men, spokes);
    const Word corners = everywhere<Word>(kCorners);
    const Word ahead = n1 & next2(men) & corners & (p1 | from_across);
    const Word behind = p1 & previous2(men) & corners & (n1 | from_across);
    const Word between = n1 & p1 & everywhere<Word>(kMiddles) & from_across;
    const Word spoke = ring_up(men) & ring_down(men) & spokes & (n1 | p1);
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
