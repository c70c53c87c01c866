// SPDX-License-Identifier: MIT
#include "rules/rules.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "rules/random_positions.h"

namespace merels {
namespace {

Variant variant(const char* id) { return *parse_variant(id); }
Position position(const Variant& v, const char* text) {
    const auto p = parse_position(v, text);
    EXPECT_TRUE(p) << text << ": " << (p ? "" : p.error().message);
    return *p;
}
std::set<std::string> turn_texts(const Variant& v, const Position& p) {
    TurnList turns;
    legal_turns(v, p, turns);
    std::set<std::string> texts;
    for (const Turn& turn : turns) texts.insert(format_turn(turn));
    EXPECT_EQ(static_cast<int>(texts.size()), turns.size()) << "a turn is listed twice";
    return texts;
}
std::set<std::string> turn_texts(const char* id, const char* text) {
    return turn_texts(variant(id), position(variant(id), text));
}

TEST(Perft, FromTheStart) {
    const auto check = [](const char* id, const std::vector<std::int64_t>& counts) {
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const Variant v = variant(id);
            EXPECT_EQ(perft(v, start_position(v), static_cast<int>(i) + 1), counts[i]) << id << " depth " << i + 1;
        }
    };
    for (const char* id : {"nine-c1", "nine-c2", "nine-p1", "nine-p2"}) check(id, {24, 552, 12144, 255024, 5140800});
    for (const char* id : {"lasker-c1", "lasker-p2"}) check(id, {24, 552, 13552, 319176, 7911352});
    for (const char* id : {"morabaraba", "morabaraba-fbd"}) check(id, {24, 552, 12144, 255024, 5150880});
    EXPECT_EQ(perft(variant("nine-c1"), start_position(variant("nine-c1")), 0), 1);
}

TEST(Rules, PlacingAMillTakesAnUnprotectedMan) {
    // White has a7 d7, Black a mill on a1 d1 g1 and a single man on e4.
    const char* text = "**@*****/********/O**@@@*O w 7 5";
    const auto turns = turn_texts("nine-c1", text);
    EXPECT_TRUE(turns.contains("g7xe4"));
    EXPECT_FALSE(turns.contains("g7"));
    EXPECT_FALSE(turns.contains("g7xa1"));
    EXPECT_EQ(turns.size(), 18U);
}

TEST(Rules, AllMenInMills) {
    const char* text = "********/********/O**@@@*O w 7 6";
    EXPECT_TRUE(turn_texts("nine-c1", text).contains("g7xa1"));
    EXPECT_EQ(turn_texts("nine-c1", text).size(), 18U + 3U);
    EXPECT_TRUE(turn_texts("nine-p1", text).contains("g7"));
    EXPECT_EQ(turn_texts("nine-p1", text).size(), 19U);
}

TEST(Rules, TwoMillsAtOnce) {
    // White closes a7 d7 g7 and d5 d6 d7 at once; Black has two single men and a mill.
    const char* text = "O*@*****/O*@*****/*O*@@@*O w 5 4";
    EXPECT_TRUE(turn_texts("nine-c1", text).contains("d7xe4"));
    const auto two = turn_texts("nine-c2", text);
    EXPECT_TRUE(two.contains("d7xe4,f4"));
    EXPECT_FALSE(two.contains("d7xe4"));
    EXPECT_FALSE(two.contains("d7xf4,e4"));
    // With one single man only, the second comes from the mill where that is allowed.
    const char* one = "O*@*****/O*******/*O*@@@*O w 5 5";
    const auto capture = turn_texts("nine-c2", one);
    EXPECT_TRUE(capture.contains("d7xe4,g1"));
    EXPECT_FALSE(capture.contains("d7xe4"));
    const auto protect = turn_texts("nine-p2", one);
    EXPECT_TRUE(protect.contains("d7xe4"));
    EXPECT_FALSE(protect.contains("d7xe4,g1"));
}

TEST(Rules, TakingBreaksAMill) {
    // Black has only a mill: under "always capture" the first man taken frees the other two.
    const auto turns = turn_texts("nine-c2", "O*******/O*******/*O*@@@*O w 5 6");
    EXPECT_TRUE(turns.contains("d7xg1,d1"));
    EXPECT_TRUE(turns.contains("d7xg1,a1"));
    EXPECT_TRUE(turns.contains("d7xd1,a1"));
}

TEST(Rules, FlyingCountsBoardAndHand) {
    EXPECT_EQ(turn_texts("nine-c1", "OO*O****/********/@@@***** w 0 0").size(), 3U * 18 + 2 * 2)
        << "two of the moves close a mill and choose among three men";
    // Lasker: two on the board and one in hand are three in all, so the two fly.
    const auto lasker = turn_texts("lasker-c1", "OO******/********/@@@***** w 1 0");
    EXPECT_TRUE(lasker.contains("d5-a1"));
    EXPECT_TRUE(lasker.contains("a1"));
    EXPECT_EQ(lasker.size(), 19U + 2 * 19 + 2) << "c5 closes no mill by flying, but placing there does: three to take";
    // Three on the board and one in hand are four.
    EXPECT_FALSE(turn_texts("lasker-c1", "OO*O****/********/@@@***** w 1 0").contains("d5-a1"));
}

TEST(Rules, MustPlaceWithMenInHand) {
    const char* text = "OO*O****/********/@@@*@*** w 1 0";
    for (const std::string& turn : turn_texts("nine-c1", text)) EXPECT_EQ(turn.find('-'), std::string::npos) << turn;
    // The other side already moves.
    const auto black = turn_texts("nine-c1", "OO*O****/********/@@@*@*** b 1 0");
    EXPECT_TRUE(black.contains("d7-a7"));
    EXPECT_FALSE(black.contains("a7"));
}

TEST(Rules, FinalValues) {
    const Variant v = variant("nine-c1");
    const auto value = [&](const char* text) { return final_value(v, position(v, text)); };
    EXPECT_EQ(value("OO******/********/@@@***** w 0 0"), Value::loss(0));
    EXPECT_EQ(value("OO******/********/@@@***** b 0 0"), Value::win(0));
    EXPECT_EQ(value("OO******/********/@@@***** w 1 0"), std::nullopt);
    EXPECT_EQ(value("********/********/******** w 9 9"), std::nullopt);
    // White on the outer corners, Black on the outer middles: White cannot move.
    EXPECT_EQ(value("********/********/@O@O@O@O w 0 0"), Value::loss(0));
    EXPECT_EQ(value("********/********/@O@O@O@O b 0 0"), std::nullopt);
    TurnList turns;
    legal_turns(v, position(v, "OO******/********/@@@***** b 0 0"), turns);
    EXPECT_TRUE(turns.empty());
}

TEST(Rules, FullBoard) {
    const char* text = "O@O@O@O@/O@O@O@O@/O@O@O@O@ w 0 0";
    EXPECT_EQ(final_value(variant("morabaraba"), position(variant("morabaraba"), text)), Value::loss(0));
    EXPECT_EQ(final_value(variant("morabaraba-fbd"), position(variant("morabaraba-fbd"), text)), Value::draw());
    // Blocked on a board that is not full: a loss in both.
    const char* blocked = "*@******/********/@O@O@O@O w 0 0";
    for (const char* id : {"nine-c1", "morabaraba-fbd"}) {
        const Variant v = variant(id);
        const bool diagonals = v.board == Board::kDiagonals;
        EXPECT_EQ(final_value(v, position(v, blocked)), diagonals ? std::nullopt : std::optional(Value::loss(0))) << id;
    }
    // Men in hand, but nowhere to place them.
    const Variant big = variant("nine-c1@12,12");
    EXPECT_EQ(final_value(variant("nine-c1@12,12"), position(big, "O@O@O@O@/O@O@O@O@/O@O@O@O@ w 0 0")), Value::loss(0));
}

TEST(Rules, Impossible) {
    const Variant v = variant("nine-c1@3,4");
    Position p = start_position(v);
    EXPECT_FALSE(why_impossible(v, p));
    p.hand = {4, 4};
    EXPECT_TRUE(why_impossible(v, p));
    p.hand = {3, 4};
    p.men[1] = 1;
    EXPECT_TRUE(why_impossible(v, p));
    p.hand = {2, 3};
    p.men = {1, 1};
    EXPECT_TRUE(why_impossible(v, p));
    p.men = {Mask{1} << 24, 1};
    EXPECT_TRUE(why_impossible(v, p));
}

RC_GTEST_PROP(RulesProperty, CountingAgreesWithListing, ()) {
    const Variant v = *testing::any_variant();
    const Position p = *testing::any_position(v);
    TurnList turns;
    legal_turns(v, p, turns);
    RC_ASSERT(turns.size() < TurnList::kCapacity / 2);
    RC_ASSERT(count_turns(v, p) == turns.size());
    RC_ASSERT(turns.empty() == final_value(v, p).has_value());
    std::vector<Turn> sorted(turns.begin(), turns.end());
    std::sort(sorted.begin(), sorted.end());
    RC_ASSERT(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
}

RC_GTEST_PROP(RulesProperty, TurnsLeadToPossiblePositions, ()) {
    const Variant v = *testing::any_variant();
    const Position p = *testing::any_position(v);
    TurnList turns;
    legal_turns(v, p, turns);
    for (const Turn& turn : turns) {
        const Position next = apply(p, turn);
        RC_ASSERT(!why_impossible(v, next));
        RC_ASSERT(next.to_move == opponent(p.to_move));
        RC_ASSERT(men_in_all(next, p.to_move) == men_in_all(p, p.to_move));
        RC_ASSERT(men_in_all(next, next.to_move) == men_in_all(p, next.to_move) - turn.takes());
    }
}

// The rules treat both colours alike.
RC_GTEST_PROP(RulesProperty, ColoursAreAlike, ()) {
    const Variant v = *testing::any_variant();
    const Position p = *testing::any_position(v);
    Position swapped = p;
    std::swap(swapped.men[0], swapped.men[1]);
    std::swap(swapped.hand[0], swapped.hand[1]);
    swapped.to_move = opponent(p.to_move);
    RC_ASSERT(count_turns(v, swapped) == count_turns(v, p));
    RC_ASSERT(final_value(v, swapped) == final_value(v, p));
}

}  // namespace
}  // namespace merels
