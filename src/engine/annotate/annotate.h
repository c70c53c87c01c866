// SPDX-License-Identifier: MIT
// A finished game, turn by turn, as the tables see it.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "merels/game.h"
#include "merels/tablebase.h"
#include "probe/turn_mark.h"

namespace merels {

struct AnnotatedTurn {
    int number = 0;  // 1 = the first turn of the game
    Side side = Side::kWhite;
    Turn turn;
    Value before;             // for the side that makes the turn, with best play
    Value after;              // for the same side, with the turn played
    int legal = 0;            // number of legal turns
    int keeping = 0;          // number of them that keep the result; -1 where not all are known
    Mark mark = Mark::kNone;  // probe/turn_mark.h: the judge
    std::string_view said;    // the mark in words
    bool only_move = false;   // as kOnlyMove, also beside a delay
    int plies_lost = 0;       // a longer win or a shorter loss than possible
    std::vector<Turn> best;   // the best turns, where the one played is not among them; at most three
};

struct SideSummary {
    int turns = 0;
    int judged = 0;  // turns whose value was known before and after
    int best = 0;    // kept the value exactly, depth included
    int only_moves = 0;
    int delays = 0;
    int mistakes = 0;
    int blunders = 0;
    int plies_lost = 0;
};

struct Annotation {
    std::vector<AnnotatedTurn> turns;
    std::array<SideSummary, 2> sides;
    std::vector<std::string> missing;  // why values are unknown, each reason once
};

// Where the values come from: Tablebase::analyse, or what a test wrote down.
using Analyser = std::function<PositionValue(const Variant&, const Position&)>;

// Cost: one analysis for each position of the game. Damaged tables are errors, missing ones leave values unknown.
Result<Annotation> annotate(const Game& game, const Analyser& analyse);
Result<Annotation> annotate(const Game& game, const Tablebase& tables);

}  // namespace merels
