// SPDX-License-Identifier: MIT
#include "engine/search/turn_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/search/random_positions.h"
#include "rules/geometry.h"
#include "rules/rules.h"

namespace merels::engine {
namespace {

Position random_position(const Variant& variant, Random& random) {
    Position p;
    for (const int side : {0, 1}) {
        const int start = side == 0 ? variant.white_men : variant.black_men;
        const int men = static_cast<int>(random.below(static_cast<std::uint32_t>(start + 1)));
        put_men(p, side == 0 ? Side::kWhite : Side::kBlack, men, random);
        if (random.below(2) == 0) {
            p.hand[side] = static_cast<std::uint8_t>(random.below(static_cast<std::uint32_t>(start - men + 1)));
        }
    }
    p.to_move = random.below(2) == 0 ? Side::kWhite : Side::kBlack;
    return p;
}

TEST(MillBits, AgreeWithTheGeometryPointByPoint) {
    Random random(1);
    for (const Board board : {Board::kNine, Board::kDiagonals}) {
        const Geometry& g = geometry(board);
        const Mask spokes = spokes_of(board);
        for (int i = 0; i < 20000; ++i) {
            const Mask men = static_cast<Mask>(random.next() & random.next()) & kBoardMask;
            const Mask empty = static_cast<Mask>(random.next()) & kBoardMask & ~men;
            Mask closers = 0, near = 0, by_slide = 0;
            int slide_count = 0;
            for (Point p = 0; p < kPoints; ++p) {
                if (g.mills_at(men, p) > 0) closers |= mask_of(p);
                if ((men & mask_of(p)) != 0) {
                    near |= g.neighbours[p];
                    slide_count += count(g.neighbours[p] & empty);
                    for (Mask to = g.neighbours[p] & empty; to != 0; to &= to - 1) {
                        if (g.mills_at(men & ~mask_of(p), lowest(to)) > 0) by_slide |= mask_of(lowest(to));
                    }
                }
            }
            ASSERT_EQ(closing(men, spokes), closers);
            ASSERT_EQ(adjacent(men, spokes), near);
            ASSERT_EQ(slides(men, empty, spokes), slide_count);
            ASSERT_EQ(closing_slides(men, empty, spokes), by_slide);
        }
    }
}

TEST(TurnGenerator, ListsTheTurnsOfTheRules) {
    for (const Variant& variant : all_variants()) {
        const SearchRules rules(variant);
        Random random(7);
        for (int i = 0; i < 4000; ++i) {
            const Position p = random_position(variant, random);
            if (men_in_all(p, Side::kWhite) < kMinMen || men_in_all(p, Side::kBlack) < kMinMen) continue;
            TurnList expected;
            legal_turns(variant, p, expected);
            TurnBuffer found;
            generate(rules, node_of(p), found);
            std::vector<Turn> a(expected.begin(), expected.end()), b;
            for (const ScoredTurn& t : found) b.push_back(unpack(t.turn));
            std::sort(a.begin(), a.end());
            std::sort(b.begin(), b.end());
            ASSERT_EQ(a, b) << variant.id() << " " << format_position(p);
        }
    }
}

TEST(Node, TurnsDoWhatTheRulesSay) {
    for (const Variant& variant : all_variants()) {
        Random random(9);
        Position p = start_position(variant);
        for (int i = 0; i < 400; ++i) {
            ASSERT_EQ(position_of(node_of(p), p.to_move), p);
            TurnList turns;
            legal_turns(variant, p, turns);
            if (turns.empty()) {
                p = start_position(variant);
                continue;
            }
            for (const Turn& turn : turns) {
                const Position next = apply(p, turn);
                const Node node = after(node_of(p), pack(turn));
                ASSERT_EQ(unpack(pack(turn)), turn);
                ASSERT_EQ(position_of(node, next.to_move), next);
                ASSERT_EQ(node.own_board, count(next.own()));
                ASSERT_EQ(node.other_board, count(next.other()));
                ASSERT_EQ(node.key(), node_of(next).key());
            }
            p = apply(p, turns[static_cast<int>(random.below(static_cast<std::uint32_t>(turns.size())))]);
        }
    }
}

}  // namespace
}  // namespace merels::engine
