// SPDX-License-Identifier: MIT
// Readers of the notation that work on a part of a larger text (a game file). Everybody else calls the functions of
// merels/position.h, which read a whole text. docs/rules.md has the grammar.
#pragma once

#include <optional>

#include "merels/position.h"
#include "rules/text_cursor.h"

namespace merels {

// Each reads as far as its grammar goes and leaves the cursor behind it; on failure the cursor holds the error.
std::optional<Point> read_point(TextCursor& cursor);
std::optional<Position> read_position(const Variant& variant, TextCursor& cursor);
// A turn that is legal in the position. It ends where no character of a turn follows.
std::optional<Turn> read_turn(const Variant& variant, const Position& position, TextCursor& cursor);
// A number without sign or leading zeros, at most `most`; `what` names it in messages.
std::optional<std::uint64_t> read_number(TextCursor& cursor, std::uint64_t most, std::string_view what);

}  // namespace merels
