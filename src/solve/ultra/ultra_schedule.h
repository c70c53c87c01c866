// SPDX-License-Identifier: MIT
// Positions of a unit that enter an attack at a code known before: those whose exits decide. One thread's.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "index/classes.h"

namespace merels::solve {

// A position in the rows of the attacker's men: row << 24 | men of the defender.
using Entry = std::uint64_t;
using Entries = std::vector<Entry>;
constexpr Entry entry_of(ClassIndex row, Mask men) { return Entry{row} << kPoints | men; }
constexpr ClassIndex row_of(Entry e) { return static_cast<ClassIndex>(e >> kPoints); }
constexpr Mask men_of(Entry e) { return static_cast<Mask>(e) & kBoardMask; }

class Schedule {
  public:
    void add(int code, Entry entry) {
        if (last_ == nullptr || code != last_code_) {
            last_ = &entries_[code];  // stays where it is when others are added
            last_code_ = code;
        }
        last_->push_back(entry);
    }
    // Moves the entries of a code to the end of `out`.
    void take(int code, Entries& out) {
        const auto found = entries_.find(code);
        if (found == entries_.end()) return;
        out.insert(out.end(), found->second.begin(), found->second.end());
        entries_.erase(found);
        last_ = nullptr;
    }
    // The larger of `least` and the highest code that has entries.
    int highest(int least) const {
        for (const auto& [code, entries] : entries_) least = std::max(least, code);
        return least;
    }

  private:
    std::unordered_map<int, Entries> entries_;
    Entries* last_ = nullptr;
    int last_code_ = 0;
};

}  // namespace merels::solve
