// SPDX-License-Identifier: MIT
#include "base/stopwatch.h"

#include <gtest/gtest.h>

#include <thread>

namespace merels {
namespace {

TEST(Stopwatch, SleepTakesWallTimeButNoCpuTime) {
    const Stopwatch watch;
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_GE(watch.seconds(), 0.03);
    EXPECT_LT(watch.cpu_seconds(), 0.03);
}

TEST(Stopwatch, WorkTakesCpuTime) {
    const Stopwatch watch;
    volatile unsigned sum = 0;
    while (watch.cpu_seconds() < 0.01) sum = sum + 1;
    EXPECT_GT(watch.seconds(), 0.0);
}

}  // namespace
}  // namespace merels
