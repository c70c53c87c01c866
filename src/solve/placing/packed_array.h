// SPDX-License-Identifier: MIT
// The values of one role without gaps: for each number of row men and of cube men one block, laid out like the table of
// that subspace (rows in class order, sets of cube men in colex order). Bytes mean what they mean in byte_rows.h.
//
// Rows as cubes (placing_array.h) hold all sets of free points whatever their size, so a game with few men, or with
// few on one side, leaves most of a row empty: 11 men against 3 would take 15 GB for 0.2 billion positions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "index/classes.h"
#include "solve/rows/big_memory.h"
#include "solve/rows/row_axes.h"

namespace merels::solve {

class PackedArray {
  public:
    // False when memory is refused.
    [[nodiscard]] bool allocate(int row_men, int cube_men);
    static std::size_t bytes_for(int row_men, int cube_men);

    int row_men() const { return row_men_; }
    int cube_men() const { return cube_men_; }
    // What may be read from its start on lasts for a whole row of any size, though entries behind the row are
    // another's.
    std::uint8_t* row(int men, int cube, ClassIndex index) const {
        const Block& b = blocks_[men][cube];
        return memory_.as<std::uint8_t>() + b.offset + index * b.row_size;
    }
    std::size_t row_size(int men, int cube) const { return blocks_[men][cube].row_size; }

    // Whether some entry of a row is won: asked before reading a row that may have nothing to say.
    bool has_wins(int men, int cube, ClassIndex index) const { return blocks_[men][cube].wins[index] != 0; }
    // To be called when a row was written.
    void note_wins(int men, int cube, ClassIndex index);

  private:
    struct Block {
        std::size_t offset = 0;
        std::size_t row_size = 0;
        std::vector<std::uint8_t> wins;  // by row
    };
    int row_men_ = -1;
    int cube_men_ = -1;
    std::array<std::array<Block, kMaxMen + 1>, kMaxMen + 1> blocks_;
    BigMemory memory_;
};

// Ranks of sets, and the sets by rank, from tables.
class SetRanks {
  public:
    // Sets of at most `most` axes. Four bytes a set: 1.4 MB for five axes, 11 MB for eight.
    explicit SetRanks(int most);

    // Equal to colex_rank.
    std::uint32_t rank(AxisSet set) const {
        const std::uint32_t low = set & (kHalfSize - 1);
        return low_[low] + high_[static_cast<std::size_t>(std::popcount(low))][set >> kHalf];
    }
    // All sets of a size in colex order; those of fewer axes come first.
    const AxisSet* sets(int size) const { return sets_[static_cast<std::size_t>(size)].data(); }

  private:
    static constexpr int kHalf = 12;
    static constexpr std::uint32_t kHalfSize = 1u << kHalf;
    std::vector<std::uint32_t> low_;
    std::array<std::vector<std::uint32_t>, kHalf + 1> high_;  // by the number of axes below
    std::vector<std::vector<AxisSet>> sets_;
};

// Renames the axes of a set: axis i becomes the axis whose bit is image[i] (0: left out). Cheap to make, because small
// rows need one for a few hundred sets only.
class SetMap {
  public:
    SetMap() = default;
    explicit SetMap(const std::array<AxisSet, kPoints>& image) {
        for (int part = 0; part < 3; ++part) {
            table_[part][0] = 0;
            for (std::uint32_t set = 1; set < 256; ++set) {
                table_[part][set] = table_[part][set & (set - 1)] | image[8 * part + std::countr_zero(set)];
            }
        }
    }
    AxisSet operator()(AxisSet set) const {
        return table_[0][set & 255] | table_[1][set >> 8 & 255] | table_[2][set >> 16];
    }

  private:
    std::array<std::array<AxisSet, 256>, 3> table_;
};

}  // namespace merels::solve
