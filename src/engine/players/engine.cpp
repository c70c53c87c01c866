// SPDX-License-Identifier: MIT
#include "merels/engine.h"

#include <algorithm>

#include "engine/players/players.h"
#include "rules/rules.h"

namespace merels {

PlayerSpec engine::with_defaults(PlayerSpec player) {
    const bool open = player.kind == PlayerKind::kUltra && player.local == LocalChoice::kDefault;
    if (player.among == Among::kDefault) player.among = open ? Among::kUnit : Among::kEqual;
    if (player.local == LocalChoice::kDefault) player.local = open ? LocalChoice::kHunt : LocalChoice::kReplies;
    return player;
}

struct Engine::State {
    explicit State(EngineOptions o) : options(std::move(o)), table(options.hash_mebibytes) {}

    EngineOptions options;
    engine::TranspositionTable table;
    std::string table_variant;  // whose positions the table holds
};

Engine::Engine(EngineOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

void Engine::clear() { state_->table.clear(); }

Result<Choice> Engine::choose(const TurnRequest& asked) {
    TurnRequest request = asked;
    request.player = engine::with_defaults(asked.player);
    const auto bad = [](std::string message) { return Error{ErrorCode::kBadInput, std::move(message)}; };
    if (const auto why = why_impossible(request.variant, request.position)) return bad(*why);
    if (final_value(request.variant, request.position)) return bad("the game is over");

    // Keys say nothing about the rules, so another variant starts with an empty table.
    if (state_->table_variant != request.variant.base_id) {
        if (!state_->table_variant.empty()) state_->table.clear();
        state_->table_variant = request.variant.base_id;
    }
    engine::Thinking thinking{request, state_->table, nullptr, engine::Clock::now(), {}};
    if (request.player.tables) thinking.tables = state_->options.tables.get();
    TurnList turns;
    legal_turns(request.variant, request.position, turns);
    for (const Turn& turn : turns) {
        const bool wanted =
            request.only.empty() || std::find(request.only.begin(), request.only.end(), turn) != request.only.end();
        if (wanted) thinking.turns.push_back(engine::pack(turn));
    }
    if (thinking.turns.empty()) return bad("none of the turns to choose from is legal");

    switch (request.player.kind) {
        case PlayerKind::kRandom: return engine::play_random(thinking);
        case PlayerKind::kPerfect:
        case PlayerKind::kUltra: return engine::play_perfect(thinking);
        case PlayerKind::kSearch:
            return request.player.level > 0 ? engine::play_level(thinking, request.player.level)
                                            : engine::play_search(thinking);
        case PlayerKind::kExternal: break;
    }
    return bad("an external engine cannot be asked here");
}

}  // namespace merels
