// SPDX-License-Identifier: MIT
// Classes: orbits of a set of men under the 16 symmetries, named by their smallest mask and numbered in that order
// among the sets of the same size. A row is all positions whose first set of men is the representative of one class.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "index/symmetry.h"
#include "merels/position.h"

namespace merels {

using ClassIndex = std::uint32_t;  // among the classes of the same number of men

struct ClassRef {
    ClassIndex index;
    Symmetry to_representative;  // the lowest-numbered symmetry that maps the set onto its representative
};

// All classes of sets of 0..12 men. Built once (about 0.2 s, 64 MiB and the representatives), then read-only and
// shared by everybody.
class Classes {
  public:
    static constexpr int kMostMen = kMaxMen;

    static const Classes& get();

    ClassRef find(Mask men) const {
        const std::uint32_t entry = entry_[men];
        return {entry >> 4, static_cast<Symmetry>(entry & 15)};
    }
    std::span<const Mask> representatives(int men) const { return representatives_[men]; }
    Mask representative(int men, ClassIndex index) const { return representatives_[men][index]; }
    ClassIndex size(int men) const { return static_cast<ClassIndex>(representatives_[men].size()); }

    Classes(const Classes&) = delete;
    Classes& operator=(const Classes&) = delete;

  private:
    Classes();

    std::vector<std::uint32_t> entry_;  // by mask: class index * 16 + symmetry; undefined above kMostMen men
    std::array<std::vector<Mask>, kMostMen + 1> representatives_;
};

// Symmetries other than the identity that map the set onto itself, as a set of bits 1..15.
std::uint16_t stabiliser(Mask men);

}  // namespace merels
