// SPDX-License-Identifier: MIT
// Right ultra-strong tables pass, all of them and by sample; every kind of single wrong entry is found and named.
#include "verify/ultra_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/worker_pool.h"
#include "store/files/scratch_folder.h"
#include "verify/brute_force.h"
#include "verify/solved_table_writer.h"
#include "verify/ultra_table_writer.h"

namespace merels::verify {
namespace {

struct SolvedGame {
    Variant variant;
    std::optional<BruteForce> strong;
    std::optional<SubspaceValues> values;
    std::optional<UltraBruteForce> ultra;

    SolvedGame(const char* id, bool split) : variant(*parse_variant(id)) {
        strong = *BruteForce::solve(variant, {.threads = hardware_threads()});
        CountsBySubspace counts;
        for (const Subspace& s : strong->subspaces()) {
            const Census census = census_of(strong->table(s));
            counts[s] = {census.wins(), census.draws(), census.losses()};
        }
        values = *(split ? split_values(variant, counts) : ratio_values(variant, counts));
        ultra = *UltraBruteForce::solve(variant, *values, {.threads = hardware_threads()});
    }

    void write(const std::filesystem::path& database) const {
        for (const Subspace& s : ultra->subspaces()) {
            const SolvedTable table = strong->table(s);
            ASSERT_TRUE(write_solved_table(database, variant, table, census_of(table)).ok());
            for (const bool computer_moves : {true, false}) {
                if (!computer_moves && values->antisymmetric()) continue;
                const UltraEntries entries = entries_of(*ultra, s, computer_moves);
                const UltraCodes codes = codes_of(*values, s, entries, computer_moves);
                ASSERT_TRUE(write_ultra_table(database, variant, *values, codes, entries, computer_moves).ok());
            }
        }
    }
};

struct Asked {
    std::uint64_t sample = 0;
    std::uint64_t seed = 1;
    std::uint64_t memory = std::uint64_t{1} << 30;
    int threads = 2;
};

VerifyReport verified(const SolvedGame& game, const std::filesystem::path& database, const Asked& asked = {}) {
    VerifyOptions options;
    options.threads = asked.threads;
    options.sample = asked.sample;
    options.seed = asked.seed;
    options.memory = asked.memory;
    auto report = verify_ultra_tables(game.variant, database, "", options);
    EXPECT_TRUE(report.ok()) << report.error().message;
    return report.ok() ? *report : VerifyReport{};
}

void expect_right(const VerifyReport& report) {
    EXPECT_TRUE(report.passed()) << (report.first_wrong ? report.first_wrong->describe() : "")
                                 << (report.wrong_census.empty() ? "" : report.wrong_census.front().what);
    EXPECT_TRUE(report.missing.empty());
    EXPECT_TRUE(report.unchecked.empty());
}

std::uint64_t positions_of(const SolvedGame& game) {
    std::uint64_t sum = 0;
    for (const Subspace& s : game.ultra->subspaces()) sum += position_count(s);
    return sum;
}

TEST(UltraCheck, RightTablesPass) {
    for (const char* id : {"nine-c1@3,3", "lasker-c1@3,3"}) {
        const SolvedGame game(id, false);
        const ScratchFolder folder;
        game.write(folder.path());
        const VerifyReport report = verified(game, folder.path());
        expect_right(report);
        EXPECT_EQ(report.positions, positions_of(game)) << id;
        for (const std::uint64_t sample : {20, 1000, 20000}) {
            const VerifyReport sampled = verified(game, folder.path(), {.sample = sample});
            expect_right(sampled);
            EXPECT_EQ(sampled.positions, sample) << id;
        }
        const VerifyReport everything = verified(game, folder.path(), {.sample = ~std::uint64_t{0}});
        expect_right(everything);
        EXPECT_EQ(everything.positions, positions_of(game)) << id;
    }
}

// With hardly any memory a table is checked piece by piece, and a sample is drawn from few rows at a time.
TEST(UltraCheck, LittleMemoryChangesNothing) {
    const SolvedGame game("lasker-c1@3,3", false);
    const ScratchFolder folder;
    game.write(folder.path());
    const VerifyReport report = verified(game, folder.path(), {.memory = 1});
    expect_right(report);
    EXPECT_EQ(report.positions, positions_of(game));
    const VerifyReport sampled = verified(game, folder.path(), {.sample = 5000, .memory = 1});
    expect_right(sampled);
    EXPECT_EQ(sampled.positions, 5000u);
}

TEST(UltraCheck, RightTablesOfASplitSetPass) {
    const SolvedGame game("lasker-c1@3,3", true);
    const ScratchFolder folder;
    game.write(folder.path());
    const VerifyReport report = verified(game, folder.path());
    expect_right(report);
    EXPECT_EQ(report.positions, 2 * positions_of(game));
    expect_right(verified(game, folder.path(), {.sample = 20}));
}

// Changes one entry of one table, and lets the census follow, so that only the entry itself can give it away.
class OneWrongEntry : public testing::Test {
  protected:
    static const SolvedGame& game() {
        static const SolvedGame solved("lasker-c1@3,3", false);
        return solved;
    }
    void SetUp() override { game().write(folder_.path()); }
    // The first position for which `wanted` holds becomes `changed`, with all its equivalents in the row.
    void change(const Subspace& s, const std::function<bool(const UltraEntry&)>& wanted,
                const std::function<UltraEntry(const UltraEntry&)>& changed, bool images_too) {
        UltraEntries entries = entries_of(*game().ultra, s);
        const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e && wanted(*e); });
        ASSERT_NE(found, entries.end());
        const std::size_t n = static_cast<std::size_t>(found - entries.begin()), size = row_size(s);
        const Position p = position_at(s, {static_cast<ClassIndex>(n / size), static_cast<std::uint32_t>(n % size)});
        const UltraEntry entry = changed(**found);
        entries[n] = entry;
        std::uint32_t stay = images_too ? stabiliser(p.men[0]) : 0;
        for (; stay != 0; stay &= stay - 1) {
            Position image = p;
            image.men[1] = map_men(static_cast<Symmetry>(std::countr_zero(stay)), p.men[1]);
            entries[n / size * size + colex_rank_on(kBoardMask & ~p.men[0], image.men[1])] = entry;
        }
        const UltraCodes codes = codes_of(*game().values, s, entries);
        ASSERT_TRUE(write_ultra_table(folder_.path(), game().variant, *game().values, codes, entries).ok());
        changed_ = s;
    }
    // Every draw of a table becomes this.
    void change_all(const Subspace& s, const UltraEntry& entry) {
        UltraEntries entries = entries_of(*game().ultra, s);
        for (auto& e : entries) {
            if (e) e = entry;
        }
        const UltraCodes codes = codes_of(*game().values, s, entries);
        ASSERT_TRUE(write_ultra_table(folder_.path(), game().variant, *game().values, codes, entries).ok());
    }
    // By the complete check, with much memory and with little, and by samples: always by one that has all positions, by
    // some of those that have a third of them, and each of these finds the same again with one thread.
    void expect_found() {
        const std::uint64_t all = positions_of(game());
        for (const Asked& asked : {Asked{}, Asked{.memory = 1}, Asked{.sample = all}}) {
            const VerifyReport report = verified(game(), folder_.path(), asked);
            EXPECT_FALSE(report.passed());
            ASSERT_TRUE(report.first_wrong.has_value());
            EXPECT_GE(report.wrong, 1u);
        }
        int found = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const VerifyReport report = verified(game(), folder_.path(), {.sample = all / 3, .seed = seed});
            const VerifyReport again =
                verified(game(), folder_.path(), {.sample = all / 3, .seed = seed, .threads = 1});
            EXPECT_EQ(report.positions, all / 3);
            EXPECT_EQ(report.wrong, again.wrong);
            EXPECT_EQ(report.first_wrong ? report.first_wrong->describe() : "",
                      again.first_wrong ? again.first_wrong->describe() : "");
            found += report.passed() ? 0 : 1;
        }
        EXPECT_GE(found, 3);
    }
    ScratchFolder folder_;
    Subspace changed_;
};

TEST_F(OneWrongEntry, ADepthOffByOneIsFound) {
    const Subspace s{3, 2, 0, 1};
    change(
        s, [](const UltraEntry& e) { return e.depth.has_value(); },
        [](const UltraEntry& e) {
            return UltraEntry{e.value, *e.depth + 1};
        },
        true);
    expect_found();
}

TEST_F(OneWrongEntry, AValueThatNobodyCanForceIsFound) {
    const int best = game().values->draw_values().back();
    change(
        {3, 3, 0, 0}, [](const UltraEntry& e) { return !e.depth.has_value(); },
        [&](const UltraEntry&) {
            return UltraEntry{best, 5};
        },
        true);
    expect_found();
}

// One side claims the best value, the other agrees, and neither ever leaves the unit: the values alone fit each other,
// the depths cannot.
TEST_F(OneWrongEntry, AnAttackThatNeverLeavesItsUnitIsFound) {
    const int best = game().values->draw_values().back();
    change_all({3, 2, 0, 1}, {best, 7});
    change_all({2, 3, 1, 0}, {-best, 8});
    expect_found();
    const VerifyReport report = verified(game(), folder_.path(), {.sample = 1000});
    EXPECT_FALSE(report.passed());
}

TEST_F(OneWrongEntry, ADrawThatIsNotStableIsFound) {
    const Subspace s{2, 3, 1, 0};
    change(
        s, [](const UltraEntry& e) { return e.depth.has_value(); },
        [&](const UltraEntry&) {
            return UltraEntry{game().values->value(s), std::nullopt};
        },
        true);
    expect_found();
}

TEST_F(OneWrongEntry, ACensusThatDoesNotFitIsFound) {
    const Subspace s{3, 3, 0, 0};
    const UltraEntries entries = entries_of(*game().ultra, s);
    UltraCodes codes = codes_of(*game().values, s, entries);
    ++codes.census.front().positions;
    ASSERT_TRUE(write_ultra_table(folder_.path(), game().variant, *game().values, codes, entries).ok());
    const VerifyReport report = verified(game(), folder_.path());
    EXPECT_EQ(report.wrong, 0u);
    ASSERT_EQ(report.wrong_census.size(), 1u);
    EXPECT_EQ(report.wrong_census.front().subspace, s);
}

TEST_F(OneWrongEntry, OtherValuesThanTheTablesWereMadeWithAreRefused) {
    const auto stones = stone_values(game().variant);
    std::ofstream(folder_.path() / ultra_collection(game().variant, "ratio") / kSubspaceValuesFile) << stones->encode();
    const auto report = verify_ultra_tables(game().variant, folder_.path(), "", {});
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.error().code, ErrorCode::kWrongVariant);
}

}  // namespace
}  // namespace merels::verify
