// SPDX-License-Identifier: MIT
// The choice among drawn turns that the tables call equal: nothing is given away whichever is played, so take the one
// that makes life hard for an opponent who errs.
#pragma once

#include <vector>

#include "engine/players/thinker.h"

namespace merels::engine {

// Those of the turns (at least one) that are hardest to answer by the player's LocalChoice; at least one.
// Cost: kReplies and kUnits look up every reply to every turn; kTrap searches once for each turn, kCombined once.
std::vector<PackedTurn> hardest_turns(const Thinking& thinking, const std::vector<PackedTurn>& equal);

}  // namespace merels::engine
