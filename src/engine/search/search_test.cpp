// SPDX-License-Identifier: MIT
#include "engine/search/search.h"

#include <gtest/gtest.h>

#include "engine/search/random_positions.h"
#include "engine/search/search_bench.h"
#include "rules/rules.h"

namespace merels::engine {
namespace {

SearchTask task_of(const Variant& variant, const Position& position, int depth) {
    SearchTask task = whole_task(variant, position);
    task.limits.depth = depth;
    return task;
}

// Plain minimax on the rules: the value if the game can be forced to end within `plies`, else unknown (as a draw).
Value naive(const Variant& variant, const Position& p, int plies) {
    if (const auto ended = final_value(variant, p)) return *ended;
    if (plies == 0) return Value::unknown();
    TurnList turns;
    legal_turns(variant, p, turns);
    Value best = Value::loss(0);
    bool all_lost = true;
    for (const Turn& turn : turns) {
        const Value value = before_turn(naive(variant, apply(p, turn), plies - 1));
        if (value.wdl == Wdl::kWin && (best.wdl != Wdl::kWin || value.dtw < best.dtw)) best = value;
        if (value.wdl == Wdl::kLoss && best.wdl == Wdl::kLoss) best = Value::loss(std::max(best.dtw, value.dtw));
        all_lost &= value.wdl == Wdl::kLoss;
    }
    if (best.wdl == Wdl::kWin) return best;
    return all_lost ? best : Value::unknown();
}

// Where plain minimax forces an end within three plies the search finds it, and its length is exact there; where it
// claims an end at all, a deeper minimax must not contradict.
TEST(Search, FindsForcedEndsAndClaimsNoOthers) {
    TranspositionTable table(4);
    for (const Variant& variant : all_variants()) {
        Random random(11);
        int ends = 0;
        for (int i = 0; i < 60; ++i) {
            Position p;
            put_men(p, Side::kWhite, 3 + static_cast<int>(random.below(5)), random);
            put_men(p, Side::kBlack, 3 + static_cast<int>(random.below(2)), random);
            if (final_value(variant, p)) continue;
            const int plies = count(p.men[0]) == 3 || count(p.men[1]) == 3 ? 3 : 4;
            const Value expected = naive(variant, p, plies);
            table.clear();
            Searcher searcher(variant, table, nullptr);
            const int score = searcher.run(task_of(variant, p, plies + 2)).lines[0].score;
            if (expected.wdl == Wdl::kWin) {
                ++ends;
                EXPECT_EQ(score, kWinScore - expected.dtw) << variant.id() << " " << format_position(p);
            } else if (expected.wdl == Wdl::kLoss) {
                ++ends;
                EXPECT_EQ(score, expected.dtw - kWinScore) << variant.id() << " " << format_position(p);
            } else {
                EXPECT_LE(std::abs(score), kWinScore - plies - 1) << variant.id() << " " << format_position(p);
            }
        }
        EXPECT_GT(ends, 5) << variant.id();
    }
}

TEST(Search, KeepsToTheLimitInNodes) {
    const Variant variant = *parse_variant("nine-c1");
    TranspositionTable table(4);
    for (const std::uint64_t nodes : {1u, 100u, 5000u}) {
        SearchTask task = task_of(variant, start_position(variant), kMostDepth);
        task.limits.nodes = nodes;
        Searcher searcher(variant, table, nullptr);
        const Iteration found = searcher.run(task);
        EXPECT_LE(found.nodes, nodes + 400);  // the leaves below the node that reached the limit
        ASSERT_FALSE(found.lines.empty());
        EXPECT_FALSE(found.lines[0].turns.empty());
    }
}

TEST(Search, ShowsTheLeavesThatItEstimates) {
    const Variant variant = *parse_variant("nine-c1");
    TranspositionTable table(4);
    SearchTask task = task_of(variant, start_position(variant), 2);
    std::uint64_t leaves = 0;
    task.on_leaf = [&leaves](const Node& leaf) { leaves += leaf.own_board == 1 && leaf.other_board == 1; };
    const Iteration found = Searcher(variant, table, nullptr).run(task);
    EXPECT_GE(leaves, 23u);  // the replies to the first turn at least
    EXPECT_LT(leaves, found.nodes);
}

TEST(Search, StopsAtTheDeadlineAndOnTheFlag) {
    const Variant variant = *parse_variant("morabaraba");
    TranspositionTable table(4);
    SearchTask task = task_of(variant, start_position(variant), kMostDepth);
    task.limits.deadline = Clock::now() + std::chrono::milliseconds(30);
    const auto start = Clock::now();
    EXPECT_GE(Searcher(variant, table, nullptr).run(task).depth, 1);
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(2));
    const std::atomic<bool> stop{true};
    task.limits.deadline.reset();
    task.limits.stop = &stop;
    const Iteration found = Searcher(variant, table, nullptr).run(task);
    EXPECT_FALSE(found.lines[0].turns.empty());
}

TEST(Search, SeveralLinesAreDifferentTurnsBestFirst) {
    const Variant variant = *parse_variant("nine-c1");
    const Position p = random_game_position(variant, 22, 5);
    TranspositionTable table(4);
    SearchTask task = task_of(variant, p, 6);
    task.lines = 3;
    const Iteration found = Searcher(variant, table, nullptr).run(task);
    ASSERT_EQ(found.lines.size(), 3u);
    EXPECT_GE(found.lines[0].score, found.lines[1].score);
    EXPECT_GE(found.lines[1].score, found.lines[2].score);
    EXPECT_NE(found.lines[0].turns[0], found.lines[1].turns[0]);
    EXPECT_NE(found.lines[1].turns[0], found.lines[2].turns[0]);
    EXPECT_NE(found.lines[0].turns[0], found.lines[2].turns[0]);
}

// Every line is legal turn by turn.
TEST(Search, LinesCanBePlayed) {
    TranspositionTable table(4);
    for (const Variant& variant : all_variants()) {
        for (const int plies : {0, 9, 20, 31}) {
            Position p = random_game_position(variant, plies, 77);
            const Iteration found = Searcher(variant, table, nullptr).run(task_of(variant, p, 6));
            table.clear();
            for (const PackedTurn packed : found.lines[0].turns) {
                TurnList turns;
                legal_turns(variant, p, turns);
                const Turn turn = unpack(packed);
                ASSERT_NE(std::find(turns.begin(), turns.end(), turn), turns.end()) << variant.id();
                p = apply(p, turn);
            }
        }
    }
}

// White can only shuttle; a position of the game that came before is a draw, so the search must see the repetition.
TEST(Search, ARepeatedPositionIsADraw) {
    const Variant variant = *parse_variant("nine-c1");
    TranspositionTable table(4);
    const Position p = random_game_position(variant, 24, 3);
    TurnList turns;
    legal_turns(variant, p, turns);
    SearchTask task = task_of(variant, p, 3);
    task.turns = {pack(turns[0])};
    ASSERT_FALSE(irreversible(task.turns[0]));
    // The position after the only turn allowed stood on the board four plies before.
    const std::uint64_t seen = after(task.root, task.turns[0]).key();
    task.history = {seen, 1, 2};
    EXPECT_EQ(Searcher(variant, table, nullptr).run(task).lines[0].score, 0);
    table.clear();
    task.history = {1, 2, 3};
    EXPECT_NE(Searcher(variant, table, nullptr).run(task).lines[0].score, 0);
}

// The number depends on nothing but the code. A change of the search that changes it names the new one in its commit
// (Signature: that of `merels bench search`) and here.
TEST(Search, BenchmarkHasItsSignature) {
    EXPECT_EQ(run_search_benchmark(7).signature, 159278u);
    EXPECT_EQ(run_search_benchmark(7).signature, 159278u);  // nothing is left over from the first run
}

}  // namespace
}  // namespace merels::engine
