// SPDX-License-Identifier: MIT
#include "analysis/ultra_statistics.h"

#include <algorithm>
#include <map>

namespace merels {

Result<std::vector<UltraStatistics>> collect_ultra_statistics(const UltraCollection& set, const Variant& variant) {
    std::vector<UltraStatistics> all;
    for (const bool computer_moves : {true, false}) {
        if (!computer_moves && set.values().antisymmetric()) break;
        for (const Subspace& s : reachable_subspaces(variant)) {
            auto codes = set.codes(s, computer_moves);
            if (!codes && codes.error().code == ErrorCode::kMissing) continue;
            if (!codes) return codes.error();
            all.push_back({s, computer_moves, std::move(codes->census)});
        }
    }
    return all;
}

std::vector<UltraShare> shares_of_draws(const UltraCollection& set, const std::vector<UltraStatistics>& all) {
    std::map<int, std::uint64_t> positions;
    for (const UltraStatistics& entry : all) {
        if (!entry.computer_moves) continue;
        for (const UltraCount& count : entry.draws) positions[count.entry.value] += count.positions;
    }
    std::vector<UltraShare> shares;
    for (const auto& [value, number] : positions) shares.push_back({value, set.values().ends_in(value), number});
    std::sort(shares.begin(), shares.end(), [](const UltraShare& a, const UltraShare& b) {
        return a.positions != b.positions ? a.positions > b.positions : a.value > b.value;
    });
    return shares;
}

}  // namespace merels
