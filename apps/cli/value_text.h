// SPDX-License-Identifier: MIT
// Values in words and in JSON, the same in every command.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "merels/position.h"
#include "merels/tablebase.h"
#include "merels/value.h"

namespace merels::cli {

// "win in 17", "loss in 4", "draw", "unknown"; without depth "win", "loss". Coloured on terminals.
std::string value_text(const Value& value);
// "White wins in 17 plies", "the game is over, Black has lost".
std::string verdict(const Value& value, Side to_move);
// Of a draw with its ultra-strong value, for the side to move: "heading for 6 against 3, good for White". The side that
// it is good for is named first: White has the six men, whoever is to move.
std::string ultra_text(const Ultra& ultra, Side to_move);
// Adds "category" and "dtw".
void put_value(nlohmann::ordered_json& json, const Value& value);

}  // namespace merels::cli
