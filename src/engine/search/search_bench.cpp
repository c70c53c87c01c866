// SPDX-License-Identifier: MIT
#include "engine/search/search_bench.h"

#include <algorithm>
#include <ctime>

#include "engine/search/random_positions.h"
#include "engine/search/search.h"

namespace merels {
namespace {

constexpr std::size_t kBenchHash = 32;

}  // namespace

SearchBenchmark run_search_benchmark(int depth) {
    SearchBenchmark result;
    engine::TranspositionTable table(kBenchHash);
    for (const Variant& variant : all_variants()) {
        for (const int plies : {0, 5, 13, 19, 26, 34}) {
            const Position position = random_game_position(variant, plies, 1000 + plies);
            const bool placing = position.hand[0] + position.hand[1] > 0;
            const int depth_here = placing ? depth - 4 : depth;
            engine::SearchTask task = engine::whole_task(variant, position);
            task.limits.depth = std::max(1, depth_here);
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
