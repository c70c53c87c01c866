// SPDX-License-Identifier: MIT
// Matches between two players: many games, sides swapped each game, every pair of games from the same start.
//
// With limits in nodes or depth a match is repeatable: game number n depends only on the options and n.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "engine/match/start_rule.h"
#include "merels/engine.h"
#include "merels/game.h"

namespace merels {

struct MatchOptions {
    Variant variant;
    std::array<PlayerSpec, 2> players;
    int games = 100;
    std::uint64_t seed = 1;
    int draw_after = 50;    // full moves without placing or taking
    int most_plies = 1000;  // a longer game is a draw
    StartRule start;
    int threads = 1;
    std::size_t hash_mebibytes = 16;
    int external_milliseconds = 1000;                  // thinking time of external engines
    std::shared_ptr<const ValueSource> tables;         // for players, and to judge starts; may be null
    std::shared_ptr<const ValueSource> second_tables;  // of the second player, where he has others
};

struct MatchGame {
    Game game;                         // tags: white, black, round, seed, end
    int white = 0;                     // which of the two players has White
    std::string end;                   // "few men", "blocked", "repetition", "no progress", "forfeit: ...", ...
    std::optional<Value> start_value;  // for the side to move, where the tables know it
};

struct MatchResult {
    std::vector<MatchGame> games;
    std::array<int, 2> wins{};
    std::array<int, 2> forfeits{};  // games lost by an illegal turn, a crash or a timeout
    int draws = 0;
    // Games in which the player came out worse than the tables promised him at the start.
    std::array<int, 2> value_lost{};
    int judged = 0;                  // games whose start the tables know
    std::vector<std::string> notes;  // remarks of players, each once

    double score() const;  // of the first player: wins and half the draws, by games
};

struct Interval {
    double low, high;
};
// Wilson's interval of 95 % for a score (share of points) over a number of games.
Interval confidence_interval(double score, int games);

Result<MatchResult> play_match(const MatchOptions& options, Progress& progress);

}  // namespace merels
