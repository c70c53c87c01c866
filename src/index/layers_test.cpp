// SPDX-License-Identifier: MIT
#include "index/layers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace merels {
namespace {

Variant variant(const char* id) { return *parse_variant(id); }

TEST(Layers, StartsThatContainOthers) {
    const auto contains = [](const char* a, const char* b) { return contains_start(variant(a), variant(b)); };
    // Place, then move: after White's first man it is the start of the other colours.
    EXPECT_TRUE(contains("nine-c1@5,4", "nine-c1@5,4"));
    EXPECT_TRUE(contains("nine-c1@5,4", "nine-c1@4,4"));
    EXPECT_TRUE(contains("nine-c1@5,4", "nine-c1@4,3"));
    EXPECT_TRUE(contains("morabaraba@7,5", "morabaraba@5,6"));
    EXPECT_TRUE(contains("morabaraba@7,5", "morabaraba@6,4"));
    EXPECT_FALSE(contains("nine-c1@5,4", "nine-c1@4,5"));
    EXPECT_FALSE(contains("nine-c1@5,5", "nine-c1@4,5"));
    EXPECT_FALSE(contains("nine-c1@5,4", "nine-c1@5,5"));
    EXPECT_FALSE(contains("nine-c1@6,4", "nine-c1@4,4"));
    // Place or move: whatever has no more men on either side, whoever begins.
    EXPECT_TRUE(contains("lasker-c1@5,4", "lasker-c1@4,4"));
    EXPECT_TRUE(contains("lasker-c1@5,4", "lasker-c1@3,4"));
    EXPECT_TRUE(contains("lasker-c1@5,4", "lasker-c1@4,5"));
    EXPECT_FALSE(contains("lasker-c1@5,4", "lasker-c1@5,5"));
    EXPECT_FALSE(contains("lasker-c1@5,4", "lasker-c1@6,3"));
    // By its subspaces, for every pair of small starts.
    for (const char* game : {"nine-c1", "lasker-c1"}) {
        const auto start = [&](int white, int black) {
            return variant((std::string(game) + '@' + std::to_string(white) + ',' + std::to_string(black)).c_str());
        };
        for (int i = 0; i < 256; ++i) {
            const Variant large = start(3 + i % 4, 3 + i / 4 % 4), small = start(3 + i / 16 % 4, 3 + i / 64);
            const auto all = subspaces_of(large), some = subspaces_of(small);
            const std::set<Subspace> held(all.begin(), all.end());
            const bool contained = std::all_of(some.begin(), some.end(), [&](const Subspace& s) {
                return s.own_hand + s.other_hand == 0 || held.contains(s);
            });
            EXPECT_EQ(contains_start(large, small), contained) << large.id() << ' ' << small.id();
        }
    }
}

TEST(Layers, NineMenHaveEighteenPlacingPliesAndLoewersPositions) {
    const Variant nine = variant("nine-c1");
    const auto layers = layers_of(nine);
    ASSERT_EQ(layers.size(), 20u);
    EXPECT_EQ(layers.front(), (Layer{{9, 9}, Side::kWhite}));
    EXPECT_EQ(layers[17], (Layer{{0, 1}, Side::kBlack}));
    std::uint64_t subspaces = 0, positions = 0;
    for (std::size_t i = 0; i < 18; ++i) {
        for (const Subspace& s : subspaces_of(nine, layers[i], true)) {
            ++subspaces;
            positions += position_count(s);
        }
    }
    EXPECT_EQ(subspaces, 615u);  // Loewer, section 5.5 and Figure 27
    EXPECT_EQ(positions, 17'874'891'168u);
    positions = 0;
    for (const Subspace& s : subspaces_of(nine, layers[18])) positions += position_count(s);
    EXPECT_EQ(positions, 8'904'593'601u);
}

TEST(Layers, UnequalStartsLetOneSideMoveWhileTheOtherPlaces) {
    const auto layers = layers_of(variant("nine-c1@5,3"));
    // W5 B3, w4, 4-2.., then Black has none left and moves while White places twice more.
    EXPECT_EQ(layers[6], (Layer{{2, 0}, Side::kWhite}));
    EXPECT_EQ(layers[7], (Layer{{1, 0}, Side::kBlack}));
    EXPECT_EQ(layers[8], (Layer{{1, 0}, Side::kWhite}));
    EXPECT_EQ(layers[9], (Layer{{0, 0}, Side::kWhite}));
    EXPECT_EQ(layers.size(), 11u);
}

TEST(Layers, EachSubspaceOnceAndNoneShort) {
    for (const char* id : {"nine-c1", "nine-p2@4,6", "lasker-c1@4,4", "morabaraba@5,5"}) {
        const auto all = subspaces_of(variant(id));
        std::set<Subspace> unique(all.begin(), all.end());
        EXPECT_EQ(unique.size(), all.size()) << id;
        for (const Subspace& s : all) {
            EXPECT_GE(s.own + s.own_hand, kMinMen);
            EXPECT_GE(s.other + s.other_hand, kMinMen);
        }
    }
}

}  // namespace
}  // namespace merels
