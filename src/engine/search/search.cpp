// SPDX-License-Identifier: MIT
// Outline: run() deepens; search_line() finds the best of the root turns from `first` on, with a window around the last
// score; search() is the recursion; leaf() ends it with an estimate.
// Scores in the table are relative to the node (plies from there), scores in the search to the root.
#include "engine/search/search.h"

#include <algorithm>
#include <cstring>

#include "rules/rules.h"

namespace merels::engine {
namespace {

constexpr int kInfinity = 32000;
constexpr int kEtcDepth = 3;      // least depth at which looking at all successors pays
constexpr int kThreat = 1 << 15;  // added to the order of turns that threaten to close a mill
constexpr int kWinGivenAway = kMostEstimate + 500;
constexpr int kWindow = 40;  // half width of the first window around the last score

int to_table(int score, int ply) {
    return score >= kLeastProven ? score + ply : score <= -kLeastProven ? score - ply : score;
}
int from_table(int score, int ply) {
    return score >= kLeastProven ? score - ply : score <= -kLeastProven ? score + ply : score;
}

int score_of(Value value, int ply) {
    switch (value.wdl) {
        case Wdl::kWin: return value.dtw == kNoPly ? kTableWinScore - ply : kWinScore - ply - value.dtw;
        case Wdl::kLoss: return value.dtw == kNoPly ? ply - kTableWinScore : ply + value.dtw - kWinScore;
        default: return 0;
    }
}

// Moves the best of turns[i..] to place i.
const ScoredTurn& pick(TurnBuffer& turns, int i) {
    int best = i;
    for (int j = i + 1; j < turns.size(); ++j) {
        if (turns[j].score > turns[best].score) best = j;
    }
    std::swap(turns[i], turns[best]);
    return turns[i];
}

}  // namespace

Searcher::Searcher(const Variant& variant, TranspositionTable& table, TableProbe* probe)
    : rules_(variant), table_(table), probe_(probe), evaluate_(standard_evaluator()), frames_(kMostPly + 1) {}

SearchTask whole_task(const Variant& variant, const Position& position) {
    SearchTask task;
    task.root = node_of(position);
    TurnList turns;
    legal_turns(variant, position, turns);
    for (const Turn& turn : turns) task.turns.push_back(pack(turn));
    return task;
}

void Searcher::begin(const SearchTask& task) {
    limits_ = task.limits;
    nodes_ = 0;
    next_check_ = 0;
    stopped_ = false;
    keep_win_ = task.keep_win;
    on_leaf_ = task.on_leaf ? &task.on_leaf : nullptr;
    if (!task.joins) table_.new_search();
    std::memset(history_, 0, sizeof history_);
    for (Frame& frame : frames_) frame.killers[0] = frame.killers[1] = kNoTurn;
    path_ = task.history;
    reversible_.assign(path_.size(), 0);
    for (std::size_t i = 1; i < reversible_.size(); ++i) {
        reversible_[i] = static_cast<std::uint8_t>(std::min<std::size_t>(i, 255));
    }
}

Iteration Searcher::run(const SearchTask& task) {
    begin(task);
    std::vector<PackedTurn> turns = task.turns;
    Iteration last;
    last.lines.push_back({0, {turns.front()}});
    for (int depth = task.first_depth; depth <= std::min(limits_.depth, kMostDepth); ++depth) {
        Iteration now = deepen(task, turns, depth, last);
        // An unfinished iteration counts where it improved the first line; its other lines stay those of the last one.
        if (stopped_) {
            if (last.depth == 0 || now.lines.size() == 1) {
                if (!now.lines.empty()) last.lines[0] = std::move(now.lines[0]);
            }
            break;
        }
        last = std::move(now);
        if (task.on_iteration) task.on_iteration(last);
        // A proven end that lies within the depth cannot be improved by looking further.
        const int best = std::abs(last.lines[0].score);
        if (task.lines == 1 && best >= kLeastWin && kWinScore - best <= depth) break;
        if (task.lines == 1 && best >= kLeastProven && best < kLeastWin) break;
    }
    last.nodes = nodes_;
    return last;
}

// One iteration: the lines wanted, best first; fewer where the search was stopped.
Iteration Searcher::deepen(const SearchTask& task, std::vector<PackedTurn>& turns, int depth, const Iteration& last) {
    const auto lines_wanted = std::min<std::size_t>(std::max(1, task.lines), turns.size());
    Iteration now{depth, 0, {}};
    root_depth_ = depth;
    for (std::size_t i = 0; i < lines_wanted; ++i) {
        std::optional<int> guess;
        if (i < last.lines.size() && last.depth > 0) guess = last.lines[i].score;
        const int score = search_line(task, turns, i, depth, guess);
        if (stopped_ && !root_improved_) break;
        now.lines.push_back({score, {frames_[0].pv, frames_[0].pv + frames_[0].pv_size}});
        if (stopped_) return now;
    }
    std::stable_sort(now.lines.begin(), now.lines.end(),
                     [](const RootLine& a, const RootLine& b) { return a.score > b.score; });
    now.nodes = nodes_;
    return now;
}

int Searcher::search_line(const SearchTask& task, std::vector<PackedTurn>& turns, std::size_t first, int depth,
                          std::optional<int> guess) {
    int low = -kInfinity, high = kInfinity, margin = kWindow;
    if (guess && depth >= 4 && !is_proven(*guess)) {
        low = *guess - margin;
        high = *guess + margin;
    }
    while (true) {
        const int score = search_root(task, turns, first, depth, low, high);
        if (stopped_ || (score > low && score < high)) return score;
        margin *= 4;
        if (score <= low) low = margin > 600 ? -kInfinity : score - margin;
        if (score >= high) high = margin > 600 ? kInfinity : score + margin;
    }
}

// The best of turns[first..]; moves it to turns[first].
int Searcher::search_root(const SearchTask& task, std::vector<PackedTurn>& turns, std::size_t first, int depth,
                          int alpha, int beta) {
    root_improved_ = false;
    int best = -kInfinity;
    const int quiet_since = reversible_.empty() ? 0 : std::min(reversible_.back() + 1, 255);
    path_.push_back(task.root.key());
    reversible_.push_back(static_cast<std::uint8_t>(quiet_since));
    for (std::size_t i = first; i < turns.size(); ++i) {
        const PackedTurn turn = turns[i];
        const Node child = after(task.root, turn);
        const int score =
            search_child(child, turn, std::max(alpha, best), beta, depth, 0, static_cast<int>(i - first), false);
        if (stopped_) break;
        if (score > best) {
            best = score;
            if (score > alpha || i == first) {
                set_pv(0, turn);
                root_improved_ = true;
                std::rotate(turns.begin() + static_cast<std::ptrdiff_t>(first),
                            turns.begin() + static_cast<std::ptrdiff_t>(i),
                            turns.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            }
            if (score >= beta) break;
        }
    }
    path_.pop_back();
    reversible_.pop_back();
    return best;
}

// One successor: full window for the first, else an empty window (with less depth for late quiet turns) that is
// opened where it fails high.
int Searcher::search_child(const Node& child, PackedTurn turn, int alpha, int beta, int depth, int ply, int number,
                           bool quiet) {
    const bool reversible = !irreversible(turn);
    if (number == 0) return -search(child, -beta, -alpha, depth - 1, ply + 1, reversible);
    int reduction = 0;
    if (quiet && depth >= 3 && number >= 3) reduction = 1 + (depth >= 6 && number >= 8);
    int score = -search(child, -alpha - 1, -alpha, depth - 1 - reduction, ply + 1, reversible);
    if (score > alpha && reduction > 0) score = -search(child, -alpha - 1, -alpha, depth - 1, ply + 1, reversible);
    if (score > alpha && score < beta) score = -search(child, -beta, -alpha, depth - 1, ply + 1, reversible);
    return score;
}

int Searcher::search(const Node& node, int alpha, int beta, int depth, int ply, bool reversible) {
    // 1. The end of the game, the limits, the depth.
    frames_[ply].pv_size = 0;
    if (node.own_men() < kMinMen) {
        ++nodes_;
        return ply - kWinScore;
    }
    if (keep_win_ && (ply & 1) != 0) {
        if (const auto score = won_region_score(node, ply)) return *score;
    }
    // The next mill would end the game: the reply is forced, so it costs no depth.
    if (node.own_men() == kMinMen && ply < 2 * root_depth_ &&
        closing_steps(rules_, node.other, node.empty(), node.other_hand, node.other_men()) != 0) {
        ++depth;
    }
    if (depth <= 0 || ply >= kMostPly - 1) return leaf(node, ply);
    ++nodes_;
    if (out_of_limits()) return 0;
    if (node.empty() == 0) return rules_.full_board_draw ? 0 : ply - kWinScore;

    // 2. A repeated position is a draw.
    path_.push_back(node.key());
    reversible_.push_back(reversible ? static_cast<std::uint8_t>(std::min(reversible_.back() + 1, 255)) : 0);
    const int score = repeated() ? draw_score(ply) : search_known(node, alpha, beta, depth, ply);
    path_.pop_back();
    reversible_.pop_back();
    return score;
}

// A node that is on the path: what is known of it already, else its turns.
int Searcher::search_known(const Node& node, int alpha, int beta, int depth, int ply) {
    // 3. No way to the end is shorter than one that is known.
    alpha = std::max(alpha, ply - kWinScore);
    beta = std::min(beta, kWinScore - ply - 1);
    if (alpha >= beta) return alpha;

    // 4. What the transposition table knows. A proven result is good at any depth.
    const Stored stored = table_.find(node.key());
    if (stored.bound != Bound::kNone) {
        const int score = from_table(stored.score, ply);
        if (stored.depth >= depth || is_proven(score)) {
            if (stored.bound == Bound::kExact && stored.depth >= depth && beta - alpha == 1) return score;
            if (stored.bound != Bound::kUpper && score >= beta && (stored.depth >= depth || score > 0)) return score;
            if (stored.bound != Bound::kLower && score <= alpha && (stored.depth >= depth || score < 0)) return score;
        }
    }

    // 5. What the tables know.
    if (probe_ != nullptr && !keep_win_) {
        if (const auto score = table_score(node, ply)) return *score;
    }

    // 6. The turns, best first.
    TurnBuffer turns;
    generate(rules_, node, turns);
    if (turns.size() == 0) return ply - kWinScore;
    int etc_score = 0;
    if (depth >= kEtcDepth && etc_cutoff(node, turns, beta, depth, ply, etc_score)) return etc_score;
    const Mask threats = closing_steps(rules_, node.other, node.empty(), node.other_hand, node.other_men());
    order(node, turns, stored.turn, threats, ply);
    return search_turns(node, turns, alpha, beta, depth, ply);
}

// 7. The best of ordered turns, kept in the transposition table.
int Searcher::search_turns(const Node& node, TurnBuffer& turns, int alpha, int beta, int depth, int ply) {
    int best = -kInfinity, best_number = 0;
    PackedTurn best_turn = kNoTurn;
    Bound bound = Bound::kUpper;
    for (int i = 0; i < turns.size(); ++i) {
        const PackedTurn turn = pick(turns, i).turn;
        const Node child = after(node, turn);
        // Early enough to be there in time; where the depth is more, etc_cutoff has asked for all of them.
        if (depth == 2 && i + 1 < turns.size()) table_.prefetch(after(node, pick(turns, i + 1).turn).key());
        const bool quiet = turns[i].score < kThreat / 2;  // history alone stays below
        const int score = search_child(child, turn, std::max(alpha, best), beta, depth, ply, i, quiet);
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        best_turn = turn;
        best_number = i;
        bound = Bound::kExact;
        set_pv(ply, turn);
        if (score >= beta) {
            bound = Bound::kLower;
            break;
        }
    }
    if (bound == Bound::kLower) reward(turns, best_number, depth, ply);
    table_.store(node.key(), {bound, to_table(best, ply), depth, best_turn});
    return best;
}

// An estimate; or the result, where the side to move is blocked or takes the opponent's third man.
// Other mills that it can close are a term of the estimate.
int Searcher::leaf(const Node& node, int ply) {
    ++nodes_;
    frames_[ply].pv_size = 0;
    const Mask empty = node.empty();
    if (empty == 0) return rules_.full_board_draw ? 0 : ply - kWinScore;
    const bool slides_only = node.own_hand == 0 && node.own_men() > kMinMen;
    if (slides_only && (adjacent(node.own, rules_.spokes) & empty) == 0) return ply - kWinScore;
    const Mask steps = closing_steps(rules_, node.own, empty, node.own_hand, node.own_men());
    if (steps != 0 && node.other_men() == kMinMen && rules_.takeable(node.other) != 0) return kWinScore - ply - 1;
    if (on_leaf_ != nullptr) (*on_leaf_)(node);
    return evaluate_(rules_, node);
}

std::optional<int> Searcher::table_score(const Node& node, int ply) {
    const auto value = probe_->value(node);
    if (!value) return std::nullopt;
    return score_of(*value, ply);
}

// A draw is worth 0; but where the root is won, it is worse for the winner than any estimate: he may be behind in men.
int Searcher::draw_score(int ply) const {
    if (!keep_win_) return 0;
    return (ply & 1) == 0 ? -kWinGivenAway : kWinGivenAway;
}

// Inside the won positions: after a turn of the winner the opponent must be lost, else the win is gone.
std::optional<int> Searcher::won_region_score(const Node& node, int ply) {
    const auto value = probe_->value(node);
    if (!value || value->wdl != Wdl::kLoss) return draw_score(ply);
    if (value->dtw == kNoPly) return std::nullopt;
    return score_of(*value, ply);
}

// Enhanced transposition cut-off: some successor is already known to be good enough.
bool Searcher::etc_cutoff(const Node& node, TurnBuffer& turns, int beta, int depth, int ply, int& score) const {
    for (ScoredTurn& t : turns) table_.prefetch(after(node, t.turn).key());
    for (ScoredTurn& t : turns) {
        const Stored stored = table_.find(after(node, t.turn).key());
        if (stored.bound != Bound::kUpper && stored.bound != Bound::kExact) continue;
        const int value = -from_table(stored.score, ply + 1);
        if (value >= beta && (stored.depth >= depth - 1 || value >= kLeastProven)) {
            score = value;
            return true;
        }
    }
    return false;
}

// Turn of the table, captures, killers, blocks of a mill that the opponent threatens, then by history.
void Searcher::order(const Node& node, TurnBuffer& turns, PackedTurn first, Mask threats, int ply) const {
    const Mask held = closing(node.other, rules_.spokes);  // points whose leaving opens a line to the opponent
    const Mask lines = closing(node.own, rules_.spokes);
    const Frame& frame = frames_[ply];
    for (ScoredTurn& t : turns) {
        const PackedTurn from = from_of(t.turn), to = to_of(t.turn);
        int score = history_[ply & 1][from == kNobody ? kPoints : static_cast<int>(from)][to];
        if (t.turn == first) {
            score = 1 << 28;
        } else if (takes_man(t.turn)) {
            // Better to take a man that holds a line of ours closed or belongs to one of theirs.
            const Mask taken = Mask{1} << first_of(t.turn);
            score = (1 << 24) + ((taken & lines) != 0 ? 64 : 0) + ((taken & held) != 0 ? 32 : 0) +
                    bit_count((*rules_.neighbours)[first_of(t.turn)] & node.other) +
                    (second_of(t.turn) != kNobody ? 1 << 10 : 0);
        } else {
            if ((threats >> to & 1) != 0) score += 1 << 18;
            if (t.turn == frame.killers[0]) score += 1 << 17;
            if (t.turn == frame.killers[1]) score += 1 << 16;
            if (from != kNobody && (held >> from & 1) != 0) score -= 1 << 16;
        }
        t.score = score;
    }
    int placings = 0;  // they come first
    while (placings < turns.size() && places(turns[placings].turn)) ++placings;
    add_threats(node, turns, 0, placings, node.own_hand - 1);
    add_threats(node, turns, placings, turns.size(), node.own_hand);
}

// Turns that take nobody and after which the next step can close a mill, so that the opponent has to answer: among
// turns[begin..end), after which the side has `hand` men in hand. Four at once.
void Searcher::add_threats(const Node& node, TurnBuffer& turns, int begin, int end, int hand) const {
    const bool goes_anywhere = hand > 0 || node.own_men() == kMinMen;
    const auto spokes = everywhere<FourMasks>(rules_.spokes);
    for (int i = begin; i < end; i += 4) {
        const auto men_after = [&](int k) { return own_after(node, turns[std::min(i + k, end - 1)].turn); };
        const FourMasks men{men_after(0), men_after(1), men_after(2), men_after(3)};
        const FourMasks empty = everywhere<FourMasks>(kBoardMask & ~node.other) & ~men;
        const FourMasks steps = goes_anywhere ? empty & closing(men, spokes) : closing_slides(men, empty, spokes);
        const FourMasks none = steps == 0;
        for (int k = 0; k < std::min(4, end - i); ++k) {
            ScoredTurn& t = turns[i + k];
            t.score += takes_man(t.turn) ? 0 : static_cast<int>(~none[k] & kThreat);
        }
    }
}

// A turn that cut off is tried earlier next time, the quiet ones before it later.
void Searcher::reward(const TurnBuffer& turns, int best, int depth, int ply) {
    const PackedTurn turn = turns[best].turn;
    if (takes_man(turn)) return;
    Frame& frame = frames_[ply];
    if (frame.killers[0] != turn) {
        frame.killers[1] = frame.killers[0];
        frame.killers[0] = turn;
    }
    const int bonus = std::min(depth * depth, 400);
    const auto add = [](int& h, int change) { h += change * 16 - h * std::abs(change) / 512; };
    add(history_of(ply, turn), bonus);
    for (int i = 0; i < best; ++i) {
        if (!takes_man(turns[i].turn)) add(history_of(ply, turns[i].turn), -bonus);
    }
}

// True where the last position of the path stood on the board before. Keys are seen from the side to move, so only
// those of the same side count: an even number of plies ago.
bool Searcher::repeated() const {
    const std::size_t last = path_.size() - 1;
    const std::size_t reach = std::min<std::size_t>(reversible_[last], last);
    for (std::size_t back = 4; back <= reach; back += 2) {
        if (path_[last - back] == path_[last]) return true;
    }
    return false;
}

void Searcher::set_pv(int ply, PackedTurn turn) {
    Frame& frame = frames_[ply];
    const Frame& below = frames_[ply + 1];
    frame.pv[0] = turn;
    const int size = std::min(below.pv_size, kMostPly - 1);
    std::copy_n(below.pv, size, frame.pv + 1);
    frame.pv_size = size + 1;
}

bool Searcher::out_of_limits() {
    if (stopped_) return true;
    if (limits_.nodes != 0 && nodes_ >= limits_.nodes) return stopped_ = true;
    const std::uint64_t work = nodes_ + (probe_ != nullptr ? probe_->probes() * 64 : 0);
    if (work < next_check_) return false;
    next_check_ = work + 1024;
    if (limits_.counted != nullptr) limits_.counted->store(nodes_, std::memory_order_relaxed);
    for (const std::atomic<bool>* flag : {limits_.stop, limits_.finished}) {
        if (flag != nullptr && flag->load(std::memory_order_relaxed)) return stopped_ = true;
    }
    if (limits_.deadline && Clock::now() >= *limits_.deadline) return stopped_ = true;
    return false;
}

}  // namespace merels::engine
