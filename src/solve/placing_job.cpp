// SPDX-License-Identifier: MIT
// A role gives the tables of the layers in which its side moves, and the counts of losses of the others. The tables of
// a layer are listed in the manifest together, when the last one is written; the counts go to the notes of the layer.
#include "solve/placing_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>

#include "base/stopwatch.h"
#include "index/collection.h"
#include "solve/database_state.h"
#include "store/database_lock.h"
#include "store/manifest.h"
#include "store/notes.h"

namespace merels {
namespace {

// From above what was measured on the nine men's games with AVX2 (docs/results.md): with depths, and results only.
struct Cost {
    double table_bits;   // a position
    double nanoseconds;  // of CPU a position
};
Cost cost_of(const solve::PlacingPass& pass, ValueKind values) {
    if (values == ValueKind::kWdl) return {0.5, 8};
    return {2.2, pass.layout() == solve::PlacingLayout::kPacked ? solve::kPackedNanoseconds : 31};
}

std::uint64_t positions_of(const std::vector<Subspace>& subspaces) {
    return std::transform_reduce(subspaces.begin(), subspaces.end(), std::uint64_t{0}, std::plus<>(), position_count);
}

// What the database holds of the layers with hands of one variant, seen with what is wanted of them.
class PlacingState {
  public:
    explicit PlacingState(const PlacingJobOptions& options)
        : options_(options),
          written_(options.database, std::string(options.pass.variant.base_id), options.pass.values) {}

    bool has_table(const Subspace& s) const { return written_.has(s); }

    bool has_counts(const Subspace& s) {
        const std::string name = loss_notes_of(s);
        if (!notes_.contains(name)) {
            auto notes = read_notes(options_.database, std::string(options_.pass.variant.base_id), name);
            notes_.emplace(name, notes ? std::move(*notes) : Notes{});  // damaged notes are made again
        }
        const auto found = notes_.at(name).find(format_subspace(s));
        if (found == notes_.at(name).end()) return false;
        const auto census = decode_census(found->second);
        return census.ok() && (census->with_depth || options_.pass.values == ValueKind::kWdl);
    }

    // All that this role gives of the layer is there.
    bool is_complete(Side role, const Layer& layer) {
        const auto subspaces = subspaces_of(options_.pass.variant, layer);
        return std::all_of(subspaces.begin(), subspaces.end(),
                           [&](const Subspace& s) { return layer.to_move == role ? has_table(s) : has_counts(s); });
    }

  private:
    const PlacingJobOptions& options_;
    WrittenTables written_;
    std::map<std::string, Notes> notes_;
};

class PlacingJob final : public solve::PlacingSink {
  public:
    PlacingJob(const PlacingJobOptions& options, const PlacingJobPlan& plan, Progress& progress,
               const std::atomic<bool>* stop)
        : options_(options), plan_(plan), progress_(progress), stop_(stop), state_(options), pass_(pass_options()) {}

    Result<PlacingJobResult> run() {
        const Stopwatch watch;
        for (const Side role : {Side::kWhite, Side::kBlack}) {
            if (Status done = run_role(role); !done) return done.error();
        }
        result_.seconds = watch.seconds();
        result_.cpu_seconds = watch.cpu_seconds();
        return result_;
    }

    Status table(const Layer&, const Subspace& s, const RowSource& rows, const Census& wins) override {
        if (stopped()) return interrupted();
        progress_.detail(format_subspace(s));
        if (!state_.has_table(s)) {
            const Stopwatch watch;
            const TableSpec spec{table_id(plan_.collection, s), options_.pass.values, row_count(s), row_size(s),
                                 encode_census(wins)};
            const auto written = write_table(options_.database, spec, rows, options_.pass.threads);
            if (!written) return written.error();
            entries_.push_back(manifest_entry(spec, *written));
            ++result_.tables;
            result_.bytes += written->bytes;
            result_.write_seconds += watch.seconds();
        }
        done_ += position_count(s);
        progress_.advance_to(done_);
        return ok_status();
    }

    Status losses(const Layer&, const Census& losses) override {
        notes_[loss_notes_of(losses.subspace)].emplace(format_subspace(losses.subspace), encode_census(losses));
        done_ += position_count(losses.subspace);
        return ok_status();
    }

    Status layer_done(Side, const Layer&) override {
        if (!entries_.empty()) {
            if (Status s = add_to_manifest(options_.database, plan_.collection, plan_.collection, entries_); !s)
                return s;
            entries_.clear();
        }
        for (const auto& [name, notes] : notes_) {
            if (Status s = add_notes(options_.database, plan_.collection, name, notes); !s) return s;
        }
        notes_.clear();
        progress_.advance_to(done_);
        return ok_status();
    }

  private:
    bool stopped() const { return stop_ != nullptr && *stop_; }
    static Error interrupted() { return {ErrorCode::kInterrupted, "interrupted; the same command goes on from here"}; }

    solve::PlacingOptions pass_options() {
        solve::PlacingOptions pass = options_.pass;
        pass.progress = &progress_;
        pass.stop_requested = [this] { return stopped(); };
        return pass;
    }

    Status run_role(Side role) {
        // The layers that are complete, from the first one solved on; the role begins again after the last of them
        // whose tables are its own.
        const auto& layers = pass_.layers();
        const auto open = std::find_if(layers.begin(), layers.end(),
                                       [&](const Layer& layer) { return !state_.is_complete(role, layer); });
        if (open == layers.end()) return ok_status();
        std::optional<Layer> after;
        for (auto layer = layers.begin(); layer != open; ++layer) {
            if (layer->to_move == role) after = *layer;
        }
        std::uint64_t total = 0;
        for (auto layer = after ? std::find(layers.begin(), layers.end(), *after) + 1 : layers.begin();
             layer != layers.end(); ++layer) {
            total += positions_of(subspaces_of(options_.pass.variant, *layer));
        }
        done_ = 0;
        const bool from_memory = !after && options_.moving;
        if (!from_memory) {
            if (Status opened = open_sources(after.value_or(Layer{{0, 0}, role})); !opened) return opened;
        }
        progress_.begin(fmt::format("placing, {} wins: {}", role == Side::kWhite ? "White" : "Black", plan_.collection),
                        total);
        const solve::TableReader tables = [this](const Subspace& s, ClassIndex first, ClassIndex rows,
                                                 std::span<std::uint8_t> out) {
            return sources_.at(s)->read_rows(first, rows, out);
        };
        Status done = pass_.run(role, from_memory ? options_.moving : tables, *this, after);
        progress_.end();
        if (!done && done.error().code == ErrorCode::kInterrupted) return interrupted();
        return done;
    }

    // Opens the tables that the role starts from.
    Status open_sources(const Layer& layer) {
        sources_.clear();
        for (const Subspace& s : subspaces_of(options_.pass.variant, layer)) {
            const TableId id = table_id(collection_of(options_.pass.variant, s), s);
            auto table = Table::open(options_.database, id);
            if (!table) return table.error();
            if ((*table)->spec().kind == ValueKind::kWdl && options_.pass.values == ValueKind::kDtw) {
                return Error{ErrorCode::kMissing,
                             table_path(options_.database, id).string() + " has no depths, and depths are wanted"};
            }
            sources_.emplace(s, std::move(*table));
        }
        return ok_status();
    }

    const PlacingJobOptions& options_;
    const PlacingJobPlan& plan_;
    Progress& progress_;
    const std::atomic<bool>* stop_;
    PlacingState state_;
    solve::PlacingPass pass_;
    PlacingJobResult result_;
    std::map<Subspace, std::shared_ptr<const Table>> sources_;
    std::vector<ManifestEntry> entries_;  // written, not yet listed
    std::map<std::string, Notes> notes_;  // of the layer at hand
    std::uint64_t done_ = 0;              // positions of the role
};

}  // namespace

Result<PlacingJobPlan> plan_placing_job(const PlacingJobOptions& options) {
    PlacingJobPlan plan;
    plan.collection = options.pass.variant.base_id;
    const solve::PlacingPass pass(options.pass);
    if (Status usable = pass.check(); !usable) return usable.error();
    plan.memory = pass.memory_needed();
    PlacingState state(options);
    double ways = 0;  // positions, once for each role that has to walk them
    for (const Layer& layer : pass.layers()) {
        for (const Subspace& s : subspaces_of(options.pass.variant, layer)) {
            const auto positions = position_count(s);
            if (!state.has_table(s)) {
                ways += static_cast<double>(positions);
                plan.positions += positions;
                plan.missing.push_back(s);
            }
            if (!state.has_counts(s)) {
                ways += static_cast<double>(positions);
                plan.counts_missing = true;
            }
        }
    }
    std::sort(plan.missing.begin(), plan.missing.end());
    plan.missing.erase(std::unique(plan.missing.begin(), plan.missing.end()), plan.missing.end());
    const Cost cost = cost_of(pass, options.pass.values);
    plan.disk_bytes = static_cast<std::uint64_t>(static_cast<double>(plan.positions) * cost.table_bits / 8);
    plan.cpu_seconds = 1e-9 * cost.nanoseconds * ways / 2;
    return plan;
}

Result<PlacingJobResult> run_placing_job(const PlacingJobOptions& options, const PlacingJobPlan& plan,
                                         Progress& progress, const std::atomic<bool>* stop) {
    if (plan.nothing_to_do()) return PlacingJobResult{};
    const auto lock = DatabaseLock::acquire(options.database);
    if (!lock) return lock.error();
    remove_unfinished_files(options.database / plan.collection);
    return PlacingJob(options, plan, progress, stop).run();
}

}  // namespace merels
