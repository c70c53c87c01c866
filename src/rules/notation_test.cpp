// SPDX-License-Identifier: MIT
#include "rules/notation.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "rules/random_positions.h"

namespace merels {
namespace {

std::string position_error(const char* id, std::string_view text) {
    const auto p = parse_position(*parse_variant(id), text);
    EXPECT_FALSE(p) << text;
    if (p) return "";
    EXPECT_EQ(p.error().code, ErrorCode::kBadInput);
    return p.error().message;
}

TEST(Notation, PointNames) {
    std::set<std::string> names;
    for (Point p = 0; p < kPoints; ++p) names.insert(point_name(p));
    EXPECT_EQ(names.size(), 24U);
    EXPECT_EQ(point_name(0), "d5");
    EXPECT_EQ(point_name(1), "e5");
    EXPECT_EQ(point_name(8), "d6");
    EXPECT_EQ(point_name(16), "d7");
    EXPECT_EQ(point_name(17), "g7");
    EXPECT_EQ(point_name(21), "a1");
    EXPECT_EQ(point_name(23), "a7");
}

TEST(Notation, Positions) {
    const Variant v = *parse_variant("nine-c1");
    EXPECT_EQ(*parse_position(v, "********/********/******** w 9 9"), start_position(v));
    EXPECT_EQ(*parse_position(v, "********/********/********_w_9_9"), start_position(v));
    const Position p = *parse_position(v, "O*******/*@******/*******O b 3 0");
    EXPECT_EQ(p.men[0], mask_of(0) | mask_of(23));
    EXPECT_EQ(p.men[1], mask_of(9));
    EXPECT_EQ(p.to_move, Side::kBlack);
    EXPECT_EQ(p.hand[0], 3);
    EXPECT_EQ(p.hand[1], 0);
    EXPECT_EQ(format_position(p), "O*******/*@******/*******O b 3 0");
    EXPECT_EQ(parse_position(*parse_variant("morabaraba"), "********/********/******** w 12 12")->hand[1], 12);
}

TEST(Notation, TheLongLine) {
    const Variant v = *parse_variant("nine-c1");
    const auto read = [&](std::string_view text) { return parse_position(v, text); };
    EXPECT_EQ(*read("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"), start_position(v));
    EXPECT_EQ(*read("********/********/******** w p p 0 9 0 9 0 0 0 1"), start_position(v));
    EXPECT_EQ(*read("********/********/********_w_p_p_0_9_0_9_0_0_0_0_0_0_0_0_1"), start_position(v));
    const auto p = read("O*******/*@******/*******O b m s 2 0 1 3 0 0 8 12 31 30 18446744073709551615 7 24");
    ASSERT_TRUE(p) << p.error().message;
    EXPECT_EQ(format_position(*p), "O*******/*@******/*******O b 0 3");
    EXPECT_EQ(position_error("nine-c1", "O*******/********/******** w p p 0 8 0 9 0 0 0 1"),
              "column 34: White has 1 men on the board, not 0");
    EXPECT_EQ(position_error("nine-c1", "********/********/******** w p r 0 9 0 9 1 0 0 1"),
              "column 32: a man is still to be taken: give the position after the whole turn");
    EXPECT_EQ(position_error("nine-c1", "********/********/******** w p p 0 9 0 9 0 1 0 1"),
              "column 44: a man is still to be taken: give the position after the whole turn");
    EXPECT_EQ(position_error("nine-c1", "********/********/******** w p p 0 9 0 9 0 0 0 0 0 1"),
              "column 53: expected 4 or 9 counters after the men in hand, found 6");
    for (const char* letter : {"a", "q", "z"}) {
        const std::string text = std::string("********/********/******** w ") + letter + " p 0 9 0 9 0 0 0 1";
        EXPECT_EQ(position_error("nine-c1", text).substr(0, 29), "column 30: expected a phase, ") << letter;
    }
}

TEST(Notation, BrokenPositionsAreNamed) {
    const auto message = [](std::string_view text) { return position_error("nine-c1", text); };
    EXPECT_EQ(message(""), "column 1: expected '*', 'O' or '@' for d5, but the text ends");
    EXPECT_EQ(message("***x"), "column 4: expected '*', 'O' or '@' for e3, found 'x'");
    EXPECT_EQ(message("*********"), "column 9: expected '/' after eight points of a ring, found '*'");
    EXPECT_EQ(message("*******/"), "column 8: expected '*', 'O' or '@' for c5, found '/'");
    EXPECT_EQ(message("********/********/********"), "column 27: expected a space or '_', but the text ends");
    EXPECT_EQ(message("********/********/******** W 9 9"),
              "column 28: expected the side to move, 'w' or 'b', found 'W'");
    EXPECT_EQ(message("********/********/********  w 9 9"),
              "column 28: expected the side to move, 'w' or 'b', found a space");
    EXPECT_EQ(message("********/********/******** w 9"), "column 31: expected a space or '_', but the text ends");
    EXPECT_EQ(message("********/********/******** w 9 "),
              "column 32: expected the number of men in Black's hand, but the text ends");
    EXPECT_EQ(message("********/********/******** w 13 9"),
              "column 30: the number of men in White's hand is at most 12");
    EXPECT_EQ(message("********/********/******** w 09 9"),
              "column 30: the number of men in White's hand has a leading zero");
    EXPECT_EQ(message("********/********/******** w 9 9 "),
              "column 33: expected the end of the position, found a space");
    EXPECT_EQ(message("********/********/******** w 9 9\n"),
              "column 33: expected the end of the position, found the end of the line");
    EXPECT_EQ(message("********/********/******** w 9 10"),
              "column 32: Black has 10 men on the board and in hand, more than the 9 of nine-c1");
    EXPECT_EQ(message("O*******/********/******** w 9 9"),
              "column 30: White has 10 men on the board and in hand, more than the 9 of nine-c1");
    EXPECT_EQ(message(std::string_view("********\0", 9)),
              "column 9: expected '/' after eight points of a ring, found byte 0x00");
}

TEST(Notation, LettersAndNumbersAtTheEdge) {
    const auto message = [](const std::string& text) { return position_error("nine-c1", text); };
    EXPECT_EQ(message("~"), "column 1: expected '*', 'O' or '@' for d5, found '~'");
    EXPECT_EQ(message("!"), "column 1: expected '*', 'O' or '@' for d5, found '!'");
    EXPECT_EQ(message("\x7f"), "column 1: expected '*', 'O' or '@' for d5, found byte 0x7f");
    EXPECT_EQ(message("\xe9"), "column 1: expected '*', 'O' or '@' for d5, found byte 0xe9");
    const std::string board = "********/********/******** w ";
    EXPECT_EQ(message(board + "12 0"),
              "column 30: White has 12 men on the board and in hand, more than the 9 of nine-c1");
    EXPECT_EQ(message(board + "120 0"), "column 30: the number of men in White's hand is at most 12");
    EXPECT_EQ(message(board + "99999999999999999999 0"), "column 30: the number of men in White's hand is at most 12");
    EXPECT_EQ(message(board + "0 00"), "column 32: the number of men in Black's hand has a leading zero");
    EXPECT_EQ(message(board + "/ 0"), "column 30: expected the number of men in White's hand, found '/'");
    EXPECT_EQ(message(board + ": 0"), "column 30: expected the number of men in White's hand, found ':'");
    EXPECT_EQ(message(board + "9 9x"), "column 33: expected the end of the position, found 'x'");
    // The long line: every letter that it may have, and the largest counters.
    for (const char* phase : {"r", "p", "m", "o", "n"}) {
        for (const char* action : {"p", "s", "?"}) {
            EXPECT_TRUE(parse_position(*parse_variant("nine-c1"),
                                       board + phase + " " + action + " 0 9 0 9 0 0 18446744073709551615 1"));
        }
    }
    EXPECT_EQ(message(board + "p p 0 9 0 9 0 0 18446744073709551616 1"),
              "column 46: a counter is at most 18446744073709551615");
    EXPECT_EQ(message(board + "p p 0 9 0 9 0 0 0"), "column 47: expected a space or '_', but the text ends");
    EXPECT_EQ(message(board + "p p 0 9 0 9 1 0 0 1").substr(0, 40), "column 42: a man is still to be taken: g");
    EXPECT_EQ(message(board + "p p 0 9 0 9 0 0 0 0 0 0 0 0 1 1"),
              "column 59: expected the end of the position, found a space");
    EXPECT_EQ(message(board + "p p 0 9 25 9 0 0 0 1"),
              "column 38: the number of Black's men on the board is at most 24");
    EXPECT_EQ(message(board + "p p 0 9 1 9 0 0 0 1"), "column 38: Black has 0 men on the board, not 1");
    EXPECT_EQ(message(board + "p p 0 9 0 10 0 0 0 1"),
              "column 40: Black has 10 men on the board and in hand, more than the 9 of nine-c1");
}

RC_GTEST_PROP(NotationProperty, PositionRoundTrip, ()) {
    const Variant v = *testing::any_variant();
    const Position p = *testing::any_position(v);
    std::string text = format_position(p);
    const auto back = parse_position(v, text);
    RC_ASSERT(back.ok());
    RC_ASSERT(*back == p);
    std::replace(text.begin(), text.end(), ' ', '_');
    RC_ASSERT(*parse_position(v, text) == p);
}

// Whatever is accepted is either the canonical text or another spelling of the same position.
RC_GTEST_PROP(NotationProperty, ChangedTextsNeverMisread, ()) {
    const Variant v = *testing::any_variant();
    std::string text = format_position(*testing::any_position(v));
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    text[at] = *rc::gen::element('*', 'O', '@', '/', ' ', '_', 'w', 'b', '0', '1', '9', 'x', '\n');
    const auto p = parse_position(v, text);
    if (p) {
        std::replace(text.begin(), text.end(), '_', ' ');
        RC_ASSERT(format_position(*p) == text);
    } else {
        RC_ASSERT(p.error().message.starts_with("column "));
    }
}

}  // namespace
}  // namespace merels
