// SPDX-License-Identifier: MIT
#include "engine/search/random_positions.h"

#include "rules/rules.h"

namespace merels {

void put_men(Position& position, Side side, int men, engine::Random& random) {
    Mask& own = position.men[index_of(side)];
    while (count(own) < men) {
        const Mask point = mask_of(static_cast<Point>(random.below(kPoints)));
        if ((position.empty() & point) != 0) own |= point;
    }
}

Position after_random_turns(const Variant& variant, Position position, int plies, engine::Random& random) {
    for (int i = 0; i < plies; ++i) {
        TurnList turns;
        legal_turns(variant, position, turns);
        const auto number = random.below(static_cast<std::uint32_t>(turns.size()));
        const Position next = apply(position, turns[static_cast<int>(number)]);
        if (final_value(variant, next)) break;
        position = next;
    }
    return position;
}

Position random_game_position(const Variant& variant, int plies, std::uint64_t seed) {
    engine::Random random(seed);
    return after_random_turns(variant, start_position(variant), plies, random);
}

}  // namespace merels
