// SPDX-License-Identifier: MIT
// Rows of bytes: the placing pass keeps one byte for each position, in cube layout.
//
// A byte row belongs to a class of the ROW side's men; entry `i` is the position where the CUBE side's men stand on the
// axes of `i` (row_axes.h). All values are from the point of view "the row side wins":
//
//   s = 0..254   the row side wins; in 2s - 1 plies if it is to move, in 2s plies if the cube side is to move
//   255          the row side does not win
//
// With this coding both sides' choices are plain byte operations: the row side takes the minimum over its turns, plus
// one (saturating, so that "not won" stays); the cube side takes the maximum (one way out makes 255; no turn at all is
// the maximum of nothing, 0 = lost in 0 plies). Entries with more cube men than a step's limit hold anything: nobody
// reads them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace merels::solve {

inline constexpr std::uint8_t kNotWon = 255;
inline constexpr std::uint8_t kMostDepth = 253;  // a larger s could run into kNotWon unseen

constexpr std::size_t bytes_of_row(int axes) { return std::size_t{1} << axes; }

}  // namespace merels::solve
