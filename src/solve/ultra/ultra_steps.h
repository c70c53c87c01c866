// SPDX-License-Identifier: MIT
// The steps of the ultra-strong solution on whole subspaces, on arrays in memory (docs/solving_ultra.md):
//   step_subspace   a subspace that play leaves at once: every position from its successors
//   find_losses     the losses of a subspace from the wins of its successors
//   solve_unit      a subspace and its twin, between which play can go round in circles
#pragma once

#include <functional>

#include "merels/result.h"
#include "solve/ultra/ultra_array.h"
#include "solve/ultra/ultra_code.h"
#include "solve/ultra/ultra_turns.h"

namespace merels::solve {

struct UltraWork {
    const UltraIndex& index;
    WorkerPool& pool;
    PageArena& memory;
    const UltraScale& scale;
    std::function<bool()> stopped;
};

// Which positions a step enters.
enum class StepUse {
    kAll,         // wins and losses with their depths included
    kAllButWins,  // those that are no wins in the array already: half as much to turn
};
// Enters the codes of the positions of the subspace of `turns`. `turns.after` is complete.
template <class Code>
Status step_subspace(const UltraWork& work, const UltraRule<Code>& rule, const TurnSources<Code>& turns, StepUse use,
                     CodeArray<Code>& out);

// Enters the losses, with depth, into an array of the subspace of `turns`. The sources need to be right about wins
// only.
template <class Code>
Status find_losses(const UltraWork& work, const UltraRule<Code>& rule, const TurnSources<Code>& turns,
                   CodeArray<Code>& out);

// A unit: `arrays` of the subspace and of its twin hold the wins, else the subspace's own code; draws are entered.
// Exits: turns that leave the unit (no source for quiet slides). Where the subspace is its own twin the second half is
// the first.
template <class Code>
struct UnitHalf {
    UltraKey key;
    CodeArray<Code>* array = nullptr;
    const TurnSources<Code>* exits = nullptr;
};
template <class Code>
Status solve_unit(const UltraWork& work, const std::array<UnitHalf<Code>, 2>& halves);

}  // namespace merels::solve
