// SPDX-License-Identifier: MIT
// In which order the subspaces of a set of values are solved, and what each of them reads.
#pragma once

#include <vector>

#include "merels/variant.h"
#include "solve/ultra/ultra_code.h"
#include "solve/ultra/ultra_turns.h"

namespace merels::solve {

// One step of the work: a subspace, or a unit with cycles (then its twin is solved with it).
struct UltraItem {
    UltraKey key;
    bool cyclic = false;
};

// All of them, each after those that it reads. Positions without hands come first, fewer men first. Of a
// place-then-move game the rest goes depth first, so that few subspaces need to be in memory at a time.
std::vector<UltraItem> ultra_order(const Variant& variant, const UltraScale& scale);

// Where a turn of a subspace leads, but for quiet slides within a unit.
struct UltraExit {
    int placing;
    int taken;
    UltraKey key;
};
std::vector<UltraExit> exits_of(const Variant& variant, const UltraScale& scale, const UltraKey& key);

// What an item reads: the exits of its subspace, and of the twin where it is a unit; each once.
std::vector<UltraKey> sources_of(const Variant& variant, const UltraScale& scale, const UltraItem& item);

}  // namespace merels::solve
