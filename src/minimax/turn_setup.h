// SPDX-License-Identifier: MIT
// Gathers what a RowKernel looks up after a turn of the side to move in a subspace.
#pragma once

#include <vector>

#include "minimax/decoded_tables.h"
#include "minimax/row_kernel.h"
#include "minimax/successor_subspaces.h"

namespace merels {

struct TurnSetup {
    MoverSetup mover;
    std::vector<ByteArray> held;  // keeps the arrays that `mover` points to
};

// `arrays(subspace)` returns a Result<ByteArray> with the values after a turn (row_kernel.h says what they are).
template <class Arrays>
Result<TurnSetup> setup_turns(const Variant& variant, const Subspace& subspace, Arrays&& arrays) {
    const MoverRights rights = rights_of(variant, subspace);
    TurnSetup setup;
    setup.mover.fixed_men = subspace.other;
    setup.mover.mover_men = subspace.own;
    setup.mover.may_place = rights.may_place;
    setup.mover.may_move = rights.may_move;
    setup.mover.flies = rights.flies;
    for (int takes = 0; takes <= variant.takes; ++takes) {
        for (const bool placed : {false, true}) {
            const auto next = after_turn(variant, subspace, takes, placed);
            if (!next) continue;
            const Result<ByteArray> array = arrays(*next);
            if (!array.ok()) return array.error();
            setup.mover.after[takes][placed ? 1 : 0].bytes = (*array)->data();
            setup.held.push_back(*array);
        }
    }
    return setup;
}

}  // namespace merels
