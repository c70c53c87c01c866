// SPDX-License-Identifier: MIT
// The placing pass against the brute-force solver (layer_oracle.h), on small starts under all rules.
#include "solve/placing/placing_pass.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "layer_oracle.h"

namespace merels {
namespace {

using solve::KernelKind;
using solve::PlacingLayout;
using solve::PlacingOptions;
using solve::PlacingPass;

Collector run_both(const PlacingOptions& options, const Tables& moving) {
    Collector collected;
    PlacingPass pass(options);
    for (const Side role : {Side::kWhite, Side::kBlack}) {
        // Pairs of layers read what they wrote.
        const solve::TableReader reader = [&](const Subspace& s, ClassIndex first, ClassIndex rows, auto out) {
            return reader_of(moving.contains(s) ? moving : collected.tables)(s, first, rows, out);
        };
        const Status status = pass.run(role, reader, collected);
        EXPECT_TRUE(status.ok()) << (status ? "" : status.error().message);
    }
    return collected;
}

void expect_same_results(const Game& game, int threads, KernelKind kernel) {
    PlacingOptions options;
    options.variant = game.variant;
    options.threads = threads;
    options.kernel = kernel;
    options.values = ValueKind::kWdl;
    for (const PlacingLayout layout : {PlacingLayout::kCubes, PlacingLayout::kPairs}) {
        options.layout = layout;
        options.pair_batch = 7;
        options.pair_scratch = threads == 1;
        expect_same_results(game, [&](const Tables& moving) { return run_both(options, moving); });
    }
}

class PlacingOracle : public testing::TestWithParam<const char*> {};

TEST_P(PlacingOracle, EveryPositionOfEveryLayer) {
    if (std::string(GetParam()).ends_with("@5,5") && std::getenv("MERELS_LONG_TESTS") == nullptr) {
        GTEST_SKIP() << "four minutes of brute force; set MERELS_LONG_TESTS to run it";
    }
    const Game game = brute_force(GetParam());
    PlacingOptions options;
    options.variant = game.variant;
    options.threads = 2;
    options.layout = PlacingLayout::kPacked;
    expect_equal(game, run_both(options, game.moving));
    // Cubes are made for more men: with so few a start takes 15 s, so two rule sets, and the others as results only.
    if (game.variant.base_id == "nine-c1" || game.variant.base_id == "nine-p2") {
        options.layout = PlacingLayout::kCubes;
        expect_equal(game, run_both(options, game.moving));
        options.layout = PlacingLayout::kPairs;
        options.pair_batch = 5;
        expect_equal(game, run_both(options, game.moving));
        options.pair_scratch = true;
        options.spill = true;
        expect_equal(game, run_both(options, game.moving));
        options.spill = false;
    }
    expect_same_results(game, 2, KernelKind::kAuto);
}

INSTANTIATE_TEST_SUITE_P(Starts, PlacingOracle,
                         testing::Values("nine-c1@3,3", "nine-c2@3,3", "nine-p1@3,3", "nine-p2@3,3", "nine-c1@4,3",
                                         "nine-c1@3,4", "nine-p2@3,5", "nine-c1@4,4", "nine-c2@4,4", "nine-p1@4,4",
                                         "nine-p2@4,4", "morabaraba@3,3", "morabaraba@3,4", "morabaraba@4,3",
                                         "morabaraba@4,4", "morabaraba-fbd@3,3", "morabaraba-fbd@3,4",
                                         "morabaraba-fbd@4,3", "morabaraba-fbd@4,4"),
                         name_of_start);

INSTANTIATE_TEST_SUITE_P(FiveMen, PlacingOracle,
                         testing::Values("nine-c1@5,5", "nine-c2@5,5", "nine-p1@5,5", "nine-p2@5,5"), name_of_start);

TEST(PlacingPass, PortableKernelsAndOneThreadGiveTheSame) {
    const Game game = brute_force("nine-p2@3,3");
    PlacingOptions options;
    options.variant = game.variant;
    options.kernel = KernelKind::kPortable;
    expect_equal(game, run_both(options, game.moving));
    expect_same_results(game, 1, KernelKind::kPortable);
}

TEST(PlacingPass, GoesOnAfterAnyLayerOfTheRole) {
    const Game game = brute_force("nine-c2@3,4");
    PlacingOptions options;
    options.variant = game.variant;
    options.threads = 2;
    options.layout = PlacingLayout::kPacked;
    Collector whole = run_both(options, game.moving);
    Tables known = game.moving;
    known.insert(whole.tables.begin(), whole.tables.end());
    options.layout = PlacingLayout::kPairs;
    PlacingPass pairs(options);
    options.layout = PlacingLayout::kPacked;
    PlacingPass packed(options);
    for (const Side role : {Side::kWhite, Side::kBlack}) {
        for (const Layer& layer : packed.layers()) {
            PlacingPass& pass = role == Side::kWhite ? pairs : packed;
            if (layer.to_move != role) {
                Collector none;
                EXPECT_EQ(pass.run(role, reader_of(known), none, layer).error().code, ErrorCode::kBadInput);
                continue;
            }
            Collector rest;
            ASSERT_TRUE(pass.run(role, reader_of(known), rest, layer).ok());
            for (const auto& [subspace, bytes] : rest.tables) ASSERT_EQ(bytes, whole.tables.at(subspace));
            const auto done = std::find(whole.done.begin(), whole.done.end(), std::pair{role, layer});
            ASSERT_NE(done, whole.done.end());
            const auto last = std::find_if(done, whole.done.end(), [&](const auto& d) { return d.first != role; });
            ASSERT_TRUE(std::equal(rest.done.begin(), rest.done.end(), done + 1, last));
        }
    }
}

TEST(PlacingPass, SaysWhatIsWrong) {
    const Game game{*parse_variant("nine-c1@3,3"), {}, {}};
    PlacingOptions options;
    options.variant = game.variant;
    Collector none;
    EXPECT_EQ(PlacingPass(options).run(Side::kWhite, reader_of({}), none).error().code, ErrorCode::kMissing);
    options.memory_limit = 1 << 20;
    EXPECT_EQ(PlacingPass(options).run(Side::kWhite, reader_of({}), none).error().code, ErrorCode::kNoMemory);
    options.memory_limit = ~std::uint64_t{0};
    options.variant = *parse_variant("lasker-c1@3,3");
    EXPECT_EQ(PlacingPass(options).run(Side::kWhite, reader_of({}), none).error().code, ErrorCode::kBadInput);
    EXPECT_TRUE(none.tables.empty());
}

}  // namespace
}  // namespace merels
