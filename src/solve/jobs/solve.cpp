// SPDX-License-Identifier: MIT
// A solve is a moving job and then a placing job (moving_job.h, placing_job.h) with one limit of memory.
#include "merels/solve.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/resources.h"
#include "base/transport.h"
#include "base/worker_pool.h"
#include "solve/jobs/kernel_kind.h"
#include "solve/jobs/moving_job.h"
#include "solve/jobs/placing_job.h"
#include "solve/jobs/rank_writer.h"

namespace merels {

struct SolveJobs {
    MovingJobOptions moving_options;
    MovingJobPlan moving;
    std::optional<PlacingJobOptions> placing_options;  // none: not asked for, or not without all moving tables
    PlacingJobPlan placing;
};

namespace {

const std::filesystem::path& scratch_of(const SolveOptions& options) {
    return options.scratch.empty() ? options.database : options.scratch;
}

Transport& ranks_of(const SolveOptions& options) {
    return options.ranks != nullptr ? *options.ranks : local_transport();
}

// A plan that all ranks can run: they must see the same tables.
Result<SolvePlan> agree_on(Result<SolvePlan> plan, Transport& ranks) {
    if (ranks.alone()) return plan;
    if (Status all = ranks.agree(plan ? ok_status() : Status(plan.error())); !all) return all.error();
    std::string seen = plan->jobs->moving.resumes ? "resumes" : "begins";
    for (const auto* missing : {&plan->jobs->moving.missing, &plan->jobs->placing.missing}) {
        for (const Subspace& s : *missing) seen += ' ' + format_subspace(s);
    }
    const auto all = ranks.all_gather(std::as_bytes(std::span(seen)));
    const bool same = std::all_of(all.begin(), all.end(), [&](const auto& bytes) { return bytes == all[0]; });
    if (same) return plan;
    return ranks
        .agree(Error{ErrorCode::kBadInput, "the ranks see different tables in '" + plan->options.database.string() +
                                               "': it must be on a file system that all share"})
        .error();
}

std::string gib(std::uint64_t bytes) {
    return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / static_cast<double>(std::uint64_t{1} << 30));
}

// Which positions without hands the variant's start needs, or, where asked for, all with so many men a side.
MovingJobOptions moving_options(const Variant& variant, const SolveOptions& options,
                                const std::shared_ptr<Database>& database) {
    MovingJobOptions job;
    job.database = database;
    job.checkpoint_seconds = options.checkpoint_seconds;
    job.sweep.board = variant.board;
    job.sweep.all_in_mills = variant.all_in_mills;
    job.sweep.max_men = options.max_men.value_or(std::max(variant.white_men, variant.black_men));
    job.sweep.max_total =
        options.max_total.value_or(options.max_men ? 2 * *options.max_men : variant.white_men + variant.black_men);
    job.sweep.threads = options.threads;
    job.sweep.memory_limit = options.memory;
    job.sweep.scratch = scratch_of(options);
    job.sweep.kernel = kernel_kind(options.kernel);
    job.sweep.ranks = &ranks_of(options);
    job.sweep.record_depths = options.values == SolveValues::kDtw;
    return job;
}

PlacingJobOptions placing_options(const Variant& variant, const SolveOptions& options,
                                  const std::shared_ptr<Database>& database) {
    PlacingJobOptions job;
    job.database = database;
    job.pass.variant = variant;
    job.pass.threads = options.threads;
    job.pass.memory_limit = options.memory;
    job.pass.scratch = scratch_of(options);
    job.pass.kernel = kernel_kind(options.kernel);
    job.pass.ranks = &ranks_of(options);
    job.pass.values = options.values == SolveValues::kDtw ? ValueKind::kDtw : ValueKind::kWdl;
    return job;
}

PhasePlan phase_of(const MovingJobPlan& plan) {
    return {plan.collection, plan.needs.positions, plan.missing.size(),
            plan.resumes,    plan.needs.memory,    plan.needs.least_memory,
            plan.disk_bytes, plan.needs.scratch,   plan.needs.cpu_seconds};
}

PhasePlan phase_of(const PlacingJobPlan& plan) {
    return {plan.collection, plan.positions,  plan.missing.size(), false,           plan.memory,
            plan.memory,     plan.disk_bytes, plan.scratch,        plan.cpu_seconds};
}

// Takes the phases of the jobs into the plan.
void sum_up(SolvePlan& plan) {
    SolveJobs& jobs = *plan.jobs;
    if (!jobs.moving.missing.empty()) plan.moving = phase_of(jobs.moving);
    if (jobs.placing_options && !jobs.placing.nothing_to_do()) plan.placing = phase_of(jobs.placing);
    const std::uint64_t sweep = plan.moving ? plan.moving->memory : 0;
    const std::uint64_t steps = plan.placing ? plan.placing->memory : 0;
    // Without depths a sweep is small, and its results need not be read back from the tables. (A place-or-move game
    // reads them once and then works for long: there the memory is better given back.)
    jobs.moving_options.keep_results = plan.moving && plan.placing && plan.options.values == SolveValues::kWdl &&
                                       plan.variant.phases == Phases::kPlaceThenMove &&
                                       sweep + steps <= plan.options.memory;
    plan.memory = jobs.moving_options.keep_results ? sweep + steps : std::max(sweep, steps);
    plan.disk_bytes = (plan.moving ? plan.moving->disk_bytes : 0) + (plan.placing ? plan.placing->disk_bytes : 0);
}

solve::TableReader reader_of(const MovingSweep& sweep) {
    return [&sweep](const Subspace& s, ClassIndex first, ClassIndex rows, std::span<std::uint8_t> out) -> Status {
        const RowSource source = sweep.row_source(s.own, s.other);
        const std::size_t size = row_size(s);
        for (ClassIndex i = 0; i < rows; ++i) source(first + i, out.subspan(i * size, size));
        return ok_status();
    };
}

// Gives back the sweep where its results are wanted for the placing phase.
Result<std::unique_ptr<MovingSweep>> run_moving(const SolvePlan& plan, Progress& progress, const StopFlag* stop,
                                                const PhaseDone& done) {
    const SolveJobs& jobs = *plan.jobs;
    auto result = run_moving_job(jobs.moving_options, jobs.moving, progress, stop);
    if (!result) return result.error();
    std::uint64_t positions = 0;
    for (const Subspace& s : jobs.moving.missing) positions += position_count(s);
    if (done) {
        done({true, result->kernel, positions, result->tables, result->bytes,
              result->sweep_seconds + result->write_seconds, result->write_seconds, result->cpu_seconds});
    }
    return std::move(result->sweep);
}

}  // namespace

double SolvePlan::seconds() const { return (moving ? seconds_of(*moving) : 0) + (placing ? seconds_of(*placing) : 0); }

double SolvePlan::seconds_of(const PhasePlan& phase) const {
    return phase.cpu_seconds / (options.threads * ranks_of(options).size());
}

Status SolvePlan::check_room() const { return ranks_of(options).agree(check_room_here()); }

Status SolvePlan::check_room_here() const {
    if (memory_available != 0 && memory > memory_available) {
        const std::string hint =
            moving && moving->memory > memory_available
                ? "; a smaller limit puts depths on disk (at least " + gib(moving->least_memory) + ")"
                : "";
        return Error{ErrorCode::kNoMemory, fmt::format("not enough memory: {} needed, {} available{}", gib(memory),
                                                       gib(memory_available), hint)};
    }
    if (disk_bytes > disk_available) {
        return Error{ErrorCode::kNoSpace,
                     fmt::format("not enough disk: about {} needed, {} free", gib(disk_bytes), gib(disk_available))};
    }
    return ok_status();
}

namespace {

Result<SolvePlan> plan_here(const Variant& variant, const SolveOptions& options) {
    SolvePlan plan;
    plan.variant = variant;
    plan.options = options;
    plan.memory_available = available_memory() / static_cast<std::uint64_t>(ranks_of(options).neighbours());
    plan.disk_available = available_disk(options.database);
    if (options.threads == 0) plan.options.threads = hardware_threads();
    if (options.memory == 0) {
        plan.options.memory = plan.memory_available == 0 ? ~std::uint64_t{0} : plan.memory_available;
    }
    const Trust trust = options.open_tables ? Trust::kOpened : Trust::kManifest;
    DatabaseOptions opened;
    opened.beside_others = options.beside_others;
    const auto database = std::make_shared<Database>(options.database, opened);
    plan.jobs = std::make_shared<SolveJobs>();
    SolveJobs& jobs = *plan.jobs;
    jobs.moving_options = moving_options(variant, plan.options, database);
    const auto moving = plan_moving_job(jobs.moving_options, trust);
    if (!moving) return moving.error();
    jobs.moving = *moving;
    plan.max_men = jobs.moving_options.sweep.max_men;
    plan.reaches_start = !options.moving_only && plan.max_men >= std::max(variant.white_men, variant.black_men);
    if (plan.reaches_start) {
        jobs.placing_options = placing_options(variant, plan.options, database);
        const auto placing = plan_placing_job(*jobs.placing_options, trust);
        if (!placing) return placing.error();
        jobs.placing = *placing;
    }
    sum_up(plan);
    return plan;
}

}  // namespace

Result<SolvePlan> plan_solve(const Variant& variant, const SolveOptions& options) {
    return agree_on(plan_here(variant, options), ranks_of(options));
}

Status run_solve(SolvePlan& plan, Progress& progress, const StopFlag* stop, const PhaseDone& done) {
    SolveJobs& jobs = *plan.jobs;
    if (plan.nothing_to_do() && !jobs.moving.resumes) return ok_status();
    const auto writer =
        RankWriter::open(*jobs.moving_options.database, *jobs.moving_options.sweep.ranks);  // through both phases
    if (!writer) return writer.error();
    Result<std::unique_ptr<MovingSweep>> sweep{std::unique_ptr<MovingSweep>()};
    if (plan.moving) {
        sweep = run_moving(plan, progress, stop, done);
        if (!sweep) return sweep.error();
    } else if (auto tidied = run_moving_job(jobs.moving_options, jobs.moving, progress, stop); !tidied) {
        return tidied.error();
    }
    if (!plan.placing) return ok_status();
    if (*sweep) jobs.placing_options->moving = reader_of(**sweep);
    const auto result = run_placing_job(*jobs.placing_options, jobs.placing, progress, stop);
    jobs.placing_options->moving = {};
    if (!result) return result.error();
    if (done) {
        done({false, "", jobs.placing.positions, result->tables, result->bytes, result->seconds, result->write_seconds,
              result->cpu_seconds});
    }
    return ok_status();
}

}  // namespace merels
