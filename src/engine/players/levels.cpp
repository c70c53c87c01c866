// SPDX-License-Identifier: MIT
// Levels for people. A low level sees few plies and prefers now and then a turn that looks almost as good; it never
// lets the opponent close a mill for nothing where the search saw a better way.
#include <algorithm>
#include <array>

#include "engine/players/players.h"

namespace merels::engine {
namespace {

struct Level {
    Effort effort;
    int lines;   // turns that are looked at for a choice
    int spread;  // hundredths of a man by which a turn may be misjudged
};

constexpr int kAllTurns = 1 << 16;
constexpr int kWorst = 60;  // a turn that is worse by more than this is never played

constexpr std::array<Level, kLevels> kLevelTable = {{
    {{1, 0, 0}, kAllTurns, 60},
    {{2, 0, 0}, kAllTurns, 50},
    {{2, 0, 0}, kAllTurns, 25},
    {{3, 0, 0}, kAllTurns, 20},
    {{4, 0, 0}, kAllTurns, 15},
    {{6, 0, 0}, 6, 12},
    {{8, 0, 0}, 4, 8},
    {{0, 100'000, 0}, 3, 5},
    {{0, 500'000, 0}, 1, 0},
    {{0, 3'000'000, 0}, 1, 0},
}};

// True where the opponent can close a mill and take a man after a turn that took none.
bool gives_man_away(const SearchRules& rules, const Node& node, PackedTurn turn) {
    if (takes_man(turn)) return false;
    const Node next = after(node, turn);
    return closing_steps(rules, next.own, next.empty(), next.own_hand, next.own_men()) != 0 &&
           rules.takeable(next.other) != 0;
}

// The line to play among those found: misjudged a little, but never badly.
std::size_t choose_line(const Thinking& thinking, const Iteration& found, int spread) {
    const SearchRules rules(thinking.request.variant);
    const Node root = node_of(thinking.request.position);
    const RootLine& best = found.lines.front();
    if (best.score >= kLeastProven) return 0;
    const bool best_is_safe = !gives_man_away(rules, root, best.turns.front());
    Random random = thinking.random(4);
    std::size_t chosen = 0;
    double chosen_looks = -1e9;
    for (std::size_t i = 0; i < found.lines.size(); ++i) {
        const RootLine& line = found.lines[i];
        const double looks = line.score + spread * (random.unit() + random.unit() - 1);
        if (line.score < best.score - kWorst) continue;
        if (best_is_safe && gives_man_away(rules, root, line.turns.front())) continue;
        if (looks > chosen_looks) {
            chosen_looks = looks;
            chosen = i;
        }
    }
    return chosen;
}

}  // namespace

Choice play_level(const Thinking& thinking, int level) {
    const Level& setting = kLevelTable[static_cast<std::size_t>(std::clamp(level, 1, kLevels) - 1)];
    const TurnRequest& request = thinking.request;
    if (setting.lines == 1) {
        TurnRequest full = request;
        full.player.level = 0;
        full.player.nodes = setting.effort.nodes;
        const Thinking strong{full, thinking.table, thinking.tables, thinking.start, thinking.turns};
        return play_search(strong);
    }
    const int lines = std::min<int>(setting.lines, static_cast<int>(thinking.turns.size()));
    SearchTask task = make_task(thinking, setting.effort, std::max(lines, request.lines));
    // The order decides between equals.
    thinking.random(5).shuffle(task.turns);
    if (request.on_report) {
        task.on_iteration = [&](const Iteration& i) { request.on_report(public_report(thinking, i)); };
    }
    Searcher searcher(request.variant, thinking.table, nullptr);
    const Iteration found = searcher.run(task);
    Choice choice;
    choice.thinking = public_report(thinking, found);
    choice.turn = unpack(found.lines[choose_line(thinking, found, setting.spread)].turns.front());
    return choice;
}

}  // namespace merels::engine
