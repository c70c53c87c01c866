// SPDX-License-Identifier: MIT
// Where the games of a match start.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "merels/engine.h"

namespace merels {

struct StartRule {
    enum class Kind { kPosition, kRandomOpening, kRandomEndgame, kRandomWon };
    Kind kind = Kind::kPosition;
    std::optional<Position> position;  // kPosition; none = the variant's start
    int plies = 0;                     // kRandomOpening: random turns from the start
    int least_men = 3;                 // the others: men a side, none in hand
    int most_men = 9;

    // kRandomWon: the side to move wins by the tables, and the first player has it in every game.
    bool first_player_moves() const { return kind == Kind::kRandomWon; }
};

// "start", "opening:PLIES", "endgame:LEAST-MOST", "won:LEAST-MOST", or a position.
Result<StartRule> parse_start_rule(const Variant& variant, std::string_view text);

// A start by the rule, never a position in which the game is over; the same for the same seed. Only kRandomWon asks
// `tables`, which may be null for the others: kMissing where they know no such position.
Result<Position> draw_start(const Variant& variant, const StartRule& rule, const ValueSource* tables,
                            std::uint64_t seed);

}  // namespace merels
