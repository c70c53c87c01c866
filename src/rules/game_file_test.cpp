// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "merels/game.h"
#include "rules/random_positions.h"
#include "rules/rules.h"

namespace merels {
namespace {

std::string game_error(std::string_view text) {
    const auto game = parse_game(text);
    EXPECT_FALSE(game) << text;
    return game ? "" : game.error().message;
}

TEST(GameFile, Reads) {
    const auto game = parse_game(
        "[variant \"nine-c1\"]\n[start \"********/********/********_w_9_9\"]\n[result \"1-0\"]\n[white \"Ada \\\"L\\\" "
        "\\\\ ü\"]\n\n"
        "1. d6 f4\n2. d2   b4\r\n\n3. a1");
    ASSERT_TRUE(game) << game.error().message;
    EXPECT_EQ(game->variant.id(), "nine-c1");
    EXPECT_EQ(game->turns.size(), 5U);
    EXPECT_EQ(game->result, GameResult::kWhiteWins) << "Black resigned";
    ASSERT_EQ(game->tags.size(), 1U);
    EXPECT_EQ(game->tags[0].second, "Ada \"L\" \\ ü");
    EXPECT_EQ(format_position(final_position(*game)), "********/O*@*O*@*/*****O** b 6 7");
    EXPECT_EQ(format_game(*game),
              "[variant \"nine-c1\"]\n[start \"********/********/******** w 9 9\"]\n[result \"1-0\"]\n"
              "[white \"Ada \\\"L\\\" \\\\ ü\"]\n\n1. d6 f4\n2. d2 b4\n3. a1\n");
}

TEST(GameFile, SmallestAndBlackFirst) {
    EXPECT_EQ(format_game(*parse_game("[variant \"lasker-c1@3,4\"]")),
              "[variant \"lasker-c1@3,4\"]\n[start \"********/********/******** w 3 4\"]\n[result \"*\"]\n");
    const char* text =
        "[variant \"nine-c1\"]\n[start \"O*******/********/******** b 8 9\"]\n[result \"*\"]\n\n1. ... d6\n2. d7 d2\n";
    const auto game = parse_game(text);
    ASSERT_TRUE(game) << game.error().message;
    EXPECT_EQ(format_game(*game), text);
}

TEST(GameFile, TheResultFollowsTheRules) {
    const std::string tags = "[variant \"nine-c1\"]\n[start \"OO*O****/****O***/@@@***** w 0 0\"]\n";
    const auto game = parse_game(tags + "\n1. e3-e4\n");
    ASSERT_TRUE(game) << game.error().message;
    EXPECT_EQ(game->result, GameResult::kUnfinished);
    const std::string close = "[variant \"nine-c1\"]\n[start \"OO**O**@/********/@@****** w 0 0\"]\n";
    // d3 flies to e4? No mill; the three of Black on c5 d7 g7 stay: an unfinished game again.
    EXPECT_EQ(parse_game(close + "1. d3-e4")->result, GameResult::kUnfinished);
    const std::string won = "[variant \"nine-c1\"]\n[start \"O***O**O/********/@*@*@*** w 0 0\"]\n";
    EXPECT_EQ(parse_game(won + "1. d3-e5xd7")->result, GameResult::kWhiteWins) << "Black has two men left";
    EXPECT_EQ(game_error(won + "[result \"0-1\"]\n1. d3-e5xd7"),
              "line 3, column 10: the result is '0-1', but the last position says '1-0'");
    EXPECT_EQ(game_error(won + "1. d3-e5xd7 g4-g7"),
              "line 3, column 13: the game is over: Black has fewer than three men");
}

TEST(GameFile, ErrorsNameLineAndColumn) {
    const std::string v = "[variant \"nine-c1\"]\n";
    EXPECT_EQ(game_error(""), "line 1, column 1: expected a tag, as in [variant \"nine-c1\"], but the text ends");
    EXPECT_EQ(game_error("1. d6"), "line 1, column 1: expected a tag, as in [variant \"nine-c1\"], found '1'");
    EXPECT_EQ(game_error("[result \"*\"]"), "line 1, column 2: the first tag must be 'variant'");
    EXPECT_EQ(game_error("[variant \"x\"]").substr(0, 38), "line 1, column 11: unknown variant 'x'");
    EXPECT_EQ(game_error(v + v), "line 2, column 2: a second tag 'variant'");
    EXPECT_EQ(game_error(v + "[a \"1\"]\n[a \"2\"]"), "line 3, column 2: a second tag 'a'");
    EXPECT_EQ(game_error(v + "[result \"*\"]\n[result \"*\"]"), "line 3, column 2: a second tag 'result'");
    EXPECT_EQ(game_error(v + "[result \"2-0\"]"),
              "line 2, column 10: expected a result: '*', '1-0', '0-1' or '1/2-1/2'");
    EXPECT_EQ(game_error(v + "[a 1]"), "line 2, column 4: expected '\"' before the value, found '1'");
    EXPECT_EQ(game_error(v + "[A \"1\"]"), "line 2, column 2: expected the name of a tag, found 'A'");
    EXPECT_EQ(game_error(v + "[a \"1\n\"]"),
              "line 2, column 6: expected '\"' after the value, found the end of the line");
    EXPECT_EQ(game_error(v + "[a \"\\n\"]"), "line 2, column 6: expected '\"' or '\\' after '\\', found 'n'");
    EXPECT_EQ(game_error(v + "[a \"1\"] x"), "line 2, column 8: expected the end of the line after ']', found a space");
    EXPECT_EQ(game_error(v + "[start \"***\"]"),
              "line 2, column 12: expected '*', 'O' or '@' for e3, but the text ends");
    EXPECT_EQ(game_error(v + "2. d6"), "line 2, column 1: expected turn number 1, found 2");
    EXPECT_EQ(game_error(v + "d6"), "line 2, column 1: expected the number of a turn, '1.', found 'd'");
    EXPECT_EQ(game_error(v + "1 d6"), "line 2, column 2: expected '.' after the number of the turn, found a space");
    EXPECT_EQ(game_error(v + "1.d6"), "line 2, column 3: expected a space after the number of the turn, found 'd'");
    EXPECT_EQ(game_error(v + "1. d6 d6"), "line 2, column 7: d6 is occupied");
    EXPECT_EQ(game_error(v + "\n1. d6 f4\n2. d2 d9\n"),
              "line 4, column 8: expected a digit from 1 to 7 after 'd', found '9'");
    EXPECT_EQ(game_error(v + "1. d6;f4"), "line 2, column 6: expected a space or the end after a turn, found ';'");
    EXPECT_EQ(game_error(v + "[start \"********/********/******** b 9 9\"]\n1. d6"),
              "line 3, column 4: expected '...' in place of White's turn, found 'd'");
}

// Random games, played until they end or get long, with random tags.
RC_GTEST_PROP(GameFileProperty, RoundTrip, ()) {
    Game game;
    game.variant = *testing::any_variant();
    game.start = *rc::gen::inRange(0, 2) == 0 ? start_position(game.variant) : *testing::any_position(game.variant);
    Position p = game.start;
    TurnList turns;
    for (int ply = *rc::gen::inRange(0, 100); ply > 0; --ply) {
        legal_turns(game.variant, p, turns);
        if (turns.empty()) break;
        game.turns.push_back(turns[*rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, turns.size()))]);
        p = apply(p, game.turns.back());
    }
    const GameResult by_rules = result_by_rules(game);
    game.result = by_rules != GameResult::kUnfinished
                      ? by_rules
                      : *rc::gen::element(GameResult::kUnfinished, GameResult::kWhiteWins, GameResult::kDraw);
    const auto value = *rc::gen::container<std::string>(rc::gen::inRange<char>(' ', '~' + 1));
    game.tags = {{"event", value}, {"round_2", "\\\"\\"}};
    const auto back = parse_game(format_game(game));
    RC_ASSERT(back.ok());
    RC_ASSERT(*back == game);
    RC_ASSERT(final_position(*back) == p);
}

}  // namespace
}  // namespace merels
