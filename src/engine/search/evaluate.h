// SPDX-License-Identifier: MIT
// What a node looks like it is worth, for the side to move, without searching: 100 = about one man.
//
// The terms are those that Gevay and Danner name for their program (stone ratio, free slides, points with four
// neighbours), and the mills: lines that one more man would close, and those that can be closed by the next step.
#pragma once

#include "engine/search/node.h"
#include "engine/search/turn_generator.h"

namespace merels::engine {

// Weights of one phase, in hundredths of a man.
struct PhaseWeights {
    int man;         // each man more
    int ratio;       // times (own - other) / (own + other)
    int slide;       // each slide more
    int crossroad;   // each man on a point with four neighbours
    int in_mill;     // each man that stands in a mill
    int open_line;   // each empty point with both partners
    int own_step;    // the side to move can close a mill at once
    int other_step;  // each point where the opponent could
    int to_move;     // having the move
};

struct Weights {
    PhaseWeights placing;
    PhaseWeights moving;
    PhaseWeights flying;  // one side at least has three men in all
};

extern const Weights kWeights;

// The estimate, always within +-kMostEstimate. Cost: about 150 instructions.
inline constexpr int kMostEstimate = 9000;
int evaluate(const SearchRules& rules, const Weights& weights, const Node& node);

}  // namespace merels::engine
