// SPDX-License-Identifier: MIT
// Order: restore the checkpoint, sweep (a checkpoint now and then), write the tables, remove the checkpoint. One that
// does not fit, or cannot be read, is not used.
#include "solve/jobs/moving_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/stopwatch.h"
#include "index/collection.h"
#include "solve/costs/costs.h"
#include "solve/jobs/checkpoint.h"
#include "solve/jobs/rank_writer.h"

namespace merels {
namespace {

ValueKind values_of(const SweepOptions& sweep) { return sweep.record_depths ? ValueKind::kDtw : ValueKind::kWdl; }

// Of positions without hands only board and capture rule count.
Variant rules_of_sweep(const SweepOptions& sweep) {
    Variant variant;
    variant.board = sweep.board;
    variant.all_in_mills = sweep.all_in_mills;
    return variant;
}

class MovingJob {
  public:
    MovingJob(const MovingJobOptions& options, const MovingJobPlan& plan, const RankWriter& writer, Progress& progress,
              const StopFlag* stop)
        : options_(options),
          plan_(plan),
          ranks_(*options.sweep.ranks),
          writer_(writer),
          progress_(progress),
          stop_(stop),
          checkpoint_(options.database->folder(), plan.collection, options.sweep) {}

    Result<MovingJobResult> run() {
        const Stopwatch watch;
        auto sweep = MovingSweep::create(options_.sweep);
        if (Status made = ranks_.agree(sweep ? ok_status() : Status(sweep.error())); !made) return made.error();
        sweep_ = std::move(*sweep);
        result_.kernel = sweep_->kernel_name();
        if (Status swept = sweep_all(); !swept) return swept.error();
        if (Status written = write_tables(); !written) return written.error();
        ranks_.stage("other", "");
        checkpoint_.remove();
        result_.cpu_seconds = watch.cpu_seconds();
        if (options_.keep_results) result_.sweep = std::move(sweep_);
        return std::move(result_);
    }

  private:
    Status sweep_all() {
        const Stopwatch watch;
        checkpoint_.restore(*sweep_, progress_);
        progress_.begin("sweeping " + plan_.collection, plan_.needs.positions);
        Stopwatch since_checkpoint;
        Status saved = ok_status();
        std::atomic<bool> halt{false};  // stops the sweep also when a checkpoint fails
        const auto report = [&](const PlyReport& r) {
            progress_.detail(fmt::format("ply {}, {} new", r.ply, r.new_positions));
            progress_.advance_to(std::min(r.decided, plan_.needs.positions));
            const bool due = since_checkpoint.seconds() >= options_.checkpoint_seconds;
            if (ranks_.any(due && ranks_.is_first())) {
                saved = checkpoint_.save(*sweep_);
                since_checkpoint = Stopwatch();
            }
            if (asked_to_stop() || !saved) halt = true;
        };
        const Status swept = sweep_->run(report, &halt);
        progress_.end();
        result_.sweep_seconds += watch.seconds();
        if (!saved) return saved;
        if (!swept && swept.error().code == ErrorCode::kInterrupted) return interrupted();
        return swept;
    }

    Status write_tables() {
        const std::vector<Subspace>& missing = plan_.missing;
        const Stopwatch watch;
        std::uint64_t total = 0, done = 0;
        for (const Subspace& s : missing) total += position_count(s);
        progress_.begin("writing tables", total);
        for (const Subspace& s : missing) {
            if (asked_to_stop()) return interrupted();
            progress_.detail(format_subspace(s));
            ranks_.stage("table", format_subspace(s));
            if (Status ready = sweep_->prepare(s.own); !ready) return ready;
            const bool depth = options_.sweep.record_depths;
            const Census census = sweep_->census(s.own, s.other);
            const TableSpec spec{{plan_.collection, s.counts()},
                                 values_of(options_.sweep),
                                 row_count(s),
                                 row_size(s),
                                 encode_census(depth ? census : without_depth(census))};
            const auto written = writer_.write(spec, sweep_->row_source(s.own, s.other), options_.sweep.threads,
                                               sweep_->share().first_rows(s.own));
            if (!written) return written.error();
            const std::string rules = rules_of(rules_of_sweep(options_.sweep), s);
            if (auto listed = writer_.list(plan_.collection, rules, std::span(&*written, 1)); !listed) return listed;
            ++result_.tables;
            result_.bytes += written->bytes;
            done += position_count(s);
            progress_.advance_to(done);
        }
        progress_.end();
        result_.write_seconds += watch.seconds();
        result_.write_cpu_seconds += watch.cpu_seconds();
        return ok_status();
    }

    bool asked_to_stop() { return ranks_.any(stop_ != nullptr && *stop_); }

    Status interrupted() {
        progress_.end();
        if (auto saved = checkpoint_.save(*sweep_); !saved) return saved;
        return ranks_.agree(Error{ErrorCode::kInterrupted, "interrupted; the same command goes on from here"});
    }

    const MovingJobOptions& options_;
    const MovingJobPlan& plan_;
    Transport& ranks_;
    const RankWriter& writer_;
    Progress& progress_;
    const StopFlag* stop_;
    Checkpoint checkpoint_;
    std::unique_ptr<MovingSweep> sweep_;
    MovingJobResult result_;
};

}  // namespace

Result<MovingJobPlan> plan_moving_job(const MovingJobOptions& options, Trust trust) {
    MovingJobPlan plan;
    plan.collection = moving_collection(options.sweep.board, options.sweep.all_in_mills);
    if (const auto usable = options.database->manifest(plan.collection);
        !usable && usable.error().code != ErrorCode::kMissing) {
        return usable.error();
    }
    const Variant rules = rules_of_sweep(options.sweep);
    std::uint64_t positions = 0;
    for (int own = kMinMen; own <= options.sweep.max_men; ++own) {
        for (int other = kMinMen; other <= most_other(options.sweep, own); ++other) {
            const Subspace s{static_cast<std::uint8_t>(own), static_cast<std::uint8_t>(other), 0, 0};
            if (has_table(*options.database, rules, s, values_of(options.sweep), trust)) continue;
            plan.missing.push_back(s);
            positions += position_count(s);
        }
    }
    plan.resumes = Checkpoint(options.database->folder(), plan.collection, options.sweep).exists();
    if (plan.missing.empty()) return plan;
    const auto needs = estimate(options.sweep);
    if (!needs) return needs.error();
    plan.needs = *needs;
    plan.disk_bytes = solve::costs::bytes_of(positions, solve::costs::kMovingTableBits) + plan.needs.scratch;
    // A checkpoint is only written by solves that last.
    if (plan.needs.cpu_seconds / (options.sweep.threads * options.sweep.ranks->size()) > options.checkpoint_seconds) {
        plan.disk_bytes += solve::costs::bytes_of(plan.needs.positions, solve::costs::kCheckpointBits);
    }
    return plan;
}

Result<MovingJobResult> run_moving_job(const MovingJobOptions& options, const MovingJobPlan& plan, Progress& progress,
                                       const StopFlag* stop) {
    if (plan.missing.empty() && !plan.resumes) return MovingJobResult{};
    const auto writer = RankWriter::open(*options.database, *options.sweep.ranks);
    if (!writer) return writer.error();
    if (plan.missing.empty()) {  // the job ended between its last table and the removal
        Checkpoint(options.database->folder(), plan.collection, options.sweep).remove();
        return MovingJobResult{};
    }
    return MovingJob(options, plan, *writer, progress, stop).run();
}

}  // namespace merels
