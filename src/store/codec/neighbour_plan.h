// SPDX-License-Identifier: MIT
// Where the neighbours of a value are. The ranks of a row are the k-subsets {e1 < ... < ek} of n axes in colex order;
// a neighbour of a subset has one of its `top` largest elements one or two lower, and so a smaller rank. For a run of
// consecutive ranks a neighbour is a fixed distance back, and all neighbours of a leaf (the ranks that share their
// `top` largest elements) are outside of it: a decoder that works leaf by leaf knows them all.
// docs/table_format.md, section 6, has the same in words.
#pragma once

#include <cstdint>
#include <vector>

namespace merels {

struct RowShape {
    std::uint8_t axes = 0;    // n
    std::uint8_t subset = 0;  // k
    std::uint8_t top = 0;     // elements that make neighbours, at most kMostTop and at most k
    friend bool operator==(const RowShape&, const RowShape&) = default;
};
inline constexpr std::uint8_t kMostTop = 5;
inline constexpr std::uint8_t kMostAxes = 24;
inline constexpr std::uint32_t kPlanPadding = 32;  // readable bytes behind the last place

// Number of subsets: the bytes of a row.
std::uint32_t ranks_of(const RowShape& shape);

struct PlanStep {
    std::uint32_t start = 0;  // from the beginning of the slice
    std::uint32_t count = 0;  // > 0
    std::uint32_t distance =
        0;  // > 0: these values have a neighbour so far back; 0: a leaf, all its neighbours are known
};

// What to do for one slice of a row, in order. Neighbours before the slice do not exist.
struct NeighbourPlan {
    std::uint32_t size = 0;            // ranks of the slice
    std::vector<PlanStep> steps;       // the leaves among them cover the slice from its beginning to its end
    std::vector<std::uint8_t> places;  // for each rank v (v + 1) / 2, where v is its number of neighbours; padded
};

// Ranks begin .. begin + size - 1. Cost: about the size of the slice, plus the number of leaves of the row.
NeighbourPlan make_plan(const RowShape& shape, std::uint32_t begin, std::uint32_t size);

}  // namespace merels
