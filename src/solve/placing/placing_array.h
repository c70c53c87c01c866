// SPDX-License-Identifier: MIT
// The values of one role: a row (placing_rows.h) for each class of 0..row_men men of the row side. Rows of equal
// numbers of men form a level. Nine men: 13.8 GB with depths; twelve: 17.8 GB; an eighth of it without.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "index/classes.h"
#include "solve/placing/level_rows.h"
#include "solve/placing/placing_rows.h"
#include "solve/rows/big_memory.h"

namespace merels::solve {

class PlacingArray {
  public:
    // `sparse`: do not use huge pages. A game with few men touches few of the small pages of a row.
    [[nodiscard]] bool allocate(const PlacingRows& rows, int row_men, bool sparse);
    // Instead: a view of levels that lie elsewhere, attached one by one.
    static PlacingArray view(const PlacingRows& rows);
    void attach(int men, std::uint8_t* level) { levels_[men] = level; }

    std::uint8_t* level(int men) const { return levels_[men]; }
    LevelRows rows(int men) const { return {levels_[men], row_bytes_[men]}; }
    std::uint8_t* row(int men, ClassIndex index) const { return rows(men)[index]; }

    static std::size_t level_bytes(const PlacingRows& rows, int men);
    static std::size_t largest_level_bytes(const PlacingRows& rows, int row_men);
    static std::size_t total_bytes(const PlacingRows& rows, int row_men);

  private:
    std::array<BigMemory, kMaxMen + 1> memory_;
    std::array<std::uint8_t*, kMaxMen + 1> levels_{};
    std::array<std::size_t, kMaxMen + 1> row_bytes_{};
};

// One more array of bytes with the same choice of pages.
[[nodiscard]] bool allocate_bytes(BigMemory& memory, std::size_t bytes, bool sparse, Spill* spill = nullptr);

}  // namespace merels::solve
