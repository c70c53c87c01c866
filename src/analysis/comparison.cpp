// SPDX-License-Identifier: MIT
#include "analysis/comparison.h"

#include <algorithm>
#include <new>
#include <optional>
#include <set>
#include <tuple>

#include "analysis/subspace_walk.h"
#include "index/census.h"
#include "index/collection.h"
#include "merels/tablebase.h"
#include "minimax/successor_subspaces.h"

namespace merels {
namespace {

constexpr int kLost = static_cast<int>(Wdl::kLoss);
constexpr int kDrawn = static_cast<int>(Wdl::kDraw);
constexpr int kWon = static_cast<int>(Wdl::kWin);

bool is_moving(const Layer& layer) { return layer.hand[0] + layer.hand[1] == 0; }

// The same position with the colours such that `side` is to move.
Position with_side_to_move(Position position, Side side) {
    if (position.to_move == side) return position;
    std::swap(position.men[0], position.men[1]);
    std::swap(position.hand[0], position.hand[1]);
    position.to_move = side;
    return position;
}

// The layers to look at, each subspace once, as far as both games have it.
std::vector<LayerComparison> common_layers(const Variant& a, const Variant& b, const CompareOptions& options) {
    const auto all_of_b = subspaces_of(b);
    const std::set<Subspace> in_b(all_of_b.begin(), all_of_b.end());
    std::set<Subspace> seen;
    std::vector<LayerComparison> result;
    int ply = 0;
    for (const Layer& layer : layers_of(a)) {
        ++ply;
        if (is_moving(layer) ? !options.moving : !options.placing) continue;
        if (!is_moving(layer) && options.last_ply > 0 && ply > options.last_ply) continue;
        LayerComparison entry;
        entry.layer = layer;
        entry.ply = is_moving(layer) || a.phases == Phases::kPlaceOrMove ? 0 : ply;
        for (const Subspace& s : subspaces_of(a, layer)) {
            if (in_b.contains(s) && seen.insert(s).second) entry.subspaces.push_back({s, {}});
        }
        if (entry.subspaces.empty()) continue;
        if (is_moving(layer) && !result.empty() && is_moving(result.back().layer)) {
            auto& before = result.back().subspaces;
            before.insert(before.end(), entry.subspaces.begin(), entry.subspaces.end());
        } else {
            result.push_back(std::move(entry));
        }
    }
    return result;
}

class Comparing {
  public:
    Comparing(const std::filesystem::path& database, const Tablebase& tables, const CompareOptions& options,
              std::array<RuleSide*, 2> sides, int most_men)
        : database_(database),
          tables_(tables),
          options_(options),
          sides_(sides),
          pool_(options.threads),
          classes_(0, most_men) {}

    Status run(Comparison& result);

  private:
    bool comparable(const Subspace& subspace) const;
    bool same_tables(const Subspace& subspace) const;
    Result<OutcomeChanges> compare(const Subspace& subspace, Side to_move);
    Result<Census> census(int side, const Subspace& subspace) const;
    Result<ChangedPosition> look_at(const Position& position, int a, int b) const;
    // One walk for all subspaces of a phase, so that it keeps what the next one needs.
    SubspaceWalk& walk(bool moving);
    Error disagreement(int side, const Subspace& subspace, const char* what) const;

    const std::filesystem::path& database_;
    const Tablebase& tables_;
    const CompareOptions& options_;
    std::array<RuleSide*, 2> sides_;
    WorkerPool pool_;
    ClassTables classes_;
    std::uint64_t done_ = 0;  // of the subspaces that are finished
    std::optional<SubspaceWalk> walk_;
    bool walk_is_moving_ = false;
};

SubspaceWalk& Comparing::walk(bool moving) {
    if (walk_ && walk_is_moving_ == moving) return *walk_;
    // Tables without depth make everything that reads them depthless; those without hands read no others.
    bool with_depth = true;
    for (RuleSide* side : sides_) {
        side->wins.clear();
        for (const Subspace& s : side->tables.present()) {
            const bool counts = !moving || s.own_hand + s.other_hand == 0;
            if (counts && side->tables.table(s).spec().kind == ValueKind::kWdl) with_depth = false;
        }
    }
    walk_is_moving_ = moving;
    walk_.emplace(sides_, classes_, pool_, with_depth);
    walk_->stopped = [this] { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); };
    walk_->done = [this](std::uint64_t positions) {
        if (options_.progress != nullptr) options_.progress->advance_to(done_ + positions);
    };
    return *walk_;
}

bool Comparing::comparable(const Subspace& subspace) const {
    return std::all_of(sides_.begin(), sides_.end(), [&](const RuleSide* side) {
        const auto next = after_any_turn(side->variant, subspace);
        return side->tables.has(subspace) &&
               std::all_of(next.begin(), next.end(), [&](const Subspace& s) { return side->tables.has(s); });
    });
}

// Both rule sets read the same file, so that nothing can differ (a full board apart, which the variant decides).
bool Comparing::same_tables(const Subspace& s) const {
    return collection_of(sides_[0]->variant, s) == collection_of(sides_[1]->variant, s) && s.own + s.other < kPoints;
}

Error Comparing::disagreement(int side, const Subspace& s, const char* what) const {
    const TableId id{collection_of(sides_[side]->variant, s), s.counts()};
    return {ErrorCode::kCorrupt, table_path(database_, id).string() + ": " + what};
}

Result<Census> Comparing::census(int side, const Subspace& s) const {
    auto census = sides_[side]->tables.census(s);
    if (!census.ok()) return disagreement(side, s, census.error().message.c_str());
    if (sides_[side]->variant.full_board_draw && s.own + s.other == kPoints) census->plies.clear();
    return census;
}

// An example with its values, from the probe, which walks another way.
Result<ChangedPosition> Comparing::look_at(const Position& position, int a, int b) const {
    ChangedPosition example{position, {}, {}};
    for (int side = 0; side < 2; ++side) {
        const auto value = tables_.value(sides_[side]->variant, example.position);
        if (!value.ok()) return value.error();
        if (static_cast<int>(value->wdl) != (side == 0 ? a : b)) {
            return Error{ErrorCode::kInternal, "the comparison and the probe disagree on " +
                                                   format_position(example.position) + " under " +
                                                   sides_[side]->variant.id()};
        }
        (side == 0 ? example.a : example.b) = *value;
    }
    return example;
}

Result<OutcomeChanges> Comparing::compare(const Subspace& subspace, Side to_move) {
    std::array<Census, 2> censuses;
    for (int side = 0; side < 2; ++side) {
        auto read = census(side, subspace);
        if (!read.ok()) return read.error();
        censuses[side] = std::move(*read);
    }
    SubspaceWalk& both = walk(subspace.own_hand + subspace.other_hand == 0);
    OutcomeChanges changes;
    changes.with_depth = both.with_depth();
    if (same_tables(subspace)) {
        changes.counts[kWon][kWon] = censuses[0].wins();
        changes.counts[kLost][kLost] = censuses[0].losses();
        changes.counts[kDrawn][kDrawn] = censuses[0].draws();
        return changes;
    }
    const auto tally = both.run(subspace, {censuses[0].losses(), censuses[1].losses()});
    if (!tally.ok()) return tally.error();
    changes.counts = tally->counts;
    if (changes.with_depth) {
        changes.nearer_under_a = tally->far[0];
        changes.nearer_under_b = tally->far[1];
    }
    changes.counts[kDrawn][kDrawn] = position_count(subspace) - changes.all();
    for (int side = 0; side < 2; ++side) {
        const auto sum = [&](int outcome) {
            std::uint64_t positions = 0;
            for (int i = 0; i < 3; ++i)
                positions += side == 0 ? changes.counts[outcome][i] : changes.counts[i][outcome];
            return positions;
        };
        if (tally->contradictions[side] > 0 || sum(kWon) != censuses[side].wins() ||
            sum(kLost) != censuses[side].losses()) {
            return disagreement(side, subspace, "the values do not agree with the counts of the census");
        }
    }
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
            if (a == b || !tally->examples[a][b]) continue;
            const Position position = with_side_to_move(position_at(subspace, *tally->examples[a][b]), to_move);
            const auto example = look_at(position, a, b);
            if (!example.ok()) return example.error();
            changes.examples[a][b] = *example;
        }
    }
    return changes;
}

Status Comparing::run(Comparison& result) {
    // Subspaces in an order in which those that need the same tables follow each other: the side to move's men fixed,
    // the others' ascending. The tables of the one before are then those that a capture leads to.
    struct Task {
        SubspaceComparison* entry;
        Side to_move;
    };
    std::vector<Task> order;
    std::uint64_t total = 0;
    for (LayerComparison& layer : result.layers) {
        std::erase_if(layer.subspaces, [&](const SubspaceComparison& entry) {
            if (comparable(entry.subspace)) return false;
            result.missing.push_back(entry.subspace);
            return true;
        });
        for (SubspaceComparison& entry : layer.subspaces) {
            order.push_back({&entry, layer.layer.to_move});
            if (same_tables(entry.subspace)) continue;
            total += 2 * std::uint64_t{row_count(entry.subspace)} * row_size(entry.subspace);
        }
    }
    if (order.empty()) return Error{ErrorCode::kMissing, "there are no two tables to compare in " + database_.string()};
    std::sort(order.begin(), order.end(), [](const Task& x, const Task& y) {
        const auto key = [](const Subspace& s) {
            return std::tuple(s.own_hand + s.other_hand, s.own_hand, s.own, s.other);
        };
        return key(x.entry->subspace) < key(y.entry->subspace);
    });
    if (options_.progress != nullptr) options_.progress->begin("comparing", total);
    for (const auto& [entry, to_move] : order) {
        if (options_.progress != nullptr) options_.progress->detail(format_subspace(entry->subspace));
        auto changes = compare(entry->subspace, to_move);
        if (!changes.ok()) return changes.error();
        entry->changes = *changes;
        if (same_tables(entry->subspace)) continue;
        done_ += 2 * std::uint64_t{row_count(entry->subspace)} * row_size(entry->subspace);
        if (options_.progress != nullptr) options_.progress->advance_to(done_);
    }
    for (LayerComparison& layer : result.layers) {
        for (const SubspaceComparison& entry : layer.subspaces) layer.changes.add(entry.changes);
        (is_moving(layer.layer) ? result.moving : result.placing).add(layer.changes);
    }
    std::erase_if(result.layers, [](const LayerComparison& layer) { return layer.subspaces.empty(); });
    if (options_.progress != nullptr) options_.progress->end();
    return ok_status();
}

}  // namespace

std::uint64_t OutcomeChanges::all() const {
    std::uint64_t sum = 0;
    for (const auto& row : counts) {
        for (const std::uint64_t positions : row) sum += positions;
    }
    return sum;
}

std::uint64_t OutcomeChanges::changed() const {
    return all() - counts[kLost][kLost] - counts[kDrawn][kDrawn] - counts[kWon][kWon];
}

std::uint64_t OutcomeChanges::reversed() const { return counts[kLost][kWon] + counts[kWon][kLost]; }

void OutcomeChanges::add(const OutcomeChanges& other) {
    for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
            counts[a][b] += other.counts[a][b];
            if (!examples[a][b]) examples[a][b] = other.examples[a][b];
        }
    }
    nearer_under_a += other.nearer_under_a;
    nearer_under_b += other.nearer_under_b;
    with_depth &= other.with_depth;
}

const LayerComparison* Comparison::first_change() const {
    const auto found =
        std::find_if(layers.begin(), layers.end(), [](const auto& l) { return l.changes.changed() > 0; });
    return found == layers.end() ? nullptr : &*found;
}

const LayerComparison* Comparison::first_reversal() const {
    const auto found =
        std::find_if(layers.begin(), layers.end(), [](const auto& l) { return l.changes.reversed() > 0; });
    return found == layers.end() ? nullptr : &*found;
}

Result<Comparison> compare_variants(const std::filesystem::path& database, const Variant& a, const Variant& b,
                                    const CompareOptions& options) {
    if (a.white_men != b.white_men || a.black_men != b.black_men) {
        return Error{ErrorCode::kBadInput, "only games of equal starts can be compared: " + a.id() + " and " + b.id() +
                                               " begin with different numbers of men"};
    }
    try {
        const bool moving_only = !options.placing;
        const auto files = std::make_shared<const Database>(database);
        auto tables_a = DecodedTables::open(a, *files, moving_only);
        if (!tables_a.ok()) return tables_a.error();
        auto tables_b = DecodedTables::open(b, *files, moving_only);
        if (!tables_b.ok()) return tables_b.error();
        const Tablebase tables(files);
        RuleSide side_a{a, *tables_a, ArrayCache(options.memory / 2)};
        RuleSide side_b{b, *tables_b, ArrayCache(options.memory / 2)};
        Comparison result;
        result.layers = common_layers(a, b, options);
        const int most_men = std::max(a.white_men, a.black_men);
        const Status status = Comparing(database, tables, options, {&side_a, &side_b}, most_men).run(result);
        if (!status.ok()) return status.error();
        return result;
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::kNoMemory, "the comparison needs more memory than there is"};
    }
}

}  // namespace merels
