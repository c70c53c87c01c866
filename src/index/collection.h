// SPDX-License-Identifier: MIT
// Which table holds a position. Tables without hands depend only on the board and the capture rule and are shared by
// all variants that agree on those ("nine-capture", "nine-protected", "diagonals-capture"); tables with hands belong
// to one variant, whatever its start ("nine-c1" holds those of nine-c1@5,5 too).
#pragma once

#include <string>

#include "index/subspace.h"
#include "merels/variant.h"

namespace merels {

std::string moving_collection(Board board, AllInMills all_in_mills);
std::string collection_of(const Variant& variant, const Subspace& subspace);

// The notes (store/notes.h) beside the tables with these men in hand that count their losses: "losses+5-6". Key of a
// note is the subspace as text, its text is a census of even plies. Tables without hands have all in their own census.
std::string loss_notes_of(const Subspace& subspace);

}  // namespace merels
