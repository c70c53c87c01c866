// SPDX-License-Identifier: MIT
// From the tallies of the plies to the census of one subspace.
#pragma once

#include <vector>

#include "index/census.h"
#include "solve/kernels/bits/sparse_push.h"

namespace merels::solve {

// Wins of the side to move are White's, at odd plies; its losses are Black's, at even plies, where Black has `own` men.
// An example is the position whose (White's class, Black's set) is smallest among those of its ply. For wins that is
// the smallest address of the table; for losses it is not, but it does not depend on threads or kernels either. The
// address is the canonical one in both cases.
Census make_census(const std::vector<PlyTally>& tallies, int own, int other);

}  // namespace merels::solve
