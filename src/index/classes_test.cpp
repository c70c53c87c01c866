// SPDX-License-Identifier: MIT
#include "index/classes.h"

#include <gtest/gtest.h>

#include "index/combination.h"

namespace merels {
namespace {

Mask smallest_image(Mask men) {
    Mask best = men;
    for (int s = 1; s < kSymmetries; ++s) best = std::min(best, map_men(static_cast<Symmetry>(s), men));
    return best;
}

// Every set of up to 12 men whose number of men is small, and a sample of the rest: the class is right, and the
// symmetry leads to the representative and is the lowest that does.
TEST(Classes, FindAgreesWithTheDefinition) {
    const Classes& classes = Classes::get();
    Mask step = 1;
    for (Mask men = 0; men <= kBoardMask; men += step) {
        if (count(men) > Classes::kMostMen) continue;
        step = count(men) <= 4 ? 1 : 7;
        const ClassRef ref = classes.find(men);
        const Mask representative = classes.representative(count(men), ref.index);
        ASSERT_EQ(representative, smallest_image(men)) << men;
        ASSERT_EQ(map_men(ref.to_representative, men), representative) << men;
        for (int s = 0; s < ref.to_representative; ++s) {
            ASSERT_NE(map_men(static_cast<Symmetry>(s), men), representative) << men;
        }
    }
}

TEST(Classes, RepresentativesAscendAndCoverEverything) {
    const Classes& classes = Classes::get();
    for (int men = 0; men <= Classes::kMostMen; ++men) {
        const auto list = classes.representatives(men);
        ASSERT_EQ(list.size(), classes.size(men));
        std::uint64_t sets = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            ASSERT_EQ(count(list[i]), men);
            if (i > 0) {
                ASSERT_LT(list[i - 1], list[i]);
            }
            ASSERT_EQ(classes.find(list[i]).index, i);
            // An orbit has 16 / (1 + size of the stabiliser without the identity) sets.
            sets += 16 / (1 + std::popcount(stabiliser(list[i])));
        }
        EXPECT_EQ(sets, binomial(kPoints, men)) << men << " men";
    }
}

TEST(Classes, Stabiliser) {
    for (const Mask men : {Mask{0}, Mask{1}, Mask{0b101}, kBoardMask & 0xff, Mask{0x123456}}) {
        std::uint16_t expected = 0;
        for (int s = 1; s < kSymmetries; ++s) {
            if (map_men(static_cast<Symmetry>(s), men) == men) expected |= static_cast<std::uint16_t>(1U << s);
        }
        EXPECT_EQ(stabiliser(men), expected);
    }
}

}  // namespace
}  // namespace merels
