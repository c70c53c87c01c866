// SPDX-License-Identifier: MIT
// Made-up tables of three against three, in which the positions that a test looks at have the values that it wants.
// (tests/probe_oracle_test.cpp looks at real ones.)
#include "merels/tablebase.h"

#include <gtest/gtest.h>

#include <thread>

#include "index/collection.h"
#include "index/subspace.h"
#include "rules/rules.h"
#include "store/database/manifest.h"
#include "store/files/scratch_folder.h"

namespace merels {
namespace {

class TablebaseTest : public testing::Test {
  protected:
    TablebaseTest() : bytes_(std::size_t{row_count(kThree)} * row_size(kThree)) {}

    void put(const Position& position, std::uint8_t byte) {
        // A row with symmetries of its own has several entries for one position.
        for (int s = 0; s < kSymmetries; ++s) {
            const Address at = address_of(map_position(static_cast<Symmetry>(s), position));
            bytes_[std::size_t{at.row} * row_size(kThree) + at.rank] = byte;
        }
    }
    WrittenTable write(ValueKind kind = ValueKind::kDtw) {
        spec_.kind = kind;
        const auto source = [this](std::uint32_t row, std::span<std::uint8_t> out) {
            std::copy_n(bytes_.begin() + std::ptrdiff_t{row} * row_size(kThree), out.size(), out.begin());
        };
        return *write_table(folder_.path(), spec_, source, 1);
    }
    void list(const WrittenTable& written) {
        ASSERT_TRUE(add_to_manifest(folder_.path(), spec_.id.collection, rules_of(variant_, kThree),
                                    manifest_entry(spec_, written)));
    }
    std::vector<Position> after(const Position& position) const {
        TurnList turns;
        legal_turns(variant_, position, turns);
        std::vector<Position> result;
        for (const Turn& turn : turns) result.push_back(apply(position, turn));
        return result;
    }
    // Lost in `plies`: all that follows is won by the opponent.
    void put_lost(const Position& position, int plies) {
        for (const Position& next : after(position)) put(next, static_cast<std::uint8_t>(plies / 2));
    }

    static constexpr Subspace kThree{3, 3, 0, 0};
    Variant variant_ = *parse_variant("nine-c1");
    // Nobody can close a mill with the next turn.
    Position position_ = *parse_position(variant_, "O****@**/**@*****/*O**O**@ w 0 0");
    TableSpec spec_{{"nine-capture", kThree.counts()}, ValueKind::kDtw, row_count(kThree), row_size(kThree), "{}"};
    std::vector<std::uint8_t> bytes_;
    ScratchFolder folder_;
};

TEST_F(TablebaseTest, WithoutTablesEverythingIsUnknown) {
    const Tablebase tables = *Tablebase::open(folder_.path());
    const PositionValue value = tables.analyse(variant_, position_);
    EXPECT_EQ(value.value, Value::unknown());
    EXPECT_EQ(value.basis, Basis::kNone);
    ASSERT_TRUE(value.trouble);
    EXPECT_EQ(value.trouble->code, ErrorCode::kMissing);
    EXPECT_EQ(value.counts()[Wdl::kUnknown], static_cast<int>(value.turns.size()));
    EXPECT_FALSE(value.is_best(value.turns.front()));
    EXPECT_EQ(tables.value(variant_, position_).error().code, ErrorCode::kMissing);
    EXPECT_EQ(Tablebase::open(folder_.path() / "nowhere").error().code, ErrorCode::kMissing);
}

TEST_F(TablebaseTest, AnUnlistedTableDoesNotCount) {
    write();
    const Tablebase tables = *Tablebase::open(folder_.path());
    EXPECT_EQ(tables.analyse(variant_, position_).value, Value::unknown());
}

TEST_F(TablebaseTest, FinalPositionsNeedNoTable) {
    const Tablebase tables = *Tablebase::open(folder_.path());
    const Position few = *parse_position(variant_, "OO******/@@@*****/******** w 0 0");
    const PositionValue value = tables.analyse(variant_, few);
    EXPECT_EQ(value.value, Value::loss(0));
    EXPECT_EQ(value.end, GameEnd::kFewMen);
    EXPECT_EQ(value.basis, Basis::kDtw);
    EXPECT_TRUE(value.turns.empty());
}

TEST_F(TablebaseTest, AWinHasItsDepthAndItsTurn) {
    const Position lost = after(position_)[7];
    put(position_, 5);
    put_lost(lost, 8);
    list(write());
    const Tablebase tables = *Tablebase::open(folder_.path());
    const PositionValue value = tables.analyse(variant_, position_);
    EXPECT_EQ(value.value, Value::win(9));
    EXPECT_EQ(value.basis, Basis::kDtw);
    EXPECT_FALSE(value.trouble) << value.trouble->message;
    EXPECT_EQ(value.turns.front().after, lost);
    EXPECT_EQ(value.turns.front().value, Value::win(9));
    EXPECT_TRUE(value.is_best(value.turns.front()));
    EXPECT_FALSE(value.is_best(value.turns[1]));
    EXPECT_EQ(value.counts()[Wdl::kWin], 1);
    EXPECT_EQ(value.counts()[Wdl::kUnknown], 0);
    for (const TurnValue& turn : value.turns) {
        EXPECT_EQ(turn.value, before_turn(*tables.value(variant_, turn.after))) << format_turn(turn.turn);
    }
    EXPECT_EQ(*tables.value(variant_, position_), Value::win(9));
    EXPECT_EQ(tables.analyse(variant_, position_, false).value, Value::win(9));
    EXPECT_TRUE(tables.analyse(variant_, position_, false).turns.empty());
}

TEST_F(TablebaseTest, ALossIsOnePlyMoreThanTheLongestWin) {
    put_lost(position_, 6);
    put(after(position_)[3], 9);
    list(write());
    const Tablebase tables = *Tablebase::open(folder_.path());
    const PositionValue value = tables.analyse(variant_, position_);
    EXPECT_EQ(value.value, Value::loss(18));
    EXPECT_EQ(*tables.value(variant_, position_), Value::loss(18));
    EXPECT_EQ(value.turns.front().value, Value::loss(18));  // the longest first
    EXPECT_EQ(value.turns.back().value, Value::loss(6));
}

TEST_F(TablebaseTest, ADrawAndItsLine) {
    list(write());
    const Tablebase tables = *Tablebase::open(folder_.path());
    const PositionValue value = tables.analyse(variant_, position_);
    EXPECT_EQ(value.value, Value::draw());
    EXPECT_EQ(value.counts()[Wdl::kDraw], static_cast<int>(value.turns.size()));
    LineWalk line(tables, variant_, position_, 3);
    int plies = 0;
    while (line.next()) ++plies;
    EXPECT_EQ(plies, 3);
    EXPECT_EQ(line.end(), LineEnd::kLimit);
}

TEST_F(TablebaseTest, ALineNamesTheTurnsThatAreAsGood) {
    list(write());
    const Tablebase drawn = *Tablebase::open(folder_.path());
    LineWalk draws(drawn, variant_, position_, 1);
    const std::size_t turns = draws.start().turns.size();
    const auto first = draws.next();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->equally_good.size(), turns - 1);
    for (const TurnValue& other : first->equally_good) EXPECT_NE(other.turn, first->best.turn);
    EXPECT_FALSE(draws.next());

    // Two turns win in 9, one in 11.
    for (const auto& [turn, plies] : {std::pair(5, 10), std::pair(3, 8), std::pair(7, 8)}) {
        put_lost(after(position_)[static_cast<std::size_t>(turn)], plies);
    }
    put(position_, 5);
    list(write());
    const Tablebase tables = *Tablebase::open(folder_.path());
    LineWalk wins(tables, variant_, position_);
    const auto best = wins.next();
    ASSERT_TRUE(best);
    ASSERT_EQ(best->equally_good.size(), 1u);
    EXPECT_EQ(best->equally_good[0].value, Value::win(9));
    EXPECT_EQ(best->best.value, Value::win(9));
}

TEST_F(TablebaseTest, WhyALineEnds) {
    const auto end_of = [&](const Position& from, int most) {
        const Tablebase tables = *Tablebase::open(folder_.path());
        LineWalk line(tables, variant_, from, most);
        int plies = 0;
        while (line.next()) ++plies;
        return std::pair(line.end(), plies);
    };
    EXPECT_EQ(end_of(position_, 9), std::pair(LineEnd::kUnknown, 0));
    const Position few = *parse_position(variant_, "OO******/@@@*****/******** w 0 0");
    EXPECT_EQ(end_of(few, 9), std::pair(LineEnd::kOver, 0));
    list(write());
    EXPECT_EQ(end_of(position_, 0), std::pair(LineEnd::kLimit, 0));
    EXPECT_EQ(end_of(position_, 1), std::pair(LineEnd::kLimit, 1));
    const auto [end, plies] = end_of(position_, 1000);
    EXPECT_EQ(end, LineEnd::kUnknown);  // a mill that the table does not know
    EXPECT_GT(plies, 1);
    EXPECT_LT(plies, 1000);
}

TEST_F(TablebaseTest, WhyAGameIsOver) {
    const auto end_of = [](const char* game, const char* text) {
        const Variant variant = *parse_variant(game);
        return game_end(variant, *parse_position(variant, text));
    };
    EXPECT_EQ(end_of("nine-c1", "OO******/@@@*****/******** w 0 0"), GameEnd::kFewMen);
    EXPECT_EQ(end_of("nine-c1", "OO******/@@@*****/******** b 0 0"), GameEnd::kFewMen);
    EXPECT_EQ(end_of("nine-c1", "OO******/@@@*****/******** w 1 0"), GameEnd::kNotOver);
    EXPECT_EQ(end_of("nine-c1", "OO******/@@@*****/***O**** w 0 0"), GameEnd::kNotOver);
    EXPECT_EQ(end_of("nine-c1", "********/@*@*@*@*/@O@O@O@O w 0 0"), GameEnd::kBlocked);
    EXPECT_EQ(end_of("nine-c1", "********/@*@*@*@*/@O@O@O@O w 1 0"), GameEnd::kNotOver);
    EXPECT_EQ(end_of("lasker-c1", "********/@*@*@*@*/@O@O@O@O b 0 0"), GameEnd::kNotOver);
    const std::string full = "O@O@O@O@/O@O@O@O@/O@O@O@O@ w 0 0";
    EXPECT_EQ(end_of("morabaraba", full.c_str()), GameEnd::kFullBoard);
    EXPECT_EQ(end_of("morabaraba-fbd", full.c_str()), GameEnd::kFullBoard);
}

TEST_F(TablebaseTest, TheBestTurnHasTheValueOfThePosition) {
    PositionValue value;
    EXPECT_FALSE(value.is_best({}));
    const TurnValue quick{{}, {}, Value::win(5)}, slow{{}, {}, Value::win(7)}, draw{{}, {}, Value::draw()};
    value.value = Value::win(5);
    EXPECT_FALSE(value.is_best(quick));  // no turns at all
    value.turns = {quick, slow, draw};
    EXPECT_TRUE(value.is_best(quick));
    EXPECT_FALSE(value.is_best(slow));
    EXPECT_FALSE(value.is_best(draw));
    value.value = Value::win(3);  // the turn that wins in 3 is not known
    EXPECT_FALSE(value.is_best(quick));
    value.value = {Wdl::kWin, kNoPly};
    EXPECT_TRUE(value.is_best(quick));
    value.value = Value::draw();
    EXPECT_FALSE(value.is_best(quick));
    value.value = Value::unknown();
    EXPECT_FALSE(value.is_best(quick));
}

TEST_F(TablebaseTest, ResultsWithoutDepth) {
    put(position_, 1);
    list(write(ValueKind::kWdl));
    const PositionValue value = Tablebase::open(folder_.path())->analyse(variant_, position_);
    EXPECT_EQ(value.value, (Value{Wdl::kWin, kNoPly}));
    EXPECT_EQ(value.basis, Basis::kWdl);
}

TEST_F(TablebaseTest, ADrawStandsOnWhatItsTableHolds) {
    for (const auto& [kind, basis] : {std::pair{ValueKind::kWdl, Basis::kWdl}, {ValueKind::kDtw, Basis::kDtw}}) {
        list(write(kind));
        const Tablebase tables = *Tablebase::open(folder_.path());
        for (const bool with_turns : {false, true}) {
            const PositionValue value = tables.analyse(variant_, position_, with_turns);
            EXPECT_EQ(value.value, Value::draw());
            EXPECT_EQ(value.basis, basis) << with_turns;
        }
    }
}

// The last man is placed: the position's own table is missing, those of its turns are there.
TEST_F(TablebaseTest, WhatTheTurnsTellStandsOnTheirTables) {
    const Position last = *parse_position(variant_, "O****@**/**@*****/****O**@ w 1 0");
    list(write());
    const PositionValue drawn = Tablebase::open(folder_.path())->analyse(variant_, last);
    EXPECT_EQ(drawn.value, Value::draw());
    EXPECT_EQ(drawn.basis, Basis::kDtw);
    EXPECT_FALSE(drawn.trouble) << drawn.trouble->message;  // that the own table is missing does not matter
    put_lost(last, 4);
    list(write());
    const PositionValue deep = Tablebase::open(folder_.path())->analyse(variant_, last);
    EXPECT_EQ(deep.value, Value::loss(4));
    EXPECT_EQ(deep.basis, Basis::kDtw);
    for (const Position& next : after(last)) put(next, 1);
    list(write(ValueKind::kWdl));
    const PositionValue shallow = Tablebase::open(folder_.path())->analyse(variant_, last);
    EXPECT_EQ(shallow.value, (Value{Wdl::kLoss, kNoPly}));
    EXPECT_EQ(shallow.basis, Basis::kWdl);
}

TEST_F(TablebaseTest, ALossAloneStandsOnTheTablesOfItsTurns) {
    put_lost(position_, 4);
    list(write());
    const PositionValue deep = Tablebase::open(folder_.path())->analyse(variant_, position_, false);
    EXPECT_EQ(deep.value, Value::loss(4));
    EXPECT_EQ(deep.basis, Basis::kDtw);
    for (const Position& next : after(position_)) put(next, 1);
    list(write(ValueKind::kWdl));
    const PositionValue shallow = Tablebase::open(folder_.path())->analyse(variant_, position_, false);
    EXPECT_EQ(shallow.value, (Value{Wdl::kLoss, kNoPly}));
    EXPECT_EQ(shallow.basis, Basis::kWdl);
}

TEST_F(TablebaseTest, ATableThatForgetsAWinIsDamaged) {
    const Position mill = *parse_position(variant_, "OO******/**@*****/*@*O***@ w 0 0");  // one move closes it
    list(write());
    const Tablebase tables = *Tablebase::open(folder_.path());
    const PositionValue value = tables.analyse(variant_, mill);
    EXPECT_EQ(value.value, Value::unknown());
    ASSERT_TRUE(value.trouble);
    EXPECT_EQ(value.trouble->code, ErrorCode::kCorrupt);
}

// Four against three, whose table is missing, as are those of its quiet turns.
TEST_F(TablebaseTest, WhatFollowsFromTheTurnsWhereTheOwnTableIsMissing) {
    list(write());
    const Tablebase tables = *Tablebase::open(folder_.path());
    const Position quiet = *parse_position(variant_, "OO******/**@*****/*@*O*O*@ w 0 0");
    const PositionValue unknown = tables.analyse(variant_, quiet);
    EXPECT_EQ(unknown.value, Value::unknown());
    EXPECT_EQ(unknown.basis, Basis::kNone);
    ASSERT_TRUE(unknown.trouble);
    EXPECT_EQ(unknown.trouble->code, ErrorCode::kMissing);
    EXPECT_EQ(unknown.damaged_reads, 0);
    // A mill against three men wins at once: nothing that is unknown is faster.
    const Position mill = *parse_position(variant_, "OO****O*/**@*****/*@***O*@ w 0 0");
    const PositionValue won = tables.analyse(variant_, mill);
    EXPECT_EQ(won.value, Value::win(1));
    EXPECT_EQ(won.basis, Basis::kDtw);
    EXPECT_TRUE(won.is_best(won.turns.front()));
    EXPECT_GT(won.counts()[Wdl::kUnknown], 0);
    EXPECT_EQ(tables.analyse(variant_, mill, false).value, Value::win(1));
}

// Three against four: quiet turns lead to a table that is missing, takings into the one that is there.
TEST_F(TablebaseTest, AWinByATurnMayNotBeTheFastest) {
    const Position mill = *parse_position(variant_, "OO******/**@*****/*@*O@**@ w 0 0");
    for (const Position& next : after(mill)) {
        if (subspace_of(next) == kThree) put_lost(next, 4);
    }
    list(write());
    const PositionValue value = Tablebase::open(folder_.path())->analyse(variant_, mill);
    EXPECT_EQ(value.turns.front().value, Value::win(5));
    EXPECT_GT(value.counts()[Wdl::kUnknown], 0);
    EXPECT_EQ(value.value, (Value{Wdl::kWin, kNoPly}));
    EXPECT_EQ(value.basis, Basis::kWdl);
    EXPECT_TRUE(value.is_best(value.turns.front()));
}

// Values that contradict each other and tables that are not there: many at once say what one by one does.
TEST_F(TablebaseTest, ManyAtOnceSayTheSameAsOneByOne) {
    std::uint32_t random = 1;
    for (std::uint8_t& byte : bytes_) {
        random = random * 1664525 + 1013904223;
        byte = random >> 26 == 0 ? 0 : static_cast<std::uint8_t>(1 + (random >> 8 & 31));
    }
    for (const ValueKind kind : {ValueKind::kDtw, ValueKind::kWdl}) {
        if (kind == ValueKind::kWdl) {
            for (std::uint8_t& byte : bytes_) byte = byte != 0 ? 1 : 0;
        }
        list(write(kind));
        const Tablebase tables = *Tablebase::open(folder_.path());
        std::vector<Position> positions;
        for (const Subspace s : {kThree, Subspace{4, 3, 0, 0}, Subspace{3, 2, 0, 0}, Subspace{3, 2, 0, 1}}) {
            for (std::uint32_t i = 0; i < (s == kThree ? 60000 : 2000); ++i) {
                positions.push_back(position_at(s, {i % row_count(s), i * 7 % row_size(s)}));
            }
        }
        std::vector<Value> values(positions.size());
        const auto unknown = tables.values(variant_, positions, values);
        std::size_t errors = 0, draws = 0, losses = 0;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const auto alone = tables.value(variant_, positions[i]);
            ASSERT_EQ(values[i], alone ? *alone : Value::unknown()) << format_position(positions[i]);
            errors += alone ? 0 : 1;
            draws += values[i].wdl == Wdl::kDraw;
            losses += values[i].wdl == Wdl::kLoss;
        }
        EXPECT_EQ(unknown.positions, errors);
        ASSERT_TRUE(unknown.why);
        EXPECT_EQ(unknown.why->code, ErrorCode::kCorrupt);  // worse than missing
        EXPECT_GT(draws, 100u);
        EXPECT_GT(losses, 0u);
        EXPECT_GT(errors, 2000u);
    }
}

TEST_F(TablebaseTest, AReplacedTableIsSeenByThoseWhoHaveItOpen) {
    put(position_, 1);
    list(write(ValueKind::kWdl));
    const Tablebase tables = *Tablebase::open(folder_.path());
    ASSERT_EQ(tables.analyse(variant_, position_).basis, Basis::kWdl);
    put(position_, 5);
    list(write(ValueKind::kDtw));
    for (int i = 0; i < 100 && tables.value(variant_, position_)->dtw == kNoPly; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_EQ(*tables.value(variant_, position_), Value::win(9));
}

}  // namespace
}  // namespace merels
