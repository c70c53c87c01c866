// SPDX-License-Identifier: MIT
#include "engine/players/table_values.h"

namespace merels::engine {

Value value_after(const Thinking& thinking, const Position& position, PackedTurn turn, std::string& why) {
    const Position next = apply(position, unpack(turn));
    if (const auto ended = final_value(thinking.request.variant, next)) return before_turn(*ended);
    const auto found = thinking.tables->value(thinking.request.variant, next);
    if (found) return before_turn(*found);
    if (why.empty()) why = found.error().message;
    return Value::unknown();
}

Result<UltraRank> rank_after(const Thinking& thinking, const Position& position, PackedTurn turn) {
    const TurnRequest& request = thinking.request;
    const Position next = apply(position, unpack(turn));
    if (final_value(request.variant, next)) return UltraRank{};  // a full board that is drawn
    const auto rank = thinking.tables->ultra(request.variant, next, {request.player.values, request.position.to_move});
    if (!rank) return rank.error();
    return -*rank;
}

Result<std::vector<PackedTurn>> highest_ranked(const Thinking& thinking, const Position& position,
                                               const std::vector<PackedTurn>& drawn, bool of_unit) {
    std::vector<PackedTurn> best;
    UltraRank highest;
    for (const PackedTurn turn : drawn) {
        auto rank = rank_after(thinking, position, turn);
        if (!rank) return rank.error();
        if (of_unit) rank->stay = 0;
        if (best.empty() || *rank > highest) {
            highest = *rank;
            best.clear();
        }
        if (*rank == highest) best.push_back(turn);
    }
    return best;
}

Result<std::vector<PackedTurn>> turns_among(const Thinking& thinking, const Position& position,
                                            const std::vector<PackedTurn>& drawn) {
    const PlayerSpec& player = thinking.request.player;
    if (player.kind != PlayerKind::kUltra) return drawn;
    auto ranked = highest_ranked(thinking, position, drawn, player.among == Among::kUnit);
    if (ranked && player.among == Among::kResult) return drawn;
    return ranked;
}

std::vector<PackedTurn> turns_in(const Thinking& thinking, const Position& position) {
    TurnList list;
    legal_turns(thinking.request.variant, position, list);
    std::vector<PackedTurn> turns;
    for (const Turn& turn : list) turns.push_back(pack(turn));
    return turns;
}

bool loses(const Thinking& thinking, const Position& position, PackedTurn turn) {
    std::string ignored;
    return value_after(thinking, position, turn, ignored).wdl == Wdl::kLoss;
}

bool holds_unit(const Thinking& thinking, const Position& position, PackedTurn turn, int value) {
    if (loses(thinking, position, turn)) return false;
    const auto rank = rank_after(thinking, position, turn);
    return !rank || rank->value >= value;
}

}  // namespace merels::engine
