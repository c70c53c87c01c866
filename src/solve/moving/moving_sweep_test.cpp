// SPDX-License-Identifier: MIT
// Whole sweeps: the same bytes whatever the kernel, threads, memory limit and interruptions; and what is published.
#include "solve/moving/moving_sweep.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "index/subspace.h"
#include "merels/position.h"
#include "rules/rules.h"

namespace merels {
namespace {

using solve::KernelKind;

constexpr Subspace moving(int own, int other) {
    return {static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0};
}

// All values and all censuses of a sweep.
struct Outcome {
    std::map<std::pair<int, int>, std::vector<std::uint8_t>> values;
    std::map<std::pair<int, int>, Census> censuses;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

void take_values(MovingSweep& sweep, const SweepOptions& options, Outcome& outcome) {
    for (int own = kMinMen; own <= options.max_men; ++own) {
        ASSERT_TRUE(sweep.prepare(own).ok());
        for (int other = kMinMen; other <= most_other(options, own); ++other) {
            const Subspace s = moving(own, other);
            auto& bytes = outcome.values[{own, other}];
            bytes.resize(std::size_t{row_count(s)} * row_size(s));
            const RowSource source = sweep.row_source(own, other);
            for (std::uint32_t row = 0; row < row_count(s); ++row) {
                source(row, std::span(bytes).subspan(std::size_t{row} * row_size(s), row_size(s)));
            }
        }
    }
    for (int own = kMinMen; own <= options.max_men; ++own) {
        for (int other = kMinMen; other <= most_other(options, own); ++other) {
            outcome.censuses[{own, other}] = sweep.census(own, other);
        }
    }
}

Outcome solve_all(const SweepOptions& options) {
    Outcome outcome;
    auto sweep = MovingSweep::create(options);
    EXPECT_TRUE(sweep.ok());
    if (!sweep) return outcome;
    EXPECT_TRUE((*sweep)->run().ok());
    take_values(**sweep, options, outcome);
    return outcome;
}

class Sweeps : public testing::TestWithParam<std::tuple<Board, AllInMills>> {
  protected:
    SweepOptions options(int max_men) const {
        SweepOptions o;
        o.board = std::get<0>(GetParam());
        o.all_in_mills = std::get<1>(GetParam());
        o.max_men = max_men;
        return o;
    }
};

INSTANTIATE_TEST_SUITE_P(BoardsAndRules, Sweeps,
                         testing::Combine(testing::Values(Board::kNine, Board::kDiagonals),
                                          testing::Values(AllInMills::kAnyMayBeTaken, AllInMills::kNoneMayBeTaken)));

TEST_P(Sweeps, GiveTheSameForEveryKernelThreadCountAndMemoryLimit) {
    SweepOptions o = options(4);
    o.kernel = KernelKind::kPortable;
    const Outcome expected = solve_all(o);
    ASSERT_EQ(expected.values.size(), 4u);
    o.kernel = KernelKind::kAuto;
    o.threads = 3;
    EXPECT_EQ(solve_all(o), expected);
    // With the least memory that works all depths go to the scratch file.
    EXPECT_EQ(estimate(o)->scratch, 0u);
    o.memory_limit = estimate(o)->least_memory;
    EXPECT_GT(estimate(o)->scratch, 0u);
    EXPECT_EQ(solve_all(o), expected);
    o.spill = true;  // bit sets too
    o.memory_limit *= 2;
    EXPECT_EQ(solve_all(o), expected);
    o.spill = false;
    o.memory_limit /= 2;
    o.memory_limit -= 1;
    const auto refused = MovingSweep::create(o);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::kNoMemory);
}

// There is no log of depths then: the preset asan sees who uses it all the same.
TEST_P(Sweeps, AsResultsAloneFindTheSameWins) {
    SweepOptions o = options(3);
    o.threads = 2;
    Outcome expected = solve_all(o);
    for (auto& [counts, values] : expected.values) {
        for (std::uint8_t& value : values) value = value != 0 ? 1 : 0;
    }
    o.record_depths = false;
    EXPECT_EQ(solve_all(o).values, expected.values);
}

TEST_P(Sweeps, CountEachPositionOnceAndGiveTrueExamples) {
    const SweepOptions o = options(4);
    const Outcome outcome = solve_all(o);
    for (const auto& [counts, census] : outcome.censuses) {
        SCOPED_TRACE(format_subspace(census.subspace));
        EXPECT_EQ(census.positions, position_count(census.subspace));
        EXPECT_LE(census.wins() + census.losses(), census.positions);
        // Wins again, from the values.
        std::map<int, PlyCount> wins;
        const auto& values = outcome.values.at(counts);
        for (std::uint32_t row = 0; row < row_count(census.subspace); ++row) {
            for (std::uint32_t rank = 0; rank < row_size(census.subspace); ++rank) {
                const int s = values[std::size_t{row} * row_size(census.subspace) + rank];
                if (s == 0 || !is_canonical(census.subspace, {row, rank})) continue;
                PlyCount& entry = wins[2 * s - 1];
                if (entry.positions++ == 0) entry.example = {row, rank};
                entry.ply = static_cast<Ply>(2 * s - 1);
            }
        }
        std::map<int, PlyCount> reported;
        for (const PlyCount& p : census.plies) {
            EXPECT_TRUE(is_canonical(census.subspace, p.example));
            if (p.ply % 2 == 1) reported[p.ply] = p;
        }
        EXPECT_EQ(reported, wins);
        // Losses in 0 are blocked.
        if (!census.plies.empty() && census.plies.front().ply == 0) {
            Variant variant = *parse_variant(o.board == Board::kNine ? "nine-c1" : "morabaraba");
            EXPECT_EQ(final_value(variant, position_at(census.subspace, census.plies.front().example)), Value::loss(0));
        }
    }
}

using SavedChunks = std::map<std::string, std::vector<std::byte>, std::less<>>;

// Runs until after the given ply, and saves.
SavedChunks interrupted(const SweepOptions& o, int stop_at) {
    SavedChunks saved;
    auto sweep = MovingSweep::create(o);
    EXPECT_TRUE(sweep.ok());
    std::atomic<bool> stop{false};
    const Status status = (*sweep)->run([&](const PlyReport& r) { stop = r.ply >= stop_at; }, &stop);
    EXPECT_TRUE(!status.ok() && status.error().code == ErrorCode::kInterrupted);
    const Status kept = (*sweep)->save([&](std::string_view name, std::span<const std::byte> bytes) {
        saved[std::string(name)].assign(bytes.begin(), bytes.end());
        return ok_status();
    });
    EXPECT_TRUE(kept.ok());
    return saved;
}

LoadChunk loader(const SavedChunks& saved) {
    return [&saved](std::string_view name, std::span<std::byte> bytes) -> Status {
        const auto chunk = saved.find(name);
        if (chunk == saved.end() || chunk->second.size() != bytes.size()) {
            return Error{ErrorCode::kCorrupt, "no such chunk"};
        }
        std::copy(chunk->second.begin(), chunk->second.end(), bytes.begin());
        return ok_status();
    };
}

TEST_P(Sweeps, GoOnAfterAnInterruption) {
    const auto resumed_is_equal = [](const SweepOptions& o, const Outcome& expected, int stop_at) {
        const SavedChunks saved = interrupted(o, stop_at);
        auto sweep = MovingSweep::create(o);
        ASSERT_TRUE(sweep.ok());
        ASSERT_TRUE((*sweep)->restore(loader(saved)).ok());
        ASSERT_TRUE((*sweep)->run().ok());
        Outcome outcome;
        take_values(**sweep, o, outcome);
        EXPECT_EQ(outcome, expected) << o.max_men << " men, stopped after ply " << stop_at;
    };
    const Outcome three = solve_all(options(3));
    for (const int stop_at : {0, 1, 2, 7, 12}) resumed_is_equal(options(3), three, stop_at);
    resumed_is_equal(options(4), solve_all(options(4)), 6);
    SweepOptions little = options(4);
    little.memory_limit = estimate(little)->least_memory;
    resumed_is_equal(little, solve_all(options(4)), 11);
    little.spill = true;
    little.memory_limit *= 2;
    resumed_is_equal(little, solve_all(options(4)), 9);
}

// A sweep that was interrupted while its tables were written: the log is all that is kept of it.
TEST_P(Sweeps, AreSavedWhenTheyAreFinishedToo) {
    const SweepOptions o = options(4);
    auto first = MovingSweep::create(o);
    ASSERT_TRUE(first.ok());
    ASSERT_TRUE((*first)->run().ok());
    ASSERT_TRUE((*first)->prepare(3).ok());
    SavedChunks saved;
    ASSERT_TRUE((*first)
                    ->save([&](std::string_view name, std::span<const std::byte> bytes) {
                        saved[std::string(name)].assign(bytes.begin(), bytes.end());
                        return ok_status();
                    })
                    .ok());
    EXPECT_FALSE(saved.contains("wins-4"));
    auto second = MovingSweep::create(o);
    ASSERT_TRUE(second.ok());
    ASSERT_TRUE((*second)->restore(loader(saved)).ok());
    ASSERT_TRUE((*second)->run().ok());
    Outcome outcome;
    take_values(**second, o, outcome);
    EXPECT_EQ(outcome, solve_all(o));
}

// Fewer men in all: the same values where they are kept, nothing else, and none of the others is needed.
TEST(LimitedSweeps, GiveTheSameUpToTheirTotal) {
    for (const auto& [board, rule] :
         {std::pair{Board::kNine, AllInMills::kAnyMayBeTaken}, {Board::kDiagonals, AllInMills::kNoneMayBeTaken}}) {
        SweepOptions o;
        o.board = board;
        o.all_in_mills = rule;
        o.max_men = 5;
        o.threads = 2;
        Outcome expected = solve_all(o);
        o.max_total = 8;
        const auto too_many = [](const auto& entry) { return entry.first.first + entry.first.second > 8; };
        ASSERT_EQ(std::erase_if(expected.values, too_many), 3u);
        std::erase_if(expected.censuses, too_many);
        EXPECT_EQ(solve_all(o), expected);
        constexpr std::uint32_t kNone = 1'000'000'000;
        o.shares = {kNone, {kNone, kNone}, {kNone, kNone}};  // rows only
        EXPECT_EQ(solve_all(o), expected);
        o.shares = {1, {1, 1}, {1, 1}};  // lists only
        EXPECT_EQ(solve_all(o), expected);
    }
}

TEST(SavedSweeps, OfAnotherGameOrIncompleteAreRefused) {
    SweepOptions o;
    o.max_men = 3;
    SavedChunks saved = interrupted(o, 4);
    SweepOptions other = o;
    other.all_in_mills = AllInMills::kNoneMayBeTaken;
    auto wrong = MovingSweep::create(other);
    ASSERT_TRUE(wrong.ok());
    EXPECT_FALSE((*wrong)->restore(loader(saved)).ok());
    saved.erase("losses-3-0");
    auto incomplete = MovingSweep::create(o);
    ASSERT_TRUE(incomplete.ok());
    EXPECT_FALSE((*incomplete)->restore(loader(saved)).ok());
    // A failed restore leaves a sweep that starts anew.
    ASSERT_TRUE((*incomplete)->run().ok());
    Outcome outcome;
    take_values(**incomplete, o, outcome);
    EXPECT_EQ(outcome, solve_all(o));
}

// Gasser 1990 (with 16 symmetries) and Loewer 2016, Table 2. One of Gasser's figures for 5-5 is impossible; ours agree
// with the textbook solver of src/verify.
TEST(KnownCounts, UpToFiveMenAlwaysCapture) {
    SweepOptions o;
    o.max_men = 5;
    o.threads = 2;
    auto sweep = MovingSweep::create(o);
    ASSERT_TRUE(sweep.ok());
    ASSERT_TRUE((*sweep)->run().ok());
    struct Known {
        int own, other;
        std::uint64_t wins, draws, losses;
        int longest;
    };
    for (const Known& k :
         {Known{3, 3, 140621, 269, 28736, 26}, Known{4, 3, 75397, 681906, 3095, 32}, Known{3, 4, 102281, 658117, 0, 33},
          Known{4, 4, 159, 3225409, 29, 9}, Known{5, 3, 580660, 1999730, 0, 3}, Known{3, 5, 6301, 2564412, 9677, 31},
          Known{5, 4, 9889, 10300599, 8, 29}, Known{4, 5, 51, 10308935, 1510, 28},
          Known{5, 5, 28819, 30881316, 4289, 57}}) {
        const Census census = (*sweep)->census(k.own, k.other);
        EXPECT_EQ(census.wins(), k.wins) << k.own << "-" << k.other;
        EXPECT_EQ(census.draws(), k.draws) << k.own << "-" << k.other;
        EXPECT_EQ(census.losses(), k.losses) << k.own << "-" << k.other;
        EXPECT_EQ(census.max_ply(), k.longest) << k.own << "-" << k.other;
    }
    std::vector<std::uint64_t> four_four;
    for (const PlyCount& p : (*sweep)->census(4, 4).plies) four_four.push_back(p.positions);
    EXPECT_EQ(four_four, (std::vector<std::uint64_t>{6, 29, 3, 24, 10, 46, 6, 48, 4, 12}));
}

TEST(SweepOptionsTest, WrongOnesAreRefused) {
    for (const auto& change : std::vector<std::function<void(SweepOptions&)>>{
             [](SweepOptions& o) { o.max_men = 2; }, [](SweepOptions& o) { o.max_men = 13; },
             [](SweepOptions& o) { o.max_total = 11; }, [](SweepOptions& o) { o.threads = 0; },
             [](SweepOptions& o) { o.shares.few_wins.own = 0; }}) {
        SweepOptions o;
        change(o);
        const auto needs = estimate(o);
        ASSERT_FALSE(needs.ok());
        EXPECT_EQ(needs.error().code, ErrorCode::kBadInput);
    }
}

TEST(SweepNeedsTest, NineAndTwelveMenFitTheirBounds) {
    SweepOptions o;
    const auto nine = estimate(o);
    ASSERT_TRUE(nine.ok());
    EXPECT_EQ(nine->positions, 8904593601u);
    EXPECT_EQ(nine->scratch, 0u);
    EXPECT_LE(nine->memory, o.memory_limit);
    EXPECT_LE(nine->least_memory, std::uint64_t{1} << 30);
    o.max_men = 12;
    const auto twelve = estimate(o);
    ASSERT_TRUE(twelve.ok());
    EXPECT_LE(twelve->memory, o.memory_limit);
    EXPECT_LE(twelve->least_memory, std::uint64_t{1} << 30);
}

}  // namespace
}  // namespace merels
