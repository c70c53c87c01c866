// SPDX-License-Identifier: MIT
// A best line (GET /v1/VARIANT/line) and the values of a whole game in one call (POST /v1/VARIANT/batch).
#include <set>
#include <vector>

#include "rules/rules.h"
#include "server/api/endpoints.h"
#include "server/api/input.h"
#include "server/api/position_json.h"

namespace merels::server {
namespace {

void write_line_ply(JsonWriter& json, const Evaluation& evaluation) {
    const TurnValue& best = evaluation.turns.front();
    const Value after = after_turn(best.value);
    json.begin_object();
    json.field("text", format_turn(best.turn));
    json.field("position", format_position(best.after));
    json.field("category", name(after.wdl));
    write_dtw(json, after);
    json.key("equal").begin_array();
    for (const TurnValue& turn : evaluation.turns) {
        if (turn.value == best.value && turn.turn != best.turn) json.value(format_turn(turn.turn));
    }
    json.end_array();
    json.end_object();
}

// Writes the turns of the line and returns how it ended.
std::string_view write_line(JsonWriter& json, const Context& context, const Variant& variant, Position at,
                            Evaluation evaluation, int most_plies) {
    std::set<Position> seen;
    for (int ply = 0;; ++ply) {
        if (!evaluation.over.empty()) return "over";
        if (!seen.insert(at).second) return "repetition";
        if (ply == most_plies) return "limit";
        // The best turn has to be among the known ones, else following it would be a guess.
        if (evaluation.turns.empty() || !evaluation.is_best(evaluation.turns.front())) return "unknown";
        write_line_ply(json, evaluation);
        at = evaluation.turns.front().after;
        evaluation = context.evaluator.analyse(variant, at);
    }
}

struct BatchEntry {
    Position position;
    std::optional<Turn> turn;
};

// The positions of a game: before each turn, and the last one.
std::optional<std::vector<BatchEntry>> follow_turns(const Variant& variant, Position at,
                                                    const std::vector<std::string>& turns, Problem& problem) {
    std::vector<BatchEntry> entries;
    for (const std::string& text : turns) {
        const auto turn = parse_turn(variant, at, text);
        if (!turn) {
            problem = bad_text("turn", turn.error());
            problem.index = static_cast<int>(entries.size());
            return std::nullopt;
        }
        entries.push_back({at, *turn});
        at = apply(at, *turn);
    }
    entries.push_back({at, std::nullopt});
    return entries;
}

std::optional<std::vector<BatchEntry>> read_positions(const Variant& variant, const std::vector<std::string>& positions,
                                                      Problem& problem) {
    std::vector<BatchEntry> entries;
    for (const std::string& text : positions) {
        const auto position = parse_position(variant, text);
        if (!position) {
            problem = bad_text("position", position.error());
            problem.index = static_cast<int>(entries.size());
            return std::nullopt;
        }
        entries.push_back({*position, std::nullopt});
    }
    return entries;
}

std::optional<std::vector<BatchEntry>> read_batch(const Context& context, const Variant& variant,
                                                  const nlohmann::json& body, Problem& problem) {
    if (body.contains("positions") == body.contains("turns")) {
        problem = bad_request("the body must have either 'turns' or 'positions'");
        return std::nullopt;
    }
    if (body.contains("positions")) {
        const auto positions = read_texts(body, "positions", context.limits.batch_entries, problem);
        if (!positions) return std::nullopt;
        return read_positions(variant, *positions, problem);
    }
    const auto turns = read_texts(body, "turns", context.limits.batch_entries, problem);
    if (!turns) return std::nullopt;
    const auto start_text = read_text(body, "start", "", problem);
    if (!start_text) return std::nullopt;
    Position start = start_position(variant);
    if (!start_text->empty()) {
        const auto read = parse_position(variant, *start_text);
        if (!read) {
            problem = bad_text("start", read.error());
            return std::nullopt;
        }
        start = *read;
    }
    return follow_turns(variant, start, *turns, problem);
}

}  // namespace

Response line_answer(const Context& context, const Variant& variant, const Target& target) {
    Problem problem;
    const auto position = read_fen(variant, target, problem);
    if (!position) return to_response(problem);
    const auto plies =
        read_number(target, "plies", 1, context.limits.line_plies, context.limits.line_plies_default, problem);
    if (!plies) return to_response(problem);
    Evaluation evaluation = context.evaluator.analyse(variant, *position);

    JsonWriter json(8192);
    json.begin_object();
    json.field("variant", variant.id());
    json.field("position", format_position(*position));
    write_value(json, evaluation);
    json.key("line").begin_array();
    const std::string_view end =
        write_line(json, context, variant, *position, std::move(evaluation), static_cast<int>(*plies));
    json.end_array();
    json.field("end", end);
    json.end_object();
    return cacheable(std::move(json));
}

Response batch_answer(const Context& context, const Variant& variant, const Request& request) {
    Problem problem;
    const auto body = read_json(request, problem);
    if (!body) return to_response(problem);
    const auto with_counts = read_flag(*body, "counts", false, problem);
    if (!with_counts) return to_response(problem);
    const auto entries = read_batch(context, variant, *body, problem);
    if (!entries) return to_response(problem);

    JsonWriter json(256 * (entries->size() + 1));
    json.begin_object();
    json.field("variant", variant.id());
    json.key("results").begin_array();
    for (const BatchEntry& entry : *entries) {
        const Evaluation evaluation = *with_counts ? context.evaluator.analyse(variant, entry.position)
                                                   : context.evaluator.value(variant, entry.position);
        json.begin_object();
        json.field("position", format_position(entry.position));
        json.field("side", entry.position.to_move == Side::kWhite ? "white" : "black");
        json.field("over", text_or_null(evaluation.over));
        write_value(json, evaluation);
        json.key("turn");
        if (entry.turn) {
            json.value(format_turn(*entry.turn));
        } else {
            json.value(nullptr);
        }
        json.key("counts");
        if (*with_counts) {
            write_counts(json, evaluation.counts());
        } else {
            json.value(nullptr);
        }
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return uncacheable(std::move(json));
}

}  // namespace merels::server
