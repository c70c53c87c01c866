// SPDX-License-Identifier: MIT
// The placing pass against the brute-force solver, which shares no code with it: every byte of every table, and every
// count and example of the census, of small starts under all rules. The moving tables come from the brute-force solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "base/worker_pool.h"
#include "index/census.h"
#include "index/layers.h"
#include "solve/placing_pass.h"
#include "verify/brute_force.h"

namespace merels {
namespace {

using solve::ByteKernelKind;
using solve::PlacingLayout;
using solve::PlacingOptions;
using solve::PlacingPass;

class Collector : public solve::PlacingSink {
  public:
    Status table(const Layer&, const Subspace& subspace, const RowSource& rows, const Census& wins) override {
        std::vector<std::uint8_t>& bytes = tables[subspace];
        EXPECT_TRUE(bytes.empty()) << format_subspace(subspace) << " came twice";
        const std::uint32_t size = row_size(subspace);
        bytes.resize(std::size_t{row_count(subspace)} * size);
        for (ClassIndex row = 0; row < row_count(subspace); ++row) {
            rows(row, std::span(bytes.data() + std::size_t{row} * size, size));
        }
        EXPECT_EQ(wins.losses(), 0u);
        add(wins);
        return ok_status();
    }
    Status losses(const Layer&, const Census& lost) override {
        EXPECT_EQ(lost.wins(), 0u);
        add(lost);
        return ok_status();
    }
    Status layer_done(Side role, const Layer& layer) override {
        done.push_back({role, layer});
        return ok_status();
    }

    std::map<Subspace, std::vector<std::uint8_t>> tables;
    std::map<Subspace, Census> census;
    std::vector<std::pair<Side, Layer>> done;

  private:
    void add(const Census& part) {
        Census& whole = census[part.subspace];
        whole.subspace = part.subspace;
        whole.positions = part.positions;
        whole.with_depth = part.with_depth;
        whole.with_depth = part.with_depth;
        whole.plies.insert(whole.plies.end(), part.plies.begin(), part.plies.end());
        std::sort(whole.plies.begin(), whole.plies.end(), [](auto& a, auto& b) { return a.ply < b.ply; });
    }
};

using Tables = std::map<Subspace, std::vector<std::uint8_t>>;

solve::TableReader reader_of(const Tables& tables) {
    return
        [&tables](const Subspace& subspace, ClassIndex first, ClassIndex rows, std::span<std::uint8_t> out) -> Status {
            const auto found = tables.find(subspace);
            if (found == tables.end()) return Error{ErrorCode::kMissing, "no table " + format_subspace(subspace)};
            const std::size_t size = row_size(subspace);
            EXPECT_EQ(out.size(), rows * size);
            std::copy_n(found->second.begin() + static_cast<std::ptrdiff_t>(first * size), out.size(), out.begin());
            return ok_status();
        };
}

Collector run_both(const PlacingOptions& options, const Tables& moving) {
    Collector collected;
    PlacingPass pass(options);
    for (const Side role : {Side::kWhite, Side::kBlack}) {
        const Status status = pass.run(role, reader_of(moving), collected);
        EXPECT_TRUE(status.ok()) << (status ? "" : status.error().message);
    }
    return collected;
}

struct Game {
    Variant variant;
    std::map<Subspace, verify::SolvedTable> solved;
    Tables moving;
};

Game brute_force(const std::string& id) {
    Game game{*parse_variant(id), {}, {}};
    const auto solved = verify::BruteForce::solve(game.variant, {.threads = hardware_threads()});
    EXPECT_TRUE(solved.ok());
    for (const Subspace& s : solved->subspaces()) {
        if (s.own_hand + s.other_hand == 0) {
            game.moving[s] = solved->table(s).wins;
        } else {
            game.solved[s] = solved->table(s);
        }
    }
    return game;
}

// Counts must agree; the example of a win is the smallest address, that of a loss any canonical one with the value.
void expect_same_counts(const verify::SolvedTable& table, const Census& expected, const Census& actual) {
    const std::string name = format_subspace(expected.subspace);
    ASSERT_EQ(actual.positions, expected.positions) << name;
    ASSERT_EQ(actual.plies.size(), expected.plies.size()) << name;
    for (std::size_t i = 0; i < expected.plies.size(); ++i) {
        const PlyCount& found = actual.plies[i];
        ASSERT_EQ(found.ply, expected.plies[i].ply) << name;
        ASSERT_EQ(found.positions, expected.plies[i].positions) << name << " ply " << found.ply;
        ASSERT_TRUE(is_canonical(expected.subspace, found.example)) << name << " ply " << found.ply;
        ASSERT_EQ(table.value(found.example).dtw, found.ply) << name;
        ASSERT_TRUE(found.ply % 2 == 0 || found.example == expected.plies[i].example) << name << " ply " << found.ply;
    }
}

void expect_equal(const Game& game, const Collector& collected) {
    ASSERT_EQ(collected.tables.size(), game.solved.size());
    for (const auto& [subspace, expected] : game.solved) {
        const std::string name = format_subspace(subspace);
        const auto found = collected.tables.find(subspace);
        ASSERT_NE(found, collected.tables.end()) << name;
        ASSERT_EQ(found->second.size(), expected.wins.size()) << name;
        const auto wrong = std::mismatch(expected.wins.begin(), expected.wins.end(), found->second.begin());
        ASSERT_EQ(wrong.first, expected.wins.end())
            << name << " at " << (wrong.first - expected.wins.begin()) << ": expected " << int{*wrong.first}
            << ", found " << int{*wrong.second};
        const Census counted = verify::census_of(expected);
        const Census& actual = collected.census.at(subspace);
        expect_same_counts(expected, counted, actual);
    }
}

// The same start as results only: from tables without depth, in rows of bits.
void expect_same_results(Game game, int threads, ByteKernelKind kernel) {
    const auto flatten = [](std::vector<std::uint8_t>& bytes) {
        for (std::uint8_t& s : bytes) s = s != 0;
    };
    for (auto& [subspace, bytes] : game.moving) flatten(bytes);
    PlacingOptions options;
    options.variant = game.variant;
    options.threads = threads;
    options.kernel = kernel;
    options.values = ValueKind::kWdl;
    const Collector collected = run_both(options, game.moving);
    ASSERT_EQ(collected.tables.size(), game.solved.size());
    for (auto& [subspace, expected] : game.solved) {
        const std::string name = format_subspace(subspace);
        const Census whole = verify::census_of(expected);
        const Census& counted = collected.census.at(subspace);
        EXPECT_FALSE(counted.with_depth);
        EXPECT_EQ(counted.wins(), whole.wins()) << name;
        EXPECT_EQ(counted.losses(), whole.losses()) << name;
        EXPECT_LE(counted.plies.size(), 2u);
        for (const PlyCount& p : counted.plies) {
            EXPECT_TRUE(is_canonical(subspace, p.example)) << name;
            EXPECT_EQ(expected.value(p.example).wdl, p.ply == 1 ? Wdl::kWin : Wdl::kLoss) << name;
        }
        flatten(expected.wins);
        EXPECT_EQ(collected.tables.at(subspace), expected.wins) << name;
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
    }
    expect_same_results(game, 2, ByteKernelKind::kAuto);
}

std::string name_of_start(const testing::TestParamInfo<const char*>& param) {
    std::string name = param.param;
    for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    return name;
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
    options.kernel = ByteKernelKind::kPortable;
    expect_equal(game, run_both(options, game.moving));
    expect_same_results(game, 1, ByteKernelKind::kPortable);
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
    options.layout = PlacingLayout::kCubes;
    PlacingPass cubes(options);
    options.layout = PlacingLayout::kPacked;
    PlacingPass packed(options);
    for (const Side role : {Side::kWhite, Side::kBlack}) {
        for (const Layer& layer : packed.layers()) {
            PlacingPass& pass = role == Side::kWhite ? cubes : packed;
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
