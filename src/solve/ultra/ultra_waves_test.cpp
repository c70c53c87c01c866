// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_waves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace merels::solve {
namespace {

class UltraWaves : public testing::TestWithParam<const char*> {
  protected:
    const Variant variant_ = *parse_variant(GetParam());
    const SubspaceValues values_ = *stone_values(variant_);
    const UltraScale scale_{values_};
    const std::vector<UltraItem> items_ = ultra_order(variant_, scale_);
};

TEST_P(UltraWaves, OneRankHasAllInTheirOrder) {
    const auto waves = deal_waves(variant_, scale_, items_, 0, 1);
    ASSERT_EQ(waves.size(), 1u);
    ASSERT_EQ(waves[0].items.size(), items_.size());
    for (std::size_t i = 0; i < items_.size(); ++i) EXPECT_TRUE(waves[0].items[i].key == items_[i].key);
}

TEST_P(UltraWaves, WhatIsReadWasSolvedBefore) {
    for (const int ranks : {2, 3, 7}) {
        std::map<UltraKey, std::size_t> wave_of;
        std::vector<std::vector<UltraWave>> dealt;
        for (int rank = 0; rank < ranks; ++rank) dealt.push_back(deal_waves(variant_, scale_, items_, rank, ranks));
        for (const auto& waves : dealt) {
            ASSERT_EQ(waves.size(), dealt[0].size());
            for (std::size_t w = 0; w < waves.size(); ++w) {
                EXPECT_EQ(waves[w].positions, dealt[0][w].positions);
                for (const UltraItem& item : waves[w].items) {
                    EXPECT_TRUE(wave_of.emplace(item.key, w).second) << "two ranks have it";
                    if (item.cyclic) wave_of.emplace(scale_.twin_of(item.key), w);
                }
            }
        }
        for (const UltraItem& item : items_) {
            ASSERT_TRUE(wave_of.contains(item.key)) << "nobody has it";
            for (const UltraKey& key : sources_of(variant_, scale_, item)) {
                EXPECT_LT(wave_of.at(key), wave_of.at(item.key));
            }
        }
    }
}

// What is there already is waited for by nobody.
TEST_P(UltraWaves, WhatIsNotOpenTakesNoWave) {
    const std::vector<UltraItem> last{items_.back()};
    const auto waves = deal_waves(variant_, scale_, last, 0, 2);
    ASSERT_EQ(waves.size(), 1u);
    EXPECT_EQ(waves[0].items.size(), 1u);
    EXPECT_EQ(waves[0].positions, positions_of(scale_, last[0]));
    EXPECT_TRUE(deal_waves(variant_, scale_, last, 1, 2)[0].items.empty());
}

// No rank has more than the mean and the largest item of the wave.
TEST_P(UltraWaves, AreEven) {
    constexpr int kRanks = 3;
    for (std::size_t w = 0; w < deal_waves(variant_, scale_, items_, 0, kRanks).size(); ++w) {
        std::uint64_t most = 0, largest = 0, positions = 0;
        for (int rank = 0; rank < kRanks; ++rank) {
            const UltraWave wave = deal_waves(variant_, scale_, items_, rank, kRanks)[w];
            std::uint64_t own = 0;
            for (const UltraItem& item : wave.items) {
                own += positions_of(scale_, item);
                largest = std::max(largest, positions_of(scale_, item));
            }
            most = std::max(most, own);
            positions = wave.positions;
        }
        EXPECT_LE(most, positions / kRanks + largest);
    }
}

INSTANTIATE_TEST_SUITE_P(Starts, UltraWaves, testing::Values("nine-c1@5,5", "nine-p2@4,3", "lasker-c1@4,4"));

}  // namespace
}  // namespace merels::solve
