// SPDX-License-Identifier: MIT
#include "engine/players/opponent_model.h"

#include <algorithm>

#include "engine/players/table_values.h"
#include "engine/search/parallel_search.h"

namespace merels::engine {
namespace {

constexpr int kUnitLost = kSureTrap / 10;

}  // namespace

ModelledReply model_reply(const Thinking& thinking, const std::vector<Position>& history, PackedTurn turn,
                          std::uint64_t nodes) {
    const TurnRequest& request = thinking.request;
    const Position& before = history.back();
    const Position next = apply(before, unpack(turn));
    SearchTask task = whole_task(request.variant, next);
    if (task.turns.empty()) return {};
    task.history = repeatable(history, next);
    task.limits.nodes = request.most_nodes == 0 ? nodes : std::min(nodes, request.most_nodes);
    task.limits.stop = request.stop;
    if (request.most_milliseconds > 0) {
        task.limits.deadline = thinking.start + std::chrono::milliseconds(request.most_milliseconds);
    }
    const auto rank =
        request.player.kind == PlayerKind::kUltra ? rank_after(thinking, before, turn) : Result<UltraRank>(Error{});
    int worth = 0, weights = 0;
    const auto judge = [&](PackedTurn reply, int weight) {
        const int cost = loses(thinking, next, reply)                               ? kSureTrap
                         : rank && !holds_unit(thinking, next, reply, -rank->value) ? kUnitLost
                                                                                    : 0;
        worth += cost * weight;
        weights += weight;
    };
    task.on_iteration = [&](const Iteration& i) { judge(i.lines.front().turns.front(), i.depth); };
    const Iteration last = run_search({request.variant, thinking.table}, task, 1);
    const PackedTurn reply = last.lines.front().turns.front();
    judge(reply, 2 * (last.depth + 1));
    return {reply, worth / weights};
}

}  // namespace merels::engine
