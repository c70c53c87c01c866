// SPDX-License-Identifier: MIT
// Tablebase on solved tables against the textbook solver and brute force, which share no code with it.
#include <gtest/gtest.h>

#include <cctype>

#include "merels/tablebase.h"
#include "rules/rules.h"
#include "store/files/scratch_folder.h"
#include "verify/brute_force.h"
#include "verify/solved_table_writer.h"
#include "verify/textbook_solver.h"

namespace merels {
namespace {

class ProbeOracle : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        const verify::TextbookUnit units[] = {{4, 3}};
        solved_ = new verify::TextbookResult(*verify::solve_textbook(Board::kNine, AllInMills::kAnyMayBeTaken, units,
                                                                     {verify::Counting::kMoves, 2, {}}));
    }
    static void TearDownTestSuite() {
        delete solved_;
        solved_ = nullptr;
    }
    void write(const Subspace& s) {
        const verify::SolvedTable& table = *solved_->find(s);
        ASSERT_TRUE(verify::write_solved_table(folder_.path(), variant_, table, verify::census_of(table)));
    }
    Value right(const Position& position) const {
        if (const auto ended = final_value(variant_, position)) return *ended;
        return solved_->find(subspace_of(position))->value(address_of(position));
    }
    // Every so many-th position.
    template <class Body>
    static void for_each(const Subspace& s, std::uint32_t step, Body body) {
        const std::uint64_t size = std::uint64_t{row_count(s)} * row_size(s);
        for (std::uint64_t i = 0; i < size; i += step) {
            body(position_at(s,
                             {static_cast<ClassIndex>(i / row_size(s)), static_cast<std::uint32_t>(i % row_size(s))}));
        }
    }

    static verify::TextbookResult* solved_;
    Variant variant_ = *parse_variant("nine-c1");
    ScratchFolder folder_;
};
verify::TextbookResult* ProbeOracle::solved_ = nullptr;

TEST_F(ProbeOracle, PositionsAndTurns) {
    for (const Subspace s : {Subspace{3, 3, 0, 0}, Subspace{4, 3, 0, 0}, Subspace{3, 4, 0, 0}}) write(s);
    const Tablebase tables = *Tablebase::open(folder_.path());
    for (const Subspace s : {Subspace{3, 3, 0, 0}, Subspace{4, 3, 0, 0}, Subspace{3, 4, 0, 0}}) {
        for_each(s, 397, [&](const Position& position) {
            const PositionValue value = tables.analyse(variant_, position);
            ASSERT_EQ(value.value, right(position)) << format_position(position);
            ASSERT_EQ(*tables.value(variant_, position), value.value);
            ASSERT_EQ(tables.analyse(variant_, position, false).value, value.value);
            ASSERT_FALSE(value.trouble);
            for (const TurnValue& turn : value.turns) {
                ASSERT_EQ(turn.value, before_turn(right(turn.after))) << format_position(turn.after);
            }
            if (!value.turns.empty()) ASSERT_EQ(value.turns.front().value, value.value) << format_position(position);
        });
    }
}

TEST_F(ProbeOracle, ManyPositionsAtOnce) {
    std::vector<Position> positions;
    for (const Subspace s : {Subspace{3, 3, 0, 0}, Subspace{4, 3, 0, 0}, Subspace{3, 4, 0, 0}}) {
        write(s);
        for_each(s, s.own == s.other ? 1 : 3, [&](const Position& position) {
            positions.push_back(position);
            if (positions.size() % 2 == 0) {  // the same for Black
                std::swap(positions.back().men[0], positions.back().men[1]);
                positions.back().to_move = Side::kBlack;
            }
        });
    }
    const Tablebase tables = *Tablebase::open(folder_.path());
    std::vector<Value> values(positions.size());
    const auto unknown = tables.values(variant_, positions, values, 2);
    EXPECT_EQ(unknown.positions, 0u);
    EXPECT_FALSE(unknown.why);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        ASSERT_EQ(values[i], right(positions[i])) << format_position(positions[i]);
    }
    // In an order in which nothing stands together.
    std::vector<Position> mixed;
    for (std::size_t i = 0; i < positions.size(); i += 101) mixed.push_back(positions[(i * 7919) % positions.size()]);
    values.resize(mixed.size());
    EXPECT_EQ(tables.values(variant_, mixed, values).positions, 0u);
    for (std::size_t i = 0; i < mixed.size(); ++i) ASSERT_EQ(values[i], right(mixed[i])) << format_position(mixed[i]);
}

TEST_F(ProbeOracle, NeverWrongWhereTablesAreMissing) {
    write({3, 3, 0, 0});
    write({3, 4, 0, 0});
    const Tablebase tables = *Tablebase::open(folder_.path());
    int known = 0;
    for_each({4, 3, 0, 0}, 997, [&](const Position& position) {
        const PositionValue value = tables.analyse(variant_, position);
        for (const TurnValue& turn : value.turns) {
            if (turn.value.wdl == Wdl::kUnknown) continue;
            ASSERT_EQ(turn.value, before_turn(right(turn.after))) << format_position(turn.after);
        }
        if (value.value.wdl == Wdl::kUnknown) return;
        ++known;
        ASSERT_EQ(value.value.wdl, right(position).wdl) << format_position(position);
        if (value.value.dtw != kNoPly) ASSERT_EQ(value.value, right(position)) << format_position(position);
    });
    EXPECT_GT(known, 0);
}

// Games with men in hand, in which turns of one position lead into several tables: placings, moves, takings of one man
// and of two.
class ProbeOracleOfGames : public testing::TestWithParam<const char*> {};

TEST_P(ProbeOracleOfGames, ManyOneByOneAndTurns) {
    const Variant variant = *parse_variant(GetParam());
    const auto game = verify::BruteForce::solve(variant, {.threads = 2});
    ASSERT_TRUE(game.ok());
    for (const ValueKind kind : {ValueKind::kDtw, ValueKind::kWdl}) {
        const bool deep = kind == ValueKind::kDtw;
        const ScratchFolder folder;
        std::vector<Position> positions;
        for (const Subspace& s : game->subspaces()) {
            verify::SolvedTable table = game->table(s);
            if (!deep) {
                for (std::uint8_t& win : table.wins) win = win != 0 ? 1 : 0;
            }
            ASSERT_TRUE(verify::write_solved_table(folder.path(), variant, table, verify::census_of(table), kind));
            const std::uint64_t size = std::uint64_t{row_count(s)} * row_size(s);
            for (std::uint64_t i = 0; i < size; i += size / 150 + 1) {
                positions.push_back(position_at(
                    s, {static_cast<ClassIndex>(i / row_size(s)), static_cast<std::uint32_t>(i % row_size(s))}));
            }
        }
        const auto expect = [&](const Value& found, const Value& right, const Position& position) {
            ASSERT_EQ(found.wdl, right.wdl) << format_position(position);
            if (deep || found.dtw != kNoPly) ASSERT_EQ(found.dtw, right.dtw) << format_position(position);
        };
        const Tablebase tables = *Tablebase::open(folder.path());
        std::vector<Value> values(positions.size());
        ASSERT_EQ(tables.values(variant, positions, values).positions, 0u);
        std::array<int, 3> results{};
        int repetitions = 0;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const Position& position = positions[i];
            const Value right = game->value(position);
            ++results[static_cast<std::size_t>(right.wdl)];
            expect(values[i], right, position);
            ASSERT_EQ(*tables.value(variant, position), values[i]) << format_position(position);
            const PositionValue alone = tables.analyse(variant, position, false);
            ASSERT_EQ(alone.value, values[i]) << format_position(position);
            ASSERT_TRUE(alone.turns.empty());
            const PositionValue all = tables.analyse(variant, position);
            expect(all.value, right, position);
            ASSERT_FALSE(all.trouble) << all.trouble->message;
            ASSERT_EQ(all.basis, alone.basis) << format_position(position);
            ASSERT_EQ(all.end, game_end(variant, position));
            ASSERT_EQ(static_cast<std::int64_t>(all.turns.size()), count_turns(variant, position));
            if (deep && i % 40 == 0) {
                LineWalk line(tables, variant, position, 300);
                Ply plies = 0;
                while (line.next()) ++plies;
                const bool drawn = right.wdl == Wdl::kDraw;
                ASSERT_EQ(line.end() == LineEnd::kOver, !drawn) << format_position(position);
                ASSERT_NE(line.end(), LineEnd::kUnknown) << format_position(position);
                if (!drawn) ASSERT_EQ(plies, right.dtw) << format_position(position);
                repetitions += line.end() == LineEnd::kRepetition ? 1 : 0;
            }
            for (std::size_t n = 0; n < all.turns.size(); ++n) {
                const TurnValue& turn = all.turns[n];
                expect(turn.value, before_turn(game->value(turn.after)), turn.after);
                if (n > 0) ASSERT_FALSE(better(turn.value, all.turns[n - 1].value)) << format_position(position);
                ASSERT_EQ(all.is_best(turn), turn.value == all.turns.front().value) << format_position(position);
            }
        }
        EXPECT_GT(results[2], 50);
        if (variant.board != Board::kNine) continue;  // on the other one whoever is to move wins nearly always
        EXPECT_TRUE(results[0] > 50 && results[1] > 50);
        EXPECT_EQ(repetitions > 0, deep);
    }
}

INSTANTIATE_TEST_SUITE_P(Starts, ProbeOracleOfGames,
                         testing::Values("lasker-c1@4,3", "nine-p2@3,4", "nine-c2@4,3", "morabaraba-fbd@3,3"),
                         [](const auto& info) {
                             std::string name = info.param;
                             for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                             return name;
                         });

}  // namespace
}  // namespace merels
