// SPDX-License-Identifier: MIT
// Traps that lie some turns ahead. In thought the opponent replies as a short search of ours would (opponent_model.h),
// and every turn of ours that keeps the draw is tried after that: only our own turns branch.
#pragma once

#include <vector>

#include "engine/players/thinker.h"

namespace merels::engine {

// For each of the turns (all drawn), how likely and how soon the opponent makes a reply that loses: 0 (never) to 1.
// Cost: at most PlayerSpec::searches searches of PlayerSpec::nodes nodes, and a look-up for every reply to every
// turn that is tried, which are up to twelve after each search.
std::vector<double> hunt_traps(const Thinking& thinking, const std::vector<PackedTurn>& turns);

}  // namespace merels::engine
