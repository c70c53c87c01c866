// SPDX-License-Identifier: MIT
// Tells whether an address is the smallest of its equivalents, row by row: is_canonical() for loops.
#pragma once

#include <bit>
#include <cstdint>

#include "minimax/point_sets.h"

namespace merels {

class CanonicalRanks {
  public:
    // The representative of a row, and its stabiliser.
    CanonicalRanks(Mask fixed, std::uint16_t stabiliser) : free_(kBoardMask & ~fixed), stabiliser_(stabiliser) {}

    bool all() const { return stabiliser_ == 0; }
    bool contains(std::uint32_t axes) const {
        if (stabiliser_ == 0) return true;
        const Mask men = sets_.expand(axes, free_);
        for (std::uint32_t stay = stabiliser_; stay != 0; stay &= stay - 1) {
            if (sets_.map(static_cast<Symmetry>(std::countr_zero(stay)), men) < men) return false;
        }
        return true;
    }

  private:
    const PointSets& sets_ = PointSets::get();
    Mask free_;
    std::uint16_t stabiliser_;
};

}  // namespace merels
