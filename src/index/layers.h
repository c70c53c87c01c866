// SPDX-License-Identifier: MIT
// The layers of a game: which men in hand can occur with whom to move, and the subspaces of each. A layer's subspaces
// hold every board from empty up to the men already placed, reachable or not (the extended solution).
#pragma once

#include <cstdint>
#include <vector>

#include "index/subspace.h"
#include "merels/position.h"
#include "merels/variant.h"

namespace merels {

struct Layer {
    std::array<std::uint8_t, 2> hand{};  // by side
    Side to_move = Side::kWhite;
    friend constexpr bool operator==(const Layer&, const Layer&) = default;
    friend constexpr auto operator<=>(const Layer&, const Layer&) = default;
};

// In the order of play: the start first, the layers without hands last (White to move, then Black). Place-then-move
// games have one layer a ply until all men are placed; where the start counts differ, one side moves while the other
// still places. Lasker games have every pair of hands with either side to move.
std::vector<Layer> layers_of(const Variant& variant);

// Those with men in hand, the other way round: in an order in which they can be solved.
std::vector<Layer> layers_with_hands(const Variant& variant);

// The subspaces of one layer, seen from the side to move, boards of own men outermost. With `short_sides` also those
// where a side has fewer than three men in all, which are final.
std::vector<Subspace> subspaces_of(const Variant& variant, const Layer& layer, bool short_sides = false);

// Every subspace of the start's layers once, whichever colour moves; in the order of the layers. No short sides.
std::vector<Subspace> subspaces_of(const Variant& variant);

// Whether the tables of one start hold those of another: every subspace with men in hand of `smaller`, a start of the
// same game, is one of `start`. In place-then-move games W,B holds B,W-1 (the layer after White's first man, colours
// swapped) and so W-1,B-1 and on; in Lasker games every start with no more men on either side.
bool contains_start(const Variant& start, const Variant& smaller);

// The two of a position and its colour-swapped twin: same men, the other side to move.
constexpr Subspace twin(const Subspace& s) { return {s.other, s.own, s.other_hand, s.own_hand}; }

}  // namespace merels
