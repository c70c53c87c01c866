// SPDX-License-Identifier: MIT
// The inner loops of the sweep, as a table of functions: one table for each instruction set, all with the same results
// (the portable one is the oracle; tests and a check at start-up compare the others with it).
//
// Rows are arrays of words (row_axes.h), aligned to kRowAlignment. Functions are thread-safe as long as their outputs
// and scratch rows are not shared.
#pragma once

#include <cstddef>
#include <cstdint>

#include "merels/variant.h"
#include "solve/kernels/cpu/cpu_sets.h"
#include "solve/rows/axis_map.h"
#include "solve/rows/row_axes.h"

namespace merels::solve {

inline constexpr std::size_t kRowAlignment = 64;

struct LayerCounts;

// What a row gained in one ply.
struct RowDelta {
    std::uint64_t bits = 0;
    std::uint32_t layers = 0;  // bit b is set when a set of b black men is among them
};

struct DepthRow;
struct PushContext;

struct CubeKernels {
    const char* name = "";
    CpuSets needs = 0;  // instruction sets that it is compiled for

    // accumulator |= (or &=) the source read through the permutation. `scratch` holds as many words as the source.
    void (*permute_or)(Word* accumulator, const Word* source, const AxisMap& map, Word* scratch) = nullptr;
    void (*permute_and)(Word* accumulator, const Word* source, const AxisMap& map, Word* scratch) = nullptr;

    // White has closed a mill: image(B) = OR over the men x of B that may be taken of lost(B - x).
    void (*capture_image)(Word* image, const Word* lost, const RowAxes& row, AllInMills rule) = nullptr;

    // Black to move: not_lost(B) = some move of one man along a line leads to a position that White does not win.
    // `wins`: White to move and wins. `after_capture`: White wins whichever man Black takes; its contents are lost.
    // A blocked Black comes out as lost; flying is treated elsewhere. `scratch` holds two rows.
    void (*not_lost)(Word* not_lost, const Word* wins, Word* after_capture, const RowAxes& row,
                     Word* scratch) = nullptr;

    // Black to place: not_lost(B) = some q outside B, with B + q a position that White does not win. `once`, `twice`:
    // White wins whichever man, or men, Black takes with one mill, with two (null: never more than one man). `scratch`
    // holds three rows.
    void (*place_not_lost)(Word* not_lost, const Word* wins, const Word* once, const Word* twice, const RowAxes& row,
                           Word* scratch) = nullptr;

    // The bits of the sets of `men` men, ascending, as bytes 0 and 1; and the inverse for fewest..most men at once, any
    // byte but 0 being a win. packed[men] may be read up to 16 bytes too far; smaller sets become 0, larger ones too.
    void (*pack_results)(std::uint8_t* out, const Word* row, int axes, int men) = nullptr;
    void (*expand_results)(Word* row, const std::uint8_t* const* packed, int axes, int fewest, int most) = nullptr;

    // Adds to `known` what is in `found` (or not in it, for `complement`) and not yet known, as far as the set has
    // fewest..most men. The new bits go to `delta`. `counts` takes the new bits that are in `canonical` (all when
    // null).
    RowDelta (*take_new)(Word* known, const Word* found, bool complement, Word* delta, int axes, int fewest, int most,
                         const Word* canonical, LayerCounts& counts) = nullptr;

    // Sums up what take_new has counted since the last call: by number of black men. Clears the counts.
    void (*sum_counts)(LayerCounts& counts, std::uint64_t* by_men) = nullptr;

    // Writes `value` for each bit of `delta` into the packed depths of a row.
    void (*record)(const DepthRow& depths, const Word* delta, int axes, std::uint8_t value) = nullptr;

    // Per-bit paths for rows with few new bits (sparse_push.h).
    void (*push_losses)(PushContext& context, std::uint32_t row, const AxisSet* bits, std::size_t count) = nullptr;
    void (*push_wins)(PushContext& context, std::uint32_t row, const AxisSet* bits, std::size_t count,
                      bool own_row) = nullptr;
    // Black's flying: recomputes all sets of three black men of a row.
    void (*push_flying)(PushContext& context, std::uint32_t row) = nullptr;
    // Ply 0: the blocked sets of a row.
    void (*seed_blocked)(PushContext& context, std::uint32_t row) = nullptr;
};

// True when the functions of `kernels` agree with the portable ones on random rows.
bool self_check(const CubeKernels& kernels, std::uint32_t seed);

// Vertical counters: for each number of address bits set, how often each place of a vector was set, in bit-sliced form
// (plane i has weight 2^i). Vectors are collected by eights and added by seven carry-save adders, so counting costs a
// few per cent of a dense ply.
struct alignas(kRowAlignment) LayerCounts {
    static constexpr int kAddressLayers = kPoints - kWordAxes;  // 0 .. 21 - 6 axes set
    static constexpr int kBlock = 8;
    static constexpr int kLowPlanes = 3;  // ones, twos, fours: sums within a block
    static constexpr int kPlanes = 36;    // from eights on: a binary counter of carry-save adders
    using Vector = Word[8];               // as many words as the widest kernel has

    std::uint32_t waiting[kAddressLayers] = {};
    std::uint64_t blocks[kAddressLayers] = {};
    alignas(kRowAlignment) Vector block[kAddressLayers][kBlock] = {};
    alignas(kRowAlignment) Vector low[kAddressLayers][kLowPlanes] = {};
    alignas(kRowAlignment) Vector sum[kAddressLayers][kPlanes] = {};
    alignas(kRowAlignment) Vector pending[kAddressLayers][kPlanes] = {};
};

// One namespace for each instruction set; kernel_dispatch.h chooses. Those of x86 are not built elsewhere.
namespace kernels::portable {
const CubeKernels& bit_kernels();
}
namespace kernels::avx2 {
const CubeKernels& bit_kernels();
}
namespace kernels::avx512 {
const CubeKernels& bit_kernels();
}

}  // namespace merels::solve
