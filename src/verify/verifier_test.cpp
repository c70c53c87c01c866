// SPDX-License-Identifier: MIT
// Right tables pass; every kind of single wrong byte or figure is found and named.
#include "verify/verifier.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "index/collection.h"
#include "store/files/scratch_folder.h"
#include "store/table/table.h"
#include "verify/brute_force.h"
#include "verify/solved_table_writer.h"
#include "verify/textbook_solver.h"

namespace merels::verify {
namespace {

constexpr Subspace moving(int own, int other) {
    return {static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0};
}

void write(const std::filesystem::path& database, const Variant& variant, const SolvedTable& table,
           const Census& census, ValueKind kind = ValueKind::kDtw) {
    ASSERT_TRUE(write_solved_table(database, variant, table, census, kind).ok());
}

VerifyReport verified(const Variant& variant, const std::filesystem::path& database, std::uint64_t sample = 0) {
    VerifyOptions options;
    options.threads = 2;
    options.sample = sample;
    auto report = verify_tables(variant, database, options);
    EXPECT_TRUE(report.ok()) << report.error().message;
    return report.ok() ? *report : VerifyReport{};
}

// Up to four men a side of the plain game, from the textbook solver, solved once.
const std::vector<SolvedTable>& four_men() {
    static const std::vector<SolvedTable> tables = [] {
        const TextbookUnit units[] = {{4, 4}};
        TextbookOptions options;
        options.counting = Counting::kMoves;
        options.threads = 2;
        return solve_textbook(Board::kNine, AllInMills::kAnyMayBeTaken, units, options)->tables;
    }();
    return tables;
}

class FourMen : public testing::Test {
  protected:
    void SetUp() override {
        for (const SolvedTable& table : four_men()) write(folder_.path(), variant_, table, census_of(table));
    }
    // Puts one byte of one table, and leaves its census as it was.
    void put(const SolvedTable& right, std::size_t offset, std::uint8_t byte) {
        SolvedTable wrong = right;
        wrong.wins[offset] = byte;
        write(folder_.path(), variant_, wrong, census_of(right));
    }
    const SolvedTable& table(const Subspace& s) {
        return *std::find_if(four_men().begin(), four_men().end(),
                             [&](const SolvedTable& t) { return t.subspace == s; });
    }
    // The n-th address of the table with this byte among those of rows with or without a symmetry of their own.
    Address find(const SolvedTable& t, std::uint8_t byte, int n, bool symmetric_row = false) {
        const std::uint32_t size = row_size(t.subspace);
        for (std::size_t i = 0; i < t.wins.size(); ++i) {
            const auto row = static_cast<ClassIndex>(i / size);
            if (t.wins[i] != byte) continue;
            if ((stabiliser(Classes::get().representative(t.subspace.own, row)) != 0) != symmetric_row) continue;
            if (n-- == 0) return {row, static_cast<std::uint32_t>(i % size)};
        }
        ADD_FAILURE() << "no such position";
        return {};
    }

    ScratchFolder folder_;
    Variant variant_ = *parse_variant("nine-c1@4,4");
};

TEST_F(FourMen, RightTablesPass) {
    VerifyOptions options;
    options.moving_only = true;
    const auto report = verify_tables(variant_, folder_.path(), options);
    ASSERT_TRUE(report.ok());
    EXPECT_TRUE(report->passed());
    EXPECT_EQ(report->subspaces, 4u);
    EXPECT_EQ(report->positions,
              position_count(moving(3, 3)) + 2 * position_count(moving(3, 4)) + position_count(moving(4, 4)));
    EXPECT_TRUE(report->missing.empty());
    EXPECT_TRUE(report->unchecked.empty());
}

TEST_F(FourMen, FindsAWinOfTheWrongLength) {
    const SolvedTable& t = table(moving(3, 4));
    const std::uint8_t longest = *std::max_element(t.wins.begin(), t.wins.end());
    ASSERT_GT(longest, 2);
    const auto offset = static_cast<std::size_t>(std::find(t.wins.begin(), t.wins.end(), longest) - t.wins.begin());
    for (const int change : {-1, 1}) {
        put(t, offset, static_cast<std::uint8_t>(longest + change));
        const VerifyReport report = verified(variant_, folder_.path());
        EXPECT_GT(report.wrong, 0u);
        ASSERT_TRUE(report.first_wrong.has_value());
        EXPECT_EQ(report.first_wrong->subspace.own + report.first_wrong->subspace.other, 7);
        // The counts by ply are off as well.
        EXPECT_FALSE(report.wrong_census.empty());
        EXPECT_FALSE(report.passed());
    }
}

TEST_F(FourMen, FindsAWinThatIsMissing) {
    const SolvedTable& t = table(moving(4, 3));
    const Address address = find(t, 1, 5000);
    put(t, t.offset(address), 0);
    const VerifyReport report = verified(variant_, folder_.path());
    ASSERT_TRUE(report.first_wrong.has_value());
    EXPECT_GT(report.wrong, 0u);
    // What follows from it stands in the unit too; it is itself among the wrong ones, so the first is not behind it.
    EXPECT_EQ(report.first_wrong->subspace.own + report.first_wrong->subspace.other, 7);
    EXPECT_FALSE(report.passed());
}

TEST_F(FourMen, NamesAWinThatIsNone) {
    const SolvedTable& t = table(moving(4, 4));
    const Address address = find(t, 0, 1234567);
    put(t, t.offset(address), 100);
    const VerifyReport report = verified(variant_, folder_.path());
    // A win as late as that turns no other position: its predecessors have other moves.
    EXPECT_EQ(report.wrong, 1u);
    ASSERT_TRUE(report.first_wrong.has_value());
    EXPECT_EQ(report.first_wrong->subspace, moving(4, 4));
    EXPECT_EQ(report.first_wrong->address, address);
    EXPECT_EQ(report.first_wrong->stored, 100);
    EXPECT_EQ(report.first_wrong->expected, 0);
    EXPECT_EQ(report.first_wrong->position, position_at(moving(4, 4), address));
    EXPECT_NE(report.first_wrong->describe().find("a win in 199"), std::string::npos);
}

// Every address counts, also those that only mirror another one.
TEST_F(FourMen, FindsEveryAddressOfASymmetricRow) {
    const SolvedTable& t = table(moving(4, 4));
    for (int n : {10, 20000}) {
        Address address = find(t, 0, n, true);
        while (is_canonical(t.subspace, address)) address = find(t, 0, ++n, true);
        put(t, t.offset(address), 7);
        const VerifyReport report = verified(variant_, folder_.path());
        EXPECT_GT(report.wrong, 0u);
    }
}

TEST_F(FourMen, FindsACensusThatIsOffByOne) {
    const SolvedTable& t = table(moving(4, 4));
    const Census right = census_of(t);
    for (int kind = 0; kind < 6; ++kind) {
        Census wrong = right;
        if (kind == 0) ++wrong.positions;
        if (kind == 1) ++wrong.plies.front().positions;  // losses in 0
        if (kind == 2) --wrong.plies[1].positions;       // wins in 1
        if (kind == 3) ++wrong.plies.back().example.rank;
        if (kind == 4) wrong.plies.pop_back();
        if (kind == 5) ++wrong.plies.front().example.rank;  // of a loss: any will do, but it must be one
        write(folder_.path(), variant_, t, wrong);
        const VerifyReport report = verified(variant_, folder_.path());
        EXPECT_EQ(report.wrong, 0u);
        ASSERT_EQ(report.wrong_census.size(), 1u) << kind;
        EXPECT_EQ(report.wrong_census[0].subspace, moving(4, 4));
        EXPECT_FALSE(report.passed());
    }
}

TEST_F(FourMen, SaysWhatIsMissingAndWhatFollows) {
    const Subspace gone = moving(3, 4);
    std::filesystem::remove(table_path(folder_.path(), {collection_of(variant_, gone), gone.counts()}));
    VerifyOptions options;
    options.moving_only = true;
    const auto report = verify_tables(variant_, folder_.path(), options);
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report->missing, std::vector<Subspace>{gone});
    EXPECT_EQ(report->subspaces, 1u);  // 3-3 stands alone
    EXPECT_EQ(report->unchecked.size(), 2u);
    EXPECT_TRUE(report->passed());

    const ScratchFolder empty;
    const auto nothing = verify_tables(variant_, empty.path(), options);
    ASSERT_FALSE(nothing.ok());
    EXPECT_EQ(nothing.error().code, ErrorCode::kMissing);
}

TEST_F(FourMen, StopsOnRequest) {
    const std::atomic<bool> stop = true;
    VerifyOptions options;
    options.stop = &stop;
    for (const std::uint64_t sample : {0, 1000}) {
        options.sample = sample;
        const auto report = verify_tables(variant_, folder_.path(), options);
        ASSERT_FALSE(report.ok());
        EXPECT_EQ(report.error().code, ErrorCode::kInterrupted);
    }
}

TEST_F(FourMen, ASampleIsRightOrFindsWhatIsWrongEverywhere) {
    const VerifyReport right = verified(variant_, folder_.path(), 5000);
    EXPECT_TRUE(right.passed());
    EXPECT_EQ(right.positions, 5000u);
    SolvedTable wrong = table(moving(4, 4));
    for (std::uint8_t& byte : wrong.wins) byte = 50;
    write(folder_.path(), variant_, wrong, census_of(table(moving(4, 4))));
    const VerifyReport report = verified(variant_, folder_.path(), 5000);
    EXPECT_GT(report.wrong, 2500u);
    EXPECT_EQ(report.first_wrong->stored, 50);
}

// Whole games with hands, from brute force: all positions of all layers.
class WholeGames : public testing::TestWithParam<const char*> {};

TEST_P(WholeGames, PassAndOneWrongByteIsFound) {
    const Variant variant = *parse_variant(GetParam());
    const auto game = BruteForce::solve(variant, {false, 2});
    ASSERT_TRUE(game.ok());
    const ScratchFolder folder;
    for (const Subspace& s : game->subspaces()) {
        const SolvedTable table = game->table(s);
        write(folder.path(), variant, table, census_of(table));
    }
    const VerifyReport right = verified(variant, folder.path());
    EXPECT_TRUE(right.passed()) << (right.first_wrong ? right.first_wrong->describe() : right.wrong_census[0].what);
    EXPECT_EQ(right.subspaces, game->subspaces().size());
    EXPECT_TRUE(verified(variant, folder.path(), 3000).passed());

    // One byte of a placing table, first made a win, then a win one move longer.
    for (const bool win : {false, true}) {
        const auto with_hands = std::find_if(game->subspaces().begin(), game->subspaces().end(), [](const Subspace& s) {
            return s.own_hand == 1 && s.own == 3 && s.other == 3;
        });
        if (with_hands == game->subspaces().end()) continue;
        SolvedTable table = game->table(*with_hands);
        const Census census = census_of(table);
        const auto byte =
            std::find_if(table.wins.begin(), table.wins.end(), [&](std::uint8_t b) { return (b != 0) == win; });
        ASSERT_NE(byte, table.wins.end());
        const auto before = *byte;
        ++*byte;
        write(folder.path(), variant, table, census);
        const VerifyReport report = verified(variant, folder.path());
        EXPECT_GT(report.wrong, 0u);
        EXPECT_FALSE(report.wrong_census.empty());
        *byte = before;
        write(folder.path(), variant, table, census);
    }

    // The same without depth.
    for (const Subspace& s : game->subspaces()) {
        SolvedTable table = game->table(s);
        for (std::uint8_t& b : table.wins) b = std::min<std::uint8_t>(b, 1);
        for (std::uint8_t& b : table.losses) b = std::min<std::uint8_t>(b, 1);
        Census census = census_of(table);
        census.with_depth = false;
        write(folder.path(), variant, table, census, ValueKind::kWdl);
    }
    const VerifyReport flat = verified(variant, folder.path());
    EXPECT_TRUE(flat.passed()) << (flat.first_wrong ? flat.first_wrong->describe() : flat.wrong_census[0].what);
    EXPECT_TRUE(verified(variant, folder.path(), 3000).passed());
}

INSTANTIATE_TEST_SUITE_P(Small, WholeGames,
                         testing::Values("nine-c1@3,3", "nine-p2@4,3", "lasker-p2@3,3", "morabaraba@3,3"));

}  // namespace
}  // namespace merels::verify
