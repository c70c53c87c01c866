// SPDX-License-Identifier: MIT
// Which positions without hands a sweep covers: one board and capture rule, and the most men.
#pragma once

#include <algorithm>

#include "merels/variant.h"

namespace merels {

struct SweepExtent {
    Board board = Board::kNine;
    AllInMills all_in_mills = AllInMills::kAnyMayBeTaken;
    int max_men = 9;              // a side: all subspaces 3..max_men by 3..max_men,
    int max_total = 2 * kMaxMen;  // but no more men than this together; at least max_men + 3

    // The most men that the other side can have beside so many of one side.
    constexpr int most_other(int own) const { return std::min(max_men, max_total - own); }
};

}  // namespace merels
