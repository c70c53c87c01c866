// SPDX-License-Identifier: MIT
#include "engine/annotate/annotate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "rules/rules.h"

namespace merels {
namespace {

// Values that a test writes down for the positions after each turn; all others have the value given as the rest.
class WrittenValues {
  public:
    explicit WrittenValues(Value rest) : rest_(rest) {}
    void put(const Position& position, Value value) { values_[position] = value; }
    void forget(const Position& position) { values_[position] = Value::unknown(); }

    // As tables with these values would.
    PositionValue operator()(const Variant& variant, const Position& position) const {
        PositionValue result;
        TurnList turns;
        legal_turns(variant, position, turns);
        for (const Turn& turn : turns) {
            const Position after = apply(position, turn);
            result.turns.push_back({turn, after, before_turn(value(after))});
        }
        std::stable_sort(result.turns.begin(), result.turns.end(),
                         [](const TurnValue& a, const TurnValue& b) { return better(a.value, b.value); });
        const bool all_known = result.counts()[Wdl::kUnknown] == 0;
        result.value = all_known ? result.turns.front().value : value(position);
        if (!all_known) result.trouble = Error{ErrorCode::kMissing, "no table"};
        return result;
    }

  private:
    Value value(const Position& position) const {
        const auto found = values_.find(position);
        return found == values_.end() ? rest_ : found->second;
    }

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
    AnnotatedTurn only_turn(const WrittenValues& source) {
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
    values.put(played, Value::loss(8 + kBadDelay));
    EXPECT_EQ(only_turn(values).mark, Mark::kNone);
    EXPECT_EQ(only_turn(values).plies_lost, kBadDelay - 2);
    values.put(played, Value::loss(10 + kBadDelay));
    EXPECT_EQ(only_turn(values).mark, Mark::kDelay);
    EXPECT_EQ(only_turn(values).said, "delays a win badly");
    // A lost position: the end may come sooner than it must.
    WrittenValues lost(Value::win(40));
    lost.put(played, Value::win(20));
    EXPECT_EQ(only_turn(lost).mark, Mark::kDelay);
    EXPECT_EQ(only_turn(lost).said, "shortens a loss badly");
    lost.put(played, Value::win(22));
    EXPECT_EQ(only_turn(lost).mark, Mark::kNone);
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
