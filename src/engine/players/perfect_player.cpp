// SPDX-License-Identifier: MIT
// The players that read tables. They keep the value of every position: win in the shortest way, lose in the longest. Of
// drawn turns the ultra-strong one keeps those of the highest rank; among equals see local_choice.h. Tables without
// depth show that a turn wins, not that it comes nearer to the end: then a search that never leaves the won positions
// decides.
#include <algorithm>

#include "engine/players/local_choice.h"
#include "engine/players/players.h"
#include "engine/players/table_values.h"
#include "engine/search/parallel_search.h"

namespace merels::engine {
namespace {

constexpr int kProgressMilliseconds = 200;  // search for progress where tables have no depth and nothing else is said

struct KnownTurn {
    PackedTurn turn;
    Value value;  // for the side that makes the turn
};

PackedTurn any_of(const Thinking& thinking, const std::vector<PackedTurn>& turns) {
    // The turn's number takes part: a position that comes back need not be answered alike.
    Random random(thinking.random(6).next() + thinking.request.history.size());
    return turns[random.below(static_cast<std::uint32_t>(turns.size()))];
}

ThinkingReport table_report(const Thinking& thinking, PackedTurn chosen, const std::vector<KnownTurn>& known) {
    ThinkingReport report{1, known.size(), thinking.elapsed(), {}};
    const auto line = [](const KnownTurn& k) {
        const int centimen = k.value.wdl == Wdl::kWin    ? kWinScore - std::max<int>(k.value.dtw, 0)
                             : k.value.wdl == Wdl::kLoss ? std::max<int>(k.value.dtw, 0) - kWinScore
                                                         : 0;
        return Line{{k.value, centimen}, {unpack(k.turn)}};
    };
    for (const KnownTurn& k : known) {
        if (k.turn == chosen) report.lines.push_back(line(k));
    }
    for (const KnownTurn& k : known) {
        if (static_cast<int>(report.lines.size()) >= thinking.request.lines) break;
        if (k.turn != chosen) report.lines.push_back(line(k));
    }
    return report;
}

// The turns after which no earlier position of the game stands on the board again; all of them where there are none.
// Going round in circles would end in a draw by repetition.
std::vector<PackedTurn> onward(const Thinking& thinking, const std::vector<PackedTurn>& turns) {
    const TurnRequest& request = thinking.request;
    std::vector<PackedTurn> kept;
    for (const PackedTurn turn : turns) {
        const Position next = apply(request.position, unpack(turn));
        if (std::find(request.history.begin(), request.history.end(), next) == request.history.end()) {
            kept.push_back(turn);
        }
    }
    return kept.empty() ? turns : kept;
}

// The drawn turns to choose from, by PlayerSpec::among, and of these the hardest; `note` says what is missing.
std::vector<PackedTurn> best_draws(const Thinking& thinking, std::vector<PackedTurn> drawn, std::string& note) {
    if (auto wanted = turns_among(thinking, thinking.request.position, drawn)) {
        drawn = *std::move(wanted);
    } else {
        note = wanted.error().message + "; played as the perfect player instead";
    }
    if (thinking.request.player.local != LocalChoice::kRandom) drawn = onward(thinking, drawn);
    return hardest_turns(thinking, drawn);
}

// Searches among turns that all keep the result, where the tables cannot say which makes progress.
Choice make_progress(const Thinking& thinking, const std::vector<PackedTurn>& turns, bool won) {
    Effort effort = player_effort(thinking);
    if (unlimited(effort)) effort.milliseconds = kProgressMilliseconds;
    SearchTask task = make_task(thinking, effort, 1);
    task.turns = won ? onward(thinking, turns) : turns;
    task.keep_win = won;
    const SearchTools tools{thinking.request.variant, thinking.table, won ? thinking.tables : nullptr};
    const Iteration found = run_search(tools, task, thinking.request.player.threads);
    Choice choice;
    choice.thinking = public_report(thinking, found);
    choice.turn = choice.thinking.lines.front().turns.front();
    Score& score = choice.thinking.lines.front().score;
    if (score.proven.wdl == Wdl::kUnknown) score.proven = {won ? Wdl::kWin : Wdl::kLoss, kNoPly};
    choice.from_tables = true;
    choice.note = "the tables have no depth: a search chose among the turns that keep the result";
    return choice;
}

}  // namespace

std::optional<Choice> play_from_tables(const Thinking& thinking, std::string& why) {
    const TurnRequest& request = thinking.request;
    // 1. The value of every turn, best first.
    std::vector<KnownTurn> known;
    bool all_known = true;
    for (const PackedTurn turn : thinking.turns) {
        known.push_back({turn, value_after(thinking, request.position, turn, why)});
        all_known &= known.back().value.wdl != Wdl::kUnknown;
    }
    std::stable_sort(known.begin(), known.end(),
                     [](const KnownTurn& a, const KnownTurn& b) { return better(a.value, b.value); });

    // 2. Does this settle it? Where a turn is unknown, the value of the position itself may tell.
    const Value best = known.front().value;
    bool settled = all_known;
    if (!all_known && best.wdl != Wdl::kUnknown) {
        const auto own = thinking.tables->value(request.variant, request.position);
        settled = best.wdl == Wdl::kWin || (own && own->wdl == best.wdl);
    }
    if (!settled) return std::nullopt;

    // 3. The turns that are equally good; where some wins have a depth and others none, those that have one.
    std::vector<PackedTurn> equal;
    Value shown = best;
    const auto first_with_depth = std::find_if(known.begin(), known.end(), [&best](const KnownTurn& k) {
        return k.value.wdl == Wdl::kWin && best.wdl == Wdl::kWin && k.value.dtw != kNoPly;
    });
    if (first_with_depth != known.end()) shown = first_with_depth->value;
    for (const KnownTurn& k : known) {
        if (k.value == shown) equal.push_back(k.turn);
    }
    if (shown.wdl != Wdl::kDraw && shown.dtw == kNoPly) {
        return make_progress(thinking, equal, shown.wdl == Wdl::kWin);
    }

    Choice choice;
    if (shown.wdl == Wdl::kDraw && equal.size() > 1) equal = best_draws(thinking, std::move(equal), choice.note);
    const PackedTurn chosen = any_of(thinking, equal);
    choice.turn = unpack(chosen);
    choice.from_tables = true;
    choice.thinking = table_report(thinking, chosen, known);
    if (request.on_report) request.on_report(choice.thinking);
    return choice;
}

Choice play_perfect(const Thinking& thinking) {
    std::string why = "no tables were given";
    if (thinking.tables != nullptr) {
        why.clear();
        if (auto choice = play_from_tables(thinking, why)) return *std::move(choice);
    }
    // The search ends in the tables that there are. A note says that it is not perfect here.
    TurnRequest fallback = thinking.request;
    fallback.player.kind = PlayerKind::kSearch;
    Thinking searching{fallback, thinking.table, thinking.tables, thinking.start, thinking.turns};
    Choice choice = play_search(searching);
    choice.note = "not from tables: " + why + "; searched instead";
    return choice;
}

}  // namespace merels::engine
