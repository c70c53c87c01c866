// SPDX-License-Identifier: MIT
// The geometry of one row: White's men are fixed, each free point is an axis (ascending point order), and a set of
// Black's men is a subset of the axes, read as a number. Bit `i` of a row is the position with Black's men `i`.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "merels/position.h"
#include "rules/geometry.h"

namespace merels::solve {

using Word = std::uint64_t;     // 64 consecutive bits of a row: axes 0..5
using AxisSet = std::uint32_t;  // Black's men (or any set of axes) of a row

inline constexpr int kWordAxes = 6;

constexpr std::uint32_t words_of_row(int axes) { return std::uint32_t{1} << (axes - kWordAxes); }
constexpr bool test_bit(const Word* row, AxisSet index) { return row[index >> 6] >> (index & 63) & 1; }

// Bits of the word with this number in a row: the sets of at most `most` axes.
constexpr Word at_most(std::uint32_t word, int most) {
    constexpr std::array<Word, kWordAxes + 1> kMasks = [] {
        std::array<Word, kWordAxes + 1> masks{};
        for (int size = 0; size <= kWordAxes; ++size) {
            for (unsigned i = 0; i < 64; ++i) masks[size] |= Word{std::popcount(i) <= size} << i;
        }
        return masks;
    }();
    const int room = most - std::popcount(word);
    return room < 0 ? 0 : kMasks[room < kWordAxes ? room : kWordAxes];
}

struct RowAxes {
    // The other two axes of a mill line through an axis; only lines without a white man are listed.
    struct Line {
        std::uint8_t first = 0;
        std::uint8_t second = 0;
    };

    Mask men = 0;   // White's
    Mask free = 0;  // the axes as points
    int axes = 0;
    std::array<std::int8_t, kPoints> point_of{};  // by axis
    std::array<std::int8_t, kPoints> axis_of{};   // by point; -1 under a white man
    std::array<AxisSet, kPoints> neighbours{};    // by axis: the free neighbour points
    std::array<std::array<Line, Geometry::kLinesOfPoint>, kPoints> lines{};
    std::array<std::uint8_t, kPoints> line_count{};
};

// Whether a man on `axis` beside `men` stands in a mill.
constexpr bool in_mill(const RowAxes& row, AxisSet men, int axis) {
    for (int i = 0; i < row.line_count[axis]; ++i) {
        const RowAxes::Line line = row.lines[axis][i];
        if ((men >> line.first & men >> line.second & 1) != 0) return true;
    }
    return false;
}

// Cost: some 300 cycles.
RowAxes row_axes(const Geometry& board, Mask men);

}  // namespace merels::solve
