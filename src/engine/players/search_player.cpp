// SPDX-License-Identifier: MIT
// The players that choose without tables, or with tables as the ends of the search: random and alpha-beta.
#include <algorithm>
#include <set>

#include "engine/players/players.h"
#include "engine/search/parallel_search.h"
#include "index/symmetry.h"

namespace merels::engine {
namespace {

constexpr int kDefaultMilliseconds = 1000;
constexpr int kOpeningMen = 3;  // up to so many men on the board the opening is varied
constexpr int kOpeningDepth = 6;
constexpr int kOpeningMargin = 10;  // hundredths of a man below the best that an opening turn may be

// Keeps the first of the turns that are equal by a symmetry of the board.
std::vector<PackedTurn> without_symmetric(const Position& position, const std::vector<PackedTurn>& turns) {
    std::vector<PackedTurn> kept;
    std::set<Position> seen;
    for (const PackedTurn turn : turns) {
        if (seen.insert(canonical_form(apply(position, unpack(turn)))).second) kept.push_back(turn);
    }
    return kept;
}

Choice finish(const Thinking& thinking, const Iteration& found) {
    Choice choice;
    choice.thinking = public_report(thinking, found);
    choice.turn = choice.thinking.lines.front().turns.front();
    return choice;
}

// One of the first turns that are about equally good, so that games differ.
Choice open_game(const Thinking& thinking, std::vector<PackedTurn> turns) {
    SearchTask task = make_task(thinking, {kOpeningDepth, 0, 0}, static_cast<int>(turns.size()));
    task.turns = std::move(turns);
    Searcher searcher(thinking.request.variant, thinking.table, nullptr);
    Iteration found = searcher.run(task);
    const int least = found.lines.front().score - kOpeningMargin;
    const auto end = std::find_if(found.lines.begin(), found.lines.end(),
                                  [least](const RootLine& line) { return line.score < least; });
    const auto equal = static_cast<std::uint32_t>(end - found.lines.begin());
    std::swap(found.lines.front(), found.lines[thinking.random(2).below(equal)]);
    found.lines.resize(1);
    return finish(thinking, found);
}

}  // namespace

Choice play_random(const Thinking& thinking) {
    const auto number = thinking.random(1).below(static_cast<std::uint32_t>(thinking.turns.size()));
    Choice choice;
    choice.turn = unpack(thinking.turns[number]);
    choice.thinking = {0, 0, thinking.elapsed(), {{Score{}, {choice.turn}}}};
    return choice;
}

Choice play_search(const Thinking& thinking) {
    const TurnRequest& request = thinking.request;
    std::string missing;
    if (thinking.tables != nullptr) {
        if (auto choice = play_from_tables(thinking, missing)) return *std::move(choice);
    }
    Effort effort = player_effort(thinking);
    const bool endless =
        unlimited(effort) && request.most_nodes == 0 && request.most_milliseconds == 0 && request.stop == nullptr;
    if (endless) effort.milliseconds = kDefaultMilliseconds;

    SearchTask task = make_task(thinking, effort, request.lines);
    if (request.seed != 0 && request.lines == 1 && task.root.own_hand > 0) {
        thinking.random(3).shuffle(task.turns);
        task.turns = without_symmetric(request.position, task.turns);
        if (task.root.own_board + task.root.other_board <= kOpeningMen) return open_game(thinking, task.turns);
    }
    if (request.on_report) {
        task.on_iteration = [&](const Iteration& i) { request.on_report(public_report(thinking, i)); };
    }
    const SearchTools tools{request.variant, thinking.table, thinking.tables};
    return finish(thinking, run_search(tools, task, request.player.threads));
}

}  // namespace merels::engine
