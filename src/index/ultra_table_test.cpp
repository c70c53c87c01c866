// SPDX-License-Identifier: MIT
#include "index/ultra_table.h"

#include <gtest/gtest.h>

namespace merels {
namespace {

UltraCodes small_codes() {
    return UltraCodes::make({4, 3, 0, 1}, 2, {{{-1, 7}, 12}, {{2, std::nullopt}, 40}, {{5, -3}, 30}});
}

TEST(UltraTable, CodesSurviveTheirText) {
    const UltraCodes codes = small_codes();
    const std::string text = encode_ultra_codes(codes);
    EXPECT_EQ(text,
              R"({"subspace":[4,3,0,1],"entries":[[2,null],[5,-3],[-1,7]],"draws":[[-1,7,12],[2,null,40],[5,-3,30]]})");
    const auto read = decode_ultra_codes(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, codes);
    EXPECT_EQ(read->draws(), 82u);
    EXPECT_EQ(read->values, (std::vector<int>{2, -1, 5}));
    EXPECT_FALSE(decode_ultra_codes(R"({"subspace":[4,3,0,1],"entries":[],"draws":[]})"));
    EXPECT_FALSE(decode_ultra_codes("{"));
}

TEST(UltraTable, BytesBecomeEntries) {
    const UltraCodes codes = small_codes();
    ASSERT_EQ(codes.planes(), 1);
    EXPECT_EQ(codes.row(5, 0), 5u);
    const auto entry = [&](std::uint8_t code) { return codes.entry(std::array<std::uint8_t, 1>{code}); };
    EXPECT_EQ(*entry(0), (UltraEntry{2, std::nullopt}));
    EXPECT_EQ(*entry(1), (UltraEntry{5, -3}));
    EXPECT_EQ(codes.code({-1, 7}), 2u);
    EXPECT_FALSE(entry(3));
}

TEST(UltraTable, ManyEntriesTakeMorePlanes) {
    std::vector<UltraCount> census;
    for (int i = 0; i < 300; ++i) census.push_back({{7, i}, 1});
    UltraCodes codes = UltraCodes::make({4, 3, 0, 1}, 2, census);
    ASSERT_EQ(codes.planes(), 2);
    EXPECT_EQ(codes.row(5, 1), 11u);
    const auto entry = codes.entry(std::array<std::uint8_t, 2>{0x2C, 0x01});
    ASSERT_TRUE(entry);
    EXPECT_EQ(*entry, (UltraEntry{7, 299}));
    codes.entries.resize(65537);
    EXPECT_EQ(codes.planes(), 3);
}

TEST(UltraTable, CollectionsOfStarts) {
    EXPECT_EQ(ultra_collection(*parse_variant("nine-c1"), "published"), "nine-c1-ultra-published");
    EXPECT_EQ(ultra_collection(*parse_variant("nine-c1@4,4"), "split", false), "nine-c1-4-4-ultra-split-other");
}

}  // namespace
}  // namespace merels
