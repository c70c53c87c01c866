// SPDX-License-Identifier: MIT
// Every branch of the moving sweep on small men counts. Which rows are read whole and which go on lists depends on
// limits that small games hardly reach, so a fault in one branch can stay hidden up to six men a side (docs/results/,
// "A wrong sweep"). Here the limits are moved: nothing on lists, everything on lists, rows that are both, and mixtures
// in which news of both kinds meet in one row. All must give the same bytes, and those must pass the verifier.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <vector>

#include "index/collection.h"
#include "solve/moving/moving_sweep.h"
#include "store/database/manifest.h"
#include "store/files/scratch_folder.h"
#include "verify/verifier.h"

namespace merels {
namespace {

constexpr std::uint32_t kNever = ~std::uint32_t{0};  // a limit of no bits: always read whole
constexpr std::uint32_t kAlways = 1;                 // a limit of all bits: always on a list

struct Branches {
    const char* name;
    ListShares shares;
};

// Losses, wins for the own row, wins for captures (in plies of any size).
constexpr Branches branches(const char* name, std::uint32_t losses, std::uint32_t own, std::uint32_t capture) {
    return {name, {losses, {own, capture}, {own, capture}}};
}

// Rows that are read whole for their own step while captures go on lists, and losses of which some rows have few (they
// are pushed) and some many (their targets are read whole): wins then come into one row from both sides in one ply.
// This is where the fault of docs/results/ was.
const std::vector<Branches>& meeting_branches() {
    static const std::vector<Branches> list{
        branches("own rows whole, captures on lists, few losses pushed", 50'000, kNever, kAlways),
        branches("own rows whole, captures on lists, hardly any losses pushed", 500'000, kNever, kAlways),
        branches("short lists", 100'000, 200'000, 50'000),
    };
    return list;
}

const std::vector<Branches>& pure_branches() {
    static const std::vector<Branches> list{
        branches("everything whole", kNever, kNever, kNever),
        branches("everything on lists", kAlways, kAlways, kAlways),
        branches("own rows whole, captures on lists", kAlways, kNever, kAlways),
        branches("own rows whole, captures on lists, losses whole", kNever, kNever, kAlways),
        branches("limits of the faulty sweep", 350, 1200, 100),
    };
    return list;
}

Subspace moving(int own, int other) { return {static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0}; }

void for_each_table(const SweepOptions& options,
                    const std::function<void(const MovingSweep&, const Subspace&)>& visit) {
    auto sweep = MovingSweep::create(options);
    ASSERT_TRUE(sweep.ok()) << sweep.error().message;
    ASSERT_TRUE((*sweep)->run().ok());
    for (int own = kMinMen; own <= options.max_men; ++own) {
        ASSERT_TRUE((*sweep)->prepare(own).ok());
        for (int other = kMinMen; other <= options.max_men; ++other) visit(**sweep, moving(own, other));
    }
}

struct Solved {
    std::map<Subspace, std::vector<std::uint8_t>> values;
    std::map<Subspace, Census> censuses;
};

Solved solve(const SweepOptions& options) {
    Solved solved;
    for_each_table(options, [&](const MovingSweep& sweep, const Subspace& s) {
        auto& bytes = solved.values[s];
        bytes.resize(std::size_t{row_count(s)} * row_size(s));
        const RowSource source = sweep.row_source(s.own, s.other);
        for (std::uint32_t row = 0; row < row_count(s); ++row) {
            source(row, std::span(bytes).subspan(std::size_t{row} * row_size(s), row_size(s)));
        }
        solved.censuses[s] = sweep.census(s.own, s.other);
    });
    return solved;
}

void expect_same_in(const std::vector<Branches>& list, SweepOptions options) {
    const Solved expected = solve(options);
    for (const Branches& b : list) {
        SCOPED_TRACE(b.name);
        options.shares = b.shares;
        const Solved other = solve(options);
        for (const auto& [s, bytes] : expected.values) {
            EXPECT_TRUE(other.values.at(s) == bytes) << format_subspace(s);
            EXPECT_TRUE(other.censuses.at(s) == expected.censuses.at(s)) << format_subspace(s);
        }
    }
}

verify::VerifyReport verified(const SweepOptions& options, const char* variant, std::uint64_t sample) {
    const ScratchFolder folder;
    for_each_table(options, [&](const MovingSweep& sweep, const Subspace& s) {
        TableSpec spec;
        spec.id = {moving_collection(options.board, options.all_in_mills), {s.own, s.other, 0, 0}};
        spec.rows = row_count(s);
        spec.row_size = row_size(s);
        spec.metadata = encode_census(sweep.census(s.own, s.other));
        const auto written = write_table(folder.path(), spec, sweep.row_source(s.own, s.other), options.threads);
        ASSERT_TRUE(written.ok());
        ASSERT_TRUE(
            add_to_manifest(folder.path(), spec.id.collection, spec.id.collection, manifest_entry(spec, *written)));
    });
    verify::VerifyOptions how;
    how.sample = sample;
    how.moving_only = true;
    how.threads = options.threads;
    const auto report = verify::verify_tables(*parse_variant(variant), folder.path(), how);
    EXPECT_TRUE(report.ok()) << report.error().message;
    return report.ok() ? *report : verify::VerifyReport{};
}

TEST(SweepBranches, GiveTheSameBytesUpToFourMenOnTheOtherBoardUnderTheOtherRule) {
    SweepOptions options;
    options.board = Board::kDiagonals;
    options.all_in_mills = AllInMills::kNoneMayBeTaken;
    options.max_men = 4;
    options.threads = 2;
    expect_same_in(pure_branches(), options);
    expect_same_in(meeting_branches(), options);
}

TEST(SweepBranches, GiveTheSameBytesUpToFiveMenAndPassTheVerifier) {
    SweepOptions options;
    options.max_men = 5;
    options.threads = 2;
    expect_same_in(meeting_branches(), options);
    const verify::VerifyReport report = verified(options, "nine-c1@5,5", 0);
    EXPECT_TRUE(report.passed());
    EXPECT_EQ(report.subspaces, 9u);
}

TEST(SweepBranches, ThatMeetInOneRowPassTheVerifierWithSixMen) {
    SweepOptions options;
    options.max_men = 6;
    options.threads = 2;
    options.shares = branches("own rows whole, captures on lists", 5'000, kNever, kAlways).shares;
    const verify::VerifyReport report = verified(options, "nine-c1@6,6", 100'000);
    EXPECT_TRUE(report.passed());
    EXPECT_EQ(report.subspaces, 16u);
}

}  // namespace
}  // namespace merels
