// SPDX-License-Identifier: MIT
// Tablebase::analyse on solved tables against the textbook solver, which shares no code with it.
#include <gtest/gtest.h>

#include "merels/tablebase.h"
#include "rules/rules.h"
#include "store/files/scratch_folder.h"
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

}  // namespace
}  // namespace merels
