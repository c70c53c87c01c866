// SPDX-License-Identifier: MIT
// The inner loops of the placing pass, as a table of functions: one table for each instruction set, all with the same
// results (the portable one is the oracle). byte_rows.h says what a row is.
//
// Rows are aligned to 64 bytes. Functions are thread-safe as long as their outputs are not shared. Entries with more
// men than a function's limit are left undefined.
#pragma once

#include <cstddef>
#include <cstdint>

#include "merels/variant.h"
#include "solve/kernels/cpu/cpu_sets.h"
#include "solve/rows/axis_map.h"
#include "solve/rows/byte_rows.h"
#include "solve/rows/row_axes.h"

namespace merels::solve {

// A row that will be read next. The kernels prefetch it while they compute, because a step waits for memory otherwise.
struct PrefetchHint {
    const std::uint8_t* row = nullptr;  // null: nothing to prefetch
    int axes = 0;
    int dropped = -1;  // an axis that will be read at 0 only
    int most_men = 0;
};

// Bytes by value and number of cube men: histogram[men][s].
inline constexpr int kHistogramMen = 32;  // 0..24 and room for what a group of entries may spill
using ByteHistogram = std::uint32_t[kHistogramMen][256];

struct ByteKernels {
    const char* name = "";
    CpuSets needs = 0;  // instruction sets that it is compiled for

    // target = min (max) of the target and the source read through the map.
    void (*permute_min)(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map,
                        const PrefetchHint& next) = nullptr;
    void (*permute_max)(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map,
                        const PrefetchHint& next) = nullptr;

    // The row side has closed a mill: image(B) = min over the cube men x of B that may be taken of row(B - x), or
    // row(B) where none may be taken.
    void (*capture_min)(std::uint8_t* image, const std::uint8_t* row, const RowAxes& axes, AllInMills rule,
                        int most) = nullptr;

    // The cube side places a man on q: row(B) = max over q of row(B + q), or of once(B + q) where q closes a mill, or
    // of twice(B + q) where it closes two (null: take 1). In place; `once` and `twice` are the row after the best
    // taking of one and two of the row side's men.
    void (*place_max)(std::uint8_t* row, const std::uint8_t* once, const std::uint8_t* twice, const RowAxes& axes,
                      int most) = nullptr;

    // The cube side slides a man from p to a neighbour q: out(B) = max of row(B - p + q), or of once(B - p + q) where
    // q closes a mill. Sets of three men slide too: flying is treated elsewhere.
    void (*slide_max)(std::uint8_t* out, const std::uint8_t* row, const std::uint8_t* once, const RowAxes& axes,
                      int most) = nullptr;

    // row(B) = row(B) + 1, kNotWon stays.
    void (*increment)(std::uint8_t* row, std::size_t bytes) = nullptr;

    // The entries of a row with exactly `men` men, in ascending (colex) order; kNotWon becomes 0.
    void (*pack)(std::uint8_t* out, const std::uint8_t* row, int axes, int men) = nullptr;
    // The inverse for all sizes at once: packed[men] is read for fewest <= men <= most (and up to 16 bytes further);
    // entries with fewer men become kNotWon.
    void (*expand)(std::uint8_t* row, const std::uint8_t* const* packed, int axes, int fewest, int most) = nullptr;

    // Adds the entries with at most `most` men to the histogram; canonical: one bit an entry, or null for all.
    // Entries of kNotWon may or may not be counted.
    void (*count)(ByteHistogram& histogram, const std::uint8_t* row, const std::uint64_t* canonical, int axes,
                  int most) = nullptr;

    // One bit an entry of at most `most` men: whether it has the value (not kNotWon); other bits become 0. Returns the
    // smallest larger value of such entries, kNotWon where there is none. From 9 axes on: rows can be read by blocks.
    std::uint8_t (*find_value)(std::uint64_t* bits, const std::uint8_t* row, int axes, int most,
                               std::uint8_t value) = nullptr;
};

// True when the functions of `kernels` agree with the portable ones on random rows.
bool self_check(const ByteKernels& kernels, std::uint32_t seed);

// One namespace for each instruction set; kernel_dispatch.h chooses. Those of x86 are not built elsewhere.
namespace kernels::portable {
const ByteKernels& byte_kernels();
}
namespace kernels::avx2 {
const ByteKernels& byte_kernels();
}
namespace kernels::avx512 {
const ByteKernels& byte_kernels();
}

}  // namespace merels::solve
