// SPDX-License-Identifier: MIT
// A finished game, turn by turn, as the tables see it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "merels/engine.h"
#include "merels/game.h"

namespace merels {

enum class Mark : std::uint8_t {
    kNone,
    kOnlyMove,  // "!": the only turn that keeps the result, while others were legal (Stahlhacke's mark)
    kMistake,   // "?": a draw thrown away, a win given up for a draw, or a win delayed badly
    kBlunder,   // "??": from a win to a loss
};
constexpr std::string_view name(Mark mark) {
    switch (mark) {
        case Mark::kOnlyMove: return "!";
        case Mark::kMistake: return "?";
        case Mark::kBlunder: return "??";
        default: return "";
    }
}

// A win counts as delayed badly when the turn made it longer by more than this many plies.
inline constexpr int kBadDelay = 20;

struct AnnotatedTurn {
    int number = 0;  // 1 = the first turn of the game
    Side side = Side::kWhite;
    Turn turn;
    Value before;     // for the side that makes the turn, with best play
    Value after;      // for the same side, with the turn played
    int legal = 0;    // number of legal turns
    int keeping = 0;  // number of them that keep the result; -1 where not all are known
    Mark mark = Mark::kNone;
    bool only_move = false;  // as kOnlyMove, also beside a delay
    int plies_lost = 0;      // a longer win or a shorter loss than possible
    std::vector<Turn> best;  // the best turns, where the one played is not among them; at most three
};

struct SideSummary {
    int turns = 0;
    int judged = 0;  // turns whose value was known before and after
    int best = 0;    // kept the value exactly, depth included
    int only_moves = 0;
    int mistakes = 0;
    int blunders = 0;
    int plies_lost = 0;
};

struct Annotation {
    std::vector<AnnotatedTurn> turns;
    std::array<SideSummary, 2> sides;
    std::vector<std::string> missing;  // why values are unknown, each reason once
};

// Cost: one value for each legal turn of each position of the game. Errors other than a missing table are returned.
Result<Annotation> annotate(const Game& game, const ValueSource& tables);

}  // namespace merels
