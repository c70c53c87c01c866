// SPDX-License-Identifier: MIT
#include "index/symmetry.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "rules/geometry.h"
#include "rules/random_positions.h"
#include "rules/rules.h"

namespace merels {
namespace {

TEST(Symmetry, SixteenDifferentOnesThatKeepBothBoards) {
    std::set<std::array<Point, kPoints>> seen;
    for (int s = 0; s < kSymmetries; ++s) {
        const auto symmetry = static_cast<Symmetry>(s);
        std::array<Point, kPoints> images{};
        for (Point p = 0; p < kPoints; ++p) images[p] = map_point(symmetry, p);
        seen.insert(images);
        for (const Board board : {Board::kNine, Board::kDiagonals}) {
            const Geometry& g = geometry(board);
            std::set<Mask> lines(g.lines.begin(), g.lines.begin() + g.line_count);
            for (int i = 0; i < g.line_count; ++i) EXPECT_TRUE(lines.contains(map_men(symmetry, g.lines[i])));
            for (Point p = 0; p < kPoints; ++p) {
                EXPECT_EQ(map_men(symmetry, g.neighbours[p]), g.neighbours[map_point(symmetry, p)]);
            }
        }
    }
    EXPECT_EQ(seen.size(), 16U);
    for (Point p = 0; p < kPoints; ++p) EXPECT_EQ(map_point(0, p), p);
}

TEST(Symmetry, Group) {
    for (int a = 0; a < kSymmetries; ++a) {
        const auto first = static_cast<Symmetry>(a);
        EXPECT_EQ(compose(first, inverse(first)), 0);
        for (int b = 0; b < kSymmetries; ++b) {
            const auto second = static_cast<Symmetry>(b);
            for (Point p = 0; p < kPoints; ++p) {
                ASSERT_EQ(map_point(compose(first, second), p), map_point(second, map_point(first, p)));
            }
        }
    }
}

RC_GTEST_PROP(SymmetryProperty, TurnsAndValuesDoNotChange, ()) {
    const Variant v = *testing::any_variant();
    const Position p = *testing::any_position(v);
    const auto symmetry = static_cast<Symmetry>(*rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, kSymmetries)));
    const Position image = map_position(symmetry, p);
    RC_ASSERT(count_turns(v, image) == count_turns(v, p));
    RC_ASSERT(final_value(v, image) == final_value(v, p));
    RC_ASSERT(canonical_form(image) == canonical_form(p));
    // A turn may be taken before or after the symmetry.
    TurnList turns;
    legal_turns(v, p, turns);
    std::set<Position> nexts;
    for (const Turn& turn : turns) nexts.insert(map_position(symmetry, apply(p, turn)));
    legal_turns(v, image, turns);
    for (const Turn& turn : turns) RC_ASSERT(nexts.contains(apply(image, turn)));
}

RC_GTEST_PROP(SymmetryProperty, MasksMapPointByPoint, ()) {
    const Mask men = *rc::gen::arbitrary<Mask>() & kBoardMask;
    for (int s = 0; s < kSymmetries; ++s) {
        Mask expected = 0;
        for (Mask rest = men; rest != 0; rest &= rest - 1) {
            expected |= mask_of(map_point(static_cast<Symmetry>(s), lowest(rest)));
        }
        RC_ASSERT(map_men(static_cast<Symmetry>(s), men) == expected);
    }
}

}  // namespace
}  // namespace merels
