// SPDX-License-Identifier: MIT
// A made-up source in place of files: tables that tell all of a position, as those of another program do, or wins
// alone, with places that cannot be read. What tells all has no checksum, so a position and its turns are held against
// each other.
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "index/collection.h"
#include "index/subspace.h"
#include "index/subspace_values.h"
#include "index/ultra_table.h"
#include "merels/tablebase.h"
#include "rules/rules.h"
#include "store/database/database.h"

namespace merels {
namespace {

constexpr Subspace kThree{3, 3, 0, 0};
constexpr int kUnreadable = 2;  // in place of a result

// Drawn for ever, but where something else was put.
class WholeTable final : public Table {
  public:
    WholeTable(TableId id, std::map<Address, WholeValue> values, bool tells_all, int* single_reads)
        : tells_all_(tells_all),
          single_reads_(single_reads),
          spec_{std::move(id), ValueKind::kDtw, row_count(kThree), row_size(kThree), "{}"},
          values_(std::move(values)) {}
    const TableSpec& spec() const override { return spec_; }
    std::uint64_t file_bytes() const override { return 0; }
    // As tables of ours: the wins alone.
    Result<std::uint8_t> at(std::uint32_t row, std::uint32_t rank) const override {
        ++*single_reads_;
        return win_at(row, rank);
    }
    Status gather(std::uint32_t row, std::span<const std::uint32_t> ranks, std::span<std::uint8_t> out) const override {
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            const auto byte = win_at(row, ranks[i]);
            if (!byte) return byte.error();
            out[i] = *byte;
        }
        return ok_status();
    }
    Status read_rows(std::uint32_t, std::uint32_t, std::span<std::uint8_t>) const override { return not_asked(); }
    Status fill_cache(const std::atomic<bool>&) const override { return ok_status(); }
    Status check() const override { return ok_status(); }
    bool tells_all() const override { return tells_all_; }
    Result<WholeValue> whole_value(std::uint32_t row, std::uint32_t rank) const override {
        const auto put = values_.find({row, rank});
        if (put == values_.end()) return WholeValue{};
        if (put->second.result == kUnreadable) return Error{ErrorCode::kCorrupt, "unreadable"};
        return put->second;
    }

  private:
    Result<std::uint8_t> win_at(std::uint32_t row, std::uint32_t rank) const {
        if (tells_all_) return not_asked();
        const auto whole = whole_value(row, rank);
        if (!whole) return whole.error();
        return static_cast<std::uint8_t>(whole->result > 0 ? (*whole->depth + 1) / 2 : 0);
    }
    static Error not_asked() { return {ErrorCode::kInternal, "nobody asks a table that tells all for wins alone"}; }
    bool tells_all_;
    int* single_reads_;
    TableSpec spec_;
    std::map<Address, WholeValue> values_;
};

// The table of three against three, and an ultra-strong one of the same positions.
class WholeSource final : public TableSource {
  public:
    explicit WholeSource(const Variant& variant) : values_(*stone_values(variant)) {
        moving_.collection = collection_of(variant, kThree);
        moving_.rules = rules_of(variant, kThree);
        moving_.set({kThree.counts(), ValueKind::kDtw, row_count(kThree), row_size(kThree), 0, 0, 0});
        ultra_ = moving_;
        ultra_.collection = ultra_collection(variant, values_.heuristic());
        ultra_.rules = ultra_rules(values_);
    }
    // A row with symmetries of its own has several entries for one position.
    void put(const Position& position, const WholeValue& value, bool ultra = false) {
        for (int s = 0; s < kSymmetries; ++s) {
            (ultra ? ultra_values_ : moving_values_)[address_of(map_position(static_cast<Symmetry>(s), position))] =
                value;
        }
    }
    void tell_wins_alone() { tells_all_ = false; }
    int single_reads() const { return single_reads_; }  // of one place, not of several in a row
    std::vector<std::string> collections() const override { return {moving_.collection, ultra_.collection}; }
    Result<std::shared_ptr<const Manifest>> manifest(const std::string& collection) const override {
        if (collection == moving_.collection) return std::make_shared<const Manifest>(moving_);
        if (collection == ultra_.collection) return std::make_shared<const Manifest>(ultra_);
        return Error{ErrorCode::kMissing, collection};
    }
    Result<std::shared_ptr<const Table>> table(const TableId& id) const override {
        if (id.counts != kThree.counts()) return Error{ErrorCode::kMissing, id.collection};
        const bool ultra = id.collection == ultra_.collection;
        return std::shared_ptr<const Table>(
            std::make_shared<const WholeTable>(id, ultra ? ultra_values_ : moving_values_, tells_all_, &single_reads_));
    }
    Result<std::shared_ptr<const std::string>> metadata(const TableId& id) const override {
        return Error{ErrorCode::kMissing, id.collection};
    }
    Result<std::string> text(const std::string&, std::string_view) const override { return values_.encode(); }

  private:
    SubspaceValues values_;
    bool tells_all_ = true;
    mutable int single_reads_ = 0;
    Manifest moving_, ultra_;
    std::map<Address, WholeValue> moving_values_, ultra_values_;
};

class WholeValues : public testing::Test {
  protected:
    Tablebase open() const {
        return Tablebase(std::make_shared<const Database>("whole", DatabaseOptions{.source = source_}));
    }
    std::vector<Position> after(const Position& position) const {
        TurnList turns;
        legal_turns(variant_, position, turns);
        std::vector<Position> result;
        for (const Turn& turn : turns) result.push_back(apply(position, turn));
        return result;
    }
    // By every way of asking.
    void expect(const Value& right) const {
        const Tablebase tables = open();
        const PositionValue all = tables.analyse(variant_, position_);
        EXPECT_EQ(all.value, right);
        EXPECT_EQ(all.basis, Basis::kDtw);
        EXPECT_FALSE(all.trouble) << all.trouble->message;
        EXPECT_EQ(all.turns.front().value, right);
        EXPECT_EQ(tables.analyse(variant_, position_, false).value, right);
        EXPECT_EQ(*tables.value(variant_, position_), right);
        Value many;
        EXPECT_EQ(tables.values(variant_, std::span(&position_, 1), std::span(&many, 1)).positions, 0u);
        EXPECT_EQ(many, right);
    }
    void expect_disagreement(int damaged_reads) const {
        const PositionValue found = open().analyse(variant_, position_);
        EXPECT_EQ(found.value, Value::unknown());
        EXPECT_EQ(found.basis, Basis::kNone);
        ASSERT_TRUE(found.trouble);
        EXPECT_EQ(found.trouble->code, ErrorCode::kCorrupt);
        EXPECT_EQ(found.damaged_reads, damaged_reads);
    }

    Variant variant_ = *parse_variant("nine-c1@4,3");
    // Nobody can close a mill with the next turn.
    Position position_ = *parse_position(variant_, "O****@**/**@*****/*O**O**@ w 0 0");
    std::shared_ptr<WholeSource> source_ = std::make_shared<WholeSource>(variant_);
};

TEST_F(WholeValues, ADraw) { expect(Value::draw()); }

TEST_F(WholeValues, AWin) {
    source_->put(position_, {1, 9, 0});
    source_->put(after(position_)[7], {-1, 8, 0});
    expect(Value::win(9));
}

TEST_F(WholeValues, ALoss) {
    source_->put(position_, {-1, 6, 0});
    for (const Position& next : after(position_)) source_->put(next, {1, 3, 0});
    source_->put(after(position_)[2], {1, 5, 0});
    expect(Value::loss(6));
}

TEST_F(WholeValues, APositionThatIsNotWorthItsBestTurnIsDamage) {
    source_->put(position_, {1, 9, 0});  // all turns draw
    expect_disagreement(1);
    source_ = std::make_shared<WholeSource>(variant_);
    source_->put(after(position_)[7], {-1, 8, 0});  // a draw with a turn that wins
    expect_disagreement(1);
}

// Where a turn is not known the others must not be better than the position.
TEST_F(WholeValues, WithATurnThatCannotBeRead) {
    source_->put(after(position_)[3], {kUnreadable, {}, 0});
    const PositionValue draw = open().analyse(variant_, position_);
    EXPECT_EQ(draw.value, Value::draw());
    EXPECT_EQ(draw.counts()[Wdl::kUnknown], 1);
    ASSERT_TRUE(draw.trouble);
    EXPECT_EQ(draw.trouble->code, ErrorCode::kCorrupt);
    EXPECT_EQ(draw.damaged_reads, 1);
    source_->put(position_, {1, 9, 0});  // perhaps by that turn
    EXPECT_EQ(open().analyse(variant_, position_).value, Value::win(9));
    source_->put(position_, {-1, 6, 0});
    expect_disagreement(2);
}

TEST_F(WholeValues, APositionThatCannotBeReadIsWhatItsTurnsSay) {
    source_->put(position_, {kUnreadable, {}, 0});
    const Tablebase tables = open();
    for (const bool with_turns : {true, false}) {
        const PositionValue found = tables.analyse(variant_, position_, with_turns);
        EXPECT_EQ(found.value, Value::draw());
        EXPECT_EQ(found.basis, Basis::kDtw);
        ASSERT_TRUE(found.trouble);
        EXPECT_EQ(found.trouble->message, "unreadable");
        EXPECT_EQ(found.damaged_reads, 1);
        EXPECT_EQ(found.turns.empty(), !with_turns);
    }
    EXPECT_EQ(tables.value(variant_, position_).error().code, ErrorCode::kCorrupt);
    Value many = Value::draw();
    const auto unknown = tables.values(variant_, std::span(&position_, 1), std::span(&many, 1));
    EXPECT_EQ(unknown.positions, 1u);
    EXPECT_EQ(unknown.why->code, ErrorCode::kCorrupt);
    EXPECT_EQ(many, Value::unknown());
}

// The same in tables of wins alone, many at once: a row that cannot be read, of the positions or of their turns.
TEST_F(WholeValues, RowsOfWinsThatCannotBeRead) {
    source_->tell_wins_alone();
    const std::vector<Position> next = after(position_);
    const auto ask = [&] {
        const Tablebase tables = open();
        Value many = Value::draw();
        const auto unknown = tables.values(variant_, std::span(&position_, 1), std::span(&many, 1));
        const auto alone = tables.value(variant_, position_);
        EXPECT_EQ(many, alone ? *alone : Value::unknown());
        EXPECT_EQ(unknown.positions, alone ? 0u : 1u);
        EXPECT_EQ(unknown.why.has_value(), !alone);
        EXPECT_EQ(tables.analyse(variant_, position_, false).trouble.has_value(), !alone);  // nor is that guessed
        return many;
    };
    EXPECT_EQ(ask(), Value::draw());
    for (const Position& each : next) source_->put(each, {1, 3, 0});
    EXPECT_EQ(ask(), Value::loss(4));
    source_->put(next.back(), {kUnreadable, {}, 0});
    EXPECT_EQ(ask(), Value::unknown());
    source_->put(next.back(), {1, 5, 0});
    EXPECT_EQ(ask(), Value::loss(6));
    source_->put(position_, {kUnreadable, {}, 0});
    EXPECT_EQ(ask(), Value::unknown());
}

// What stands behind the positions that are asked for is neither read nor written, and nothing is asked for one by one.
TEST_F(WholeValues, ManyAreAsManyAsWereAsked) {
    source_->tell_wins_alone();
    Position beside = position_;
    beside.men[1] = after(after(position_).front()).front().men[1];
    ASSERT_EQ(beside.own(), position_.own());
    const std::array positions{position_, beside, beside};
    std::array<Value, 3> values;
    values.fill(Value::win(77));
    const auto unknown = open().values(variant_, std::span(positions).first(2), std::span(values).first(2));
    EXPECT_EQ(unknown.positions, 0u);
    EXPECT_EQ(values[0], Value::draw());
    EXPECT_EQ(values[1], Value::draw());
    EXPECT_EQ(values[2], Value::win(77));
    EXPECT_EQ(source_->single_reads(), 0);
}

// Values of draws: 1 in 4-3, -1 in 3-4, 0 in 3-3. A better value is reached by staying in worse units.
TEST_F(WholeValues, UltraStrongOnes) {
    const std::vector<Position> next = after(position_);
    source_->put(position_, {0, 5, 1}, true);
    source_->put(next[4], {0, 4, -1}, true);
    source_->put(next[9], {0, 6, -1}, true);
    source_->put(next[6], {0, 4, 1}, true);
    const Tablebase tables = open();
    const PositionValue all = tables.analyse(variant_, position_);
    EXPECT_FALSE(all.trouble) << all.trouble->message;
    const auto expect = [](const std::optional<Ultra>& found, int value, std::optional<int> depth, int stay,
                           const char* ends_in) {
        ASSERT_TRUE(found);
        EXPECT_EQ(found->value, value);
        EXPECT_EQ(found->depth, depth);
        EXPECT_EQ(found->stay, stay);
        EXPECT_EQ(found->ends_in, ends_in);
    };
    expect(all.ultra, 1, 5, -5, "4-3");
    expect(*tables.ultra(variant_, position_), 1, 5, -5, "4-3");
    // The lower for the opponent the better.
    EXPECT_EQ(all.turns[0].after, next[4]);
    expect(all.turns[0].ultra, -1, 4, 4, "3-4");
    EXPECT_EQ(all.turns[1].after, next[9]);
    expect(all.turns[1].ultra, -1, 6, 6, "3-4");
    expect(all.turns[2].ultra, 0, std::nullopt, 0, "3-3");
    EXPECT_EQ(all.turns.back().after, next[6]);
    expect(all.turns.back().ultra, 1, 4, -4, "4-3");
    for (const TurnValue& turn : all.turns) EXPECT_TRUE(turn.ultra) << format_turn(turn.turn);
    UltraChoice none;
    none.wanted = false;
    EXPECT_FALSE(tables.analyse(variant_, position_, true, none).ultra);
}

TEST_F(WholeValues, UltraStrongOnesThatAreDamaged) {
    source_->put(position_, {kUnreadable, {}, 0}, true);
    const PositionValue unreadable = open().analyse(variant_, position_);
    EXPECT_EQ(unreadable.value, Value::draw());
    EXPECT_FALSE(unreadable.ultra);
    EXPECT_TRUE(unreadable.turns.front().ultra);
    ASSERT_TRUE(unreadable.trouble);
    EXPECT_EQ(unreadable.damaged_reads, 1);
    source_->put(position_, {1, 5, 0}, true);
    EXPECT_EQ(open().ultra(variant_, position_).error().code, ErrorCode::kCorrupt);  // no draw
    source_->put(position_, {}, true);
    source_->put(after(position_)[3], {kUnreadable, {}, 0}, true);
    const PositionValue turn = open().analyse(variant_, position_);
    EXPECT_TRUE(turn.ultra);
    for (const TurnValue& each : turn.turns) EXPECT_FALSE(each.ultra) << format_turn(each.turn);  // all of the row
    EXPECT_EQ(turn.damaged_reads, 1);
}

}  // namespace
}  // namespace merels
