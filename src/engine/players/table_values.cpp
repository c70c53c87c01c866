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

}  // namespace merels::engine
