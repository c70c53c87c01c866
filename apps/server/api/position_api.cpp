// SPDX-License-Identifier: MIT
// GET /v1/VARIANT: a position and all its turns. The busiest answer: no tree of JSON, one analysis.
#include "server/api/endpoints.h"
#include "server/api/input.h"
#include "server/api/position_json.h"

namespace merels::server {

Response position_answer(const Context& context, const Variant& variant, const Target& target) {
    Problem problem;
    const auto position = read_fen(variant, target, problem);
    if (!position) return to_response(problem);
    const auto replies = read_number(target, "replies", 0, 1, 0, problem);
    if (!replies) return to_response(problem);
    const std::vector<std::string> sets = context.tables->ultra_sets(variant);
    const auto ultra = read_ultra_choice(sets, target.parameter("subspace_values").value_or(""), problem);
    if (!ultra) return to_response(problem);
    const PositionValue value = context.evaluator.analyse(variant, *position, true, *ultra);
    CountReplies count;
    if (*replies == 1) {
        count = [&](const Position& after) { return context.evaluator.count_turns(variant, after); };
    }
    JsonWriter json(1024 + value.turns.size() * (*replies == 0 ? 280 : 340));
    write_position(json, variant, *position, value, context.evaluator.reason(value), sets, count);
    return cacheable(std::move(json));
}

}  // namespace merels::server
