// SPDX-License-Identifier: MIT
#include "value_text.h"

#include <string_view>

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

namespace {

// "6-3" becomes "6 against 3", "6-3+2-1" becomes "6 against 3 with 2 and 1 in hand"; seen by the other side turned
// round.
std::string unit_text(std::string_view unit, bool turned) {
    const auto both = [turned](std::string_view pair, const char* between) {
        const std::size_t dash = pair.find('-');
        const std::string first(pair.substr(0, dash)), second(pair.substr(dash + 1));
        return turned ? second + between + first : first + between + second;
    };
    const std::size_t plus = unit.find('+');
    std::string text = both(unit.substr(0, plus), " against ");
    if (plus != std::string_view::npos) text += " with " + both(unit.substr(plus + 1), " and ") + " in hand";
    return text;
}

}  // namespace

std::string ultra_text(const Ultra& ultra, Side to_move) {
    const bool turned = ultra.value < 0;
    std::string_view units = ultra.ends_in;
    std::string where;
    if (units == "0") {
        where = "equal men";
    } else if (units.starts_with('+') || units.starts_with('-')) {
        const std::string men(units.substr(1));
        where = men + (men == "1" ? " man " : " men ") + (units.starts_with('+') != turned ? "more" : "fewer");
    } else {
        constexpr std::string_view kOr = " or ";
        for (std::size_t end = units.find(kOr); end != std::string_view::npos; end = units.find(kOr)) {
            where += unit_text(units.substr(0, end), turned) + " or ";
            units.remove_prefix(end + kOr.size());
        }
        where += unit_text(units, turned);
    }
    if (ultra.value == 0) return "heading for " + where + ", even";
    const Side side = turned ? opponent(to_move) : to_move;
    return "heading for " + where + ", good for " + (side == Side::kWhite ? "White" : "Black");
}

void put_value(nlohmann::ordered_json& json, const Value& value) {
    json["category"] = name(value.wdl);
    json["dtw"] = value.dtw == kNoPly ? nlohmann::ordered_json() : nlohmann::ordered_json(value.dtw);
}

}  // namespace merels::cli
