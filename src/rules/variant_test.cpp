// SPDX-License-Identifier: MIT
#include "merels/variant.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "rules/random_positions.h"

namespace merels {
namespace {

TEST(Variant, TheEightGames) {
    ASSERT_EQ(all_variants().size(), 8U);
    const auto expect = [](const char* id, Board board, int men, Phases phases, AllInMills rule, int takes, bool fbd) {
        const auto v = parse_variant(id);
        ASSERT_TRUE(v) << id;
        EXPECT_EQ(v->id(), id);
        EXPECT_EQ(v->board, board) << id;
        EXPECT_EQ(v->white_men, men) << id;
        EXPECT_EQ(v->black_men, men) << id;
        EXPECT_EQ(v->phases, phases) << id;
        EXPECT_EQ(v->all_in_mills, rule) << id;
        EXPECT_EQ(v->takes, takes) << id;
        EXPECT_EQ(v->full_board_draw, fbd) << id;
    };
    constexpr auto kThen = Phases::kPlaceThenMove;
    constexpr auto kAny = AllInMills::kAnyMayBeTaken;
    constexpr auto kNone = AllInMills::kNoneMayBeTaken;
    expect("nine-c1", Board::kNine, 9, kThen, kAny, 1, false);
    expect("nine-c2", Board::kNine, 9, kThen, kAny, 2, false);
    expect("nine-p1", Board::kNine, 9, kThen, kNone, 1, false);
    expect("nine-p2", Board::kNine, 9, kThen, kNone, 2, false);
    expect("lasker-c1", Board::kNine, 10, Phases::kPlaceOrMove, kAny, 1, false);
    expect("lasker-p2", Board::kNine, 10, Phases::kPlaceOrMove, kNone, 2, false);
    expect("morabaraba", Board::kDiagonals, 12, kThen, kAny, 1, false);
    expect("morabaraba-fbd", Board::kDiagonals, 12, kThen, kAny, 1, true);
}

TEST(Variant, OtherStarts) {
    const auto v = parse_variant("nine-c1@11,12");
    ASSERT_TRUE(v);
    EXPECT_EQ(v->white_men, 11);
    EXPECT_EQ(v->black_men, 12);
    EXPECT_EQ(v->id(), "nine-c1@11,12");
    EXPECT_EQ(parse_variant("nine-c1@9,9")->id(), "nine-c1") << "the plain start needs no suffix";
    EXPECT_EQ(parse_variant("morabaraba@12,12")->id(), "morabaraba");
}

TEST(Variant, WrongTextsAreNamed) {
    for (const char* text : {"",
                             "nine",
                             "Nine-c1",
                             "nine-c1 ",
                             " nine-c1",
                             "nine-c3",
                             "@3,3",
                             "nine-c1@",
                             "nine-c1@3",
                             "nine-c1@3,",
                             "nine-c1@,3",
                             "nine-c1@2,3",
                             "nine-c1@3,13",
                             "nine-c1@3,3,3",
                             "nine-c1@3,3 ",
                             "nine-c1@03,3",
                             "nine-c1@+3,3",
                             "nine-c1@-3,3",
                             "nine-c1@3;3",
                             "nine-c1@99999999999,3",
                             "nine-c1@@3,3"}) {
        const auto v = parse_variant(text);
        ASSERT_FALSE(v) << text;
        EXPECT_EQ(v.error().code, ErrorCode::kBadInput);
        EXPECT_FALSE(v.error().message.empty());
    }
}

TEST(Variant, TextsForPeople) {
    const auto text = [](const char* id) { return describe(*parse_variant(id)); };
    EXPECT_EQ(text("nine-c1"), "9 men, plain board, place, then move; always capture, take 1");
    EXPECT_EQ(text("lasker-p2"), "10 men, plain board, place or move; always protected, take 2");
    EXPECT_EQ(
        text("morabaraba-fbd@3,12"),
        "3 against 12 men, board with diagonals, place, then move; always capture, take 1; a full board is a draw");
    EXPECT_EQ(parse_variant("nine@3,3").error().message,
              "unknown variant 'nine'; known are nine-c1, nine-c2, nine-p1, nine-p2, lasker-c1, lasker-p2, morabaraba, "
              "morabaraba-fbd");
    EXPECT_EQ(parse_variant("nine-c1@13,3").error().message,
              "variant 'nine-c1@13,3': after '@' two numbers from 3 to 12 are expected, as in 'nine-c1@11,12'");
    for (const char* id : {"nine-c1@3,12", "nine-c1@12,3", "nine-c1@9,8", "nine-c1@8,9"})
        EXPECT_EQ(parse_variant(id)->id(), id);
}

RC_GTEST_PROP(VariantProperty, IdRoundTrip, ()) {
    const Variant v = *testing::any_variant();
    const auto back = parse_variant(v.id());
    RC_ASSERT(back.ok());
    RC_ASSERT(*back == v);
    RC_ASSERT(!describe(v).empty());
}

}  // namespace
}  // namespace merels
