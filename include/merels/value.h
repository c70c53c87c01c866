// SPDX-License-Identifier: MIT
// What a position is worth to the side to move.
#pragma once

#include <cstdint>
#include <string_view>

namespace merels {

enum class Wdl : std::uint8_t { kLoss, kDraw, kWin, kUnknown };

using Ply = std::int16_t;
inline constexpr Ply kNoPly = -1;  // draws, unknown values, and values without depth

struct Value {
    Wdl wdl = Wdl::kUnknown;
    Ply dtw = kNoPly;  // plies to the end under best play; 0 = the side to move has already lost

    static constexpr Value win(int plies) { return {Wdl::kWin, static_cast<Ply>(plies)}; }
    static constexpr Value loss(int plies) { return {Wdl::kLoss, static_cast<Ply>(plies)}; }
    static constexpr Value draw() { return {Wdl::kDraw, kNoPly}; }
    static constexpr Value unknown() { return {}; }

    friend constexpr bool operator==(const Value&, const Value&) = default;
};

// The value of a position whose best turn leads to `after`, a value for the opponent.
constexpr Value before_turn(Value after) {
    const Ply dtw = after.dtw == kNoPly ? kNoPly : static_cast<Ply>(after.dtw + 1);
    switch (after.wdl) {
        case Wdl::kLoss: return {Wdl::kWin, dtw};
        case Wdl::kWin: return {Wdl::kLoss, dtw};
        default: return {after.wdl, kNoPly};
    }
}

// True where `a` is better than `b` for the side that has them: wins by shortest, draws, losses by longest. An
// unknown value counts as worse than a draw and better than a loss.
constexpr bool better(Value a, Value b) {
    constexpr auto order = [](Wdl wdl) {
        return wdl == Wdl::kWin ? 3 : wdl == Wdl::kDraw ? 2 : wdl == Wdl::kUnknown ? 1 : 0;
    };
    if (a.wdl != b.wdl) return order(a.wdl) > order(b.wdl);
    if (a.wdl == Wdl::kWin) return a.dtw < b.dtw;
    if (a.wdl == Wdl::kLoss) return a.dtw > b.dtw;
    return false;
}

constexpr std::string_view name(Wdl wdl) {
    switch (wdl) {
        case Wdl::kLoss: return "loss";
        case Wdl::kDraw: return "draw";
        case Wdl::kWin: return "win";
        default: return "unknown";
    }
}

}  // namespace merels
