// SPDX-License-Identifier: MIT
// A position as a picture (SVG): for letters, forums and documents, where no page can run.
#pragma once

#include <optional>
#include <string>

#include "merels/position.h"
#include "merels/variant.h"

namespace merels::server {

// `turn`: a turn of the position that is marked: from where to where, and what it takes. `size`: width in pixels.
std::string board_picture(const Variant& variant, const Position& position, const std::optional<Turn>& turn, int size);

}  // namespace merels::server
