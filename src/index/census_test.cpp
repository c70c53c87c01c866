// SPDX-License-Identifier: MIT
#include "index/census.h"

#include <gtest/gtest.h>

namespace merels {
namespace {

Census example() {
    Census census;
    census.subspace = {4, 3, 0, 0};
    census.positions = 1000;
    census.plies = {{0, 10, {1, 2}}, {1, 200, {0, 7}}, {2, 30, {3, 4}}, {151, 1, {77, 12345}}};
    return census;
}

TEST(Census, Sums) {
    const Census census = example();
    EXPECT_EQ(census.wins(), 201U);
    EXPECT_EQ(census.losses(), 40U);
    EXPECT_EQ(census.draws(), 759U);
    EXPECT_EQ(census.max_ply(), 151);
    EXPECT_EQ(Census{}.max_ply(), kNoPly);
}

TEST(Census, RoundTrip) {
    Census census = example();
    for (const bool with_depth : {true, false}) {
        census.with_depth = with_depth;
        const auto back = decode_census(encode_census(census));
        ASSERT_TRUE(back) << back.error().message;
        EXPECT_EQ(*back, census);
        EXPECT_EQ(encode_census(*back), encode_census(census));
    }
}

TEST(Census, BrokenTextIsAnError) {
    const std::string text = encode_census(example());
    for (const std::string& broken :
         {std::string(), std::string("[]"), std::string("{}"), text.substr(0, text.size() / 2)}) {
        EXPECT_FALSE(decode_census(broken)) << broken;
    }
}

}  // namespace
}  // namespace merels
