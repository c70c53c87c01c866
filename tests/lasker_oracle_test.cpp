// SPDX-License-Identifier: MIT
// The pass over the layers of Lasker Morris against the brute-force solver (layer_oracle.h), on small starts.
#include "solve/lasker/lasker_pass.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "layer_oracle.h"

namespace merels {
namespace {

using solve::KernelKind;
using solve::LaskerPass;
using solve::PlacingOptions;

// What was collected so far is read as the tables of earlier layers.
Collector run_role(LaskerPass& pass, Side role, const Tables& moving) {
    Collector collected;
    const solve::TableReader from_moving = reader_of(moving);
    const solve::TableReader from_layers = reader_of(collected.tables);
    const solve::TableReader reader = [&](const Subspace& s, ClassIndex first, ClassIndex rows,
                                          std::span<std::uint8_t> out) {
        return (s.own_hand + s.other_hand == 0 ? from_moving : from_layers)(s, first, rows, out);
    };
    EXPECT_TRUE(pass.begin(role).ok());
    for (const solve::Hands& hands : pass.hands()) {
        const Status status = pass.run(hands, reader, collected);
        EXPECT_TRUE(status.ok()) << (status ? "" : status.error().message);
    }
    pass.end();
    return collected;
}

// With equal starts one role gives everything; else the second adds what the first lacks.
Collector run_all(const PlacingOptions& options, const Tables& moving) {
    LaskerPass pass(options);
    Collector all = run_role(pass, Side::kWhite, moving);
    if (options.variant.white_men == options.variant.black_men) return all;
    Collector second = run_role(pass, Side::kBlack, moving);
    for (const auto& [subspace, bytes] : second.tables) {
        const auto [known, fresh] = all.tables.emplace(subspace, bytes);
        EXPECT_EQ(known->second, bytes) << format_subspace(subspace) << " differs between the roles";
    }
    for (const auto& [subspace, part] : second.census) {
        // Counted in halves: what both roles have twice is dropped.
        Census& whole = all.census.emplace(subspace, part).first->second;
        for (const PlyCount& ply : part.plies) {
            const auto same = [&](const PlyCount& other) { return other.ply == ply.ply; };
            if (std::none_of(whole.plies.begin(), whole.plies.end(), same)) whole.plies.push_back(ply);
        }
        std::sort(whole.plies.begin(), whole.plies.end(), [](auto& x, auto& y) { return x.ply < y.ply; });
    }
    return all;
}

void expect_all_equal(const Game& game, int threads, KernelKind kernel) {
    PlacingOptions options;
    options.variant = game.variant;
    options.threads = threads;
    options.kernel = kernel;
    expect_equal(game, run_all(options, game.moving));
    options.values = ValueKind::kWdl;
    options.spill = game.variant.id() == "lasker-p2@3,3";  // cubes of few men are large
    expect_same_results(game, [&](const Tables& moving) { return run_all(options, moving); });
    options.whole_rows = true;  // as in games too large for brute force
    expect_same_results(game, [&](const Tables& moving) { return run_all(options, moving); });
}

class LaskerOracle : public testing::TestWithParam<const char*> {};

TEST_P(LaskerOracle, EveryPositionOfEveryLayer) { expect_all_equal(brute_force(GetParam()), 2, KernelKind::kAuto); }

INSTANTIATE_TEST_SUITE_P(Starts, LaskerOracle,
                         testing::Values("lasker-c1@3,3", "lasker-p2@3,3", "lasker-c1@3,4", "lasker-p2@3,4",
                                         "lasker-c1@4,3", "lasker-p2@4,3", "lasker-c1@4,4", "lasker-p2@4,4"),
                         name_of_start);

class LaskerOracleLong : public LaskerOracle {};

TEST_P(LaskerOracleLong, EveryPositionOfEveryLayer) {
    if (std::getenv("MERELS_LONG_TESTS") == nullptr) GTEST_SKIP() << "set MERELS_LONG_TESTS to run it";
    expect_all_equal(brute_force(GetParam()), 2, KernelKind::kAuto);
}

INSTANTIATE_TEST_SUITE_P(Starts, LaskerOracleLong, testing::Values("lasker-c1@5,4"), name_of_start);

TEST(LaskerPass, PortableKernelsAndOneThreadGiveTheSame) {
    expect_all_equal(brute_force("lasker-p2@3,3"), 1, KernelKind::kPortable);
}

TEST(LaskerPass, SaysWhatIsWrong) {
    PlacingOptions options;
    options.variant = *parse_variant("nine-c1@3,3");
    EXPECT_EQ(LaskerPass(options).check().error().code, ErrorCode::kBadInput);
    options.variant = *parse_variant("lasker-c1@3,3");
    EXPECT_TRUE(LaskerPass(options).check().ok());
    options.memory_limit = 1 << 20;
    EXPECT_EQ(LaskerPass(options).begin(Side::kWhite).error().code, ErrorCode::kNoMemory);
    options.memory_limit = ~std::uint64_t{0};
    LaskerPass pass(options);
    ASSERT_TRUE(pass.begin(Side::kWhite).ok());
    Collector none;
    EXPECT_EQ(pass.run({1, 0}, reader_of({}), none).error().code, ErrorCode::kMissing);
    EXPECT_TRUE(none.tables.empty());
}

}  // namespace
}  // namespace merels
