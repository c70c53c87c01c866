// SPDX-License-Identifier: MIT
#include "engine/search/parallel_search.h"

#include <algorithm>
#include <thread>

#include "engine/search/random.h"

namespace merels::engine {
namespace {

struct Helper {
    SearchTask task;
    std::atomic<std::uint64_t> counted{0};
    std::thread thread;
};

Iteration run_alone(const SearchTools& tools, const SearchTask& task) {
    std::optional<TableProbe> probe;
    if (tools.tables != nullptr) probe.emplace(tools.variant, *tools.tables);
    Searcher searcher(tools.variant, tools.table, probe ? &*probe : nullptr);
    return searcher.run(task);
}

// The task of helper number i (1, 2, ...).
SearchTask helper_task(const SearchTask& task, int i, std::uint64_t nodes, Helper& helper,
                       const std::atomic<bool>& finished) {
    SearchTask own = task;
    own.joins = true;
    own.lines = 1;
    own.first_depth = 1 + i % 2;
    own.on_iteration = nullptr;
    own.limits.depth = kMostDepth;
    own.limits.nodes = nodes;
    own.limits.finished = &finished;
    own.limits.counted = &helper.counted;
    Random(static_cast<std::uint64_t>(i)).shuffle(own.turns);
    return own;
}

}  // namespace

Iteration run_search(const SearchTools& tools, const SearchTask& task, int threads) {
    if (threads <= 1) return run_alone(tools, task);
    tools.table.new_search();
    const auto share = [&] {
        return task.limits.nodes == 0 ? 0
                                      : std::max<std::uint64_t>(1, task.limits.nodes / static_cast<unsigned>(threads));
    }();
    std::atomic<bool> finished{false};
    std::vector<Helper> helpers(static_cast<std::size_t>(threads - 1));
    for (std::size_t i = 0; i < helpers.size(); ++i) {
        Helper& helper = helpers[i];
        helper.task = helper_task(task, static_cast<int>(i) + 1, share, helper, finished);
        helper.thread = std::thread([&tools, &helper] { helper.counted = run_alone(tools, helper.task).nodes; });
    }
    const auto helper_nodes = [&helpers] {
        std::uint64_t sum = 0;
        for (const Helper& helper : helpers) sum += helper.counted.load(std::memory_order_relaxed);
        return sum;
    };
    SearchTask first = task;
    first.joins = true;
    first.limits.nodes = share;
    if (task.on_iteration) {
        first.on_iteration = [&](const Iteration& found) {
            Iteration shown = found;
            shown.nodes += helper_nodes();
            task.on_iteration(shown);
        };
    }
    Iteration found = run_alone(tools, first);
    finished = true;
    for (Helper& helper : helpers) helper.thread.join();
    found.nodes += helper_nodes();
    return found;
}

}  // namespace merels::engine
