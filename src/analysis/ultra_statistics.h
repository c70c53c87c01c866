// SPDX-License-Identifier: MIT
// What the ultra-strong tables of a start hold: draws by value and depth, subspace by subspace, and where all draws of
// the game end. Reads only the censuses that the tables carry: milliseconds.
#pragma once

#include <string>
#include <vector>

#include "merels/result.h"
#include "tables/ultra_collection.h"

namespace merels {

struct UltraStatistics {
    Subspace subspace;
    bool computer_moves = true;     // of a split set; else says nothing
    std::vector<UltraCount> draws;  // ascending; each position once up to symmetry
};

// The subspaces that are there, ascending; of a split set the computer's first.
Result<std::vector<UltraStatistics>> collect_ultra_statistics(const UltraCollection& set, const Variant& variant);

struct UltraShare {
    int value = 0;        // for the side to move
    std::string ends_in;  // SubspaceValues::ends_in
    std::uint64_t positions = 0;
};

// All draws by value, the most frequent first (of equally many the larger value). Of a split set those with the
// computer to move.
std::vector<UltraShare> shares_of_draws(const UltraCollection& set, const std::vector<UltraStatistics>& all);

}  // namespace merels
