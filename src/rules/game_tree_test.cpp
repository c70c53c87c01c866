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

TEST(GameTree, VariationsAreNestedFiftyDeepAndNoDeeper) {
    const auto nested = [](int depth) {
        std::string text = "d6";
        for (int i = 0; i < depth; ++i) text += i % 2 == 0 ? "(d7" : "(a1";
        return text + std::string(static_cast<std::size_t>(depth), ')');
    };
    EXPECT_EQ(error_of(nested(50)), "");
    EXPECT_EQ(error_of(nested(51)), "line 1, column 153: too many variations in variations");
}

TEST(GameTree, TagsAreReadStrictly) {
    const std::string expected = "line 1, column 1: a tag as in [White \"Ada\"] is expected";
    for (const char* text :
         {"[", "[]", "[White", "[White ", "[White \"", "[White \"Ada", "[White \"Ada\n\"]", "[White \"Ada\"",
          "[White \"Ada\" x]", "[White Ada]", "[ \"Ada\"]", "[White-1 \"Ada\"]", "[White \"Ada\\"}) {
        EXPECT_EQ(error_of(text), expected) << text;
    }
    const GameTree tree = read(
        " [White_1 \"A\\\\B\\\"\"]\n[Round\t\"2\" ]\n[SetUp \"1\"] [round \"3\"]\n[start \"O*******/********/******** "
        "b 8 9\"]\n");
    using Tags = std::vector<std::pair<std::string, std::string>>;
    EXPECT_EQ(tree.tags, (Tags{{"White_1", "A\\B\""}, {"Round", "2"}, {"round", "3"}}));
    EXPECT_EQ(main_line(tree).tags, (Tags{{"white_1", "A\\B\""}, {"round", "2"}}));
    EXPECT_EQ(format_position(tree.start), "O*******/********/******** b 8 9");
    EXPECT_EQ(error_of("\n[Result \"2-0\"]"), "line 2, column 1: '2-0' is not a result");
    EXPECT_EQ(error_of("[White \"A\"]\n [variant \"chess\"]").substr(0, 18), "line 2, column 2: ");
    EXPECT_EQ(error_of("[Variant \"chess\"]"), "");  // what other programs call it
    EXPECT_EQ(read("[Variant \"lasker-c1\"]").variant.id(), "lasker-c1");
    EXPECT_EQ(read("").variant.id(), "nine-c1");
    EXPECT_EQ(error_of("[White \"A\"]\n[FEN \"x\"]").substr(0, 18), "line 2, column 1: ");
}

TEST(GameTree, ResultsOfVariationsAreTheirs) {
    EXPECT_EQ(read("1. d6 (1. a1 1-0) f4 0-1").result, GameResult::kBlackWins);
    EXPECT_EQ(read("1. d6 (1. a1 1-0) f4").result, GameResult::kUnfinished);
    EXPECT_EQ(read("[Result \"1/2-1/2\"] 1. d6 f4").result, GameResult::kDraw);
    EXPECT_EQ(read("[Result \"1-0\"] 1. d6 f4 1/2-1/2").result, GameResult::kDraw);  // the last word counts
}

TEST(GameTree, CommentsLoseTheirBreaks) {
    const GameTree tree = read(
        "{ \t one\n  two  } ; three\n1... d6 {} { four }  {five} ;six  \n (1. a1 (a4) {b} {c}) ( {d} a1 {e}) f4 ; end");
    EXPECT_EQ(tree.comment, "one two three");
    EXPECT_EQ(tree.line[0].comment, "four five six");
    ASSERT_EQ(tree.line[0].variations.size(), 2u);
    EXPECT_EQ(tree.line[0].variations[0][0].comment, "b c");
    EXPECT_EQ(tree.line[0].variations[1][0].comment, "d e");
    EXPECT_EQ(tree.line[1].comment, "end");
    EXPECT_EQ(read("1. d6 (1. a1 {x}) ").line[0].variations[0][0].comment, "x");
    EXPECT_EQ(read("1. d6 ( {x} 1. a1)").line[0].variations[0][0].comment, "x");
}

TEST(GameTree, MarksAreAddedUp) {
    const GameTree tree = read("1. d6!? f4 $0 2. d2 $3 b4 $5 3. f6 $8 b6??!");
    std::string marks;
    for (const TreeTurn& turn : tree.line) marks += turn.mark + " ";
    EXPECT_EQ(marks, "!?  !! !?  ??! ");
    EXPECT_EQ(error_of("1. d6!a"), "line 1, column 4: 'd6!a' is not a turn");
    EXPECT_EQ(error_of("1. !"), "line 1, column 4: '!' is not a turn");
}

TEST(GameTree, TwoMenAreTakenByOneTurn) {
    const Variant two = *parse_variant("nine-c2");
    // A man comes to a point where two mills meet.
    const Position position = *parse_position(two, "O**@*@**/OO*@***@/*O*****O w 1 1");
    TurnList turns;
    legal_turns(two, position, turns);
    const Turn* both = nullptr;
    for (const Turn& turn : turns) {
        if (turn.takes() == 2) both = &turn;
    }
    ASSERT_NE(both, nullptr);
    const std::string ours = format_turn(*both);
    std::string sanmill = ours;
    sanmill.replace(sanmill.find(','), 1, "x");
    const std::string head = "[variant \"nine-c2\"]\n[start \"" + format_position(position) + "\"]\n1. ";
    const std::size_t first = sanmill.find('x'), second = sanmill.rfind('x');
    const std::string apart =
        sanmill.substr(0, first) + " " + sanmill.substr(first, second - first) + " " + sanmill.substr(second);
    for (const std::string& text : {ours, sanmill, apart}) {
        const GameTree tree = read(head + text);
        ASSERT_EQ(tree.line.size(), 1u) << text;
        EXPECT_EQ(tree.line[0].turn, *both) << text;
        EXPECT_NE(format_game_tree(tree, GameFormat::kSanmill).find("\n1. " + sanmill + "\n"), std::string::npos)
            << text;
        const std::string numbers = format_game_tree(tree, GameFormat::kPlayok);
        EXPECT_EQ(std::count(numbers.begin(), numbers.end(), 'x'), 2) << numbers;
        const std::size_t at = numbers.find("1. ");
        EXPECT_EQ(read(head + numbers.substr(at + 3, numbers.find('\n', at) - at - 3)).line[0].turn, *both) << numbers;
    }
}

TEST(GameTree, SanmillsTextHasEverything) {
    const GameTree tree = read(
        "[White \"Ada\"]\n[Round \"7\"]\n[Result \"1-0\"]\n{a } 1. d6 f4! {b} 2. d2 {c} (2. a1 a4 (2... g1) 3. g4) b4 "
        "3. f6");
    EXPECT_EQ(format_game_tree(tree, GameFormat::kSanmill),
              "[Event \"Merels game\"]\n[Site \"Merels\"]\n[White \"Ada\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"
              "[Variant \"nine-c1\"]\n[Round \"7\"]\n\n{a}\n1. d6 f4! {b}\n"
              "2. d2 {c} (2. a1 a4 (2... g1) 3. g4) 2... b4\n3. f6\n1-0\n");
    EXPECT_EQ(count_remarks(tree), 5);
    EXPECT_EQ(format_game_tree(tree, GameFormat::kPlayok), "[Result \"1-0\"]\n\n1. 5 14\n2. 20 11\n3. 6\n1-0\n");
    // Black's turn is numbered again behind a comment and behind a variation, either alone.
    for (const char* text : {"1. d6 {x} 1... f4\n", "1. d6 (1. a1) 1... f4\n", "1. d6 f4\n"}) {
        EXPECT_NE(format_game_tree(read(text), GameFormat::kSanmill).find(text), std::string::npos) << text;
    }
    GameTree brace = read("1. d6 {x}");
    brace.line[0].comment = "}a}";
    EXPECT_NE(format_game_tree(brace, GameFormat::kSanmill).find("1. d6 {)a)}\n"), std::string::npos);
    const GameTree moving = read("[start \"OOO*****/@@@*****/******** w 0 0\"]");
    EXPECT_NE(format_game_tree(moving, GameFormat::kSanmill).find("w m s 3 0 3 0 0 0"), std::string::npos);
    const GameTree named = read("[event \"E\"]\n[site \"S\"]\n[black \"B\"]\n[white \"W\"]\n1. d6");
    EXPECT_EQ(format_game_tree(named, GameFormat::kSanmill),
              "[Event \"E\"]\n[Site \"S\"]\n[White \"W\"]\n[Black \"B\"]\n[Result \"*\"]\n[Variant \"nine-c1\"]\n\n1. "
              "d6\n*\n");
}

}  // namespace
}  // namespace merels
