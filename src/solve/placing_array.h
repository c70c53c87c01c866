// SPDX-License-Identifier: MIT
// The values of one role: a byte row (byte_rows.h) for each class of 0..row_men men of the row side. Rows of equal
// numbers of men form a level. Nine men: 13.8 GB; twelve: 17.8 GB.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "index/classes.h"
#include "solve/big_memory.h"
#include "solve/byte_rows.h"

namespace merels::solve {

class PlacingArray {
  public:
    // `sparse`: do not use huge pages. A game with few men touches few of the small pages of a row.
    [[nodiscard]] bool allocate(int row_men, bool sparse);

    int row_men() const { return row_men_; }
    std::uint8_t* level(int men) const { return levels_[men].as<std::uint8_t>(); }
    std::uint8_t* row(int men, ClassIndex index) const {
        return level(men) + (static_cast<std::size_t>(index) << (kPoints - men));
    }

    static std::size_t level_bytes(int men);
    static std::size_t largest_level_bytes(int row_men);
    static std::size_t total_bytes(int row_men);

  private:
    int row_men_ = -1;
    std::array<BigMemory, kMaxMen + 1> levels_;
};

// One more array of bytes with the same choice of pages.
[[nodiscard]] bool allocate_bytes(BigMemory& memory, std::size_t bytes, bool sparse);

}  // namespace merels::solve
