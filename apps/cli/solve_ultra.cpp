// SPDX-License-Identifier: MIT
#include "solve_ultra.h"

#include <fmt/format.h>

#include "arguments.h"
#include "base/resources.h"
#include "base/worker_pool.h"
#include "machine.h"
#include "number_format.h"
#include "output.h"
#include "progress_sinks.h"
#include "solve/jobs/ultra_job.h"
#include "tables/value_sources.h"

namespace merels::cli {
namespace {

// Of this machine, for this rank.
std::uint64_t memory_here(const Transport& ranks) {
    return available_memory() / static_cast<std::uint64_t>(ranks.neighbours());
}

Result<UltraJobOptions> job_options(const Variant& variant, const SolveSettings& settings, const UltraSettings& ultra,
                                    Transport& ranks) {
    const auto memory =
        settings.memory.empty() ? Result<std::uint64_t>(memory_here(ranks)) : parse_size(settings.memory);
    if (!memory) return memory.error();
    auto values = find_subspace_values(settings.database, variant, ultra.subspace_values);
    if (!values) return values.error();
    UltraJobOptions job;
    DatabaseOptions opened;
    opened.beside_others = !ranks.alone();
    job.database = std::make_shared<Database>(settings.database, opened);
    job.variant = variant;
    job.values = std::make_shared<const SubspaceValues>(std::move(*values));
    job.threads = settings.threads == 0 ? hardware_threads() : settings.threads;
    job.memory_limit = *memory;
    job.moving_only = ultra.moving_only;
    job.recheck = ultra.recheck;
    job.ranks = &ranks;
    return job;
}

Status check_room(const UltraJobPlan& plan, std::uint64_t memory, std::uint64_t disk) {
    if (memory != 0 && plan.memory > memory) {
        return Error{ErrorCode::kNoMemory,
                     fmt::format("not enough memory: {} needed, {} available; a smaller --memory (at least {}) "
                                 "reads tables twice or uses the disk",
                                 human_bytes(plan.memory), human_bytes(memory), human_bytes(plan.least_memory))};
    }
    if (plan.disk_bytes > disk) {
        return Error{ErrorCode::kNoSpace, fmt::format("not enough disk: about {} needed, {} free",
                                                      human_bytes(plan.disk_bytes), human_bytes(disk))};
    }
    return ok_status();
}

}  // namespace

Status solve_ultra(const Variant& variant, const SolveSettings& settings, const UltraSettings& ultra,
                   Transport& ranks) {
    auto job = job_options(variant, settings, ultra, ranks);
    if (!job && ultra.dry_run && job.error().code == ErrorCode::kMissing) {
        // What a plan needs hangs on the sizes of subspaces, hardly on what they are worth.
        UltraSettings stones = ultra;
        stones.subspace_values = "stones";
        print_text("what subspaces are worth is known when they are solved; planned by stones:\n");
        job = job_options(variant, settings, stones, ranks);
    }
    if (Status all = ranks.agree(job ? ok_status() : Status(job.error())); !all) return all;
    const auto plan = plan_ultra_job(*job);
    if (!plan) return plan.error();
    const std::string name = plan->collections.front();
    if (plan->missing.empty()) {
        print_text(fmt::format("{}: nothing to do, all tables are there\n", name));
        return ok_status();
    }
    const std::uint64_t memory = memory_here(ranks);
    const std::uint64_t disk = available_disk(settings.database);
    print_text(
        fmt::format("{}: {} positions, {} tables to write\n"
                    "needs {} of memory ({} available), about {} of disk ({} free), roughly {}\n",
                    name, with_commas(plan->positions), plan->missing.size(), human_bytes(plan->memory),
                    human_bytes(memory), human_bytes(plan->disk_bytes), human_bytes(disk),
                    human_seconds(plan->cpu_seconds / (job->threads * ranks.size()))));
    if (ultra.dry_run) return ok_status();
    if (Status fits = ranks.agree(check_room(*plan, memory, disk)); !fits) return fits;
    flush_output();
    const auto progress = ranks.is_first() ? make_solve_progress(settings) : std::make_unique<SilentProgress>();
    const auto done = run_ultra_job(*job, *plan, *progress, &stop_on_signals());
    if (!done) return done.error();
    print_text(fmt::format(
        "ultra-strong values in {}; CPU {} = {:.1f} ns a position\n{} tables, {}, {:.2f} bits a "
        "position\n",
        human_seconds(done->seconds), human_seconds(done->cpu_seconds),
        1e9 * done->cpu_seconds / static_cast<double>(plan->positions), done->tables, human_bytes(done->bytes),
        8.0 * static_cast<double>(done->bytes) / static_cast<double>(plan->positions)));
    return ok_status();
}

}  // namespace merels::cli
