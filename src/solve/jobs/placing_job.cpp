// SPDX-License-Identifier: MIT
// A role gives the tables of the layers in which its side moves, and the counts of losses of the others. The tables of
// a layer are listed in the manifest together, when the last one is written; the counts go to the notes of the layer.
#include "solve/jobs/placing_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <span>

#include "base/stopwatch.h"
#include "index/collection.h"
#include "solve/costs/costs.h"
#include "solve/jobs/placing_state.h"
#include "solve/jobs/rank_writer.h"
#include "solve/lasker/lasker_pass.h"
#include "solve/placing/placing_pass.h"

namespace merels {
namespace {

// What is left of one role of the placing pass.
struct OpenLayers {
    std::span<const Layer> layers;  // to be walked; none: the role is done
    std::optional<Layer> after;     // the last one whose tables are there, where the role begins again
};
OpenLayers open_layers(const std::vector<Layer>& layers, Side role, PlacingState& state) {
    const auto open =
        std::find_if(layers.begin(), layers.end(), [&](const Layer& layer) { return !state.is_complete(role, layer); });
    if (open == layers.end()) return {};
    OpenLayers result{layers, std::nullopt};
    for (auto layer = layers.begin(); layer != open; ++layer) {
        if (layer->to_move == role) result = {{layer + 1, layers.end()}, *layer};
    }
    return result;
}

// The pairs of hands of a place-or-move game that one role has still to solve.
std::vector<solve::Hands> open_hands(const solve::LaskerPass& pass, Side role, PlacingState& state) {
    std::vector<solve::Hands> open;
    for (const solve::Hands& hands : pass.hands()) {
        if (!state.is_complete(role, {hands, role}) || !state.is_complete(role, {hands, opponent(role)})) {
            open.push_back(hands);
        }
    }
    return open;
}

double lasker_seconds(const solve::PlacingOptions& pass, Side role, const std::vector<solve::Hands>& open) {
    double gigabytes = 0;
    for (const solve::Hands& hands : open) {
        for (int men = 0; men <= solve::men_of(pass.variant, role) - hands[index_of(role)]; ++men) {
            gigabytes += 1e-9 * Classes::get().size(men) * static_cast<double>(std::uint64_t{1} << (kPoints - men)) / 8;
        }
    }
    return gigabytes * solve::costs::lasker_seconds_of_gigabyte(
                           std::min(pass.variant.white_men, pass.variant.black_men), pass.values == ValueKind::kDtw);
}

// Of CPU, roughly.
double seconds_of(const solve::PlacingOptions& options, PlacingState& state) {
    const Variant& variant = options.variant;
    double seconds = 0;
    for (const Side role : {Side::kWhite, Side::kBlack}) {
        if (variant.phases == Phases::kPlaceThenMove) {
            const solve::PlacingPass pass(options);
            seconds += pass.seconds_of(role, open_layers(pass.layers(), role, state).layers);
        } else if (role == Side::kWhite || variant.white_men != variant.black_men) {  // else the first role does it all
            const solve::LaskerPass pass(options);
            seconds += solve::costs::spilled_lasker_factor(pass.missing_share()) *
                       lasker_seconds(options, role, open_hands(pass, role, state));
        }
    }
    return seconds;
}

struct PassNeeds {
    std::uint64_t memory;
    std::uint64_t scratch;
};
// Bytes, or why it cannot be run.
Result<PassNeeds> needs_of(const solve::PlacingOptions& options) {
    const auto ask = [](const auto& pass) -> Result<PassNeeds> {
        if (Status usable = pass.check(); !usable) return usable.error();
        return PassNeeds{pass.memory_needed(), pass.scratch_needed()};
    };
    if (options.variant.phases == Phases::kPlaceOrMove) return ask(solve::LaskerPass(options));
    return ask(solve::PlacingPass(options));
}

std::uint64_t positions_of(const std::vector<Subspace>& subspaces) {
    return std::transform_reduce(subspaces.begin(), subspaces.end(), std::uint64_t{0}, std::plus<>(), position_count);
}

class PlacingJob final : public solve::PlacingSink {
  public:
    PlacingJob(const PlacingJobOptions& options, const PlacingJobPlan& plan, const RankWriter& writer,
               Progress& progress, const StopFlag* stop)
        : options_(options),
          plan_(plan),
          ranks_(*options.pass.ranks),
          writer_(writer),
          progress_(progress),
          stop_(stop),
          state_(state()) {}

    Result<PlacingJobResult> run() {
        const Stopwatch watch;
        for (const Side role : {Side::kWhite, Side::kBlack}) {
            // With equal starts the first role of a place-or-move game leaves nothing to do for the second.
            state_ = state();
            Status done =
                options_.pass.variant.phases == Phases::kPlaceThenMove ? run_placing_role(role) : run_lasker_role(role);
            if (!done && done.error().code == ErrorCode::kInterrupted) return ranks_.agree(interrupted()).error();
            if (!done) return done.error();
        }
        result_.seconds = watch.seconds();
        result_.cpu_seconds = watch.cpu_seconds();
        return result_;
    }

    Status table(const Layer&, const Subspace& s, const RowSource& rows, const Census& wins,
                 const std::vector<std::uint32_t>& first_rows) override {
        if (stopped()) return interrupted();
        progress_.detail(format_subspace(s));
        if (ranks_.any(!state_.has_table(s))) {
            const Stopwatch watch;
            const TableSpec spec{
                {plan_.collection, s.counts()}, options_.pass.values, row_count(s), row_size(s), encode_census(wins)};
            const auto written = writer_.write(spec, rows, options_.pass.threads, first_rows);
            if (!written) return written.error();
            entries_.push_back(*written);
            ++result_.tables;
            result_.bytes += written->bytes;
            result_.write_seconds += watch.seconds();
        }
        done_ += position_count(s);
        progress_.advance_to(done_);
        return ok_status();
    }

    Status losses(const Layer&, const Census& losses) override {
        // On every rank, with or without counts: all add the same notes together, and what the first one has written
        // may be in sight of another already.
        Notes& notes = notes_[loss_notes_of(losses.subspace)];
        if (!state_.has_counts(losses.subspace)) {  // else they may have depths that a solve as results does not know
            notes.emplace(format_subspace(losses.subspace), encode_census(losses));
        }
        done_ += position_count(losses.subspace);
        return ok_status();
    }

    Status layer_done(Side, const Layer&) override {
        if (!entries_.empty()) {
            const auto& c = entries_.front().counts;
            const std::string rules = rules_of(options_.pass.variant, {c[0], c[1], c[2], c[3]});
            if (Status s = writer_.list(plan_.collection, rules, entries_); !s) return s;
            entries_.clear();
        }
        for (const auto& [name, notes] : notes_) {
            if (Status s = writer_.add_notes(plan_.collection, name, notes); !s) return s;
        }
        notes_.clear();
        progress_.advance_to(done_);
        return ok_status();
    }

  private:
    bool stopped() { return ranks_.any(stop_ != nullptr && *stop_); }
    // What the first rank sees is done by all: files may reach the others' sight a little later.
    void as_the_first_sees(std::vector<std::uint64_t>& numbers) {
        std::uint64_t size = numbers.size();
        ranks_.broadcast(std::as_writable_bytes(std::span(&size, 1)), 0);
        numbers.resize(size);
        ranks_.broadcast(std::as_writable_bytes(std::span(numbers)), 0);
    }
    static Error interrupted() { return {ErrorCode::kInterrupted, "interrupted; the same command goes on from here"}; }

    solve::PlacingOptions pass_options() {
        solve::PlacingOptions pass = options_.pass;
        pass.progress = &progress_;
        pass.stop = stop_;
        return pass;
    }

    PlacingState state() const {
        return {*options_.database, options_.pass.variant, options_.pass.values, Trust::kOpened};
    }

    void begin_role(Side role, std::uint64_t positions) {
        done_ = 0;
        progress_.begin(fmt::format("{}, {} wins: {}",
                                    options_.pass.variant.phases == Phases::kPlaceThenMove ? "placing" : "men in hand",
                                    role == Side::kWhite ? "White" : "Black", plan_.collection),
                        positions);
    }

    Status run_placing_role(Side role) {
        solve::PlacingPass pass(pass_options());
        OpenLayers open = open_layers(pass.layers(), role, state_);
        std::vector<std::uint64_t> left{open.layers.size()};
        as_the_first_sees(left);
        if (left[0] == 0) return ok_status();
        if (left[0] != open.layers.size()) {
            const auto first = pass.layers().end() - static_cast<std::ptrdiff_t>(left[0]);
            open = {{first, pass.layers().end()}, std::nullopt};
            if (first != pass.layers().begin()) open.after = *(first - 1);
        }
        std::uint64_t total = 0;
        for (const Layer& layer : open.layers) total += positions_of(subspaces_of(options_.pass.variant, layer));
        sources_.clear();
        const Status sources = open_sources(open.after.value_or(Layer{{0, 0}, role}));
        if (Status opened = ranks_.agree(sources); !opened) return opened;
        begin_role(role, total);
        Status done = pass.run(role, reader(), *this, open.after);
        progress_.end();
        return done;
    }

    // Every pair of hands that is not complete yet, on its own.
    Status run_lasker_role(Side role) {
        solve::LaskerPass pass(pass_options());
        std::vector<std::uint64_t> seen;
        for (const solve::Hands& hands : open_hands(pass, role, state_)) {
            seen.push_back(std::uint64_t{hands[0]} << 8 | hands[1]);
        }
        as_the_first_sees(seen);
        std::vector<solve::Hands> open;
        for (const std::uint64_t hands : seen) {
            open.push_back({static_cast<std::uint8_t>(hands >> 8), static_cast<std::uint8_t>(hands & 255)});
        }
        std::uint64_t total = 0;
        for (const solve::Hands& hands : open) {
            for (const Side side : {role, opponent(role)}) {
                total += positions_of(subspaces_of(options_.pass.variant, {hands, side}));
            }
        }
        if (open.empty()) return ok_status();
        begin_role(role, total);
        Status done = ranks_.agree(pass.begin(role));
        for (auto hands = open.begin(); done && hands != open.end(); ++hands) {
            done = stopped() ? Status(interrupted()) : run_hands(pass, role, *hands);
        }
        progress_.end();
        return done;
    }

    Status run_hands(solve::LaskerPass& pass, Side role, const solve::Hands& hands) {
        sources_.clear();
        Status sources = ok_status();
        for (const solve::Hands& read : solve::LaskerPass::read_hands(hands)) {
            if (sources) sources = open_sources({read, role});
        }
        if (Status opened = ranks_.agree(sources); !opened) return opened;
        const Stopwatch watch;
        Status done = pass.run(hands, reader(), *this);
        if (done) {
            progress_.note(fmt::format("hands {}-{}: {:.1f} s, CPU {:.1f} s", hands[0], hands[1], watch.seconds(),
                                       watch.cpu_seconds()));
        }
        return done;
    }

    // Of what is at hand in memory, or of the tables that were opened.
    solve::TableReader reader() {
        return [this](const Subspace& s, ClassIndex first, ClassIndex rows, std::span<std::uint8_t> out) {
            if (is_in_memory(s)) return options_.moving(s, first, rows, out);
            const auto table = source_of(s);
            return table ? (*table)->read_rows(first, rows, out) : Status(table.error());
        };
    }
    // Tables of layers that this job has just written are opened when they are asked for.
    Result<std::shared_ptr<const Table>> source_of(const Subspace& s) {
        const std::lock_guard lock(sources_mutex_);
        if (const auto found = sources_.find(s); found != sources_.end()) return found->second;
        auto table = open_table(*options_.database, options_.pass.variant, s);
        if (table) sources_.emplace(s, *table);
        return table;
    }
    bool is_in_memory(const Subspace& s) const { return options_.moving && s.own_hand + s.other_hand == 0; }

    // Opens the tables of a layer, beside those that are open.
    Status open_sources(const Layer& layer) {
        for (const Subspace& s : subspaces_of(options_.pass.variant, layer)) {
            if (is_in_memory(s)) continue;
            auto table = open_table(*options_.database, options_.pass.variant, s);
            if (!table) return table.error();
            if ((*table)->spec().kind == ValueKind::kWdl && options_.pass.values == ValueKind::kDtw) {
                return Error{ErrorCode::kMissing,
                             table_path(options_.database->folder(), (*table)->spec().id).string() +
                                 " has no depths, and depths are wanted"};
            }
            sources_.emplace(s, std::move(*table));
        }
        return ok_status();
    }

    const PlacingJobOptions& options_;
    const PlacingJobPlan& plan_;
    Transport& ranks_;
    const RankWriter& writer_;
    Progress& progress_;
    const StopFlag* stop_;
    PlacingState state_;
    PlacingJobResult result_;
    std::mutex sources_mutex_;
    std::map<Subspace, std::shared_ptr<const Table>> sources_;
    std::vector<ManifestEntry> entries_;  // written, not yet listed
    std::map<std::string, Notes> notes_;  // of the layer at hand
    std::uint64_t done_ = 0;              // positions of the role
};

}  // namespace

Result<PlacingJobPlan> plan_placing_job(const PlacingJobOptions& options, Trust trust) {
    PlacingJobPlan plan;
    plan.collection = options.pass.variant.base_id;
    if (const auto usable = options.database->manifest(plan.collection);
        !usable && usable.error().code != ErrorCode::kMissing) {
        return usable.error();
    }
    PlacingState state(*options.database, options.pass.variant, options.pass.values, trust);
    std::set<Subspace> seen;
    for (const Layer& layer : layers_with_hands(options.pass.variant)) {
        for (const Subspace& s : subspaces_of(options.pass.variant, layer)) {
            if (!seen.insert(s).second) continue;
            if (!state.has_table(s)) {
                plan.positions += position_count(s);
                plan.missing.push_back(s);
            }
            if (!state.has_counts(s)) plan.counts_missing = true;
        }
    }
    std::sort(plan.missing.begin(), plan.missing.end());
    if (plan.nothing_to_do()) return plan;
    const auto needs = needs_of(options.pass);
    if (!needs) return needs.error();
    plan.memory = needs->memory;
    plan.scratch = needs->scratch;
    const bool depths = options.pass.values == ValueKind::kDtw;
    plan.disk_bytes = plan.scratch + solve::costs::bytes_of(plan.positions, depths ? solve::costs::kPlacingTableBits
                                                                                   : solve::costs::kPlacingResultBits);
    plan.cpu_seconds = seconds_of(options.pass, state);
    return plan;
}

Result<PlacingJobResult> run_placing_job(const PlacingJobOptions& options, const PlacingJobPlan& plan,
                                         Progress& progress, const StopFlag* stop) {
    if (plan.nothing_to_do()) return PlacingJobResult{};
    const auto writer = RankWriter::open(*options.database, *options.pass.ranks);
    if (!writer) return writer.error();
    return PlacingJob(options, plan, *writer, progress, stop).run();
}

}  // namespace merels
