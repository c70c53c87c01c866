// SPDX-License-Identifier: MIT
// The two oracles of this folder against each other, and against what has been published.
#include "verify/textbook_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "index/symmetry.h"
#include "verify/brute_force.h"

namespace merels::verify {
namespace {

constexpr Subspace moving(int own, int other) {
    return {static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0};
}

Variant small_game(Board board, AllInMills rule, int white, int black) {
    Variant variant = *parse_variant("nine-c1");
    variant.board = board;
    variant.all_in_mills = rule;
    variant.white_men = static_cast<std::uint8_t>(white);
    variant.black_men = static_cast<std::uint8_t>(black);
    return variant;
}

TextbookResult textbook(Board board, AllInMills rule, std::vector<TextbookUnit> units,
                        Counting counting = Counting::kMovesBack) {
    TextbookOptions options;
    options.counting = counting;
    options.threads = 2;
    return *solve_textbook(board, rule, units, options);
}

struct OracleCase {
    Board board;
    AllInMills rule;
    int white, black;
};

class BothOracles : public testing::TestWithParam<OracleCase> {};

TEST_P(BothOracles, AgreeOnEveryPosition) {
    const auto [board, rule, white, black] = GetParam();
    const auto game = BruteForce::solve(small_game(board, rule, white, black), {true, 2});
    ASSERT_TRUE(game.ok());
    const TextbookResult result = textbook(board, rule, {{white, black}});
    ASSERT_EQ(game->subspaces().size(), result.tables.size());
    for (const Subspace& s : game->subspaces()) {
        SCOPED_TRACE(format_subspace(s));
        const SolvedTable theirs = game->table(s);
        const SolvedTable* ours = result.find(s);
        ASSERT_NE(ours, nullptr);
        EXPECT_TRUE(ours->wins == theirs.wins);
        EXPECT_TRUE(ours->losses == theirs.losses);
        // Something is there to compare.
        EXPECT_GT(std::count_if(ours->wins.begin(), ours->wins.end(), [](auto x) { return x > 0; }), 0);
    }
}

// Four against four takes some 15 s of CPU each, so it is here for two of the four games.
INSTANTIATE_TEST_SUITE_P(BoardsAndRules, BothOracles,
                         testing::Values(OracleCase{Board::kNine, AllInMills::kAnyMayBeTaken, 4, 4},
                                         OracleCase{Board::kDiagonals, AllInMills::kNoneMayBeTaken, 4, 4},
                                         OracleCase{Board::kNine, AllInMills::kNoneMayBeTaken, 3, 4},
                                         OracleCase{Board::kDiagonals, AllInMills::kAnyMayBeTaken, 3, 4}));

TEST(TextbookSolver, BothWaysOfCountingAgree) {
    for (const Board board : {Board::kNine, Board::kDiagonals}) {
        const auto back = textbook(board, AllInMills::kNoneMayBeTaken, {{3, 4}}, Counting::kMovesBack);
        const auto own = textbook(board, AllInMills::kNoneMayBeTaken, {{4, 3}}, Counting::kMoves);
        EXPECT_TRUE(back.tables == own.tables);
    }
}

TEST(TextbookSolver, RefusesUnitsOutsideTheGame) {
    const TextbookUnit small[] = {{2, 4}};
    const TextbookUnit large[] = {{4, 13}};
    for (const auto units : {small, large}) {
        const auto result = solve_textbook(Board::kNine, AllInMills::kAnyMayBeTaken, {units, 1}, {});
        ASSERT_FALSE(result.ok());
        EXPECT_EQ(result.error().code, ErrorCode::kBadInput);
    }
}

struct Counts {
    std::uint64_t wins, draws, losses;
    friend bool operator==(const Counts&, const Counts&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Counts& c) {
        return out << c.wins << '/' << c.draws << '/' << c.losses;
    }
};

// Gasser 1990, as transcribed in data/published: wins, draws and losses of the side with `own` men, to move.
TEST(TextbookSolver, GassersCounts) {
    const auto result = textbook(Board::kNine, AllInMills::kAnyMayBeTaken, {{4, 4}, {3, 5}}, Counting::kMoves);
    const std::map<Subspace, Counts> published{
        {moving(4, 3), {75397, 681906, 3095}}, {moving(3, 4), {102281, 658117, 0}},
        {moving(4, 4), {159, 3225409, 29}},    {moving(5, 3), {580660, 1999730, 0}},
        {moving(3, 5), {6301, 2564412, 9677}},
    };
    for (const auto& [subspace, counts] : published) {
        SCOPED_TRACE(format_subspace(subspace));
        const Census census = census_of(*result.find(subspace));
        EXPECT_EQ((Counts{census.wins(), census.draws(), census.losses()}), counts);
    }
}

// In 3-3 both sides fly, so any of the three rings may be exchanged: 48 symmetries. Gasser counts with those.
TEST(TextbookSolver, GassersThreeAgainstThree) {
    const auto result = textbook(Board::kNine, AllInMills::kAnyMayBeTaken, {{3, 3}});
    const SolvedTable& table = *result.find(moving(3, 3));
    const auto rotate_rings = [](Mask men) { return (men << 8 | men >> 16) & kBoardMask; };
    Counts counts{};
    int max_win = 0;
    int max_loss = 0;
    for (ClassIndex row = 0; row < row_count(table.subspace); ++row) {
        for (std::uint32_t rank = 0; rank < row_size(table.subspace); ++rank) {
            const Position p = position_at(table.subspace, {row, rank});
            const Position own_form = canonical_form(p);
            if (p != own_form) continue;
            Position turned = p;
            bool smallest = true;
            for (int turn = 1; turn < 3; ++turn) {
                for (Mask& men : turned.men) men = rotate_rings(men);
                smallest &= !(canonical_form(turned) < own_form);
            }
            if (!smallest) continue;
            const Value value = table.value({row, rank});
            ++(value.wdl == Wdl::kWin ? counts.wins : value.wdl == Wdl::kLoss ? counts.losses : counts.draws);
            (value.wdl == Wdl::kWin ? max_win : max_loss) =
                std::max<int>(value.wdl == Wdl::kWin ? max_win : max_loss, value.dtw);
        }
    }
    EXPECT_EQ(counts, (Counts{47167, 96, 9659}));
    EXPECT_EQ(max_win, 25);
    EXPECT_EQ(max_loss, 26);
}

}  // namespace
}  // namespace merels::verify
