// SPDX-License-Identifier: MIT
#include "engine/search_bench.h"

#include <ctime>

#include "engine/random.h"
#include "engine/search.h"
#include "rules/rules.h"

namespace merels {
namespace {

constexpr std::size_t kBenchHash = 32;

engine::SearchTask task_of(const Variant& variant, const Position& position, int depth) {
    engine::SearchTask task;
    task.root = engine::node_of(position);
    task.limits.depth = depth;
    TurnList turns;
    legal_turns(variant, position, turns);
    for (const Turn& turn : turns) task.turns.push_back(engine::pack(turn));
    return task;
}

}  // namespace

Position random_game_position(const Variant& variant, int plies, std::uint64_t seed) {
    engine::Random random(seed);
    Position position = start_position(variant);
    for (int i = 0; i < plies; ++i) {
        TurnList turns;
        legal_turns(variant, position, turns);
        const Position next = apply(position, turns[static_cast<int>(random.below(turns.size()))]);
        if (final_value(variant, next)) break;
        position = next;
    }
    return position;
}

SearchBenchmark run_search_benchmark(int depth) {
    SearchBenchmark result;
    engine::TranspositionTable table(kBenchHash);
    for (const Variant& variant : all_variants()) {
        for (const int plies : {0, 5, 13, 19, 26, 34}) {
            const Position position = random_game_position(variant, plies, 1000 + plies);
            const bool placing = position.hand[0] + position.hand[1] > 0;
            const int depth_here = placing ? depth - 4 : depth;
            engine::SearchTask task = task_of(variant, position, depth_here < 1 ? 1 : depth_here);
            table.clear();
            engine::Searcher searcher(variant, table, nullptr);
            const std::clock_t start = std::clock();
            result.signature += searcher.run(task).nodes;
            result.seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
            ++result.positions;
        }
    }
    return result;
}

}  // namespace merels
