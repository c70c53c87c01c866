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

Census example_losses() {
    Census losses = example();
    std::erase_if(losses.plies, [](const PlyCount& p) { return p.ply % 2 != 0; });
    return losses;
}

TEST(Census, Sums) {
    const Census census = example();
    EXPECT_EQ(census.wins(), 201U);
    EXPECT_EQ(census.losses(), 40U);
    EXPECT_EQ(census.draws(), 759U);
    EXPECT_EQ(census.max_ply(), 151);
    EXPECT_EQ(Census{}.max_ply(), kNoPly);
}

TEST(Census, WithoutDepth) {
    const Census results = without_depth(example());
    EXPECT_FALSE(results.with_depth);
    const std::vector<PlyCount> expected = {{0, 40, {1, 2}}, {1, 201, {0, 7}}};
    EXPECT_EQ(results.plies, expected);
    EXPECT_EQ(results.draws(), 759U);
    EXPECT_TRUE(without_depth(Census{}).plies.empty());
}

// The wins of a table and the losses of its notes.
TEST(Census, LossesAreJoined) {
    Census wins = example(), losses = example_losses();
    std::erase_if(wins.plies, [](const PlyCount& p) { return p.ply % 2 == 0; });
    const auto joined = with_losses(wins, {{"4-3", encode_census(losses)}});
    ASSERT_TRUE(joined) << joined.error().message;
    EXPECT_EQ(*joined, example());
    EXPECT_EQ(with_losses(wins, {}).error().code, ErrorCode::kMissing);
    EXPECT_FALSE(with_losses(wins, {{"4-3", "{"}}));
    EXPECT_FALSE(with_losses(example(), {{"4-3", encode_census(losses)}}));  // losses twice
    EXPECT_FALSE(with_losses(wins, {{"4-3", encode_census(wins)}}));
    for (const auto change : {+[](Census& c) { c.positions = 999; }, +[](Census& c) { c.subspace.own = 5; },
                              +[](Census& c) { c.plies[0].positions = 770; }}) {
        Census other = losses;
        change(other);
        EXPECT_FALSE(with_losses(wins, {{"4-3", encode_census(other)}}));
    }
    losses.plies[0].positions = 769;  // all that are left: no draw
    EXPECT_EQ(with_losses(wins, {{"4-3", encode_census(losses)}})->draws(), 0U);
    wins.with_depth = false;
    EXPECT_EQ(*with_losses(wins, {{"4-3", encode_census(example_losses())}}), without_depth(example()));
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
