// SPDX-License-Identifier: MIT
#include "base/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace merels {
namespace {

TEST(WorkerPool, EveryItemOnce) {
    for (const int threads : {0, 1, 2, 5}) {
        WorkerPool pool(threads);
        EXPECT_EQ(pool.threads(), threads < 1 ? 1 : threads);
        for (const std::size_t count : {0U, 1U, 7U, 1000U}) {
            for (const std::size_t chunk : {0U, 1U, 3U, 1000U, 5000U}) {
                std::vector<std::atomic<int>> visits(count);
                pool.parallel_for(count, chunk, [&](std::size_t first, std::size_t last, int) {
                    ASSERT_LT(first, last);
                    ASSERT_LE(last - first, chunk == 0 ? 1 : chunk);
                    for (std::size_t i = first; i < last; ++i) ++visits[i];
                });
                for (const auto& n : visits) ASSERT_EQ(n, 1);
            }
        }
    }
}

TEST(WorkerPool, WorkersAreExclusive) {
    WorkerPool pool(4);
    std::vector<std::atomic<int>> inside(4);
    std::vector<long> sums(4);  // not atomic: the sanitizer would see two calls with the same worker
    pool.parallel_for(10000, 1, [&](std::size_t first, std::size_t, int worker) {
        EXPECT_EQ(inside[worker]++, 0);
        sums[worker] += static_cast<long>(first);
        --inside[worker];
    });
    EXPECT_EQ(sums[0] + sums[1] + sums[2] + sums[3], 10000L * 9999 / 2);
}

TEST(WorkerPool, ManyShortLoops) {
    WorkerPool pool(3);
    std::atomic<long> total = 0;
    for (int loop = 0; loop < 5000; ++loop) {
        pool.parallel_for(4, 1, [&](std::size_t first, std::size_t, int) { total += static_cast<long>(first); });
    }
    EXPECT_EQ(total, 5000L * 6);
}

TEST(WorkerPool, AnExceptionReachesTheCallerAndThePoolLivesOn) {
    WorkerPool pool(3);
    const auto failing = [&] {
        pool.parallel_for(1000, 1, [](std::size_t first, std::size_t, int) {
            if (first == 17) throw std::runtime_error("seventeen");
        });
    };
    EXPECT_THROW(failing(), std::runtime_error);
    EXPECT_THROW(failing(), std::runtime_error);
    std::atomic<int> n = 0;
    pool.parallel_for(10, 1, [&](std::size_t, std::size_t, int) { ++n; });
    EXPECT_EQ(n, 10);
}

}  // namespace
}  // namespace merels
