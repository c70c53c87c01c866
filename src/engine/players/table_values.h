// SPDX-License-Identifier: MIT
// What the tables say about turns, for the players that read them.
#pragma once

#include <string>
#include <vector>

#include "engine/players/thinker.h"

namespace merels::engine {

// The value of a turn in a position, for the side that makes it. Where the tables do not know it: unknown, and `why`
// gets the reason if it is still empty.
Value value_after(const Thinking& thinking, const Position& position, PackedTurn turn, std::string& why);

// The ultra-strong worth of a drawn turn, for the side that makes it. The set is the player's, and he is the computer.
Result<UltraRank> rank_after(const Thinking& thinking, const Position& position, PackedTurn turn);

// Those of drawn turns in a position that have the highest rank, or, with `of_unit`, end in the best unit in whatever
// time.
Result<std::vector<PackedTurn>> highest_ranked(const Thinking& thinking, const Position& position,
                                               const std::vector<PackedTurn>& drawn, bool of_unit);

// Those of drawn turns in a position between which the player chooses (PlayerSpec::among). An error where he is
// ultra-strong and his tables are missing.
Result<std::vector<PackedTurn>> turns_among(const Thinking& thinking, const Position& position,
                                            const std::vector<PackedTurn>& drawn);

// The legal turns.
std::vector<PackedTurn> turns_in(const Thinking& thinking, const Position& position);

// True where the turn loses the game by the tables.
bool loses(const Thinking& thinking, const Position& position, PackedTurn turn);
// True where the drawn turn holds a unit of at least this value.
bool holds_unit(const Thinking& thinking, const Position& position, PackedTurn turn, int value);

}  // namespace merels::engine
