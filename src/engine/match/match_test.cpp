// SPDX-License-Identifier: MIT
#include "engine/match/match.h"

#include <gtest/gtest.h>

#include "rules/rules.h"

namespace merels {
namespace {

MatchOptions options_of(const char* first, const char* second, int games) {
    MatchOptions options;
    options.variant = *parse_variant("nine-c1");
    options.players = {*parse_player(first), *parse_player(second)};
    options.games = games;
    options.hash_mebibytes = 1;
    return options;
}

MatchResult play(const MatchOptions& options) {
    SilentProgress progress;
    auto result = play_match(options, progress);
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return *std::move(result);
}

TEST(Match, IsRepeatableWhateverTheThreads) {
    MatchOptions options = options_of("search:nodes=300", "random", 6);
    const MatchResult once = play(options);
    options.threads = 3;
    const MatchResult again = play(options);
    EXPECT_EQ(once.wins, again.wins);
    for (std::size_t i = 0; i < once.games.size(); ++i) EXPECT_EQ(once.games[i].game, again.games[i].game);
    EXPECT_EQ(once.wins[0] + once.wins[1] + once.draws, 6);
    EXPECT_GE(once.wins[0], 5);
}

TEST(Match, SwapsSidesAndWritesGamesThatCanBeRead) {
    const MatchResult result = play(options_of("random", "search:depth=1", 4));
    for (std::size_t i = 0; i < result.games.size(); ++i) {
        const MatchGame& game = result.games[i];
        EXPECT_EQ(game.white, static_cast<int>(i % 2));
        const auto read = parse_game(format_game(game.game));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, game.game);
    }
}

TEST(Match, DrawsWithoutProgressAndPairsOfStarts) {
    MatchOptions options = options_of("random", "random", 20);
    options.start = *parse_start_rule(options.variant, "endgame:5-7");
    options.draw_after = 3;
    const MatchResult result = play(options);
    int no_progress = 0;
    for (std::size_t i = 0; i + 1 < result.games.size(); i += 2) {
        EXPECT_EQ(result.games[i].game.start, result.games[i + 1].game.start);
        EXPECT_GE(count(result.games[i].game.start.men[0]), 5);
        no_progress += result.games[i].end == "no progress";
    }
    EXPECT_GT(no_progress, 0);
}

TEST(Match, ThirdRepetitionIsADraw) {
    MatchOptions options = options_of("search:depth=1", "search:depth=1", 12);
    options.start = *parse_start_rule(options.variant, "endgame:4-4");
    options.draw_after = 100;
    const MatchResult result = play(options);
    int repetitions = 0;
    for (const MatchGame& game : result.games) repetitions += game.end == "repetition";
    EXPECT_GT(repetitions, 0);
}

TEST(Match, ProgramsThatFailForfeit) {
    // `true` ends at once; `cat` answers the greeting with itself, never with uciok.
    SilentProgress progress;
    for (const char* program : {"engine:true", "engine:cat"}) {
        MatchOptions wrong = options_of("random", program, 2);
        wrong.external_start_milliseconds = 50;
        const auto refused = play_match(wrong, progress);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ErrorCode::kBadInput);
        EXPECT_NE(refused.error().message.find("is no engine"), std::string::npos) << refused.error().message;
    }

    // Greets well, then answers every question with a turn that is not legal.
    MatchOptions options = options_of(
        "random",
        "engine:while read c r; do case $c in uci) echo uciok;; isready) echo readyok;; go) echo bestmove z9;; "
        "quit) exit;; esac; done",
        4);
    const MatchResult result = play(options);
    EXPECT_EQ(result.wins[0], 4);
    EXPECT_EQ(result.forfeits[1], 4);
    EXPECT_TRUE(result.games[0].end.starts_with("forfeit: ")) << result.games[0].end;
}

TEST(Match, ASlowProgramGetsItsTime) {
    MatchOptions options =
        options_of("random",
                   "engine:sleep 0.3; while read c r; do case $c in uci) echo uciok;; isready) echo readyok;; "
                   "go) echo bestmove z9;; quit) exit;; esac; done",
                   1);
    SilentProgress progress;
    options.external_start_milliseconds = 30;
    EXPECT_FALSE(play_match(options, progress));
    options.external_start_milliseconds = 10'000;
    EXPECT_EQ(play(options).forfeits[1], 1);
}

// Stopped in the third game: two games count, and both were handed out when they ended.
TEST(Match, AStoppedMatchGivesTheGamesSoFar) {
    MatchOptions options = options_of("random", "random", 50);
    std::atomic<bool> stop{false};
    std::vector<Game> seen;
    options.stop = &stop;
    options.on_game = [&](const MatchGame& game) {
        seen.push_back(game.game);
        stop = seen.size() == 2;
    };
    const MatchResult result = play(options);
    EXPECT_TRUE(result.stopped);
    ASSERT_EQ(result.games.size(), 2u);
    EXPECT_EQ(result.wins[0] + result.wins[1] + result.draws, 2);
    EXPECT_EQ(result.games[1].game, seen[1]);
    EXPECT_FALSE(play(options_of("random", "random", 2)).stopped);
}

TEST(Match, RepetitionMayBeAllowed) {
    MatchOptions options = options_of("search:depth=1", "search:depth=1", 12);
    options.start = *parse_start_rule(options.variant, "endgame:4-4");
    options.draw_after = 100;
    options.repetitions = 0;
    int no_progress = 0;
    for (const MatchGame& game : play(options).games) {
        EXPECT_NE(game.end, "repetition");
        no_progress += game.end == "no progress";
    }
    EXPECT_GT(no_progress, 0);
}

TEST(Match, StartRules) {
    const Variant nine = *parse_variant("nine-c1");
    for (const char* text : {"start", "opening:6", "endgame:3-9", "won:3-4", "O*******/*O****O*/@*@***@* w 0 0"}) {
        EXPECT_TRUE(parse_start_rule(nine, text)) << text;
    }
    for (const char* text : {"", "opening:", "opening:x", "endgame:9-3", "endgame:2-5", "endgame:3-10", "endgame:5",
                             "won:2-3", "OO******/********/@@@***** w 0 0"}) {
        EXPECT_FALSE(parse_start_rule(nine, text)) << text;
    }
}

// Every position in which the side to move has a man on the first point is won, all others are drawn.
class WonWithCorner : public ValueSource {
    Result<Value> value(const Variant&, const Position& position) const override {
        return (position.own() & mask_of(Point{0})) != 0 ? Value::win(1) : Value::draw();
    }
};

TEST(Match, WonStartsBelongToTheFirstPlayer) {
    MatchOptions options = options_of("random", "random", 12);
    options.start = *parse_start_rule(options.variant, "won:4-6");
    SilentProgress progress;
    EXPECT_FALSE(play_match(options, progress));  // no tables
    options.tables = std::make_shared<WonWithCorner>();
    const MatchResult result = play(options);
    EXPECT_EQ(result.judged, 12);
    int lost = 0;
    for (const MatchGame& game : result.games) {
        EXPECT_EQ(game.start_value, Value::win(1));
        EXPECT_EQ(game.game.start.to_move == Side::kWhite, game.white == 0);
        const GameResult win = game.white == 0 ? GameResult::kWhiteWins : GameResult::kBlackWins;
        lost += game.game.result != win;
    }
    EXPECT_EQ(result.value_lost[0], lost);  // the match itself checks what the tables promised
    EXPECT_GT(lost, 0);
    EXPECT_EQ(result.value_lost[1], 0);
}

// Drawn everywhere; the side to move ranks as high as it has men on corners more than the opponent.
class CornersCount : public ValueSource {
    static int corners(Mask men) { return count(men & 0xAAAAAA); }
    Result<Value> value(const Variant&, const Position&) const override { return Value::draw(); }
    Result<UltraRank> ultra(const Variant&, const Position& p, const UltraSet&) const override {
        return UltraRank{corners(p.own()) - corners(p.other()), 0};
    }
};

TEST(TurnCheck, NamesWhatWasGivenAway) {
    const Variant nine = *parse_variant("nine-c1");
    const CornersCount corners;
    const WonWithCorner won;
    const UltraSet set;
    const Position p = *parse_position(nine, "O*******/*O****O*/@*@***@* w 0 0");
    TurnList turns;
    legal_turns(nine, p, turns);
    GivenAway units, results;
    int leaving = 0, giving = 0;
    for (const Turn& turn : turns) {
        check_turn(corners, nine, p, turn, &set, units);
        const Position next = apply(p, turn);
        // What the turn is worth to White against what the position is worth to him.
        leaving += count(next.men[0] & 0xAAAAAA) - count(next.men[1] & 0xAAAAAA) <
                   count(p.men[0] & 0xAAAAAA) - count(p.men[1] & 0xAAAAAA);
        check_turn(won, nine, p, turn, nullptr, results);
        giving += !final_value(nine, next);  // after any turn White's opponent is to move: never lost by this source
    }
    EXPECT_EQ(units.turns, turns.size());
    EXPECT_EQ(units.units, leaving);
    EXPECT_GT(leaving, 0);
    EXPECT_EQ(units.results, 0);
    EXPECT_EQ(results.results, giving);
}

TEST(Match, ChecksEveryTurn) {
    MatchOptions options = options_of("ultra:local=random", "random", 4);
    options.tables = std::make_shared<CornersCount>();
    options.check = true;
    const MatchResult result = play(options);
    EXPECT_GT(result.given_away[0].turns, 40);
    EXPECT_EQ(result.given_away[0].results, 0);
    EXPECT_GT(result.given_away[1].units, 0);
}

TEST(ConfidenceInterval, IsWilsons) {
    // Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 gives 0 to 0.1611.
    const Interval a = confidence_interval(81.0 / 263, 263);
    EXPECT_NEAR(a.low, 0.2553, 5e-5);
    EXPECT_NEAR(a.high, 0.3662, 5e-5);
    const Interval b = confidence_interval(0, 20);
    EXPECT_NEAR(b.low, 0, 1e-9);
    EXPECT_NEAR(b.high, 0.1611, 5e-5);
}

}  // namespace
}  // namespace merels
