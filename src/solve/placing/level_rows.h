// SPDX-License-Identifier: MIT
// The rows of one level, wherever they lie: one after the other, or each on its own. A view; copying is cheap.
#pragma once

#include <cstddef>
#include <cstdint>

#include "index/classes.h"

namespace merels::solve {

class LevelRows {
  public:
    LevelRows() = default;
    LevelRows(std::uint8_t* first, std::size_t row_bytes) : first_(first), row_bytes_(row_bytes) {}
    // Rows that are not there may be null.
    explicit LevelRows(std::uint8_t* const* rows) : rows_(rows) {}

    std::uint8_t* operator[](ClassIndex index) const {
        return rows_ != nullptr ? rows_[index] : first_ + index * row_bytes_;
    }

  private:
    std::uint8_t* first_ = nullptr;
    std::size_t row_bytes_ = 0;
    std::uint8_t* const* rows_ = nullptr;
};

}  // namespace merels::solve
