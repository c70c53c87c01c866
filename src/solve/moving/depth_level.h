// SPDX-License-Identifier: MIT
// The depths of White's wins with one number of white men: for each number of black men one array of rows * binomial
// bytes, laid out exactly like the table of that subspace (depth_row.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/worker_pool.h"
#include "solve/rows/big_memory.h"
#include "solve/rows/depth_row.h"
#include "solve/rows/row_share.h"
#include "solve/rows/row_table.h"
#include "solve/rows/sweep_extent.h"

namespace merels::solve {

class DepthLevel {
  public:
    static std::uint64_t bytes_for(int white_men, const SweepExtent& extent, ClassIndex rows);

    // All depths of these rows 0. Keeps the memory that it has where that is enough. False when memory is refused.
    bool begin(int white_men, const RowShare::Run& rows, const SweepExtent& extent, WorkerPool& pool,
               Spill* spill = nullptr);
    // Where there is a spill: now and then while rows are written or read.
    void keep_to_limit() const;
    void release();

    int white_men() const { return white_men_; }
    const RowShare::Run& rows() const { return rows_; }
    DepthRow row(ClassIndex index) const;
    // The rows one after the other.
    std::span<const std::uint8_t> subspace(int black_men) const;

  private:
    int white_men_ = 0;
    RowShare::Run rows_;
    SweepExtent extent_;
    Spill* spill_ = nullptr;
    BigMemory bytes_;
    std::array<std::uint64_t, kMaxMen + 1> offset_{};
    std::vector<std::uint32_t> rank_of_word_;
};

}  // namespace merels::solve
