// SPDX-License-Identifier: MIT
// Comparing what a pass over layers with men in hand gives with the brute-force solver, which shares no code with it:
// every byte of every table, and every count and example of the census. The moving tables come from the brute-force
// solver.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/worker_pool.h"
#include "index/census.h"
#include "index/layers.h"
#include "solve/placing/placing_tables.h"
#include "verify/brute_force.h"

namespace merels {

class Collector : public solve::PlacingSink {
  public:
    Status table(const Layer&, const Subspace& subspace, const RowSource& rows, const Census& wins,
                 const std::vector<std::uint32_t>&) override {
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
        whole.plies.insert(whole.plies.end(), part.plies.begin(), part.plies.end());
        std::sort(whole.plies.begin(), whole.plies.end(), [](auto& a, auto& b) { return a.ply < b.ply; });
    }
};

using Tables = std::map<Subspace, std::vector<std::uint8_t>>;

inline solve::TableReader reader_of(const Tables& tables) {
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

struct Game {
    Variant variant;
    std::map<Subspace, verify::SolvedTable> solved;
    Tables moving;
};

inline Game brute_force(const std::string& id) {
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
inline void expect_same_counts(const verify::SolvedTable& table, const Census& expected, const Census& actual) {
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

inline void expect_equal(const Game& game, const Collector& collected) {
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
inline void expect_same_results(Game game, const std::function<Collector(const Tables& moving)>& solve) {
    const auto flatten = [](std::vector<std::uint8_t>& bytes) {
        for (std::uint8_t& s : bytes) s = s != 0;
    };
    for (auto& [subspace, bytes] : game.moving) flatten(bytes);
    const Collector collected = solve(game.moving);
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

inline std::string name_of_start(const testing::TestParamInfo<const char*>& param) {
    std::string name = param.param;
    for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    return name;
}

}  // namespace merels
