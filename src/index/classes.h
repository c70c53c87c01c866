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

// All classes of sets of 0..12 men. Built once (about 10 ms, 4 MB), then read-only and shared by everybody.
class Classes {
  public:
    static constexpr int kMostMen = kMaxMen;

    static const Classes& get();

    // At most kMostMen men. Cost: a few table look-ups and a short binary search, about 30 ns.
    ClassRef find(Mask men) const;

    std::span<const Mask> representatives(int men) const { return representatives_[men]; }
    Mask representative(int men, ClassIndex index) const { return representatives_[men][index]; }
    ClassIndex size(int men) const { return static_cast<ClassIndex>(representatives_[men].size()); }

    Classes(const Classes&) = delete;
    Classes& operator=(const Classes&) = delete;

  private:
    Classes();

    std::array<std::vector<Mask>, kMostMen + 1> representatives_;
    // Where the representatives with given outer and middle ring begin, by number of men; the rings as one number, the
    // outer one counted among the rings that can be outermost in a representative (see classes.cpp).
    std::array<std::vector<ClassIndex>, kMostMen + 1> bucket_;
};

// Symmetries other than the identity that map the set onto itself, as a set of bits 1..15.
std::uint16_t stabiliser(Mask men);

}  // namespace merels
