// SPDX-License-Identifier: MIT
#include "engine/players/local_choice.h"

#include <algorithm>

#include "engine/players/opponent_model.h"
#include "engine/players/table_values.h"
#include "engine/players/trap_hunt.h"
#include "engine/search/parallel_search.h"

namespace merels::engine {
namespace {

constexpr std::uint64_t kTrapNodes = 20'000;  // of the search that stands for the opponent, for each turn
constexpr std::uint64_t kCombinedNodes = 100'000;

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

int holding_replies(const Thinking& thinking, PackedTurn turn, bool of_unit) {
    const Position next = apply(thinking.request.position, unpack(turn));
    const auto rank = of_unit ? rank_after(thinking, thinking.request.position, turn) : Result<UltraRank>(UltraRank{});
    int holding = 0;
    for (const PackedTurn reply : turns_in(thinking, next)) {
        holding += of_unit && rank ? holds_unit(thinking, next, reply, -rank->value) : !loses(thinking, next, reply);
    }
    return holding;
}

std::vector<PackedTurn> fewest_replies(const Thinking& thinking, const std::vector<PackedTurn>& turns, bool of_unit) {
    return lowest(turns, [&](PackedTurn turn) { return holding_replies(thinking, turn, of_unit); });
}

std::vector<PackedTurn> searched(const Thinking& thinking, const std::vector<PackedTurn>& turns) {
    Effort effort = player_effort(thinking);
    if (unlimited(effort)) effort.nodes = kCombinedNodes;
    SearchTask task = make_task(thinking, effort, 1);
    task.turns = turns;
    thinking.random(8).shuffle(task.turns);
    const TurnRequest& request = thinking.request;
    return {run_search({request.variant, thinking.table}, task, request.player.threads).lines.front().turns.front()};
}

std::vector<PackedTurn> trapping(const Thinking& thinking, const std::vector<PackedTurn>& turns) {
    const std::uint64_t drawn = player_effort(thinking).nodes;
    std::vector<Position> game = thinking.request.history;
    game.push_back(thinking.request.position);
    return lowest(turns, [&](PackedTurn turn) {
        return -model_reply(thinking, game, turn, drawn != 0 ? drawn : kTrapNodes).worth;
    });
}

std::vector<PackedTurn> hunted(const Thinking& thinking, const std::vector<PackedTurn>& turns) {
    const std::vector<double> prospects = hunt_traps(thinking, turns);
    const double best = *std::max_element(prospects.begin(), prospects.end());
    std::vector<PackedTurn> kept;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        if (prospects[i] == best) kept.push_back(turns[i]);
    }
    return kept;
}

std::vector<PackedTurn> chosen_among(const Thinking& thinking, const std::vector<PackedTurn>& turns) {
    switch (thinking.request.player.local) {
        case LocalChoice::kRandom: return turns;
        case LocalChoice::kUnits: return fewest_replies(thinking, turns, true);
        case LocalChoice::kCombined: return searched(thinking, turns);
        case LocalChoice::kTrap: return trapping(thinking, turns);
        case LocalChoice::kHunt: return hunted(thinking, turns);
        case LocalChoice::kReplies:
        case LocalChoice::kDefault: break;
    }
    return fewest_replies(thinking, turns, false);
}

}  // namespace

std::vector<PackedTurn> hardest_turns(const Thinking& thinking, const std::vector<PackedTurn>& turns) {
    if (turns.size() == 1) return turns;
    const PlayerSpec& player = thinking.request.player;
    std::vector<PackedTurn> hardest = chosen_among(thinking, turns);
    if (player.kind == PlayerKind::kUltra && player.among != Among::kEqual) {
        if (auto ranked = highest_ranked(thinking, thinking.request.position, hardest, false))
            hardest = *std::move(ranked);
    }
    const bool by_model = player.local == LocalChoice::kTrap || player.local == LocalChoice::kHunt;
    return by_model && hardest.size() > 1 ? fewest_replies(thinking, hardest, false) : hardest;
}

}  // namespace merels::engine
