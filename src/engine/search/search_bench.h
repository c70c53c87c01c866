// SPDX-License-Identifier: MIT
// The search's benchmark and its signature: positions of every variant searched to a fixed depth by one thread, without
// tables. The number of nodes depends on nothing but the code, so a change of the search either keeps it or names it.
#pragma once

#include <cstdint>

namespace merels {

struct SearchBenchmark {
    std::uint64_t signature = 0;  // nodes in all
    double seconds = 0;           // CPU time of the process, so that other work on the machine counts little
    int positions = 0;
    double nodes_per_second() const { return seconds > 0 ? static_cast<double>(signature) / seconds : 0; }
};

// `depth` counts for the moving phase; positions with men in hand are searched four plies less.
inline constexpr int kBenchDepth = 12;
SearchBenchmark run_search_benchmark(int depth = kBenchDepth);

}  // namespace merels
