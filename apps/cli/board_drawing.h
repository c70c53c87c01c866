// SPDX-License-Identifier: MIT
// A position as a board of plain characters, 15 lines, with coordinates.
#pragma once

#include <string>

#include "merels/position.h"
#include "merels/variant.h"

namespace merels::cli {

// Lines end in '\n'. Men are 'O' and '@' as in the notation, empty points '.'; coloured on terminals.
std::string draw_board(Board board, const Position& position);

}  // namespace merels::cli
