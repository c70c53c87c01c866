// SPDX-License-Identifier: MIT
// Matches between two players: many games, sides swapped each game, every pair of games from the same start.
//
// With limits in nodes or depth a match is repeatable: game number n depends only on the options and n.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/match/start_rule.h"
#include "engine/match/turn_check.h"
#include "merels/engine.h"
#include "merels/game.h"
#include "merels/progress.h"

namespace merels {

struct MatchOptions {
    Variant variant;
    std::array<PlayerSpec, 2> players;
    int games = 100;
    std::uint64_t seed = 1;
    int draw_after = 50;    // full moves without placing or taking
    int repetitions = 3;    // a position that stands on the board so often is a draw; 0 = no such rule
    int most_plies = 1000;  // a longer game is a draw
    StartRule start;
    int threads = 1;
    std::size_t hash_mebibytes = 16;
    int external_milliseconds = 1000;                  // thinking time of external engines
    int external_start_milliseconds = 10'000;          // until they are ready
    std::shared_ptr<const ValueSource> tables;         // for players, and to judge starts; may be null
    std::shared_ptr<const ValueSource> second_tables;  // of the second player, where he has others
    bool check = false;                                // hold every turn against `tables`, see given_away
    const std::atomic<bool>* stop = nullptr;           // set: games under way are dropped, the result is of the others
    std::function<void(const struct MatchGame&)> on_game;  // each game when it ends, one at a time
};

struct MatchGame {
    Game game;                            // tags: white, black, round, seed, end
    int white = 0;                        // which of the two players has White
    std::string end;                      // "few men", "blocked", "repetition", "no progress", "forfeit: ...", ...
    std::optional<Value> start_value;     // for the side to move, where the tables know it
    std::array<GivenAway, 2> given_away;  // by player
};

struct MatchResult {
    std::vector<MatchGame> games;  // those that ended, in the order of their numbers
    std::array<int, 2> wins{};
    std::array<int, 2> forfeits{};  // games lost by an illegal turn, a crash or a timeout
    int draws = 0;
    // Games in which the player came out worse than the tables promised him at the start.
    std::array<int, 2> value_lost{};
    int judged = 0;                       // games whose start the tables know
    std::array<GivenAway, 2> given_away;  // by player, where it was checked
    std::vector<std::string> notes;       // remarks of players, each once
    bool stopped = false;                 // games are missing

    double score() const;          // of the first player: wins and half the draws, by games
    double share(int part) const;  // of so many games
};

struct Interval {
    double low, high;
};
// Wilson's interval of 95 % for a share (of wins, or of points) of a number of games.
Interval confidence_interval(double share, int games);

Result<MatchResult> play_match(const MatchOptions& options, Progress& progress);

}  // namespace merels
