// SPDX-License-Identifier: MIT
// Tablebase::ultra and the ultra-strong values of turns against the oracle from the definition, on tables of both kinds
// of sets: of draws one by one, of turns in rows.
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>

#include "merels/tablebase.h"
#include "solved_start.h"
#include "store/files/scratch_folder.h"
#include "verify/ultra_table_writer.h"

namespace merels {
namespace {

struct Case {
    const char* start;
    const char* heuristic;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.start << " " << c.heuristic; }

void write_tables(const std::filesystem::path& folder, const Variant& variant, const SubspaceValues& values,
                  const verify::UltraBruteForce& oracle) {
    for (const Subspace& s : oracle.subspaces()) {
        for (const bool computer_moves : {true, false}) {
            if (!computer_moves && values.antisymmetric()) continue;
            const verify::UltraEntries entries = verify::entries_of(oracle, s, computer_moves);
            const UltraCodes codes = verify::codes_of(values, s, entries, computer_moves);
            const Status written = verify::write_ultra_table(folder, variant, values, codes, entries, computer_moves);
            ASSERT_TRUE(written.ok()) << written.error().message;
        }
    }
}

Position with_colours_swapped(Position p) {
    std::swap(p.men[0], p.men[1]);
    std::swap(p.hand[0], p.hand[1]);
    p.to_move = opponent(p.to_move);
    return p;
}

class UltraProbe : public testing::TestWithParam<Case> {
  protected:
    void draws_and_their_turns() const;
    void what_is_missing_or_does_not_fit() const;
    void SetUp() override {
        const SolvedStart strong(variant_, folder_.path());
        auto values = strong.values(GetParam().heuristic);
        ASSERT_TRUE(values.ok()) << values.error().message;
        values_ = std::make_unique<SubspaceValues>(*std::move(values));
        auto oracle = verify::UltraBruteForce::solve(variant_, *values_, {.threads = hardware_threads()});
        ASSERT_TRUE(oracle.ok()) << oracle.error().message;
        oracle_ = std::make_unique<verify::UltraBruteForce>(*std::move(oracle));
        write_tables(folder_.path(), variant_, *values_, *oracle_);
    }
    // What the oracle says of a position, who is the computer or not.
    std::optional<Ultra> right(const Position& position, Side computer) const {
        const bool computer_moves = values_->antisymmetric() || position.to_move == computer;
        const Subspace s = subspace_of(position);
        const auto seen = oracle_->seen(s, address_of(position), computer_moves);
        if (!seen) return std::nullopt;
        const int own = values_->value(s, computer_moves), away = seen->value - own;
        const int stay = away > 0 ? -seen->depth.value() : away < 0 ? seen->depth.value() : 0;
        return Ultra{seen->value, seen->depth, stay, values_->ends_in(seen->value, computer_moves)};
    }
    static void expect_equal(const std::optional<Ultra>& found, const std::optional<Ultra>& right, const Position& at) {
        ASSERT_EQ(found.has_value(), right.has_value()) << format_position(at);
        if (!found) return;
        ASSERT_EQ(found->value, right->value) << format_position(at);
        ASSERT_EQ(found->depth, right->depth) << format_position(at);
        ASSERT_EQ(found->stay, right->stay) << format_position(at);
        ASSERT_EQ(found->ends_in, right->ends_in) << format_position(at);
    }
    std::string collection() const { return ultra_collection(variant_, GetParam().heuristic, true); }

    Variant variant_ = *parse_variant(GetParam().start);
    ScratchFolder folder_;
    std::unique_ptr<SubspaceValues> values_;
    std::unique_ptr<verify::UltraBruteForce> oracle_;
};

void UltraProbe::draws_and_their_turns() const {
    const Tablebase tables = *Tablebase::open(folder_.path());
    ASSERT_EQ(tables.ultra_sets(variant_), std::vector<std::string>{GetParam().heuristic});
    std::size_t draws = 0, turns = 0;
    for (const Subspace& s : oracle_->subspaces()) {
        const std::uint64_t size = std::uint64_t{row_count(s)} * row_size(s);
        for (std::uint64_t i = 0; i < size; i += size / 60 + 1) {
            Position position =
                position_at(s, {static_cast<ClassIndex>(i / row_size(s)), static_cast<std::uint32_t>(i % row_size(s))});
            if (i % 2 == 1) position = with_colours_swapped(position);
            for (const Side computer : {Side::kWhite, Side::kBlack}) {
                const auto expected = right(position, computer);
                const UltraChoice choice{.values = i % 3 == 0 ? GetParam().heuristic : "", .computer = computer};
                const PositionValue all = tables.analyse(variant_, position, true, choice);
                ASSERT_EQ(all.value.wdl == Wdl::kDraw, expected.has_value()) << format_position(position);
                expect_equal(all.ultra, expected, position);
                ASSERT_FALSE(all.trouble) << all.trouble->message;
                if (!expected) continue;
                ++draws;
                expect_equal(*tables.ultra(variant_, position, choice), expected, position);
                expect_equal(tables.analyse(variant_, position, false, choice).ultra, expected, position);
                ASSERT_EQ(all.turns.front().ultra->value, -expected->value) << format_position(position);
                for (std::size_t n = 0; n < all.turns.size(); ++n) {
                    const TurnValue& turn = all.turns[n];
                    const bool drawn = turn.value.wdl == Wdl::kDraw;
                    expect_equal(turn.ultra, drawn ? right(turn.after, computer) : std::nullopt, turn.after);
                    if (!drawn) break;  // losses from here on
                    ++turns;
                    if (n == 0) continue;
                    const Ultra& before = *all.turns[n - 1].ultra;  // lower is better: it stands for the opponent
                    ASSERT_LE(std::pair(before.value, before.stay), std::pair(turn.ultra->value, turn.ultra->stay));
                }
            }
        }
    }
    EXPECT_GT(draws, 500u);
    EXPECT_GT(turns, 2000u);
    // The line follows turns of equal value only, and names the others.
    const Position start = position_at(oracle_->subspaces().back(), {0, 0});
    LineWalk line(tables, variant_, start, 5);
    while (const auto ply = line.next()) {
        for (const TurnValue& other : ply->equally_good) {
            ASSERT_EQ(other.value, ply->best.value);
            ASSERT_EQ(other.ultra.has_value(), ply->best.ultra.has_value());
            if (other.ultra) ASSERT_EQ(other.ultra->value, ply->best.ultra->value);
            if (other.ultra) ASSERT_EQ(other.ultra->stay, ply->best.ultra->stay);
        }
    }
}

void UltraProbe::what_is_missing_or_does_not_fit() const {
    const Tablebase tables = *Tablebase::open(folder_.path());
    Position drawn;
    for (const Subspace& s : oracle_->subspaces()) {
        for (std::uint32_t rank = 0; rank < row_size(s) && drawn == Position{}; ++rank) {
            if (right(position_at(s, {0, rank}), Side::kWhite)) drawn = position_at(s, {0, rank});
        }
    }
    ASSERT_NE(drawn, Position{});
    EXPECT_TRUE(tables.ultra(variant_, drawn));
    EXPECT_EQ(tables.ultra(variant_, drawn, {.values = "other"}).error().code, ErrorCode::kMissing);
    EXPECT_EQ(tables.ultra(*parse_variant("nine-c1"), drawn).error().code, ErrorCode::kMissing);
    EXPECT_TRUE(tables.ultra_sets(*parse_variant("nine-c1")).empty());
    EXPECT_FALSE(tables.analyse(variant_, drawn, true, {.wanted = false}).ultra);

    // A table less: no value, and no trouble.
    const auto of_drawn = folder_.path() / collection() / (format_subspace(subspace_of(drawn)) + ".mrl");
    const auto aside = folder_.path() / "aside";
    std::filesystem::rename(of_drawn, aside);
    const Tablebase without = *Tablebase::open(folder_.path());
    EXPECT_EQ(without.ultra(variant_, drawn).error().code, ErrorCode::kMissing);
    EXPECT_FALSE(without.analyse(variant_, drawn).ultra);
    EXPECT_FALSE(without.analyse(variant_, drawn).trouble);
    std::filesystem::rename(aside, of_drawn);

    // Values that the tables were not made with, and a file that is none.
    const auto path = folder_.path() / collection() / kSubspaceValuesFile;
    std::string text = values_->encode();
    const std::string win = "\"win\":" + std::to_string(values_->win());
    ASSERT_NE(text.find(win), std::string::npos);
    std::ofstream(path) << text.replace(text.find(win), win.size(), "\"win\":" + std::to_string(values_->win() + 1));
    EXPECT_EQ(Tablebase::open(folder_.path())->ultra(variant_, drawn).error().code, ErrorCode::kWrongVariant);
    std::ofstream(path) << "{";
    EXPECT_EQ(Tablebase::open(folder_.path())->ultra(variant_, drawn).error().code, ErrorCode::kCorrupt);
    std::ofstream(path) << values_->encode();
    EXPECT_TRUE(Tablebase::open(folder_.path())->ultra(variant_, drawn));
}

// One after the other: the oracle takes longer than both.
TEST_P(UltraProbe, SaysWhatTheOracleSays) {
    draws_and_their_turns();
    if (!HasFatalFailure()) what_is_missing_or_does_not_fit();
}

INSTANTIATE_TEST_SUITE_P(Starts, UltraProbe,
                         testing::Values(Case{"nine-c1@4,3", "ratio"}, Case{"nine-c1@4,3", "split"}),
                         [](const auto& info) {
                             std::string name = std::string(info.param.start) + "_" + info.param.heuristic;
                             for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                             return name;
                         });

// More than 256 different entries, as only larger games have: two bytes a position, up to the last row of the table.
TEST(UltraProbePlanes, TwoBytesMakeAnEntry) {
    const Variant variant = *parse_variant("nine-c1@4,3");
    const auto values = stone_values(variant);
    const ScratchFolder folder;
    const Subspace s{3, 3, 0, 0};
    verify::UltraEntries entries(std::size_t{row_count(s)} * row_size(s));
    for (std::size_t n = 0; n < entries.size(); ++n) entries[n] = UltraEntry{1, static_cast<int>(1 + n % 300)};
    const UltraCodes codes = verify::codes_of(*values, s, entries);
    ASSERT_EQ(codes.planes(), 2);
    ASSERT_TRUE(verify::write_ultra_table(folder.path(), variant, *values, codes, entries).ok());
    const Tablebase tables = *Tablebase::open(folder.path());
    for (std::size_t n = entries.size() - 1; n >= 997; n -= 997) {
        const Position position =
            position_at(s, {static_cast<ClassIndex>(n / row_size(s)), static_cast<std::uint32_t>(n % row_size(s))});
        const Address at = address_of(position);
        const auto found = tables.ultra(variant, position);
        ASSERT_TRUE(found.ok()) << found.error().message;
        ASSERT_EQ(found->value, 1) << format_position(position);
        ASSERT_EQ(found->depth, entries[std::size_t{at.row} * row_size(s) + at.rank]->depth)
            << format_position(position);
    }
}

// The sets that are preferred stand first, the others by name.
TEST(UltraProbeSets, PreferredOnesStandFirst) {
    const Variant variant = *parse_variant("nine-c1@3,3");
    const ScratchFolder folder;
    const Subspace s{3, 3, 0, 0};
    for (const char* name : {"stones", "zebra", "ratio", "ant", "split", "published"}) {
        const auto values = SubspaceValues::make(variant, name, 4, false, stone_values(variant)->entries());
        ASSERT_TRUE(values.ok());
        const verify::UltraEntries entries(std::size_t{row_count(s)} * row_size(s));  // no draws
        const UltraCodes codes = verify::codes_of(*values, s, entries);
        ASSERT_TRUE(verify::write_ultra_table(folder.path(), variant, *values, codes, entries).ok());
    }
    const Tablebase tables = *Tablebase::open(folder.path());
    EXPECT_EQ(tables.ultra_sets(variant),
              (std::vector<std::string>{"published", "ratio", "stones", "split", "ant", "zebra"}));
}

}  // namespace
}  // namespace merels
