// SPDX-License-Identifier: MIT
// The judge of turns: what a turn gave away. The one place with thresholds; docs/http_api.md has the same as a table.
#pragma once

#include <cstdint>
#include <string_view>

#include "merels/tablebase.h"

namespace merels {

enum class Mark : std::uint8_t {
    kNone,
    kOnlyMove,  // "!": the only turn that keeps the win or the draw, while others were legal (Stahlhacke's mark)
    kDelay,     // "?!": the outcome is kept, but a win got longer or a loss shorter by kBadDelay plies or more
    kMistake,   // "?": a win given up for a draw, or a draw thrown away
    kBlunder,   // "??": from a win to a loss
};
constexpr std::string_view name(Mark mark) {
    constexpr std::string_view names[] = {"", "!", "?!", "?", "??"};
    return names[static_cast<int>(mark)];
}

inline constexpr int kBadDelay = 20;

struct Judgement {
    Mark mark = Mark::kNone;
    std::string_view said;   // the mark in words; empty without one
    bool known = false;      // the values of the position and of the turn are known; else nothing is said
    bool only_move = false;  // as kOnlyMove, also beside a delay
    int keeping = -1;        // number of turns that keep the outcome; -1 where not all are known
    int plies_lost = 0;      // a longer win or a shorter loss than possible
};

// `turn` is one of the position's.
Judgement judge_turn(const PositionValue& position, const TurnValue& turn);

}  // namespace merels
