// SPDX-License-Identifier: MIT
// How a row of bits is read through an axis map.
//
// A row is an array of vectors: the lowest `vector_axes` axes lie inside a vector, the others are bits of its address.
// A permutation of the axes then takes these steps, of which most are empty in practice (on average one exchange and
// less than one swap, because the class representatives keep most axes where they are):
//   1. exchanges: an address axis that the target needs inside the vector changes places with an inner axis that it
//      does not need there: one pass over pairs of vectors;
//   2. inside each vector: a shuffle of bytes (axes 3 and above), up to three swaps of a bit axis (0..2) with another
//      axis below 6, another shuffle of bytes;
//   3. the vectors are fetched at permuted addresses.
#pragma once

#include <array>
#include <cstdint>

#include "solve/rows/axis_map.h"

namespace merels::solve {

inline constexpr int kBitAxes = 3;  // axes within a byte

struct AxisPlan {
    struct Exchange {
        std::uint8_t inner;     // place within the vector
        bool halves;            // the inner axis is only wanted at 0: keep one vector of each pair
        std::uint32_t address;  // the address bit
        std::uint32_t iterate;  // address bits to run over
    };
    struct Swap {
        std::uint8_t low;
        std::uint8_t high;
    };

    int exchange_count = 0;
    int swap_count = 0;
    bool shuffle_first = false;
    bool shuffle_last = false;
    int absent_inside = kNoAxis;  // mask this axis of the target out
    std::array<Exchange, 9> exchanges;
    std::array<Swap, kBitAxes> swaps;
    // Shuffles: the new place i (3..) takes what was at place order[i].
    std::array<std::uint8_t, 9> first_order;
    std::array<std::uint8_t, 9> last_order;
    // Addresses: target bit target_bit[i] corresponds to source bit source_bit[i].
    int address_bits = 0;
    std::array<std::uint32_t, kPoints> target_bit;
    std::array<std::uint32_t, kPoints> source_bit;
};

// vector_axes: 6..9. Maps with `absent` must have `dropped` too. Cost: about a hundred cycles.
void make_axis_plan(const AxisMap& map, int vector_axes, AxisPlan& plan);

}  // namespace merels::solve
