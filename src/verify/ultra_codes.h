// SPDX-License-Identifier: MIT
// The pairs (value, depth) that occur in a set of ultra-strong tables, as small numbers in the order of goodness, so
// that the best turn is the one with the largest number.
//
// A pair is what a position is worth for one side: the value X of the unit in which best play ends, then U, the plies
// spent on the way in units that are better for that side than X less those in worse ones. For the opponent both are
// negative. The list holds with each pair its negative, so the number of the negative of pair n is N + 1 - n.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "index/ultra_table.h"

namespace merels::verify {

struct SidePair {
    int value = 0;
    int depth = 0;  // U, not k2
    friend constexpr auto operator<=>(const SidePair&, const SidePair&) = default;
};

constexpr int sign_of(int number) { return (number > 0) - (number < 0); }

// What a table has, as a pair for the side to move; `own` is the value of the subspace for it.
inline SidePair pair_of(const UltraEntry& entry, int own) {
    return {entry.value, entry.depth ? -sign_of(entry.value - own) * *entry.depth : 0};
}
// And back.
inline UltraEntry entry_of(const SidePair& pair, int own) {
    if (pair.value == own) return {pair.value, std::nullopt};
    return {pair.value, -sign_of(pair.value - own) * pair.depth};
}
// A table gives a depth exactly where the value is not that of the subspace.
inline bool well_formed(const UltraEntry& entry, int own) { return entry.depth.has_value() == (entry.value != own); }

// What a position is worth whose best successor is worth this to the side that moves there.
inline SidePair before_turn(const SidePair& best, int own) {
    if (best.value == own) return {own, 0};
    return {best.value, best.depth + sign_of(own - best.value)};
}

class PairCodes {
  public:
    using Code = std::uint16_t;
    static constexpr Code kNone = 65534;  // not a pair of the list

    void add(const SidePair& pair) {
        pairs_.push_back(pair);
        pairs_.push_back({-pair.value, -pair.depth});
    }
    // After the last add. False when there are more pairs than numbers.
    bool finish() {
        std::sort(pairs_.begin(), pairs_.end());
        pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
        return pairs_.size() + 1 < kNone;
    }

    int size() const { return static_cast<int>(pairs_.size()); }
    const SidePair& pair(int code) const { return pairs_[static_cast<std::size_t>(code - 1)]; }  // 1 to size()
    Code code(const SidePair& pair) const {
        const auto found = std::lower_bound(pairs_.begin(), pairs_.end(), pair);
        if (found == pairs_.end() || *found != pair) return kNone;
        return static_cast<Code>(found - pairs_.begin() + 1);
    }
    Code negative(Code code) const { return code == kNone ? kNone : static_cast<Code>(size() + 1 - code); }

  private:
    std::vector<SidePair> pairs_;
};

}  // namespace merels::verify
