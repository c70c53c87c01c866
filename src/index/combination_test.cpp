// SPDX-License-Identifier: MIT
#include "index/combination.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace merels {
namespace {

TEST(Combination, Binomials) {
    EXPECT_EQ(binomial(24, 12), 2704156U);
    EXPECT_EQ(binomial(24, 0), 1U);
    EXPECT_EQ(binomial(5, 6), 0U);
    EXPECT_EQ(binomial(5, -1), 0U);
}

TEST(Combination, RanksCountUpInTheOrderOfMasks) {
    for (const int n : {1, 5, 12}) {
        for (int k = 0; k <= n; ++k) {
            std::uint32_t expected = 0;
            for (std::uint32_t subset = 0; subset < (1U << n); ++subset) {
                if (std::popcount(subset) != k) continue;
                ASSERT_EQ(colex_rank(subset), expected);
                ASSERT_EQ(colex_subset(expected, k), subset);
                ++expected;
            }
            EXPECT_EQ(expected, binomial(n, k));
        }
    }
}

TEST(Combination, NextSubset) {
    for (int k = 1; k <= 6; ++k) {
        std::uint32_t subset = (1U << k) - 1;
        for (std::uint32_t rank = 0; rank + 1 < binomial(14, k); ++rank) {
            ASSERT_EQ(colex_rank(subset), rank);
            subset = next_subset(subset);
        }
    }
}

RC_GTEST_PROP(CombinationProperty, AxesAndPoints, ()) {
    const Mask free = *rc::gen::arbitrary<Mask>() & kBoardMask;
    const Mask men = *rc::gen::arbitrary<Mask>() & free;
    const std::uint32_t axes = to_axes(men, free);
    RC_ASSERT(std::popcount(axes) == count(men));
    RC_ASSERT(axes < (std::uint64_t{1} << count(free)));
    RC_ASSERT(to_points(axes, free) == men);
}

}  // namespace
}  // namespace merels
