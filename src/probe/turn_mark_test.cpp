// SPDX-License-Identifier: MIT
#include "probe/turn_mark.h"

#include <gtest/gtest.h>

namespace merels {
namespace {

PositionValue position_with(Value own, const std::vector<Value>& turns) {
    PositionValue result;
    result.value = own;
    for (const Value& value : turns) result.turns.push_back({Turn{}, Position{}, value});
    return result;
}

// The mark of the last of the turns.
std::string_view mark(Value own, const std::vector<Value>& turns) {
    const PositionValue position = position_with(own, turns);
    return name(judge_turn(position, position.turns.back()).mark);
}

TEST(TurnMark, WhatIsGivenAway) {
    EXPECT_EQ(mark(Value::win(3), {Value::win(3), Value::loss(4)}), "??");
    EXPECT_EQ(mark(Value::win(3), {Value::win(3), Value::draw()}), "?");
    EXPECT_EQ(mark(Value::draw(), {Value::draw(), Value::loss(30)}), "?");
    EXPECT_EQ(mark(Value::draw(), {Value::draw(), Value::draw()}), "");
    EXPECT_EQ(mark(Value::loss(8), {Value::loss(8), Value::loss(8)}), "");
}

TEST(TurnMark, DelaysFromTwentyPliesOn) {
    EXPECT_EQ(mark(Value::win(3), {Value::win(3), Value::win(21)}), "");
    EXPECT_EQ(mark(Value::win(3), {Value::win(3), Value::win(23)}), "?!");
    EXPECT_EQ(mark(Value::loss(30), {Value::loss(30), Value::loss(12)}), "");
    EXPECT_EQ(mark(Value::loss(30), {Value::loss(30), Value::loss(10)}), "?!");
    EXPECT_EQ(mark(Value{Wdl::kWin, kNoPly}, {Value::win(3), Value::win(43)}), "");  // depth not known
}

TEST(TurnMark, TheOnlyMove) {
    EXPECT_EQ(mark(Value::draw(), {Value::loss(2), Value::draw()}), "!");
    EXPECT_EQ(mark(Value::win(5), {Value::draw(), Value::win(5)}), "!");
    EXPECT_EQ(mark(Value::draw(), {Value::draw()}), "");                    // no other was legal
    EXPECT_EQ(mark(Value::loss(4), {Value::loss(2), Value::loss(4)}), "");  // nothing to keep
    EXPECT_EQ(mark(Value::draw(), {Value::unknown(), Value::draw()}), "");  // another might keep it
    EXPECT_EQ(mark(Value::win(5), {Value::win(5), Value::loss(2), Value::win(7)}), "");
}

TEST(TurnMark, UnknownIsNotJudged) {
    EXPECT_EQ(mark(Value::unknown(), {Value::draw(), Value::loss(2)}), "");
    EXPECT_EQ(mark(Value::win(3), {Value::win(3), Value::unknown()}), "");
    EXPECT_EQ(mark(Value::win(3), {Value::unknown(), Value::loss(2)}), "??");  // the position's own value is enough
}

TEST(TurnMark, SaysItInWords) {
    const PositionValue position = position_with(Value::win(3), {Value::win(3), Value::win(33)});
    const Judgement judgement = judge_turn(position, position.turns.back());
    EXPECT_EQ(judgement.said, "delays a win badly");
    EXPECT_EQ(judgement.plies_lost, 30);
    EXPECT_EQ(judgement.keeping, 2);
    EXPECT_EQ(judge_turn(position, position.turns.front()).said, "");
}

TEST(TurnMark, WhatIsKnownKeptAndLost) {
    const auto judge = [](Value own, const std::vector<Value>& turns) {
        const PositionValue position = position_with(own, turns);
        return judge_turn(position, position.turns.back());
    };
    EXPECT_TRUE(judge(Value::draw(), {Value::draw()}).known);
    EXPECT_FALSE(judge(Value::unknown(), {Value::draw()}).known);
    EXPECT_FALSE(judge(Value::draw(), {Value::unknown()}).known);
    EXPECT_EQ(judge(Value::unknown(), {Value::draw()}).keeping, -1);
    EXPECT_EQ(judge(Value::loss(8), {Value::loss(8), Value::loss(2)}).keeping, 2);
    EXPECT_EQ(judge(Value::loss(8), {Value::loss(8), Value::loss(2)}).plies_lost, 6);
    EXPECT_EQ(judge(Value::win(3), {Value::win(3), Value::loss(40)}).plies_lost, 0);  // more than plies
}

}  // namespace
}  // namespace merels
