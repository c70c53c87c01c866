// SPDX-License-Identifier: MIT
#include "engine/annotate/annotate.h"

#include <gtest/gtest.h>

#include <map>

#include "rules/rules.h"

namespace merels {
namespace {

// Values that a test writes down for the positions after each turn; all others have the value given as the rest.
class WrittenValues : public ValueSource {
  public:
    explicit WrittenValues(Value rest) : rest_(rest) {}
    void put(const Position& position, Value value) { values_[position] = value; }
    void forget(const Position& position) { values_[position] = Value::unknown(); }

    Result<Value> value(const Variant&, const Position& position) const override {
        const auto found = values_.find(position);
        const Value value = found == values_.end() ? rest_ : found->second;
        if (value.wdl == Wdl::kUnknown) return Error{ErrorCode::kMissing, "no table"};
        return value;
    }

  private:
    Value rest_;
    std::map<Position, Value> values_;
};

class AnnotateTest : public testing::Test {
  protected:
    AnnotateTest() {
        game.variant = *parse_variant("nine-c1");
        game.start = start_position(game.variant);
        game.turns = {*parse_turn(game.variant, game.start, "d6")};
        played = apply(game.start, game.turns[0]);
        TurnList turns;
        legal_turns(game.variant, game.start, turns);
        other = apply(game.start, turns[0] == game.turns[0] ? turns[1] : turns[0]);
    }
    AnnotatedTurn only_turn(const ValueSource& source) {
        const auto annotation = annotate(game, source);
        EXPECT_TRUE(annotation);
        EXPECT_EQ(annotation->turns.size(), 1u);
        return annotation->turns[0];
    }

    Game game;
    Position played, other;
};

TEST_F(AnnotateTest, MarksTheOnlyMove) {
    WrittenValues values(Value::win(5));  // every other turn loses
    values.put(played, Value::draw());
    const AnnotatedTurn t = only_turn(values);
    EXPECT_EQ(t.mark, Mark::kOnlyMove);
    EXPECT_EQ(t.before, Value::draw());
    EXPECT_EQ(t.keeping, 1);
    EXPECT_EQ(t.legal, 24);
    EXPECT_TRUE(t.best.empty());
}

TEST_F(AnnotateTest, MarksADrawThrownAway) {
    WrittenValues values(Value::win(5));
    values.put(other, Value::draw());
    const AnnotatedTurn t = only_turn(values);
    EXPECT_EQ(t.mark, Mark::kMistake);
    EXPECT_EQ(t.after, Value::loss(6));
    ASSERT_EQ(t.best.size(), 1u);
    EXPECT_EQ(apply(game.start, t.best[0]), other);
}

TEST_F(AnnotateTest, MarksAWinThatBecomesALoss) {
    WrittenValues values(Value::draw());
    values.put(other, Value::loss(10));
    values.put(played, Value::win(3));
    EXPECT_EQ(only_turn(values).mark, Mark::kBlunder);
    values.put(played, Value::draw());
    EXPECT_EQ(only_turn(values).mark, Mark::kMistake);
}

TEST_F(AnnotateTest, MarksOnlyBadDelays) {
    WrittenValues values(Value::draw());
    values.put(other, Value::loss(10));
    values.put(played, Value::loss(10 + kBadDelay));
    EXPECT_EQ(only_turn(values).mark, Mark::kNone);
    EXPECT_EQ(only_turn(values).plies_lost, kBadDelay);
    values.put(played, Value::loss(12 + kBadDelay));
    EXPECT_EQ(only_turn(values).mark, Mark::kMistake);
}

TEST_F(AnnotateTest, UnknownIsNotJudged) {
    WrittenValues values(Value::draw());
    values.forget(other);
    values.forget(game.start);
    const auto annotation = annotate(game, values);
    ASSERT_TRUE(annotation);
    EXPECT_EQ(annotation->turns[0].mark, Mark::kNone);
    EXPECT_EQ(annotation->turns[0].before.wdl, Wdl::kUnknown);
    EXPECT_EQ(annotation->sides[0].turns, 1);
    EXPECT_EQ(annotation->sides[0].judged, 0);
    EXPECT_EQ(annotation->missing, std::vector<std::string>{"no table"});
}

}  // namespace
}  // namespace merels
