// SPDX-License-Identifier: MIT
// Alpha-beta search: iterative deepening, principal variation search, transposition table, enhanced transposition
// cut-off, killers, history, late move reductions, repetition = draw, tables where they exist.
//
// Wins and losses that it reports are proven: no rule of thumb can produce such a score, only the end of a game or a
// table can. Their length is an upper bound of the true one (a reduced line may hide a shorter way).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/search/evaluator.h"
#include "engine/search/node.h"
#include "engine/search/table_probe.h"
#include "engine/search/transposition.h"
#include "engine/search/turn_generator.h"

namespace merels::engine {

inline constexpr int kWinScore = 30000;       // minus the plies to the end
inline constexpr int kLeastWin = 29000;       // at least this: a win of known length
inline constexpr int kTableWinScore = 20000;  // minus the plies to a table that knows the win, not its length
inline constexpr int kLeastProven = 19000;    // estimates stay far below
inline constexpr int kMostDepth = 100;

constexpr bool is_proven(int score) { return score >= kLeastProven || score <= -kLeastProven; }

using Clock = std::chrono::steady_clock;

struct SearchLimits {
    int depth = kMostDepth;
    std::uint64_t nodes = 0;                        // 0 = none
    std::optional<Clock::time_point> deadline;      // looked at every 1024 nodes
    const std::atomic<bool>* stop = nullptr;        // likewise
    const std::atomic<bool>* finished = nullptr;    // likewise: the search that this one helps
    std::atomic<std::uint64_t>* counted = nullptr;  // told the nodes so far, likewise
};

struct RootLine {
    int score = 0;
    std::vector<PackedTurn> turns;
};

struct Iteration {
    int depth = 0;
    std::uint64_t nodes = 0;
    std::vector<RootLine> lines;  // best first
};

struct SearchTask {
    Node root;
    std::vector<std::uint64_t> history;  // keys of earlier positions, the last one just before the root
    std::vector<PackedTurn> turns;       // the root turns to choose from, in the order to try them; not empty
    int lines = 1;
    // For searches on several threads, see parallel_search.h:
    int first_depth = 1;
    bool joins = false;     // the table's new_search() has been said for it
    bool keep_win = false;  // the root is won by the tables: never leave the won positions (needs a probe)
    SearchLimits limits;
    std::function<void(const Iteration&)> on_iteration;
    std::function<void(const Node&)> on_leaf;  // each node that is estimated; for fitting the evaluation
};

// The search of a position without history: every legal turn, no limits.
SearchTask whole_task(const Variant& variant, const Position& position);

class Searcher {
  public:
    // `table` and `probe` (may be null) must outlive the searcher.
    Searcher(const Variant& variant, TranspositionTable& table, TableProbe* probe);

    // The last finished iteration, improved by the unfinished one where that found a better first turn. At least one
    // line, whatever the limits.
    Iteration run(const SearchTask& task);

  private:
    static constexpr int kMostPly = 128;

    struct Frame {
        PackedTurn killers[2];
        PackedTurn pv[kMostPly];
        int pv_size;
    };

    void begin(const SearchTask& task);
    Iteration deepen(const SearchTask& task, std::vector<PackedTurn>& turns, int depth, const Iteration& last);
    int search_root(const SearchTask& task, std::vector<PackedTurn>& turns, std::size_t first, int depth, int alpha,
                    int beta);
    int search_line(const SearchTask& task, std::vector<PackedTurn>& turns, std::size_t first, int depth,
                    std::optional<int> guess);
    int search(const Node& node, int alpha, int beta, int depth, int ply, bool reversible);
    int search_known(const Node& node, int alpha, int beta, int depth, int ply);
    int search_turns(const Node& node, TurnBuffer& turns, int alpha, int beta, int depth, int ply);
    int leaf(const Node& node, int ply);
    int search_child(const Node& child, PackedTurn turn, int alpha, int beta, int depth, int ply, int number,
                     bool quiet);
    std::optional<int> table_score(const Node& node, int ply);
    std::optional<int> won_region_score(const Node& node, int ply);
    bool etc_cutoff(const Node& node, TurnBuffer& turns, int beta, int depth, int ply, int& score) const;
    void order(const Node& node, TurnBuffer& turns, PackedTurn first, Mask threats, int ply) const;
    void add_threats(const Node& node, TurnBuffer& turns, int begin, int end, int hand) const;
    void reward(const TurnBuffer& turns, int best, int depth, int ply);
    bool repeated() const;
    int draw_score(int ply) const;
    void set_pv(int ply, PackedTurn turn);
    bool out_of_limits();
    int& history_of(int ply, PackedTurn turn) {
        const PackedTurn from = from_of(turn);
        return history_[ply & 1][from == kNobody ? kPoints : static_cast<int>(from)][to_of(turn)];
    }

    SearchRules rules_;
    TranspositionTable& table_;
    TableProbe* probe_;
    const Evaluator& evaluate_;
    SearchLimits limits_;
    const std::function<void(const Node&)>* on_leaf_ = nullptr;  // of the task, where it has one
    std::uint64_t nodes_ = 0;
    std::uint64_t next_check_ = 0;
    int root_depth_ = 0;  // of the iteration
    bool stopped_ = false;
    bool keep_win_ = false;
    bool root_improved_ = false;
    std::vector<std::uint64_t> path_;       // keys of the game and of the line being searched
    std::vector<std::uint8_t> reversible_;  // for each of them: plies since the last placing or taking, at most 255
    std::vector<Frame> frames_;
    int history_[2][kPoints + 1][kPoints];
};

}  // namespace merels::engine
