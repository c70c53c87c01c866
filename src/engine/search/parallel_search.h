// SPDX-License-Identifier: MIT
// One search on several threads that share nothing but the transposition table ("lazy SMP"): helpers search the same
// root from other depths and in another order of turns, and what they find is there when the first thread comes by.
#pragma once

#include "engine/search/search.h"

namespace merels::engine {

struct SearchTools {
    const Variant& variant;
    TranspositionTable& table;
    const ValueSource* tables = nullptr;  // where the search ends in tables; each thread has a probe of its own
};

// As Searcher::run on `threads` threads; one thread is that, to the node. The limit in nodes holds for all together
// (within 1024 a thread), the one in depth for the first. Nodes reported are those of all threads. With more than one
// thread two runs may differ.
Iteration run_search(const SearchTools& tools, const SearchTask& task, int threads);

}  // namespace merels::engine
