// SPDX-License-Identifier: MIT
#include "solve_plan.h"

#include <algorithm>

namespace merels::cli {
namespace {

PlacingJobOptions placing_options(const MovingJobOptions& moving, const Variant& variant) {
    PlacingJobOptions job;
    job.database = moving.database;
    job.pass.variant = variant;
    job.pass.threads = moving.sweep.threads;
    job.pass.memory_limit = moving.sweep.memory_limit;
    job.pass.kernel = moving.sweep.kernel;
    job.pass.values = moving.sweep.record_depths ? ValueKind::kDtw : ValueKind::kWdl;
    return job;
}

}  // namespace

std::uint64_t SolvePlan::memory() const {
    const std::uint64_t sweep = moving.missing.empty() ? 0 : moving.needs.memory;
    const std::uint64_t steps = placing_job ? placing.memory : 0;
    return moving_job.keep_results ? sweep + steps : std::max(sweep, steps);
}

std::uint64_t SolvePlan::disk_bytes() const {
    return (moving.missing.empty() ? 0 : moving.disk_bytes) + (placing_job ? placing.disk_bytes : 0);
}

void set_extent(SweepOptions& sweep, const Variant& variant, std::optional<int> max_men) {
    sweep.board = variant.board;
    sweep.all_in_mills = variant.all_in_mills;
    sweep.max_men = max_men.value_or(std::max(variant.white_men, variant.black_men));
    sweep.max_total = max_men ? 2 * *max_men : variant.white_men + variant.black_men;
}

Result<SolvePlan> make_solve_plan(const MovingJobOptions& job, const Variant& variant, bool moving_only, Trust trust) {
    SolvePlan plan;
    plan.moving_job = job;
    const auto moving = plan_moving_job(job, trust);
    if (!moving) return moving.error();
    plan.moving = *moving;
    const bool whole = job.sweep.max_men >= std::max(variant.white_men, variant.black_men);
    if (moving_only || !whole) return plan;
    plan.placing_job = placing_options(job, variant);
    const auto placing = plan_placing_job(*plan.placing_job, trust);
    if (!placing) return placing.error();
    plan.placing = *placing;
    // Without depths a sweep is small, and its results need not be read back from the tables. (A place-or-move game
    // reads them once and then works for long: there the memory is better given back.)
    plan.moving_job.keep_results = !job.sweep.record_depths && variant.phases == Phases::kPlaceThenMove;
    return plan;
}

}  // namespace merels::cli
