// SPDX-License-Identifier: MIT
// The choice among drawn turns: no result is given away whichever is played, so take the one that makes life hard for
// an opponent who errs.
#pragma once

#include <vector>

#include "engine/players/thinker.h"

namespace merels::engine {

// Those of the drawn turns (at least one) that are hardest to answer by the player's LocalChoice, then of the highest
// rank where their ranks differ (PlayerSpec::among); at least one.
// Cost: kReplies and kUnits look up every reply to every turn; kTrap searches once for each turn, kCombined once; kHunt
// see trap_hunt.h.
std::vector<PackedTurn> hardest_turns(const Thinking& thinking, const std::vector<PackedTurn>& turns);

}  // namespace merels::engine
