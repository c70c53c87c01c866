// SPDX-License-Identifier: MIT
// GET /v1/compare: one position under several rule sets.
#include <fmt/format.h>

#include "rules/rules.h"
#include "server/api/endpoints.h"
#include "server/api/position_json.h"
#include "server/http/problem.h"

namespace merels::server {
namespace {

std::optional<std::vector<Variant>> wanted_variants(const Context& context, const Target& target, Problem& problem) {
    std::vector<Variant> variants;
    for (const auto& [key, value] : target.query) {
        if (key != "variant") continue;
        const auto variant = parse_variant(value);
        if (!variant) {
            problem = to_problem(variant.error());
            problem.index = static_cast<int>(variants.size());
            return std::nullopt;
        }
        variants.push_back(*variant);
    }
    if (variants.size() > context.limits.compare_variants) {
        problem = bad_request(fmt::format("at most {} variants", context.limits.compare_variants));
        return std::nullopt;
    }
    if (variants.empty()) variants.assign(all_variants().begin(), all_variants().end());
    return variants;
}

// The position whatever the variant allows: any number of men up to the largest start.
Result<Position> read_any_position(std::string_view text) {
    Variant widest = all_variants().front();
    widest.white_men = widest.black_men = kMaxMen;
    return parse_position(widest, text);
}

void write_result(JsonWriter& json, const Context& context, const Variant& variant, const Position& position) {
    const auto impossible = why_impossible(variant, position);
    PositionValue value;
    if (!impossible) value = context.evaluator.analyse(variant, position);
    json.begin_object();
    json.field("variant", variant.id());
    json.field("description", describe(variant));
    json.field("possible", !impossible);
    json.field("over", text_or_null(name(value.end)));
    write_value(json, value, impossible ? *impossible : context.evaluator.reason(value));
    json.key("counts");
    write_counts(json, value.counts());
    json.key("best").begin_array();
    for (const TurnValue& turn : value.turns) {
        if (value.is_best(turn)) json.value(format_turn(turn.turn));
    }
    json.end_array();
    json.end_object();
}

}  // namespace

Response compare_answer(const Context& context, const Target& target) {
    Problem problem;
    const auto variants = wanted_variants(context, target, problem);
    if (!variants) return to_response(problem);
    const auto fen = target.parameter("fen");
    if (!fen) return to_response(bad_request("fen: a position is needed"));
    const auto position = read_any_position(*fen);
    if (!position) return to_response(bad_text("position", position.error()));

    JsonWriter json(4096);
    json.begin_object();
    json.field("position", format_position(*position));
    json.key("results").begin_array();
    for (const Variant& variant : *variants) write_result(json, context, variant, *position);
    json.end_array();
    json.end_object();
    return cacheable(std::move(json));
}

}  // namespace merels::server
