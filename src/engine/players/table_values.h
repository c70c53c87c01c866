// SPDX-License-Identifier: MIT
// What the tables say about turns, for the players that read them.
#pragma once

#include <string>

#include "engine/players/thinker.h"

namespace merels::engine {

// The value of a turn in a position, for the side that makes it. Where the tables do not know it: unknown, and `why`
// gets the reason if it is still empty.
Value value_after(const Thinking& thinking, const Position& position, PackedTurn turn, std::string& why);

// The ultra-strong worth of a drawn turn, for the side that makes it. The set is the player's, and he is the computer.
Result<UltraRank> rank_after(const Thinking& thinking, const Position& position, PackedTurn turn);

}  // namespace merels::engine
