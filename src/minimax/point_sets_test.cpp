// SPDX-License-Identifier: MIT
#include "minimax/point_sets.h"

#include <gtest/gtest.h>

#include <random>

namespace merels {
namespace {

TEST(PointSets, AgreesWithTheIndexFolder) {
    const PointSets& sets = PointSets::get();
    std::mt19937 random(1);
    for (int i = 0; i < 200000; ++i) {
        const Mask free = random() & kBoardMask;
        const Mask men = random() & free;
        const std::uint32_t axes = to_axes(men, free);
        ASSERT_EQ(sets.compress(men, free), axes);
        ASSERT_EQ(sets.expand(axes, free), men);
        const auto symmetry = static_cast<Symmetry>(i % kSymmetries);
        ASSERT_EQ(sets.map(symmetry, men), map_men(symmetry, men));
        if (count(men) <= 12) {
            ASSERT_EQ(sets.rank(men), colex_rank(men));
        }
    }
}

TEST(PointSets, VisitsAllSubsetsInOrder) {
    for (int axes = 0; axes <= 12; ++axes) {
        for (int size = 0; size <= axes; ++size) {
            std::uint32_t rank = 0;
            for_each_subset(axes, size, [&](std::uint32_t subset) { ASSERT_EQ(subset, colex_subset(rank++, size)); });
            EXPECT_EQ(rank, binomial(axes, size));
        }
    }
}

TEST(ClassTable, AgreesWithTheIndexFolder) {
    for (int men = 0; men <= kMaxMen; ++men) {
        const ClassTable table(men);
        std::mt19937 random(2);
        const std::uint32_t all = binomial(kPoints, men);
        for (int i = 0; i < 20000; ++i) {
            const Mask set = colex_subset(random() % all, men);
            const ClassRef ours = table.find(set);
            const ClassRef theirs = Classes::get().find(set);
            ASSERT_EQ(ours.index, theirs.index);
            ASSERT_EQ(ours.to_representative, theirs.to_representative);
            ASSERT_EQ(map_men(ours.to_representative, set), table.representative(ours.index));
            ASSERT_EQ(table.stabiliser_of(ours.index), stabiliser(table.representative(ours.index)));
        }
    }
}

}  // namespace
}  // namespace merels
