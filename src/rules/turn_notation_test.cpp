// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "merels/position.h"
#include "rules/random_positions.h"
#include "rules/rules.h"

namespace merels {
namespace {

// What parse_turn says: the turn as it is written, or the error.
std::string read(const char* id, const char* position, std::string_view text) {
    const Variant v = *parse_variant(id);
    const auto p = parse_position(v, position);
    EXPECT_TRUE(p) << position << ": " << (p ? "" : p.error().message);
    const auto turn = parse_turn(v, *p, text);
    return turn ? format_turn(*turn) : turn.error().message;
}

constexpr const char* kStart = "********/********/******** w 9 9";

TEST(TurnNotation, Syntax) {
    const auto start = [](std::string_view text) { return read("nine-c1", kStart, text); };
    EXPECT_EQ(start("d6"), "d6");
    EXPECT_EQ(start(""), "column 1: expected a point, a1 to g7, but the text ends");
    EXPECT_EQ(start("h1"), "column 1: expected a point, a1 to g7, found 'h'");
    EXPECT_EQ(start("D6"), "column 1: expected a point, a1 to g7, found 'D'");
    EXPECT_EQ(start("d"), "column 2: expected a digit from 1 to 7 after 'd', but the text ends");
    EXPECT_EQ(start("d8"), "column 2: expected a digit from 1 to 7 after 'd', found '8'");
    EXPECT_EQ(start("d4"), "column 1: the board has no point d4");
    EXPECT_EQ(start("b1"), "column 1: the board has no point b1");
    EXPECT_EQ(start("d6 "), "column 3: expected the end of the turn, found a space");
    EXPECT_EQ(start("d6x"), "column 4: expected a point, a1 to g7, but the text ends");
    EXPECT_EQ(start("d6-"), "column 4: expected a point, a1 to g7, but the text ends");
    EXPECT_EQ(start(" d6"), "column 1: expected a point, a1 to g7, found a space");
}

TEST(TurnNotation, Placing) {
    EXPECT_EQ(read("nine-c1", kStart, "d6xa1"), "column 4: closes no mill on d6: nothing to take");
    EXPECT_EQ(read("nine-c1", kStart, "d6-d7"), "column 1: White must place while there are men in hand");
    EXPECT_EQ(read("lasker-c1", "********/********/******** w 10 10", "d6-d7"), "column 1: no man of White on d6");
    EXPECT_EQ(read("nine-c1", "O*******/********/******** b 8 9", "d5"), "column 1: d5 is occupied");
    EXPECT_EQ(read("nine-c1", "OO*O****/********/@@@***** w 0 0", "a1"),
              "column 1: White has no man in hand to place: write a move as from-to");
}

TEST(TurnNotation, Moving) {
    const char* four = "OO*O****/****O***/@@@*@*** w 0 0";
    EXPECT_EQ(read("nine-c1", four, "d5-d6"), "d5-d6");
    EXPECT_EQ(read("nine-c1", four, "d1-a1"), "column 1: no man of White on d1");
    EXPECT_EQ(read("nine-c1", four, "d5-a4"), "column 1: d5 is not next to a4");
    EXPECT_EQ(read("nine-c1", four, "d5-e5"), "column 4: e5 is occupied");
    EXPECT_EQ(read("nine-c1", four, "d5-d5"), "column 4: the man must move to another point");
    EXPECT_EQ(read("nine-c1", "OO*O****/********/@@@*@*** w 0 0", "d5-a4"), "d5-a4") << "three men fly";
    EXPECT_EQ(read("nine-c1", "********/*O******/*O***@@@ w 0 6", "f6-g7"),
              "column 1: the game is over: White has fewer than three men");
    EXPECT_EQ(read("nine-c1", "********/********/@O@O@O@O w 0 0", "g7-f6"),
              "column 1: the game is over: White has no legal turn");
    EXPECT_EQ(read("morabaraba-fbd", "O@O@O@O@/O@O@O@O@/O@O@O@O@ w 0 0", "g7-f6"),
              "column 1: the game is over: the board is full");
}

TEST(TurnNotation, Taking) {
    const char* mill = "**@*****/********/O**@@@*O w 7 5";  // g7 closes a mill; e4 stands alone, a1 d1 g1 is a mill
    EXPECT_EQ(read("nine-c1", mill, "g7xe4"), "g7xe4");
    EXPECT_EQ(read("nine-c1", mill, "g7"), "column 3: closes a mill: must take a man, as in xe4");
    EXPECT_EQ(read("nine-c1", mill, "g7xa1"), "column 4: may not take a1: protected by a mill");
    EXPECT_EQ(read("nine-c1", mill, "g7xb2"), "column 4: no man of Black on b2");
    EXPECT_EQ(read("nine-c1", mill, "g7xd7"), "column 4: no man of Black on d7");
    EXPECT_EQ(read("nine-c1", mill, "g7xe4,a1"), "column 7: may take only one man");
    EXPECT_EQ(read("nine-c1", mill, "g7xe4,a1,d1"), "column 7: may take only one man");
    EXPECT_EQ(read("nine-p1", "********/********/O**@@@*O w 7 5", "g7xa1"),
              "column 4: may not take: every man of Black is protected by a mill");
    EXPECT_EQ(read("nine-p1", "********/********/O**@@@*O w 7 5", "g7"), "g7");
}

TEST(TurnNotation, TakingTwo) {
    const char* two = "O*@*****/O*@*****/*O*@@@*O w 5 4";  // d7 closes two mills; e4 and f4 stand alone
    EXPECT_EQ(read("nine-c2", two, "d7xe4,f4"), "d7xe4,f4");
    EXPECT_EQ(read("nine-c2", two, "d7xf4,e4"), "d7xe4,f4") << "either order";
    EXPECT_EQ(read("nine-c2", two, "d7xe4"), "column 6: closes two mills: must take a second man");
    EXPECT_EQ(read("nine-c2", two, "d7xe4,e4"), "column 7: e4 is taken already");
    EXPECT_EQ(read("nine-c2", two, "d7xf4,f4"), "column 7: f4 is taken already");
    EXPECT_EQ(read("nine-c2", two, "d7xe4,a1"), "column 7: may not take a1: protected by a mill");
    EXPECT_EQ(read("nine-c2", two, "d7xa1,e4"), "column 4: may not take a1: protected by a mill");
    const char* one = "O*@*****/O*******/*O*@@@*O w 5 5";  // only e4 stands alone
    EXPECT_EQ(read("nine-c2", one, "d7xe4,a1"), "d7xe4,a1");
    EXPECT_EQ(read("nine-c2", one, "d7xa1,e4"), "d7xe4,a1") << "e4 must be taken first, whatever the text says";
    EXPECT_EQ(read("nine-p2", one, "d7xe4"), "d7xe4");
    EXPECT_EQ(read("nine-p2", one, "d7xe4,a1"), "column 7: may not take a1: protected by a mill");
}

RC_GTEST_PROP(TurnNotationProperty, RoundTrip, ()) {
    const Variant v = *testing::any_variant();
    const Position p = *testing::any_position(v);
    TurnList turns;
    legal_turns(v, p, turns);
    for (const Turn& turn : turns) {
        const auto back = parse_turn(v, p, format_turn(turn));
        RC_ASSERT(back.ok());
        RC_ASSERT(*back == turn);
        if (turn.takes() != 2) continue;
        Turn other = turn;
        std::swap(other.take[0], other.take[1]);
        RC_ASSERT(*parse_turn(v, p, format_turn(other)) == turn);
    }
}

// Any turn text whatever is either among the legal turns or refused with a reason of its own: the diagnosis is
// complete, so the catch-all "not a legal turn" never appears.
RC_GTEST_PROP(TurnNotationProperty, TheDiagnosisIsComplete, ()) {
    const Variant v = *testing::any_variant();
    const Position p = *testing::any_position(v);
    TurnList turns;
    legal_turns(v, p, turns);
    const auto point = [] {
        return static_cast<Point>(*rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, kPoints)));
    };
    for (int i = 0; i < 20; ++i) {
        Turn turn;
        if (*rc::gen::inRange(0, 2) == 1) turn.from = point();
        turn.to = point();
        const int takes = *rc::gen::inRange(0, 3);
        if (!turns.empty() && *rc::gen::inRange(0, 2) == 1) {  // half of them close to a legal turn
            const Turn& near = turns[*rc::gen::inRange(0, turns.size())];
            turn.from = near.from;
            turn.to = near.to;
        }
        for (int t = 0; t < takes; ++t) turn.take[t] = point();
        const auto read_turn = parse_turn(v, p, format_turn(turn));
        bool legal = false;
        for (const Turn& t : turns)
            legal |= t.from == turn.from && t.to == turn.to && t.taken() == turn.taken() && t.takes() == takes;
        RC_ASSERT(read_turn.ok() == legal);
        if (!legal) RC_ASSERT(read_turn.error().message.find("not a legal turn") == std::string::npos);
    }
}

}  // namespace
}  // namespace merels
