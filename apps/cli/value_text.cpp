// SPDX-License-Identifier: MIT
#include "value_text.h"

#include "output.h"

namespace merels::cli {

std::string value_text(const Value& value) {
    std::string text(name(value.wdl));
    if (value.dtw != kNoPly) text += " in " + std::to_string(value.dtw);
    switch (value.wdl) {
        case Wdl::kWin: return paint(text, Colour::kGood);
        case Wdl::kLoss: return paint(text, Colour::kBad);
        default: return paint(text, Colour::kFaint);
    }
}

std::string verdict(const Value& value, Side to_move) {
    const auto side_name = [](Side side) { return side == Side::kWhite ? std::string("White") : std::string("Black"); };
    if (value.wdl == Wdl::kDraw) return "a draw";
    if (value.wdl == Wdl::kUnknown) return "unknown: no table";
    const Side winner = value.wdl == Wdl::kWin ? to_move : opponent(to_move);
    if (value.dtw == 0) return "the game is over, " + side_name(opponent(winner)) + " has lost";
    std::string text = side_name(winner) + " wins";
    if (value.dtw != kNoPly) text += " in " + std::to_string(value.dtw) + (value.dtw == 1 ? " ply" : " plies");
    return text;
}

void put_value(nlohmann::ordered_json& json, const Value& value) {
    json["category"] = name(value.wdl);
    json["dtw"] = value.dtw == kNoPly ? nlohmann::ordered_json() : nlohmann::ordered_json(value.dtw);
}

}  // namespace merels::cli
