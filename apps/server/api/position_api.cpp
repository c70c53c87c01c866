// SPDX-License-Identifier: MIT
// GET /v1/VARIANT: a position and all its turns. The busiest answer: no tree of JSON, one evaluation.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "index/collection.h"
#include "index/symmetry.h"
#include "rules/rules.h"
#include "server/api/endpoints.h"
#include "server/api/input.h"
#include "server/api/position_json.h"

namespace merels::server {
namespace {

std::string_view phase_of(const Variant& variant, const Position& position, bool over) {
    if (over) return "over";
    if (position.own_hand() > 0) {
        return variant.phases == Phases::kPlaceOrMove && position.own() != 0 ? "placing or moving" : "placing";
    }
    return men_in_all(position, position.to_move) == kMinMen ? "flying" : "moving";
}

// For each turn the index of the first turn that a symmetry of the position maps onto it.
std::vector<int> turn_classes(const Position& position, const std::vector<TurnValue>& turns) {
    std::vector<int> classes(turns.size());
    for (std::size_t i = 0; i < turns.size(); ++i) classes[i] = static_cast<int>(i);
    std::vector<Symmetry> symmetries;
    for (int s = 1; s < kSymmetries; ++s) {
        const auto symmetry = static_cast<Symmetry>(s);
        if (map_men(symmetry, position.men[0]) == position.men[0] &&
            map_men(symmetry, position.men[1]) == position.men[1])
            symmetries.push_back(symmetry);
    }
    if (symmetries.empty()) return classes;
    const auto maps_onto = [&](Symmetry s, const Turn& a, const Turn& b) {
        if ((a.from == kNoPoint) != (b.from == kNoPoint)) return false;
        if (a.from != kNoPoint && map_point(s, a.from) != b.from) return false;
        return map_point(s, a.to) == b.to && map_men(s, a.taken()) == b.taken();
    };
    for (std::size_t i = 0; i < turns.size(); ++i) {
        if (classes[i] != static_cast<int>(i)) continue;
        for (std::size_t j = i + 1; j < turns.size(); ++j) {
            const bool same = std::any_of(symmetries.begin(), symmetries.end(),
                                          [&](Symmetry s) { return maps_onto(s, turns[i].turn, turns[j].turn); });
            if (same) classes[j] = static_cast<int>(i);
        }
    }
    return classes;
}

// Plies given away against the best turn; nothing where that cannot be said.
std::optional<int> delta_of(Value turn, Value best) {
    if (turn.wdl != best.wdl || turn.wdl == Wdl::kUnknown) return std::nullopt;
    if (turn.wdl == Wdl::kDraw) return 0;
    if (turn.dtw == kNoPly || best.dtw == kNoPly) return std::nullopt;
    return std::abs(turn.dtw - best.dtw);
}

void write_moves(JsonWriter& json, const Context& context, const Variant& variant, const Position& position,
                 const Evaluation& evaluation, bool replies) {
    const std::vector<int> classes = turn_classes(position, evaluation.turns);
    json.key("moves").begin_array();
    for (std::size_t i = 0; i < evaluation.turns.size(); ++i) {
        const TurnValue& turn = evaluation.turns[i];
        const Value after = after_turn(turn.value);
        json.begin_object();
        write_turn(json, turn.turn);
        json.field("position", format_position(turn.after));
        json.field("category", name(after.wdl));
        write_dtw(json, after);
        json.field("outcome", name(turn.value.wdl));
        json.field("best", evaluation.is_best(turn));
        json.field("delta", delta_of(turn.value, evaluation.turns.front().value));
        json.field("class", classes[i]);
        if (replies) {
            json.key("replies");
            write_counts(json, context.evaluator.analyse(variant, turn.after).counts());
        }
        json.end_object();
    }
    json.end_array();
}

void write_table(JsonWriter& json, const Variant& variant, const Position& position) {
    const Subspace subspace = subspace_of(position);
    const Address address = address_of(position);
    json.key("table").begin_object();
    json.key("subspace").begin_object();
    write_subspace(json, subspace);
    json.end_object();
    json.field("collection", collection_of(variant, subspace));
    json.field("row", address.row).field("rank", address.rank);
    json.field("rows", row_count(subspace)).field("row_size", row_size(subspace));
    json.end_object();
}

void write_both_sides(JsonWriter& json, int white, int black) {
    json.begin_object().field("white", white).field("black", black).end_object();
}

}  // namespace

Response position_answer(const Context& context, const Variant& variant, const Target& target) {
    Problem problem;
    const auto position = read_fen(variant, target, problem);
    if (!position) return to_response(problem);
    const auto replies = read_number(target, "replies", 0, 1, 0, problem);
    if (!replies) return to_response(problem);
    const Evaluation evaluation = context.evaluator.analyse(variant, *position);

    JsonWriter json(1024 + evaluation.turns.size() * (*replies == 0 ? 240 : 300));
    json.begin_object();
    json.field("variant", variant.id());
    json.field("fingerprint", fingerprint(variant));
    json.field("position", format_position(*position));
    json.field("canonical", format_position(canonical_form(*position)));
    json.field("side", position->to_move == Side::kWhite ? "white" : "black");
    json.field("phase", phase_of(variant, *position, !evaluation.over.empty()));
    json.key("men");
    write_both_sides(json, count(position->men[0]), count(position->men[1]));
    json.key("hand");
    write_both_sides(json, position->hand[0], position->hand[1]);
    json.field("over", text_or_null(evaluation.over));
    write_value(json, evaluation);
    json.key("counts");
    write_counts(json, evaluation.counts());
    write_table(json, variant, *position);
    write_moves(json, context, variant, *position, evaluation, *replies == 1);
    json.end_object();
    return cacheable(std::move(json));
}

}  // namespace merels::server
