// SPDX-License-Identifier: MIT
// Which tables a turn can lead to.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "index/subspace.h"
#include "merels/variant.h"

namespace merels {

struct MoverRights {
    bool may_place = false;
    bool may_move = false;
    bool flies = false;
};

constexpr MoverRights rights_of(const Variant& variant, const Subspace& s) {
    return {s.own_hand > 0, s.own_hand == 0 || variant.phases == Phases::kPlaceOrMove, s.own + s.own_hand == kMinMen};
}

// Where a turn leads that takes so many men and places a man or moves one; empty where there are no such turns, or
// where the opponent is then short of three men in all.
constexpr std::optional<Subspace> after_turn(const Variant& variant, const Subspace& s, int takes, bool placed) {
    const MoverRights rights = rights_of(variant, s);
    if (placed ? !rights.may_place : !rights.may_move) return std::nullopt;
    if (takes > s.other || takes > variant.takes || s.other - takes + s.other_hand < kMinMen) return std::nullopt;
    return Subspace{static_cast<std::uint8_t>(s.other - takes), static_cast<std::uint8_t>(s.own + placed), s.other_hand,
                    static_cast<std::uint8_t>(s.own_hand - placed)};
}

// All of them, at most 3 (takes) times 2 (placed).
inline std::vector<Subspace> after_any_turn(const Variant& variant, const Subspace& s) {
    std::vector<Subspace> result;
    for (int takes = 0; takes <= variant.takes; ++takes) {
        for (const bool placed : {false, true}) {
            if (const auto next = after_turn(variant, s, takes, placed)) result.push_back(*next);
        }
    }
    return result;
}

}  // namespace merels
