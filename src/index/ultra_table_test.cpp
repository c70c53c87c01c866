// SPDX-License-Identifier: MIT
#include "index/ultra_table.h"

#include <gtest/gtest.h>

namespace merels {
namespace {

UltraCodes small_codes() {
    UltraCodes codes;
    codes.subspace = {4, 3, 0, 1};
    codes.values = {2, -1, 5};
    codes.depths = {-3, 7};
    codes.census = {{{-1, 7}, 12}, {{2, std::nullopt}, 40}, {{5, -3}, 1}};
    return codes;
}

TEST(UltraTable, CodesSurviveTheirText) {
    const UltraCodes codes = small_codes();
    const std::string text = encode_ultra_codes(codes);
    EXPECT_EQ(text,
              R"({"subspace":[4,3,0,1],"values":[2,-1,5],"depths":[-3,7],"draws":[[-1,7,12],[2,null,40],[5,-3,1]]})");
    const auto read = decode_ultra_codes(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, codes);
    EXPECT_EQ(read->draws(), 53u);
    EXPECT_FALSE(decode_ultra_codes(R"({"subspace":[4,3,0,1],"values":[],"depths":[],"draws":[]})"));
    EXPECT_FALSE(decode_ultra_codes("{"));
}

TEST(UltraTable, BytesBecomeEntries) {
    const UltraCodes codes = small_codes();
    ASSERT_EQ(codes.planes(), 2);
    EXPECT_EQ(codes.row(5, 1), 11u);
    const auto entry = [&](std::uint8_t value, std::uint8_t depth) {
        return codes.entry(std::array<std::uint8_t, 2>{value, depth});
    };
    EXPECT_EQ(*entry(0, 0), (UltraEntry{2, std::nullopt}));
    EXPECT_EQ(*entry(2, 1), (UltraEntry{5, -3}));
    EXPECT_FALSE(entry(3, 0));
    EXPECT_FALSE(entry(0, 3));
}

TEST(UltraTable, ManyCodesTakeTwoPlanes) {
    UltraCodes codes = small_codes();
    for (int i = 0; i < 300; ++i) codes.values.push_back(100 + i);
    for (int i = 0; i < 254; ++i) codes.depths.push_back(100 + i);
    ASSERT_EQ(codes.value_planes(), 2);
    ASSERT_EQ(codes.depth_planes(), 2);
    const auto entry = codes.entry(std::array<std::uint8_t, 4>{0x2E, 0x01, 0x00, 0x01});
    ASSERT_TRUE(entry);
    EXPECT_EQ(*entry, (UltraEntry{100 + 0x12E - 3, 100 + 256 - 3}));
}

TEST(UltraTable, CollectionsOfStarts) {
    EXPECT_EQ(ultra_collection(*parse_variant("nine-c1"), "published"), "nine-c1-ultra-published");
    EXPECT_EQ(ultra_collection(*parse_variant("nine-c1@4,4"), "split", false), "nine-c1-4-4-ultra-split-other");
}

}  // namespace
}  // namespace merels
