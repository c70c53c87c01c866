// SPDX-License-Identifier: MIT
// The context of a value: what its neighbours say, as a number of 16 bits.
//   high byte: v (v + 1) / 2 + z, where v neighbours exist and z of them are 0
//   low byte:  32 spread + least, where `least` is the smallest neighbour that is not 0 (coarser above 16, 0 if there
//              is none) and `spread` says how far the largest neighbour is above it (0, 1, 2-3, 4-6, 7 or more)
// Sixteen values at a time where the machine can, else one by one with the same results.
#pragma once

#include <cstdint>
#include <vector>

#include "store/codec/neighbour_plan.h"

namespace merels {

inline constexpr std::size_t kNeighbourPadding = 32;  // bytes that may be read behind the values
// Contexts that can occur with two neighbours for each of `top` elements.
constexpr std::uint32_t context_count(std::uint32_t top) {
    const std::uint32_t most = 2 * top;
    return (most * (most + 1) / 2 + most + 1) * 256;
}

class ContextMaker {
  public:
    // Starts a slice: no neighbour seen yet.
    void begin(std::uint32_t size);
    // A step with a distance: looks at the neighbours. `values` is the slice; the neighbours must be there already, and
    // kNeighbourPadding bytes behind the slice must be readable.
    void look(const PlanStep& step, const std::uint8_t* values);
    // A leaf: the contexts of its values. Valid until the next begin().
    const std::uint16_t* finish(const PlanStep& leaf, const std::uint8_t* places);
    const std::uint16_t* contexts() const { return contexts_.data(); }

  private:
    std::vector<std::uint8_t> zeros_;
    std::vector<std::uint8_t> least_;  // smallest neighbour minus one, modulo 256: 0 becomes 255 and never counts
    std::vector<std::uint8_t> most_;
    std::vector<std::uint16_t> contexts_;
};

}  // namespace merels
