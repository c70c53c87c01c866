// SPDX-License-Identifier: MIT
// POST /v1/VARIANT/play: a player's turn, limited in time and nodes.
#include <chrono>
#include <random>

#include "rules/rules.h"
#include "server/api/endpoints.h"
#include "server/api/input.h"
#include "server/api/position_json.h"

namespace merels::server {
namespace {

constexpr std::uint64_t kLargestSeed = (std::uint64_t{1} << 53) - 1;  // what every JSON reader can hold

std::uint64_t random_seed() {
    std::random_device device;
    return ((std::uint64_t{device()} << 32) | device()) & kLargestSeed;
}

std::optional<std::vector<Position>> read_history(const Context& context, const Variant& variant,
                                                  const nlohmann::json& body, Problem& problem) {
    const auto texts = read_texts(body, "history", context.limits.history_entries, problem);
    if (!texts) return std::nullopt;
    std::vector<Position> history;
    for (const std::string& text : *texts) {
        const auto position = parse_position(variant, text);
        if (!position) {
            problem = bad_text("history", position.error());
            problem.index = static_cast<int>(history.size());
            return std::nullopt;
        }
        history.push_back(*position);
    }
    return history;
}

std::optional<PlayerSpec> read_player(const nlohmann::json& body, Problem& problem) {
    const auto kind = read_text(body, "player", "search", problem);
    if (!kind) return std::nullopt;
    const auto level = read_count(body, "level", 1, kLevels, kLevels, problem);
    if (!level) return std::nullopt;
    auto player = parse_player_kind(*kind);
    if (!player) {
        problem = bad_request("player: expected \"random\", \"search\", \"perfect\" or \"ultra\"");
        return std::nullopt;
    }
    if (player->kind == PlayerKind::kSearch) player->level = static_cast<int>(*level);
    return *std::move(player);
}

std::optional<TurnRequest> read_request(const Context& context, const Variant& variant, const nlohmann::json& body,
                                        Problem& problem) {
    TurnRequest request;
    request.variant = variant;
    request.position = start_position(variant);
    const auto text = read_text(body, "position", "", problem);
    if (!text) return std::nullopt;
    if (!text->empty()) {
        const auto position = parse_position(variant, *text);
        if (!position) {
            problem = bad_text("position", position.error());
            return std::nullopt;
        }
        request.position = *position;
    }
    if (final_value(variant, request.position)) {
        problem = bad_request("position: the game is over");
        return std::nullopt;
    }
    const auto player = read_player(body, problem);
    if (!player) return std::nullopt;
    request.player = *player;
    auto history = read_history(context, variant, body, problem);
    if (!history) return std::nullopt;
    request.history = std::move(*history);
    const Limits& limits = context.limits;
    const auto ms = read_count(body, "ms", 1, static_cast<std::uint64_t>(limits.play_milliseconds),
                               static_cast<std::uint64_t>(limits.play_milliseconds_default), problem);
    if (!ms) return std::nullopt;
    request.most_milliseconds = static_cast<int>(*ms);
    const auto nodes = read_count(body, "nodes", 1, limits.play_nodes, limits.play_nodes, problem);
    if (!nodes) return std::nullopt;
    request.most_nodes = *nodes;
    const auto seed = read_count(body, "seed", 0, kLargestSeed, random_seed(), problem);
    if (!seed) return std::nullopt;
    request.seed = *seed;
    return request;
}

std::string_view name(PlayerKind kind) {
    switch (kind) {
        case PlayerKind::kRandom: return "random";
        case PlayerKind::kPerfect: return "perfect";
        case PlayerKind::kUltra: return "ultra";
        default: return "search";
    }
}

// The ultra-strong value of the position where the tables call it drawn, by the set that the player plays by.
std::optional<Ultra> ultra_of(const Context& context, const TurnRequest& request, const Choice& choice) {
    const bool drawn = choice.from_tables && !choice.thinking.lines.empty() &&
                       choice.thinking.lines.front().score.proven.wdl == Wdl::kDraw;
    if (!drawn) return std::nullopt;
    const auto found =
        context.tables->ultra(request.variant, request.position, {request.player.values, request.position.to_move});
    return found ? std::optional(*found) : std::nullopt;
}

void write_choice(JsonWriter& json, const TurnRequest& request, const Choice& choice, std::int64_t milliseconds,
                  const std::optional<Ultra>& ultra, const std::string& note) {
    const bool searched = !choice.from_tables && request.player.kind != PlayerKind::kRandom;
    const Line* line = choice.thinking.lines.empty() ? nullptr : &choice.thinking.lines.front();
    const Value proven = line == nullptr ? Value::unknown() : line->score.proven;
    json.field("level", request.player.level == 0 ? std::nullopt : std::optional(request.player.level));
    json.key("turn").begin_object();
    write_turn(json, choice.turn);
    json.field("position", format_position(apply(request.position, choice.turn)));
    json.end_object();
    json.field("source", choice.from_tables ? "table" : searched ? "search" : "random");
    json.field("category", name(proven.wdl));
    write_dtw(json, proven);
    write_ultra(json, ultra);
    json.field("score", searched && line != nullptr ? std::optional(line->score.centimen) : std::nullopt);
    json.field("depth", searched ? std::optional(choice.thinking.depth) : std::nullopt);
    json.field("nodes", searched ? std::optional(choice.thinking.nodes) : std::nullopt);
    json.field("ms", milliseconds);
    json.field("seed", request.seed);
    json.field("note", text_or_null(note));
}

}  // namespace

Response play_answer(const Context& context, const Variant& variant, const Call& call) {
    Problem problem;
    const auto body = read_json(call.request, problem);
    if (!body) return to_response(problem);
    auto wanted = read_request(context, variant, *body, problem);
    if (!wanted) return to_response(problem);
    wanted->stop = &call.abandoned;
    const auto began = std::chrono::steady_clock::now();
    const auto choice = context.players.choose(*wanted);
    if (!choice) return to_response(to_problem(choice.error()));
    const auto elapsed =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);

    JsonWriter json;
    json.begin_object();
    json.field("variant", variant.id());
    json.field("position", format_position(wanted->position));
    json.field("player", name(wanted->player.kind));
    write_choice(json, *wanted, *choice, elapsed.count(), ultra_of(context, *wanted, *choice),
                 without_folder(choice->note, context.tables->directory()));
    json.end_object();
    return uncacheable(std::move(json));
}

}  // namespace merels::server
