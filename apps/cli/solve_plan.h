// SPDX-License-Identifier: MIT
// What a solve would do and need: the plan that `merels solve` carries out, and `merels serve` shows before it starts
// one. Writes nothing.
#pragma once

#include <optional>

#include "merels/variant.h"
#include "solve/jobs/moving_job.h"
#include "solve/jobs/placing_job.h"

namespace merels::cli {

struct SolvePlan {
    MovingJobOptions moving_job;
    MovingJobPlan moving;
    std::optional<PlacingJobOptions> placing_job;  // none: not asked for, or not without all moving tables
    PlacingJobPlan placing;

    // It leads to the empty board: all positions of the start, not only those without men in hand.
    bool reaches_start() const { return placing_job.has_value(); }
    bool nothing_to_do() const { return moving.missing.empty() && (!placing_job || placing.nothing_to_do()); }
    std::uint64_t memory() const;
    std::uint64_t disk_bytes() const;
};

// Which positions without hands the variant's start needs, or, where asked for, all with so many men a side.
void set_extent(SweepOptions& sweep, const Variant& variant, std::optional<int> max_men);

Result<SolvePlan> make_solve_plan(const MovingJobOptions& job, const Variant& variant, bool moving_only,
                                  Trust trust = Trust::kManifest);

}  // namespace merels::cli
