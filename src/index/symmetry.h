// SPDX-License-Identifier: MIT
// The 16 symmetries of the board (4 rotations, reflections, exchange of inner and outer ring), as permutations of the
// points. Both boards have the same ones.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "merels/position.h"

namespace merels {

inline constexpr int kSymmetries = 16;
using Symmetry = std::uint8_t;  // 0..15; 0 is the identity

// Where `symmetry` moves a point.
Point map_point(Symmetry symmetry, Point point);
// Where `symmetry` moves a set of men. Two table look-ups.
Mask map_men(Symmetry symmetry, Mask men);
Symmetry inverse(Symmetry symmetry);
// The symmetry that does `first`, then `second`.
Symmetry compose(Symmetry first, Symmetry second);

// The whole position under a symmetry.
Position map_position(Symmetry symmetry, const Position& position);
// The smallest image of (men of the side to move, men of the other) under the 16 symmetries, with the colours swapped
// so that White is to move. Positions of equal canonical form have equal values. Cost: 16 maps of two masks.
Position canonical_form(const Position& position);

}  // namespace merels
