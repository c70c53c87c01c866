// SPDX-License-Identifier: MIT
#include "engine/search/parallel_search.h"

#include <gtest/gtest.h>

#include "engine/search/random_positions.h"
#include "rules/rules.h"

namespace merels::engine {
namespace {

const Variant kNine = *parse_variant("nine-c1");

TEST(ParallelSearch, OneThreadIsTheSearcherToTheNode) {
    for (int i = 0; i < 5; ++i) {
        SearchTask task = whole_task(kNine, random_game_position(kNine, 8 + 5 * i, 3));
        task.limits.depth = 7;
        TranspositionTable a(1), b(1);
        const Iteration alone = Searcher(kNine, a, nullptr).run(task);
        const Iteration one = run_search({kNine, b}, task, 1);
        EXPECT_EQ(alone.nodes, one.nodes);
        EXPECT_EQ(alone.lines[0].turns, one.lines[0].turns);
    }
}

// More threads: legal lines, proven results that one thread confirms, and all limits hold.
TEST(ParallelSearch, SeveralThreadsKeepTheLimits) {
    int reports = 0, proven = 0;
    for (int i = 0; i < 12; ++i) {
        const Position p = random_game_position(kNine, 30 + i, 7 + static_cast<std::uint64_t>(i));
        SearchTask task = whole_task(kNine, p);
        task.limits.nodes = 60'000;
        std::uint64_t last_nodes = 0;
        task.on_iteration = [&](const Iteration& found) {
            ++reports;
            EXPECT_GE(found.nodes, last_nodes);
            last_nodes = found.nodes;
        };
        TranspositionTable table(1), fresh(1);
        const Iteration found = run_search({kNine, table}, task, 3);
        EXPECT_LE(found.nodes, 60'000u + 3 * 1024);
        Position at = p;
        for (const PackedTurn turn : found.lines[0].turns) {
            ASSERT_TRUE(parse_turn(kNine, at, format_turn(unpack(turn))));
            at = apply(at, unpack(turn));
        }
        const int score = found.lines[0].score;
        if (!is_proven(score) || kWinScore - std::abs(score) > 9) continue;
        ++proven;
        task.on_iteration = nullptr;
        task.limits.nodes = 0;
        task.limits.depth = kWinScore - std::abs(score) + 2;
        EXPECT_EQ(run_search({kNine, fresh}, task, 1).lines[0].score > 0, score > 0);
    }
    EXPECT_GT(reports, 12);
    EXPECT_GT(proven, 0);
}

TEST(ParallelSearch, StopsAtOnce) {
    SearchTask task = whole_task(kNine, start_position(kNine));
    std::atomic<bool> stop{true};
    task.limits.stop = &stop;
    TranspositionTable table(1);
    const Iteration found = run_search({kNine, table}, task, 4);
    EXPECT_FALSE(found.lines.empty());
    EXPECT_LE(found.nodes, 4u * 3000);
}

}  // namespace
}  // namespace merels::engine
