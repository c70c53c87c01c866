// SPDX-License-Identifier: MIT
// The recorded depths of White's wins: for each (white men, black men) one array of rows * binomial bytes, laid out
// exactly like the table of that subspace (depth_row.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/worker_pool.h"
#include "solve/rows/big_memory.h"
#include "solve/rows/depth_row.h"
#include "solve/rows/row_table.h"

namespace merels::solve {

class DepthStore {
  public:
    // Bytes for the white counts first..last.
    static std::uint64_t bytes_for(int first, int last, const SweepExtent& extent);

    // Takes and touches the memory. False when it is refused.
    bool allocate(int first, int last, const SweepExtent& extent, WorkerPool& pool);
    void clear(WorkerPool& pool);

    bool holds(int white_men) const { return white_men >= first_ && white_men <= last_; }
    int first() const { return first_; }
    int last() const { return last_; }

    DepthRow row(int white_men, ClassIndex index) const;
    void set(int white_men, ClassIndex index, AxisSet black, std::uint8_t value) const {
        const std::uint32_t low = black & 63;
        const int b = std::popcount(black);
        bytes_.as<std::uint8_t>()[offset_[white_men][b] + std::uint64_t{index} * kBinomial[axes_of(white_men)][b] +
                                  rank_of_word_[std::size_t{black >> 6} * 8 + std::popcount(low)] + kRankInWord[low]] =
            value;
    }
    std::span<std::uint8_t> subspace(int white_men, int black_men) const;

  private:
    int first_ = 0;
    int last_ = -1;
    SweepExtent extent_;
    BigMemory bytes_;
    std::array<std::array<std::uint64_t, kMaxMen + 1>, kMaxMen + 1> offset_{};
    std::vector<std::uint32_t> rank_of_word_;
};

}  // namespace merels::solve
