// SPDX-License-Identifier: MIT
// Where the depths of one row lie: one byte a position, for each number of black men the sets in colex order, so that
// the rows of one subspace are exactly the rows of its table.
#pragma once

#include <array>
#include <cstdint>

#include "index/combination.h"
#include "solve/rows/row_axes.h"

namespace merels::solve {

// Ranks within a word: for the sets of axes 0..5, their colex rank among those of equal size, and their numbers as a
// mask by size. Sets that agree above axis 5 and have equal size are neighbours in colex order.
inline constexpr auto kRankInWord = [] {
    std::array<std::uint8_t, 64> rank{};
    for (std::uint32_t set = 0; set < 64; ++set) rank[set] = static_cast<std::uint8_t>(colex_rank(set));
    return rank;
}();
inline constexpr auto kSizeMask = [] {
    std::array<Word, kWordAxes + 1> masks{};
    for (std::uint32_t set = 0; set < 64; ++set) masks[std::popcount(set)] |= Word{1} << set;
    return masks;
}();

struct DepthRow {
    // Entry [word * 8 + men below axis 6]: the rank of the first such set of the word.
    const std::uint32_t* rank_of_word = nullptr;
    // By number of black men: first byte of the row, and the byte after its last. Null where nothing is recorded.
    std::array<std::uint8_t*, kPoints + 8> begin{};
    std::array<std::uint8_t*, kPoints + 8> end{};

    std::uint8_t& at(AxisSet set) const {
        const std::uint32_t low = set & 63;
        return begin[std::popcount(set)][rank_of_word[(set >> 6) * 8 + std::popcount(low)] + kRankInWord[low]];
    }
};

}  // namespace merels::solve
