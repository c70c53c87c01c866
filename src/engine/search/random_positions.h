// SPDX-License-Identifier: MIT
// Positions drawn at random: for starts of matches, benchmarks and tests. The same on every machine.
#pragma once

#include <cstdint>

#include "engine/search/random.h"
#include "merels/position.h"
#include "merels/variant.h"

namespace merels {

// Puts men of a side on random empty points until it has `men` on the board.
void put_men(Position& position, Side side, int men, engine::Random& random);

// The position after `plies` random turns. The game stops early rather than end.
Position after_random_turns(const Variant& variant, Position position, int plies, engine::Random& random);

// The same from the variant's start, with a generator of this seed.
Position random_game_position(const Variant& variant, int plies, std::uint64_t seed);

}  // namespace merels
