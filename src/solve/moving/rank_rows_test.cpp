// SPDX-License-Identifier: MIT
#include "solve/moving/rank_rows.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

namespace merels::solve {
namespace {

RowTable make_table(WorkerPool& pool, Board board, int max_men) {
    RowTable table;
    EXPECT_TRUE(build_row_table({board, AllInMills::kAnyMayBeTaken, max_men, 2 * max_men}, pool, table));
    return table;
}

Mask points_of(AxisSet set, Mask free) {
    Mask points = 0;
    for (int axis = 0; free != 0; free &= free - 1, ++axis) {
        if ((set >> axis & 1) != 0) points |= mask_of(lowest(free));
    }
    return points;
}

TEST(RankRows, KeepsTheSetsInWhichBlackHasAMill) {
    WorkerPool pool(1);
    for (const Board board : {Board::kNine, Board::kDiagonals}) {
        const RowTable table = make_table(pool, board, 4);
        std::mt19937_64 random(1);
        for (const RowId row : {RowId{0}, table.first_row[4] - 1, table.first_row[4] + 3, table.rows - 1}) {
            const Mask free = kBoardMask & ~table.men[row];
            const std::uint32_t words = words_of_row(axes_of(table.level[row]));
            std::vector<Word> delta(words), kept(words, ~Word{0});
            for (Word& word : delta) word = random();
            const std::uint64_t bits = keep_mills(table, row, delta.data(), kept.data());
            std::uint64_t expected_bits = 0, wrong = 0;
            for (AxisSet set = 0; set < words * 64; ++set) {
                const bool expected = test_bit(delta.data(), set) && table.board->in_mills(points_of(set, free)) != 0;
                expected_bits += expected ? 1 : 0;
                wrong += expected != test_bit(kept.data(), set) ? 1 : 0;
            }
            EXPECT_EQ(wrong, 0u) << "row " << row;
            EXPECT_EQ(bits, expected_bits);
        }
    }
}

// By the definition: who reads what. Every rank's view of every row.
TEST(RankRows, CrossWhereAnotherRankReads) {
    constexpr int kRanks = 3;
    WorkerPool pool(1);
    const RowTable table = make_table(pool, Board::kNine, 5);
    const auto owner = [&](RowId row) {
        const int men = table.level[row];
        int rank = 0;
        while (!RowShare(rank, kRanks).own(men).has(row - table.first_row[men])) ++rank;
        return rank;
    };
    // By row, the ranks that read its losses, its wins, its image.
    std::vector<unsigned> losses(table.rows), wins(table.rows), images(table.rows);
    for (RowId row = 0; row < table.rows; ++row) {
        const unsigned reader = 1u << owner(row);
        const Mask men = table.men[row];
        const int white = table.level[row];
        for (Point from = 0; from < kPoints; ++from) {
            if ((men & mask_of(from)) == 0) continue;
            const Mask rest = men & ~mask_of(from);
            if (white > kMinMen) wins[table.find(white - 1, rest).row] |= reader;
            for (Point to = 0; to < kPoints; ++to) {
                const bool joined = white == kMinMen || (table.board->neighbours[from] & mask_of(to)) != 0;
                if (!joined || (men & mask_of(to)) != 0) continue;
                const RowId after = table.find(white, rest | mask_of(to)).row;
                losses[after] |= reader;
                if (table.board->mills_at(rest, to) != 0) images[after] |= reader;
            }
        }
    }
    std::array<std::uint64_t, 4> seen{};
    for (int rank = 0; rank < kRanks; ++rank) {
        const auto flags = find_rank_rows(table, RowShare(rank, kRanks), pool);
        const unsigned me = 1u << rank;
        for (RowId row = 0; row < table.rows; ++row) {
            const bool own = owner(row) == rank;
            // Of ours: somebody else does; of others': we do.
            const auto crosses = [&](unsigned readers) { return (own ? readers & ~me : readers & me) != 0; };
            ASSERT_EQ((flags[row] & kOwnRow) != 0, own) << row;
            ASSERT_EQ((flags[row] & kLossesCross) != 0, crosses(losses[row])) << row;
            ASSERT_EQ((flags[row] & kWinsCross) != 0, crosses(wins[row])) << row;
            ASSERT_EQ((flags[row] & kImageWanted) != 0, (images[row] & me) != 0) << row;
            for (int bit = 0; bit < 4; ++bit) seen[static_cast<std::size_t>(bit)] += flags[row] >> bit & 1;
        }
    }
    for (const std::uint64_t n : seen) EXPECT_TRUE(n > 0 && n < std::uint64_t{kRanks} * table.rows);
}

}  // namespace
}  // namespace merels::solve
