// SPDX-License-Identifier: MIT
// The textbook solver of the moving phase: retrograde analysis with queues and counters, one work unit after another,
// as Gevay and Danner describe it (2014, Fig. 1 and 2). An oracle for the sweep, and the baseline of `bench solve`.
//
//   const TextbookUnit units[] = {{5, 5}, {4, 6}};
//   auto result = solve_textbook(Board::kNine, AllInMills::kAnyMayBeTaken, units, {});
//
// Units that the given ones depend on are solved first; their time is not counted. Memory: 2 bytes of state for each
// position of the units in work, 2 bytes for each position already solved, 4 bytes for each decided position in a
// queue.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "merels/result.h"
#include "merels/variant.h"
#include "verify/solved_table.h"

namespace merels::verify {

// A subspace without hands and its colour-swapped twin; the order of the two numbers does not matter.
struct TextbookUnit {
    int a = 0;
    int b = 0;
};

// How the counters get their first values.
enum class Counting : std::uint8_t {
    kMovesBack,  // as published (Fig. 2): every position adds one to each of its predecessors
    kMoves,      // as in Fig. 1: every position counts its own moves. Same values; cheaper, most where most are draws
};

struct TextbookOptions {
    Counting counting = Counting::kMovesBack;
    int threads = 1;                                        // units of equal size run beside each other
    std::function<void(const TextbookUnit&)> unit_started;  // may be empty; called by one thread at a time
};

struct TextbookUnitReport {
    TextbookUnit unit;
    std::uint64_t positions = 0;  // up to symmetry, both subspaces
    double cpu_seconds = 0;       // of the thread that solved it
};

struct TextbookResult {
    std::vector<SolvedTable> tables;        // of the given units and of all that they depend on, by subspace
    std::vector<TextbookUnitReport> units;  // the given ones, in the order given
    std::uint64_t positions = 0;            // sums over the given units
    double cpu_seconds = 0;

    double ns_per_position() const { return positions == 0 ? 0 : cpu_seconds * 1e9 / static_cast<double>(positions); }
    const SolvedTable* find(const Subspace& subspace) const;
};

// kBadInput for units outside 3..12 men.
Result<TextbookResult> solve_textbook(Board board, AllInMills all_in_mills, std::span<const TextbookUnit> units,
                                      const TextbookOptions& options);

}  // namespace merels::verify
