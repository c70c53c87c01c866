// SPDX-License-Identifier: MIT
// The turns of a game held against the tables: who gave away what.
#pragma once

#include "merels/engine.h"

namespace merels {

// Turns of one player that gave something away, by what was lost.
struct GivenAway {
    int turns = 0;    // turns whose value was known before and after
    int results = 0;  // a win or a draw
    int units = 0;    // no result, but a drawn game then ends in a worse unit (ultra-strong tables)
    int plies = 0;    // no result, but a win became longer than need be or a loss shorter

    GivenAway& operator+=(const GivenAway& other);
    friend bool operator==(const GivenAway&, const GivenAway&) = default;
};

// Judges one turn. `set`, where not null, says by which ultra-strong values; a value that the tables do not know is not
// judged. Cost: two to four look-ups.
void check_turn(const ValueSource& tables, const Variant& variant, const Position& position, const Turn& turn,
                const UltraSet* set, GivenAway& out);

}  // namespace merels
