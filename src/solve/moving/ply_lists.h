// SPDX-License-Identifier: MIT
// The news of a ply as lists by row: the threads' unordered lists, counting-sorted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/worker_pool.h"
#include "solve/moving/dense_steps.h"

namespace merels::solve {

class PlyLists {
  public:
    void reset(RowId rows, int threads);
    // Forgets the lists: all rows are dense.
    void drop();

    // Sorts the lists of all workers. Rows with more than the limits become dense in `news`; rows that are kDense have
    // no list. Cost: two passes over the bits, some over the rows.
    void collect(std::vector<SweepWorker>& workers, const RowTable& table, const DenseLimits& limits,
                 std::vector<std::uint8_t>& news, WorkerPool& pool);

    std::span<const RowId> rows() const { return listed_; }
    std::span<const AxisSet> bits(RowId row) const {
        return {bits_.data() + start_[row], start_[row + 1] - start_[row]};
    }
    std::uint32_t dense_rows() const { return dense_rows_; }

  private:
    std::vector<std::vector<std::uint32_t>> histogram_;  // by thread, by row; then the place of the next bit
    std::vector<std::uint64_t> start_;
    std::vector<AxisSet> bits_;
    std::vector<RowId> listed_;
    std::uint32_t dense_rows_ = 0;
};

}  // namespace merels::solve
