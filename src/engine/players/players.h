// SPDX-License-Identifier: MIT
// The players that Engine::choose knows, one function each. All take a position in which the game goes on.
#pragma once

#include <optional>

#include "engine/players/thinker.h"

namespace merels::engine {

// The player with every choice filled in that was left open.
PlayerSpec with_defaults(PlayerSpec player);

Choice play_random(const Thinking& thinking);

// Alpha-beta under the limits of the player; levels see levels.cpp.
Choice play_search(const Thinking& thinking);
Choice play_level(const Thinking& thinking, int level);

// The best turn by the tables; among drawn turns by rank where the player is ultra-strong, then by his local choice.
// Empty where the tables do not settle it: then `why` says which is missing.
std::optional<Choice> play_from_tables(const Thinking& thinking, std::string& why);
// The perfect and the ultra-strong player: the same, and a search where the tables do not suffice.
Choice play_perfect(const Thinking& thinking);

}  // namespace merels::engine
