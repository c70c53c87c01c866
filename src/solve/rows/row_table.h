// SPDX-License-Identifier: MIT
// All rows of a sweep: one for each class of 3..max_men white men, numbered by men, then by class; with the two bit
// sets of the sweep. Plain data: built once, then shared by all threads (the bits themselves change).
//
//   wins    White to move and White wins         (Ww)
//   losses  Black to move and Black has lost or loses   (Lb)
//
// Memory: 2^(24-w) bits for each of the rows of w men, twice: 3.4 GB for up to 9 men, 4.3 GB for up to 12.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/worker_pool.h"
#include "index/classes.h"
#include "merels/variant.h"
#include "solve/rows/big_memory.h"
#include "solve/rows/row_axes.h"
#include "solve/rows/sweep_extent.h"

namespace merels::solve {

using RowId = std::uint32_t;

constexpr int axes_of(int men) { return kPoints - men; }

// map_men with its tables at hand, for loops that do little else.
struct SymmetryTables {
    std::array<std::array<Mask, 4096>, kSymmetries> low;
    std::array<std::array<Mask, 4096>, kSymmetries> high;
    Mask map(Symmetry s, Mask men) const { return low[s][men & 4095] | high[s][men >> 12]; }
};

struct RowTable {
    const Geometry* board = nullptr;
    AllInMills rule = AllInMills::kAnyMayBeTaken;
    int max_men = 0;
    int max_total = 0;
    // The most black men beside so many white ones.
    int most_black(int white_men) const { return std::min(max_men, max_total - white_men); }
    const Classes* classes = nullptr;
    std::unique_ptr<SymmetryTables> symmetries;
    std::array<std::array<Point, kPoints>, kSymmetries> point_image{};
    BigMemory class_of;  // by mask of 3..max_men men: class * 16 + symmetry (what Classes::find says, in one load)

    std::array<RowId, kMaxMen + 2> first_row{};  // by men; [max_men + 1] is the number of rows
    RowId rows = 0;
    std::vector<Mask> men;                  // by row
    std::vector<std::uint8_t> level;        // by row: number of white men
    std::vector<std::uint16_t> stabiliser;  // by row: symmetries other than the identity that keep the men
    // By row: offset in words + 1 into canonical_bits, 0 for rows without symmetry. A bit is set where no image under
    // the row's own symmetries is a smaller set.
    std::vector<std::uint64_t> canonical_offset;
    BigMemory canonical_bits;

    std::array<BigMemory, kMaxMen + 1> wins;    // by men
    std::array<BigMemory, kMaxMen + 1> losses;  // by men

    std::size_t words(int white_men) const {
        return std::size_t{first_row[white_men + 1] - first_row[white_men]} * words_of_row(axes_of(white_men));
    }
    std::size_t row_offset(RowId row) const {
        const int w = level[row];
        return std::size_t{row - first_row[w]} << (axes_of(w) - kWordAxes);
    }
    Word* wins_row(RowId row) const { return wins[level[row]].as<Word>() + row_offset(row); }
    Word* losses_row(RowId row) const { return losses[level[row]].as<Word>() + row_offset(row); }
    const Word* canonical_row(RowId row) const {
        return canonical_offset[row] == 0 ? nullptr : canonical_bits.as<Word>() + (canonical_offset[row] - 1);
    }

    // Row and symmetry of a set of men.
    struct Place {
        RowId row;
        Symmetry symmetry;
    };
    Place find(int white_men, Mask set) const {
        const std::uint32_t entry = class_of.as<std::uint32_t>()[set];
        return {first_row[white_men] + (entry >> 4), static_cast<Symmetry>(entry & 15)};
    }
};

// Bytes that build_row_table will take for the two bit sets and the canonical bits (the latter estimated from above),
// and besides for the look-up of classes, which is never spilled.
std::uint64_t row_bits_bytes(int max_men);
inline constexpr std::uint64_t kClassTableBytes = std::uint64_t{4} << kPoints;

// All bits clear; in the spill where there is one, which must live longer. False when memory is refused.
bool build_row_table(const SweepExtent& extent, WorkerPool& pool, RowTable& table, Spill* spill = nullptr);

}  // namespace merels::solve
