// SPDX-License-Identifier: MIT
// The look-ups against plain loops, and a whole row of placings against one position after another.
#include "solve/ultra/ultra_exits.h"
#include "solve/ultra/ultra_placing.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "base/worker_pool.h"

namespace merels::solve {
namespace {

using Code = std::int16_t;

TEST(UltraIndex, EveryWayOfCountingAxesIsTheSame) {
    WorkerPool pool(1);
    const auto plain = std::make_unique<UltraIndex>(Board::kNine, 3, pool, CpuSets{0});
    const auto fast = std::make_unique<UltraIndex>(Board::kNine, 3, pool);
    std::mt19937 random(1);
    for (int i = 0; i < 100000; ++i) {
        const Mask free = random() & kBoardMask;
        const Mask men = random() & free;
        const std::uint32_t axes = to_axes(men, free);
        ASSERT_EQ(plain->axes(men, free), axes);
        ASSERT_EQ(fast->axes(men, free), axes);
        ASSERT_EQ(plain->points(axes, free), men);
        ASSERT_EQ(fast->points(axes, free), men);
        const int size = std::popcount(axes);
        if (size <= kMaxMen) {
            ASSERT_EQ(fast->rank(axes, size), colex_rank(axes));
        }
    }
}

// Threads compete for the smallest image of a position: all images must have the same one.
TEST(UltraIndex, AllImagesHaveTheSameSmallestOne) {
    WorkerPool pool(1);
    const auto index = std::make_unique<UltraIndex>(Board::kNine, 4, pool);
    for (ClassIndex row = 0; row < index->rows(4); ++row) {
        const std::uint16_t stabiliser = index->stabiliser_of(4, row);
        if (stabiliser == 0) continue;
        const Mask free = index->free_of(4, row);
        std::uint32_t set = 0b111;
        for (std::uint32_t i = 0; i < binomial(20, 3); ++i, set = next_subset(set)) {
            const Mask men = to_points(set, free);
            const Mask least = index->smallest(stabiliser, men);
            ASSERT_TRUE(index->is_smallest(stabiliser, least));
            for (std::uint32_t s = stabiliser; s != 0; s &= s - 1) {
                const Mask image = index->map(static_cast<Symmetry>(std::countr_zero(s)), men);
                ASSERT_EQ(index->smallest(stabiliser, image), least);
            }
        }
    }
}

void fill(CodeArray<Code>& array, std::mt19937& random) {
    for (ClassIndex r = 0; r < array.rows(); ++r) {
        for (std::size_t i = 0; i < array.row_size(); ++i) {
            array.row(r)[i] = static_cast<Code>(static_cast<int>(random() % 60001) - 30000);
        }
    }
}

// Turns of one subspace with random codes behind them: placings, or the slides that take men.
struct RandomTurns {
    Variant variant;
    WorkerPool pool{1};
    PageArena arena{std::size_t{1} << 30};
    std::unique_ptr<UltraIndex> index;
    std::vector<CodeArray<Code>> arrays;
    TurnSources<Code> turns;

    RandomTurns(const char* name, const Subspace& s, bool placing) : variant(*parse_variant(name)), arrays(3) {
        index = std::make_unique<UltraIndex>(variant.board, std::max(s.own + 1, int{s.other}), pool);
        turns = turns_of<Code>(variant, s);
        EXPECT_EQ(turns.places, placing);
        EXPECT_EQ(turns.slides, !placing);
        turns.lost = -31000;
        EXPECT_TRUE(arena.reserve(std::size_t{1} << 30));
        std::mt19937 random(2);
        for (int taken = placing ? 0 : 1; taken <= variant.takes && taken <= s.other; ++taken) {
            if (turns.is_short_after(taken)) continue;
            const Subspace after = subspace_after(s, placing, taken);
            EXPECT_TRUE(arrays[taken].allocate(arena, *index, after.own, after.other));
            fill(arrays[taken], random);
            turns.after[placing ? 1 : 0][taken] = &arrays[taken];
        }
    }
    // Calls visit(row) for some hundred of the rows.
    template <class Visit>
    void some_rows(Visit&& visit) const {
        const ClassIndex rows = index->rows(turns.subspace.other);
        for (ClassIndex r = 0; r < rows; r += 1 + rows / 100) visit(r);
    }
};

void expect_rows_of_placings(const char* name, const Subspace& s) {
    SCOPED_TRACE(name);
    const RandomTurns game(name, s, true);
    TurnRow<Code> row(*game.index, game.turns);
    PlacingRow<Code> placings(*game.index, game.turns);
    std::vector<Code> codes(binomial(kPoints - s.other, s.own));
    game.some_rows([&](ClassIndex r) {
        row.begin(r);
        placings.run(row, codes.data());
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const Mask men = to_points(colex_subset(static_cast<std::uint32_t>(i), s.own), row.free());
            ASSERT_EQ(codes[i], row.worst(men)) << "row " << r << ", set " << i;
        }
    });
}

TEST(UltraPlacingRow, FindsWhatOnePositionAfterAnotherFinds) {
    expect_rows_of_placings("nine-c1", {4, 5, 1, 1});
    expect_rows_of_placings("nine-p1", {5, 4, 2, 2});
    expect_rows_of_placings("nine-c1", {0, 0, 9, 9});
    expect_rows_of_placings("nine-c1@3,3", {2, 3, 1, 0});  // a mill wins
    expect_rows_of_placings("nine-c2", {4, 4, 2, 2});
    expect_rows_of_placings("nine-p2", {5, 3, 1, 1});
    expect_rows_of_placings("morabaraba", {4, 4, 5, 5});
}

void expect_rows_of_exits(const char* name, const Subspace& s) {
    SCOPED_TRACE(name);
    const RandomTurns game(name, s, false);
    TurnRow<Code> row(*game.index, game.turns);
    ExitRow<Code> exits(*game.index, game.turns);
    std::size_t found = 0;
    game.some_rows([&](ClassIndex r) {
        row.begin(r);
        exits.begin(row);
        for (std::size_t i = 0; i < binomial(kPoints - s.other, s.own); ++i) {
            const Mask men = to_points(colex_subset(static_cast<std::uint32_t>(i), s.own), row.free());
            ASSERT_EQ(exits.worst(men), row.worst(men)) << "row " << r << ", set " << i;
            found += exits.worst(men) != UltraRule<Code>::kNone ? 1 : 0;
        }
    });
    EXPECT_GT(found, 1000u);
}

TEST(UltraExitRow, FindsWhatOnePositionAfterAnotherFinds) {
    expect_rows_of_exits("nine-c1", {5, 5, 0, 0});
    expect_rows_of_exits("nine-p1", {5, 4, 0, 0});
    expect_rows_of_exits("nine-c1", {3, 6, 0, 0});  // flies
    expect_rows_of_exits("nine-c1", {5, 3, 0, 0});  // a mill wins
    expect_rows_of_exits("nine-c2", {6, 4, 0, 0});  // two men win
    expect_rows_of_exits("nine-p2", {5, 5, 0, 0});
    expect_rows_of_exits("morabaraba", {4, 5, 0, 0});
}

}  // namespace
}  // namespace merels::solve
