// SPDX-License-Identifier: MIT
#include "rules/geometry.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace merels {
namespace {

std::string names(Mask men) {
    std::set<std::string> sorted;
    for (; men != 0; men &= men - 1) sorted.insert(point_name(lowest(men)));
    std::string text;
    for (const std::string& name : sorted) text += (text.empty() ? "" : " ") + name;
    return text;
}

Point point(std::string_view name) {
    for (Point p = 0; p < kPoints; ++p) {
        if (point_name(p) == name) return p;
    }
    ADD_FAILURE() << "no point " << name;
    return 0;
}

TEST(Geometry, Neighbours) {
    const auto around = [](Board board, const char* name) { return names(geometry(board).neighbours[point(name)]); };
    EXPECT_EQ(around(Board::kNine, "a7"), "a4 d7");
    EXPECT_EQ(around(Board::kNine, "d6"), "b6 d5 d7 f6");
    EXPECT_EQ(around(Board::kNine, "c4"), "b4 c3 c5");
    EXPECT_EQ(around(Board::kNine, "f2"), "d2 f4");
    EXPECT_EQ(around(Board::kDiagonals, "a7"), "a4 b6 d7");
    EXPECT_EQ(around(Board::kDiagonals, "f2"), "d2 e3 f4 g1");
    EXPECT_EQ(around(Board::kDiagonals, "c4"), "b4 c3 c5");
}

TEST(Geometry, Lines) {
    const auto lines = [](Board board) {
        std::set<std::string> result;
        for (int i = 0; i < geometry(board).line_count; ++i) result.insert(names(geometry(board).lines[i]));
        return result;
    };
    const std::set<std::string> nine = {"a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7",
                                        "a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7",
                                        "a4 b4 c4", "e4 f4 g4", "d1 d2 d3", "d5 d6 d7"};
    std::set<std::string> diagonals = nine;
    diagonals.insert({"a1 b2 c3", "a7 b6 c5", "e3 f2 g1", "e5 f6 g7"});
    EXPECT_EQ(lines(Board::kNine), nine);
    EXPECT_EQ(lines(Board::kDiagonals), diagonals);
}

TEST(Geometry, NeighboursAreMutualAndOnALine) {
    for (const Board board : {Board::kNine, Board::kDiagonals}) {
        const Geometry& g = geometry(board);
        for (Point a = 0; a < kPoints; ++a) {
            Mask on_lines = 0;
            for (int i = 0; i < g.partner_count[a]; ++i) on_lines |= g.partners[a][i];
            // Every neighbour shares a line: this is why no move on the plain board closes two mills (TurnList).
            EXPECT_EQ(g.neighbours[a] & ~on_lines, 0U);
            for (Point b = 0; b < kPoints; ++b) {
                EXPECT_EQ((g.neighbours[a] >> b) & 1, (g.neighbours[b] >> a) & 1);
            }
        }
    }
}

TEST(Geometry, MillsOfAMan) {
    const Geometry& g = geometry(Board::kDiagonals);
    const Mask men = mask_of(point("a7")) | mask_of(point("d7")) | mask_of(point("g7")) | mask_of(point("b6")) |
                     mask_of(point("c5")) | mask_of(point("d5"));
    EXPECT_EQ(g.mills_at(men, point("a7")), 2);
    EXPECT_EQ(g.mills_at(men, point("d5")), 0);
    EXPECT_EQ(names(g.in_mills(men)), "a7 b6 c5 d7 g7");
    EXPECT_EQ(names(geometry(Board::kNine).in_mills(men)), "a7 d7 g7");
}

}  // namespace
}  // namespace merels
