// SPDX-License-Identifier: MIT
#include "rules/game_tree.h"

#include <gtest/gtest.h>

#include "rules/point_numbers.h"
#include "rules/rules.h"

namespace merels {
namespace {

const Variant kNine = *parse_variant("nine-c1");

std::string turns_of(const std::vector<TreeTurn>& line) {
    std::string text;
    for (const TreeTurn& t : line) text += (text.empty() ? "" : " ") + format_turn(t.turn);
    return text;
}

GameTree read(std::string_view text) {
    auto tree = parse_game_tree(text, kNine);
    EXPECT_TRUE(tree) << (tree ? "" : tree.error().message);
    return tree ? *std::move(tree) : GameTree{};
}

std::string error_of(std::string_view text) {
    const auto tree = parse_game_tree(text, kNine);
    return tree ? "" : tree.error().message;
}

TEST(PointNumbers, AreRowByRow) {
    EXPECT_EQ(point_name(*point_of_number(1)), "a7");
    EXPECT_EQ(point_name(*point_of_number(5)), "d6");
    EXPECT_EQ(point_name(*point_of_number(14)), "f4");
    EXPECT_EQ(point_name(*point_of_number(24)), "g1");
    EXPECT_FALSE(point_of_number(0) || point_of_number(25));
    for (int n = 1; n <= 24; ++n) EXPECT_EQ(number_of_point(*point_of_number(n)), n);
}

TEST(GameTree, ReadsSanmillWithCommentsAndVariations) {
    const GameTree tree = read(
        "[Event \"club\"]\n[White \"Ada\"]\n[Variant \"Nine Men's Morris\"]\n[Result \"*\"]\n\n"
        "{to begin} 1. d6! f4 {a {brace} ; both\n (1... b4 2. a1 (2. g1?? $4) {well} 2... a4) 2. d2 a1\n"
        "3. d7 a4 4. d5xa4 *");
    EXPECT_EQ(turns_of(tree.line), "d6 f4 d2 a1 d7 a4 d5xa4");
    EXPECT_EQ(tree.comment, "to begin");
    EXPECT_EQ(tree.line[0].mark, "!");
    EXPECT_EQ(tree.line[1].comment, "a {brace both");
    ASSERT_EQ(tree.line[1].variations.size(), 1u);
    const auto& variation = tree.line[1].variations[0];
    EXPECT_EQ(turns_of(variation), "b4 a1 a4");
    EXPECT_EQ(variation[1].comment, "well");
    EXPECT_EQ(turns_of(variation[1].variations[0]), "g1");
    EXPECT_EQ(variation[1].variations[0][0].mark, "??");
    EXPECT_EQ(count_remarks(tree), 4);
}

TEST(GameTree, MarksMayBeNumbers) {
    const GameTree tree = read("$1 1. d6 $1 f4 $2 {weak} 2. d2! $4 $10 b4 $6 3. f6 $7 b6 $22");
    std::string marks;
    for (const TreeTurn& turn : tree.line) marks += turn.mark + " ";
    EXPECT_EQ(marks, "! ? ! ?!   ");
    EXPECT_EQ(tree.line[1].comment, "weak");
    EXPECT_NE(format_game_tree(tree, GameFormat::kSanmill).find("1. d6! f4? {weak}"), std::string::npos);
}

TEST(GameTree, TakingsMayBeWordsOfTheirOwn) {
    const std::string whole = turns_of(read("1. d6 a1 2. d7 a4 3. d5xa4").line);
    EXPECT_EQ(turns_of(read("1. d6 a1 2. d7 a4 3. d5 xa4").line), whole);
    EXPECT_EQ(turns_of(read("1.d6 a1 2.d7 a4 3.d5 {mill} xa4! 3... a4").line), whole + " a4");
    EXPECT_EQ(turns_of(read("1. 5 22 2. 2 10 3. 8x10 10").line), whole + " a4");
    EXPECT_EQ(turns_of(read("1. 5 22 2. 2 10 3. 8 x10").line), whole);
}

TEST(GameTree, ErrorsNameLineAndColumn) {
    EXPECT_EQ(error_of("1. d6 f4\n2. d9").substr(0, 18), "line 2, column 4: ");
    EXPECT_EQ(error_of("xa1"), "line 1, column 1: a taking before any turn");
    EXPECT_EQ(error_of("1. d6 f4)"), "line 1, column 9: ')' without '('");
    EXPECT_EQ(error_of("1. d6 (f4"), "line 1, column 7: ')' is missing");
    EXPECT_EQ(error_of("(d6)"), "line 1, column 1: a variation before any turn");
    EXPECT_EQ(error_of("1. d6 ()"), "line 1, column 7: a variation without a turn");
    EXPECT_EQ(error_of("1. d6 {x"), "line 1, column 7: '}' is missing");
    EXPECT_EQ(error_of("1. 5 25"), "line 1, column 6: '25' is not a turn");
    EXPECT_NE(error_of("1. d6 d6"), "");
    EXPECT_NE(error_of("[White Ada]"), "");
    EXPECT_NE(error_of("[Result \"2-0\"]"), "");
    EXPECT_NE(error_of("[variant \"chess\"]"), "");
    EXPECT_NE(error_of("[FEN \"nonsense\"]"), "");
    std::string deep = "d6";
    for (int i = 0; i < 100; ++i) deep += "(d7";
    EXPECT_NE(error_of(deep + std::string(100, ')')), "");
}

TEST(GameTree, GoesAndComesBackInEveryForm) {
    const GameTree tree = read(
        "[variant \"nine-c1\"]\n[white \"A \\\"B\\\"\"]\n[start \"OO******/O*@*@**@/******** b 6 6\"]\n"
        "1... a1! {one} (1... a4 2. g1 {two}) 2. g1 *");
    const std::string text = format_game_tree(tree, GameFormat::kSanmill);
    EXPECT_NE(text.find("[FEN \"OO******/O*@*@**@/******** b p p 3 6 3 6 0 0 0 0 0 0 0 0 1\"]"), std::string::npos)
        << text;
    EXPECT_NE(text.find("1... a1! {one} (1... a4 2. g1 {two})\n2. g1\n*\n"), std::string::npos) << text;
    const GameTree again = read(text);
    EXPECT_EQ(format_game_tree(again, GameFormat::kSanmill), text);
    EXPECT_EQ(again.start, tree.start);
    EXPECT_EQ(turns_of(again.line[0].variations[0]), "a4 g1");
    const auto strict = parse_game(format_game_tree(tree, GameFormat::kMerels));
    ASSERT_TRUE(strict) << strict.error().message;
    EXPECT_EQ(strict->turns, main_line(tree).turns);

    const GameTree mills = read("1. d6 a1 2. d7 a4 3. d5xa4 a4 4. g1");
    EXPECT_EQ(format_game_tree(mills, GameFormat::kPlayok),
              "[Result \"*\"]\n\n1. 5 22\n2. 2 10\n3. 8x10 10\n4. 24\n*\n");
    EXPECT_EQ(turns_of(read(format_game_tree(mills, GameFormat::kPlayok)).line), turns_of(mills.line));
}

TEST(GameTree, AResultThatContradictsTheBoardIsRefused) {
    const std::string start = "[FEN \"*O******/O*******/O**@*@@* w m s 3 0 3 0 0 0 0 0 0 0 0 0 1\"]\n1. e5-d5xa1";
    EXPECT_EQ(read(start).result, GameResult::kWhiteWins);
    EXPECT_EQ(read(start + " 1-0").result, GameResult::kWhiteWins);
    EXPECT_NE(error_of(start + " 0-1"), "");
}

}  // namespace
}  // namespace merels
