// SPDX-License-Identifier: MIT
#include "solve/moving/ply_lists.h"

#include <algorithm>

namespace merels::solve {
namespace {

constexpr std::uint32_t kSkip = ~std::uint32_t{0};
RowId row_of(std::uint64_t entry) { return static_cast<RowId>(entry >> 24); }

}  // namespace

void PlyLists::reset(RowId rows, int threads) {
    histogram_.assign(threads, std::vector<std::uint32_t>(rows, 0));
    start_.assign(std::size_t{rows} + 1, 0);
    bits_.clear();
    listed_.clear();
    dense_rows_ = 0;
}

void PlyLists::drop() {
    dense_rows_ = static_cast<std::uint32_t>(start_.size() - 1);
    listed_.clear();
}

void PlyLists::collect(std::vector<SweepWorker>& workers, const RowTable& table, const DenseLimits& limits,
                       std::vector<std::uint8_t>& news, WorkerPool& pool) {
    pool.parallel_for(workers.size(), 1, [&](std::size_t first, std::size_t last, int) {
        for (std::size_t i = first; i < last; ++i) {
            std::fill(histogram_[i].begin(), histogram_[i].end(), 0);
            const BitList& found = workers[i].push.found;
            for (std::size_t k = 0; k < found.size(); ++k) ++histogram_[i][row_of(found.data()[k])];
        }
    });
    listed_.clear();
    dense_rows_ = 0;
    std::uint64_t next = 0;
    for (RowId row = 0; row < table.rows; ++row) {
        start_[row] = next;
        std::uint64_t sum = 0;
        for (const auto& histogram : histogram_) sum += histogram[row];
        const int white = table.level[row];
        if (sum > limits.all[white]) {
            news[row] = static_cast<std::uint8_t>(News::kDense);
        } else if (sum > limits.own[white]) {
            news[row] = std::max(news[row], static_cast<std::uint8_t>(News::kOwnDense));
        }
        dense_rows_ += news[row] != 0;
        const bool dense = news[row] == static_cast<std::uint8_t>(News::kDense);
        if (!dense && sum != 0) listed_.push_back(row);
        for (auto& histogram : histogram_) {
            const std::uint32_t bits = histogram[row];
            histogram[row] = dense ? kSkip : static_cast<std::uint32_t>(next);
            if (!dense) next += bits;
        }
    }
    start_[table.rows] = next;
    if (bits_.size() < next) bits_.resize(next);
    pool.parallel_for(workers.size(), 1, [&](std::size_t first, std::size_t last, int) {
        for (std::size_t i = first; i < last; ++i) {
            const BitList& found = workers[i].push.found;
            for (std::size_t k = 0; k < found.size(); ++k) {
                std::uint32_t& place = histogram_[i][row_of(found.data()[k])];
                if (place != kSkip) bits_[place++] = static_cast<AxisSet>(found.data()[k] & 0xFFFFFF);
            }
        }
    });
}

}  // namespace merels::solve
