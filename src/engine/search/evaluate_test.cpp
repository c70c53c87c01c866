// SPDX-License-Identifier: MIT
#include "engine/search/evaluator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/search/line_contents.h"
#include "engine/search/random_positions.h"
#include "rules/geometry.h"

namespace merels::engine {
namespace {

Node with_sides_swapped(const Node& n) {
    return {n.other, n.own, n.other_hand, n.own_hand, n.other_board, n.own_board};
}

// What stands on the three points of a line, its ends in either order.
bool holds(const Node& n, const std::array<Point, 3>& line, const std::string& content) {
    std::string found;
    for (const Point p : line) found += (n.own >> p & 1) != 0 ? 'O' : (n.other >> p & 1) != 0 ? '@' : '*';
    return found == content || std::string(found.rbegin(), found.rend()) == content;
}

int kind_of(const std::array<Point, 3>& line) {
    const bool across = line[0] / 8 != line[1] / 8;
    return across ? 2 : line[0] / 8 == 1 ? 1 : 0;
}

// The points of a line of the geometry, its middle second.
std::array<Point, 3> points_of(const Geometry& g, Mask line) {
    std::array<Point, 3> points{};
    int ends = 0;
    for (Mask m = line; m != 0; m &= m - 1) {
        const Point p = lowest(m);
        if (count(g.neighbours[p] & line) == 2)
            points[1] = p;
        else
            points[2 * static_cast<std::size_t>(ends++)] = p;
    }
    return points;
}

TEST(Evaluate, LinesAreCountedAsOneByOne) {
    for (const char* id : {"nine-c1", "morabaraba"}) {
        const Variant variant = *parse_variant(id);
        const Geometry& g = geometry(variant.board);
        for (int plies = 2; plies < 40; ++plies) {
            const Node n = node_of(random_game_position(variant, plies, 50));
            std::array<int, 24> counted{};
            count_line_contents(n.own, n.other, spokes_of(variant.board), counted.data());
            std::array<int, 24> expected{};
            for (int i = 0; i < g.line_count; ++i) {
                const auto line = points_of(g, g.lines[i]);
                for (std::size_t c = 0; c < 8; ++c) {
                    const std::size_t at = static_cast<std::size_t>(kind_of(line)) * 8 + c;
                    expected[at] += holds(n, line, kLineContents[c]);
                    expected[at] -= holds(with_sides_swapped(n), line, kLineContents[c]);
                }
            }
            EXPECT_EQ(counted, expected) << id << " " << plies;
        }
    }
}

// What is good for one side is bad for the other: only having the move, and what it is worth, tells them apart.
TEST(Evaluate, SidesAreSeenAlike) {
    for (const Variant& variant : all_variants()) {
        const SearchRules rules(variant);
        for (int plies = 2; plies < 40; ++plies) {
            const Node n = node_of(random_game_position(variant, plies, 60));
            const Terms own = terms_of(rules, n), other = terms_of(rules, with_sides_swapped(n));
            EXPECT_EQ(own[kToMove], other[kToMove]);
            EXPECT_EQ(own[kOwnStep], -other[kOtherStep]);
            EXPECT_EQ(own[kOwnSteps], -other[kOtherSteps]);
            for (const int term : {kMan, kCrowd, kSlide, kBlocked, kSafeMill, kDoubleMill}) {
                EXPECT_EQ(own[term], -other[term]) << variant.id() << " " << plies << " term " << term;
            }
            for (int i = kLines; i < kTerms; ++i) EXPECT_EQ(own[i], -other[i]) << variant.id() << " " << plies;
        }
    }
}

// The looked-up sum is that of the terms, with weights that differ from one another in every term and phase.
TEST(Evaluate, SumIsThatOfTheTerms) {
    Weights made_weights{};
    int next = 0;
    for (Terms& phase : made_weights) {
        for (int i = 0; i < kTerms; ++i)
            phase[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(37 * ++next % 61 - 30);
    }
    const Evaluator made(made_weights);
    for (const Variant& variant : all_variants()) {
        const SearchRules rules(variant);
        for (int game = 0; game < 40; ++game) {
            for (int plies = 0; plies < 60; ++plies) {
                const Node n = node_of(random_game_position(variant, plies, 70 + static_cast<std::uint64_t>(game)));
                const Terms terms = terms_of(rules, n);
                const auto sum_by = [&](const Weights& weights) {
                    int sum = 0;
                    for (std::size_t i = 0; i < terms.size(); ++i) sum += terms[i] * weights[phase_of(n)][i];
                    return std::clamp(sum, -kMostEstimate, kMostEstimate);
                };
                EXPECT_EQ(made(rules, n), sum_by(made_weights)) << variant.id() << " " << game << " " << plies;
                EXPECT_EQ(standard_evaluator()(rules, n), sum_by(kWeights))
                    << variant.id() << " " << game << " " << plies;
            }
        }
    }
}

Terms terms_at(const char* position) {
    const Variant variant = *parse_variant("nine-c1");
    return terms_of(SearchRules(variant), node_of(*parse_position(variant, position)));
}

// White's mill on the inner ring opens beside no black man, and in the second position a man of it closes another
// across the rings.
TEST(Evaluate, MillsThatOpen) {
    const Terms shut = terms_at("*OOO*@*@/**@****O/@***@**O w 0 0");
    EXPECT_EQ(shut[kDoubleMill], 0);
    EXPECT_EQ(shut[kSafeMill], 1);
    const Terms twice = terms_at("*OOO****/O*@*@***/O***@*@* w 0 0");
    EXPECT_EQ(twice[kDoubleMill], 1);
    EXPECT_EQ(twice[kOwnStep], 1);
    EXPECT_EQ(twice[kOwnSteps], 1);
}

}  // namespace
}  // namespace merels::engine
