// SPDX-License-Identifier: MIT
#include "engine/players/local_choice.h"

#include <algorithm>

#include "engine/players/table_values.h"
#include "engine/search/parallel_search.h"

namespace merels::engine {
namespace {

constexpr std::uint64_t kTrapNodes = 20'000;  // of the search that stands for the opponent, for each turn
constexpr std::uint64_t kCombinedNodes = 100'000;
// What a reply of the opponent costs him, for kTrap: the game, or a worse unit.
constexpr int kGameLost = 10;
constexpr int kUnitLost = 1;

std::vector<PackedTurn> replies_to(const Thinking& thinking, const Position& next) {
    TurnList list;
    legal_turns(thinking.request.variant, next, list);
    std::vector<PackedTurn> replies;
    for (const Turn& reply : list) replies.push_back(pack(reply));
    return replies;
}

// The turns whose cost is lowest.
template <class Cost>
std::vector<PackedTurn> lowest(const std::vector<PackedTurn>& turns, Cost cost) {
    std::vector<PackedTurn> best;
    int least = 0;
    for (const PackedTurn turn : turns) {
        const int here = cost(turn);
        if (best.empty() || here < least) {
            least = here;
            best.clear();
        }
        if (here == least) best.push_back(turn);
    }
    return best;
}

bool loses(const Thinking& thinking, const Position& next, PackedTurn reply) {
    std::string ignored;
    return value_after(thinking, next, reply, ignored).wdl == Wdl::kLoss;
}

// True where the reply holds all that the position after the turn is worth to the opponent.
bool holds_unit(const Thinking& thinking, const Position& next, PackedTurn reply, int best) {
    if (loses(thinking, next, reply)) return false;
    const auto rank = rank_after(thinking, next, reply);
    return !rank || rank->value >= best;
}

int holding_replies(const Thinking& thinking, PackedTurn turn, bool of_unit) {
    const Position next = apply(thinking.request.position, unpack(turn));
    const auto rank = of_unit ? rank_after(thinking, thinking.request.position, turn) : Result<UltraRank>(UltraRank{});
    int holding = 0;
    for (const PackedTurn reply : replies_to(thinking, next)) {
        holding += of_unit && rank ? holds_unit(thinking, next, reply, -rank->value) : !loses(thinking, next, reply);
    }
    return holding;
}

// What the replies that a short search likes, iteration by iteration, cost the opponent; later iterations weigh more.
int trap_worth(const Thinking& thinking, PackedTurn turn, std::uint64_t nodes) {
    const TurnRequest& request = thinking.request;
    const Position next = apply(request.position, unpack(turn));
    const auto rank = request.player.kind == PlayerKind::kUltra ? rank_after(thinking, request.position, turn)
                                                                : Result<UltraRank>(Error{});
    SearchTask task = whole_task(request.variant, next);
    if (task.turns.empty()) return 0;
    task.limits.nodes = request.most_nodes == 0 ? nodes : std::min(nodes, request.most_nodes);
    task.limits.stop = request.stop;
    if (request.most_milliseconds > 0) {
        task.limits.deadline = thinking.start + std::chrono::milliseconds(request.most_milliseconds);
    }
    int worth = 0, weights = 0;
    const auto judge = [&](PackedTurn reply, int weight) {
        const int cost = loses(thinking, next, reply)                               ? kGameLost
                         : rank && !holds_unit(thinking, next, reply, -rank->value) ? kUnitLost
                                                                                    : 0;
        worth += cost * weight;
        weights += weight;
    };
    task.on_iteration = [&](const Iteration& i) { judge(i.lines.front().turns.front(), i.depth); };
    const Iteration last = run_search({request.variant, thinking.table}, task, 1);
    judge(last.lines.front().turns.front(), 2 * (last.depth + 1));
    return 1000 * worth / weights;
}

std::vector<PackedTurn> searched(const Thinking& thinking, const std::vector<PackedTurn>& equal) {
    Effort effort = player_effort(thinking);
    if (unlimited(effort)) effort.nodes = kCombinedNodes;
    SearchTask task = make_task(thinking, effort, 1);
    task.turns = equal;
    thinking.random(8).shuffle(task.turns);
    const TurnRequest& request = thinking.request;
    return {run_search({request.variant, thinking.table}, task, request.player.threads).lines.front().turns.front()};
}

}  // namespace

std::vector<PackedTurn> hardest_turns(const Thinking& thinking, const std::vector<PackedTurn>& equal) {
    if (equal.size() == 1) return equal;
    const auto fewest = [&thinking](const std::vector<PackedTurn>& turns, bool of_unit) {
        return lowest(turns, [&](PackedTurn turn) { return holding_replies(thinking, turn, of_unit); });
    };
    switch (thinking.request.player.local) {
        case LocalChoice::kRandom: return equal;
        case LocalChoice::kUnits: return fewest(equal, true);
        case LocalChoice::kCombined: return searched(thinking, equal);
        case LocalChoice::kTrap: {
            const std::uint64_t drawn = player_effort(thinking).nodes;
            const std::uint64_t nodes = drawn != 0 ? drawn : kTrapNodes;
            const auto traps = lowest(equal, [&](PackedTurn turn) { return -trap_worth(thinking, turn, nodes); });
            return traps.size() == 1 ? traps : fewest(traps, false);
        }
        case LocalChoice::kReplies:
        case LocalChoice::kDefault: break;
    }
    return fewest(equal, false);
}

}  // namespace merels::engine
