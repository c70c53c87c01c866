// SPDX-License-Identifier: MIT
// Classes: orbits of a set of men under the 16 symmetries, named by their smallest mask and numbered in that order
// among the sets of the same size. A row is all positions whose first set of men is the representative of one class.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
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

// All classes of sets of 0..12 men, shared by everybody. Those of one size are built when somebody first asks for them
// and then read-only. Thread-safe.
class Classes {
  public:
    static constexpr int kMostMen = kMaxMen;

    static const Classes& get();

    // At most kMostMen men. Cost: a few table look-ups and a short binary search, about 30 ns.
    ClassRef find(Mask men) const;

    std::span<const Mask> representatives(int men) const { return of_size(men).representatives; }
    Mask representative(int men, ClassIndex index) const { return of_size(men).representatives[index]; }
    ClassIndex size(int men) const { return static_cast<ClassIndex>(of_size(men).representatives.size()); }

    Classes(const Classes&) = delete;
    Classes& operator=(const Classes&) = delete;

  private:
    Classes() = default;

    struct OneSize {
        std::atomic<bool> built{false};
        std::vector<Mask> representatives;
        // Where the representatives with given outer and middle ring begin; the rings as one number, the outer one
        // counted among the rings that can be outermost in a representative (see classes.cpp).
        std::vector<ClassIndex> bucket;
    };

    const OneSize& of_size(int men) const {
        if (!sizes_[men].built.load(std::memory_order_acquire)) build(men);
        return sizes_[men];
    }
    void build(int men) const;

    mutable std::mutex building_;
    mutable std::array<OneSize, kMostMen + 1> sizes_;
};

// Symmetries other than the identity that map the set onto itself, as a set of bits 1..15.
std::uint16_t stabiliser(Mask men);

}  // namespace merels
