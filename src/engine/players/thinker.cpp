// SPDX-License-Identifier: MIT
#include "engine/players/thinker.h"

#include <algorithm>

namespace merels::engine {
namespace {

// The smaller of two limits, where 0 is none.
template <class Number>
Number tighter(Number a, Number b) {
    return a == 0 ? b : b == 0 ? a : std::min(a, b);
}

}  // namespace

std::vector<std::uint64_t> repeatable(const std::vector<Position>& history, const Position& position) {
    std::vector<std::uint64_t> keys;
    Position later = position;
    for (auto p = history.rbegin(); p != history.rend(); ++p) {
        const bool same_men =
            p->hand == later.hand && count(p->men[0]) == count(later.men[0]) && count(p->men[1]) == count(later.men[1]);
        if (!same_men || p->to_move == later.to_move) break;
        keys.push_back(node_of(*p).key());
        later = *p;
    }
    std::reverse(keys.begin(), keys.end());
    return keys;
}

Random Thinking::random(std::uint64_t purpose) const {
    Random key_mixer(node_of(request.position).key() ^ (purpose << 57));
    return Random(request.seed * 0x9E3779B97F4A7C15u ^ key_mixer.next());
}

Effort player_effort(const Thinking& thinking) {
    const PlayerSpec& player = thinking.request.player;
    Effort effort{player.depth, player.nodes, player.milliseconds};
    if (player.nodes_to > player.nodes) {
        // The turn's number takes part: a position that comes back need not be answered alike.
        Random random(thinking.random(7).next() + thinking.request.history.size());
        effort.nodes += random.next() % (player.nodes_to - player.nodes + 1);
    }
    return effort;
}

SearchTask make_task(const Thinking& thinking, const Effort& effort, int lines) {
    const TurnRequest& request = thinking.request;
    SearchTask task;
    task.root = node_of(request.position);
    task.history = repeatable(request.history, request.position);
    task.turns = thinking.turns;
    task.lines = lines;
    if (effort.depth > 0) task.limits.depth = std::min(effort.depth, kMostDepth);
    task.limits.nodes = tighter(effort.nodes, request.most_nodes);
    const int milliseconds = tighter(effort.milliseconds, request.most_milliseconds);
    if (milliseconds > 0) task.limits.deadline = thinking.start + std::chrono::milliseconds(milliseconds);
    task.limits.stop = request.stop;
    return task;
}

Score public_score(int score) {
    if (score >= kLeastWin) return {Value::win(kWinScore - score), score};
    if (score <= -kLeastWin) return {Value::loss(kWinScore + score), score};
    if (score >= kLeastProven) return {Value{Wdl::kWin, kNoPly}, score};
    if (score <= -kLeastProven) return {Value{Wdl::kLoss, kNoPly}, score};
    return {Value::unknown(), score};
}

ThinkingReport public_report(const Thinking& thinking, const Iteration& iteration) {
    ThinkingReport report{iteration.depth, iteration.nodes, thinking.elapsed(), {}};
    for (const RootLine& line : iteration.lines) {
        Line out{public_score(line.score), {}};
        for (const PackedTurn turn : line.turns) out.turns.push_back(unpack(turn));
        report.lines.push_back(std::move(out));
    }
    return report;
}

}  // namespace merels::engine
