// SPDX-License-Identifier: MIT
// Games as other programs write them: PGN-like, with comments and variations. Read are Sanmill's games (turns such as
// d1-a1xd7, or the taking as a word of its own: d1-a1 xd7), PlayOK's numbers (23-22x2: points 1 to 24 row by row from
// the top left) and our own text (docs/rules.md) with comments and variations in it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "merels/game.h"

namespace merels {

struct TreeTurn {
    Turn turn;
    std::string mark;                               // "!", "?", "??", ...; or empty
    std::string comment;                            // after the turn; or empty
    std::vector<std::vector<TreeTurn>> variations;  // played instead of this turn
};

struct GameTree {
    Variant variant;
    Position start;
    GameResult result = GameResult::kUnfinished;
    std::vector<std::pair<std::string, std::string>> tags;  // as they were, but for variant, start (FEN) and result
    std::string comment;                                    // before the first turn
    std::vector<TreeTurn> line;
};

// `fallback` is the game where no tag names one of ours. Every turn must be legal; an error names line and column.
// Cost: linear, one list of legal turns a turn.
Result<GameTree> parse_game_tree(std::string_view text, const Variant& fallback);

enum class GameFormat { kMerels, kSanmill, kPlayok };

// PlayOK's text has no word for rules or a start, and only Sanmill's keeps comments and variations.
std::string format_game_tree(const GameTree& tree, GameFormat format);

// The main line.
Game main_line(const GameTree& tree);
// Comments, marks and variations together.
int count_remarks(const GameTree& tree);

}  // namespace merels
