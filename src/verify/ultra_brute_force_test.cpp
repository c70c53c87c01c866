// SPDX-License-Identifier: MIT
// The ultra-strong oracle by itself: its pairs satisfy the defining equation at every position, its wins and losses are
// those of the strong brute-force solver, and values that a person can work out come out.
#include "verify/ultra_brute_force.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/worker_pool.h"
#include "rules/rules.h"
#include "verify/brute_force.h"

namespace merels::verify {
namespace {

CountsBySubspace counts_of(const BruteForce& game) {
    CountsBySubspace counts;
    for (const Subspace& s : game.subspaces()) {
        const Census census = census_of(game.table(s));
        counts[s] = {census.wins(), census.draws(), census.losses()};
    }
    return counts;
}

Position coloured(const Subspace& s, Address address, Side to_move) {
    Position p = position_at(s, address);
    if (to_move == Side::kBlack) {
        std::swap(p.men[0], p.men[1]);
        std::swap(p.hand[0], p.hand[1]);
        p.to_move = Side::kBlack;
    }
    return p;
}

int sign(int number) { return (number > 0) - (number < 0); }

// The equation of the definition, from the rules.
UltraPair expected(const Variant& variant, const SubspaceValues& values, const UltraBruteForce& game,
                   const Position& p) {
    const int v = values.for_white(subspace_of(p), p.to_move);
    const int own_win = p.to_move == Side::kWhite ? values.win() : -values.win();
    if (const auto result = final_value(variant, p)) {
        const int value = result->wdl == Wdl::kDraw ? v : result->wdl == Wdl::kWin ? own_win : -own_win;
        return {static_cast<std::int16_t>(value), 0};
    }
    TurnList turns;
    legal_turns(variant, p, turns);
    std::optional<UltraPair> best;
    for (const Turn& turn : turns) {
        const UltraPair next = game.at(apply(p, turn));
        best = !best ? next : p.to_move == Side::kWhite ? std::max(*best, next) : std::min(*best, next);
    }
    best->depth = static_cast<std::int16_t>(best->value == v ? 0 : best->depth + sign(v - best->value));
    return *best;
}

void expect_certificate(const char* id, const std::string& heuristic, std::size_t step) {
    const Variant variant = *parse_variant(id);
    const int threads = hardware_threads();
    const auto strong = BruteForce::solve(variant, {.threads = threads});
    ASSERT_TRUE(strong.ok());
    const auto values = heuristic == "stones"  ? stone_values(variant)
                        : heuristic == "ratio" ? ratio_values(variant, counts_of(*strong))
                                               : split_values(variant, counts_of(*strong));
    ASSERT_TRUE(values.ok()) << values.error().message;
    const auto game = UltraBruteForce::solve(variant, *values, {.threads = threads});
    ASSERT_TRUE(game.ok());
    ASSERT_EQ(game->subspaces(), reachable_subspaces(variant));
    std::size_t draws = 0;
    for (const Subspace& s : game->subspaces()) {
        const std::size_t size = std::size_t{row_count(s)} * row_size(s);
        for (std::size_t n = draws % step; n < size; n += step) {
            const Address address{static_cast<ClassIndex>(n / row_size(s)),
                                  static_cast<std::uint32_t>(n % row_size(s))};
            for (const Side to_move : {Side::kWhite, Side::kBlack}) {
                const Position p = coloured(s, address, to_move);
                const UltraPair found = game->at(p);
                if (found != expected(variant, *values, *game, p)) FAIL() << id << " " << format_position(p);
                const Value value = strong->value(p);
                const int own_win = to_move == Side::kWhite ? values->win() : -values->win();
                const bool over = std::abs(found.value) == values->win();
                ASSERT_EQ(over, value.wdl != Wdl::kDraw) << format_position(p);
                if (over) {
                    ASSERT_EQ(found.value, value.wdl == Wdl::kWin ? own_win : -own_win) << format_position(p);
                    ASSERT_EQ(found.depth, found.value > 0 ? -value.dtw : value.dtw) << format_position(p);
                } else {
                    ++draws;
                    ASSERT_TRUE(std::binary_search(values->draw_values().begin(), values->draw_values().end(),
                                                   to_move == Side::kWhite ? found.value : -found.value));
                }
            }
        }
    }
    EXPECT_GT(draws, 0u);
}

TEST(UltraBruteForce, HoldsTheCertificateAndTheStrongValues) {
    expect_certificate("nine-c1@3,3", "stones", 11);
    expect_certificate("lasker-c1@3,3", "ratio", 29);
}

TEST(UltraBruteForce, HoldsTheCertificateWhereOneSideIsTheComputer) {
    expect_certificate("lasker-c1@3,3", "split", 29);
}

TEST(UltraBruteForce, HoldsTheCertificateInLargerStarts) {
    const char* const asked = std::getenv("MERELS_LONG_TESTS");
    if (asked == nullptr || *asked != '1') GTEST_SKIP() << "takes minutes; MERELS_LONG_TESTS=1 runs it";
    expect_certificate("nine-c1@4,3", "ratio", 1);
    expect_certificate("nine-c1@3,4", "stones", 1);
    expect_certificate("nine-c1@4,3", "split", 1);
    expect_certificate("nine-p2@3,4", "ratio", 1);
    expect_certificate("lasker-c1@3,4", "ratio", 1);
    expect_certificate("morabaraba@4,3", "ratio", 1);
}

}  // namespace
}  // namespace merels::verify
