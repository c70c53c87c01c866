// SPDX-License-Identifier: MIT
#include "verify/ultra_sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace merels::verify {
namespace {

TEST(UltraSample, AddsUpAndNoTableGetsMoreThanItHas) {
    const std::vector<std::uint64_t> sizes{3, 100, 5'000'000'000, 0, 77'777'777, 12};
    const std::uint64_t all = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
    for (const std::uint64_t sample : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{1000},
                                       std::uint64_t{99'999'999}, all - 1, all, all + 1, ~std::uint64_t{0}}) {
        const auto dealt = deal_sample(sizes, sample);
        ASSERT_EQ(dealt.size(), sizes.size());
        EXPECT_EQ(std::accumulate(dealt.begin(), dealt.end(), std::uint64_t{0}), std::min(sample, all));
        for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT_LE(dealt[i], sizes[i]) << sample;
    }
    EXPECT_TRUE(deal_sample({}, 5).empty());
}

TEST(UltraSample, HalfOfItGoesToAllAlike) {
    const std::vector<std::uint64_t> sizes{100, 1'000'000, 9'000'000};
    const auto dealt = deal_sample(sizes, 6000);
    EXPECT_EQ(dealt[0], 100u);                                  // as a whole
    EXPECT_NEAR(static_cast<double>(dealt[1]), 1000 + 390, 2);  // and a tenth of the other 3900
    EXPECT_NEAR(static_cast<double>(dealt[2]), 1000 + 3510, 2);
}

TEST(UltraSample, SharesOfRowsAreShares) {
    for (double sample = 1e-9; sample <= 1; sample *= 1.7) {
        EXPECT_GE(share_of_mover_rows(sample), sample);
        EXPECT_LE(share_of_mover_rows(sample), 1);
    }
    EXPECT_EQ(share_of_mover_rows(1), 1);
}

TEST(UltraSample, ShuffledIsAPermutationThatTheSeedDecides) {
    std::mt19937_64 random(5), same(5), other(6);
    auto order = shuffled(1000, random);
    EXPECT_EQ(order, shuffled(1000, same));
    EXPECT_NE(order, shuffled(1000, other));
    std::sort(order.begin(), order.end());
    for (ClassIndex i = 0; i < 1000; ++i) EXPECT_EQ(order[i], i);
    EXPECT_TRUE(shuffled(0, random).empty());
}

}  // namespace
}  // namespace merels::verify
