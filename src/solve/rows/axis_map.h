// SPDX-License-Identifier: MIT
// How one row is read by another, for rows of bits and of bytes alike.
//
// Going from the target row to the source row, men of the row side were moved, placed or taken, and the class
// representative was turned, so axes change their places; a point that is free in one of the two only is an axis that
// the other lacks:
//   a slide     `absent` is the point that the man goes to, `dropped` the one that he comes from
//   a placing   `absent` is the point of the new man; the source has one axis fewer
//   a taking    `dropped` is the point of the man taken; the source has one axis more
#pragma once

#include <array>
#include <cstdint>

#include "merels/position.h"

namespace merels::solve {

inline constexpr int kNoAxis = -1;

struct AxisMap {
    int axes = 0;                                  // of the target
    std::array<std::int8_t, kPoints> source_of{};  // target axis i is source axis source_of[i]; of `absent`: `dropped`
    int absent = kNoAxis;    // a target axis that the source lacks: only entries without it are touched
    int dropped = kNoAxis;   // a source axis that the target lacks: read at 0
    int most_men = kPoints;  // entries with more men than this need not be right

    int source_axes() const { return axes - (absent != kNoAxis ? 1 : 0) + (dropped != kNoAxis ? 1 : 0); }
};

}  // namespace merels::solve
