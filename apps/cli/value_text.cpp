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

std::string ultra_text(const Ultra& ultra, Side to_move) {
    std::string where = ultra.ends_in;
    if (where == "0") {
        where = "equal men";
    } else if (where.starts_with('+') || where.starts_with('-')) {
        const std::string men = where.substr(1);
        where = men + (men == "1" ? " man " : " men ") + (where.starts_with('+') ? "more" : "fewer");
    } else {
        for (std::size_t at = where.find('-'); at != std::string::npos; at = where.find('-', at)) {
            where.replace(at, 1, " against ");
        }
    }
    if (ultra.value == 0) return "heading for " + where + ", even";
    const Side side = ultra.value > 0 ? to_move : opponent(to_move);
    return "heading for " + where + ", good for " + (side == Side::kWhite ? "White" : "Black");
}

void put_value(nlohmann::ordered_json& json, const Value& value) {
    json["category"] = name(value.wdl);
    json["dtw"] = value.dtw == kNoPly ? nlohmann::ordered_json() : nlohmann::ordered_json(value.dtw);
}

}  // namespace merels::cli
