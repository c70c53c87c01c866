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

// The rules that the values of a collection depend on, as text: its manifest carries it, so that tables of one game are
// never taken for those of another. Without hands board and capture rule, with hands also how men are placed and taken
// and what a full board means; never the start.
std::string rules_of(const Variant& variant, const Subspace& subspace);
// Whether a manifest with this text is of those rules. Manifests made before version 0.2 have the collection's name.
bool is_made_for(const std::string& rules, const Variant& variant, const Subspace& subspace);

// The notes (store/notes.h) beside the tables with these men in hand that count their losses: "losses+5-6". Key of a
// note is the subspace as text, its text is a census of even plies. Tables without hands have all in their own census.
std::string loss_notes_of(const Subspace& subspace);

}  // namespace merels
