// SPDX-License-Identifier: MIT
// What all thinking players share: a request made ready for the search, and its findings in public words.
#pragma once

#include <chrono>
#include <vector>

#include "engine/search/random.h"
#include "engine/search/search.h"
#include "merels/engine.h"
#include "rules/rules.h"

namespace merels::engine {

// One request while it is being answered. References must outlive it.
struct Thinking {
    const TurnRequest& request;
    TranspositionTable& table;
    const ValueSource* tables;  // null: none, or not wanted
    Clock::time_point start = Clock::now();
    std::vector<PackedTurn> turns;  // the legal turns, or those of request.only

    // Every number drawn depends only on the seed and the position. `purpose` keeps uses apart.
    Random random(std::uint64_t purpose) const;
    std::chrono::microseconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
    }
};

struct Effort {  // 0 = no limit
    int depth = 0;
    std::uint64_t nodes = 0;
    int milliseconds = 0;
};

// The player's own limits; a range of nodes is drawn for this turn.
Effort player_effort(const Thinking& thinking);
constexpr bool unlimited(const Effort& effort) {
    return effort.depth == 0 && effort.nodes == 0 && effort.milliseconds == 0;
}

// Keys of the positions before one that could come back after it: alternating sides, the same men.
std::vector<std::uint64_t> repeatable(const std::vector<Position>& history, const Position& position);

// A search of the request's turns under the effort and the request's own limits.
SearchTask make_task(const Thinking& thinking, const Effort& effort, int lines);

Score public_score(int score);
ThinkingReport public_report(const Thinking& thinking, const Iteration& iteration);

}  // namespace merels::engine
