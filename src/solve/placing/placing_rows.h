// SPDX-License-Identifier: MIT
// What the placing pass does with one row, for the two kinds of rows: bytes with depths (byte_rows.h), and bits that
// only say whether the row side wins. One object of each kind and instruction set; all members are const and
// thread-safe as long as outputs and scratch are not shared.
//
// A row is handed over as a pointer to bytes; row_bytes() says how many. Entries with more cube men than `most` are
// left undefined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "merels/variant.h"
#include "solve/kernels/dispatch/kernel_dispatch.h"
#include "solve/rows/row_axes.h"

namespace merels::solve {

class PlacingRows {
  public:
    explicit PlacingRows(int entry_bits) : entry_bits_(entry_bits) {}
    virtual ~PlacingRows() = default;

    std::size_t row_bytes(int axes) const { return (static_cast<std::size_t>(entry_bits_) << axes) / 8; }
    // Memory that a thread lends to most functions.
    static constexpr int kScratchRows = 4;

    // All entries: the row side has won (nothing is quicker), or does not win.
    virtual void fill(std::uint8_t* row, int axes, int most, bool won) const = 0;
    virtual void copy(std::uint8_t* to, const std::uint8_t* from, int axes, int most) const = 0;
    // The entries of fewer than `men` (at most three) cube men: won.
    virtual void win_small_sets(std::uint8_t* row, int axes, int men) const = 0;
    // The entry with a cube man on every axis: not won.
    virtual void draw_full_board(std::uint8_t* row, int axes) const = 0;

    // target = what the row side (best) or the cube side (worst) prefers: the target, or the source read through the
    // map.
    virtual void best(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint& next,
                      std::uint8_t* scratch) const = 0;
    virtual void worst(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint& next,
                       std::uint8_t* scratch) const = 0;
    // As ByteKernels has them; in `slide` the sets of `flying` cube men fly (0: none does).
    virtual void capture(std::uint8_t* image, const std::uint8_t* row, const RowAxes& axes, AllInMills rule,
                         int most) const = 0;
    virtual void place(std::uint8_t* row, const std::uint8_t* once, const std::uint8_t* twice, const RowAxes& axes,
                       int most, std::uint8_t* scratch) const = 0;
    virtual void slide(std::uint8_t* out, const std::uint8_t* row, const std::uint8_t* once, const RowAxes& axes,
                       int most, int flying, std::uint8_t* scratch) const = 0;
    // A ply more to every win.
    virtual void deepen(std::uint8_t* row, int axes, int most) const = 0;
    // row = found, or what the cube side prefers of `found` and `other` (null: none; may be the row).
    virtual void renew(std::uint8_t* row, const std::uint8_t* found, const std::uint8_t* other, int axes,
                       int most) const = 0;

    // Between a row and the bytes of tables (store/table.h): as ByteKernels has them.
    virtual void pack(std::uint8_t* out, const std::uint8_t* row, int axes, int men) const = 0;
    virtual void expand(std::uint8_t* row, const std::uint8_t* const* packed, int axes, int fewest, int most) const = 0;
    // Rows without depth count every win as s = 1.
    virtual void count(ByteHistogram& histogram, const std::uint8_t* row, const std::uint64_t* canonical, int axes,
                       int most) const = 0;
    // Already won, at depth 0. Never, for rows without depth.
    virtual bool is_zero(const std::uint8_t* row, AxisSet entry) const = 0;

  private:
    int entry_bits_;
};

// Null when this CPU cannot run the wanted kernels.
std::unique_ptr<const PlacingRows> make_depth_rows(KernelKind kind);
std::unique_ptr<const PlacingRows> make_result_rows(KernelKind kind);

}  // namespace merels::solve
