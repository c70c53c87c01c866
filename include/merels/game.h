// SPDX-License-Identifier: MIT
// A game: where it starts, what was played, how it ended. A plain value with a text form (docs/rules.md):
//
//   [variant "nine-c1"]
//   [start "********/********/******** w 9 9"]
//   [result "*"]
//   [white "Ada"]
//
//   1. d6 f4
//   2. d2 b4
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "merels/position.h"
#include "merels/result.h"
#include "merels/variant.h"

namespace merels {

enum class GameResult : std::uint8_t { kUnfinished, kWhiteWins, kBlackWins, kDraw };

// "*", "1-0", "0-1" or "1/2-1/2".
constexpr std::string_view name(GameResult result) {
    switch (result) {
        case GameResult::kWhiteWins: return "1-0";
        case GameResult::kBlackWins: return "0-1";
        case GameResult::kDraw: return "1/2-1/2";
        default: return "*";
    }
}

struct Game {
    Variant variant;
    Position start;
    std::vector<Turn> turns;  // legal one after the other
    GameResult result = GameResult::kUnfinished;
    // Further tags in their order: names of small letters, digits and '_', values of one line.
    std::vector<std::pair<std::string, std::string>> tags;

    friend bool operator==(const Game&, const Game&) = default;
};

// The position after the last turn.
Position final_position(const Game& game);

// What the rules say about the position after the last turn; kUnfinished while the game could go on.
GameResult result_by_rules(const Game& game);

// Reads a game file. Strict: an error names line and column. A result that contradicts the last position is an error;
// a result of a game that could go on is not (players resign and agree on draws). Cost: linear, one list of legal
// turns a turn.
Result<Game> parse_game(std::string_view text);

// The text form; parse_game(format_game(game)) gives the game back.
std::string format_game(const Game& game);

}  // namespace merels
