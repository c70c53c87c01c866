// SPDX-License-Identifier: MIT
// Solves the positions without hands into a database: what is missing there, with checkpoints, table by table.
//
//   auto plan = plan_moving_job(options);             // what it needs; nothing is written
//   auto done = run_moving_job(options, *plan, progress, &stop);
//
// May be killed at any moment: tables and checkpoints appear under their names only when they are complete, and the
// same job again goes on from the last checkpoint, skips the tables that are there, and ends with the same bytes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "index/subspace.h"
#include "merels/progress.h"
#include "merels/result.h"
#include "solve/moving/moving_sweep.h"
#include "store/database/database.h"
#include "tables/variant_tables.h"

namespace merels {

struct MovingJobOptions {
    std::shared_ptr<Database> database;  // who holds its writer keeps it through the job
    SweepOptions sweep;                  // record_depths decides what the tables keep
    bool keep_results = false;           // hand over the sweep with what it found, for the placing phase
    double checkpoint_seconds = 300;     // time between checkpoints
};

struct MovingJobPlan {
    std::string collection;
    std::vector<Subspace> missing;  // tables to be written
    SweepNeeds needs;
    std::uint64_t disk_bytes = 0;  // rough: the missing tables, and the largest checkpoint
    bool resumes = false;          // a checkpoint is there; where no table is missing it is a leftover
};

struct MovingJobResult {
    std::uint64_t tables = 0;
    std::uint64_t bytes = 0;
    double sweep_seconds = 0;
    double write_seconds = 0;
    double cpu_seconds = 0;
    double write_cpu_seconds = 0;  // part of it: packing and writing the tables
    std::string kernel;
    std::unique_ptr<MovingSweep> sweep;  // where it was to be kept: all results are at hand
};

// kBadInput, kNoMemory when the limit of the options is too small for any plan. By the manifest alone no table file is
// opened; before a run the tables should be, so that damaged ones are written again.
Result<MovingJobPlan> plan_moving_job(const MovingJobOptions& options, Trust trust = Trust::kManifest);

// kInterrupted when *stop was set: a checkpoint has been written then. kNoSpace: what was complete before is kept.
Result<MovingJobResult> run_moving_job(const MovingJobOptions& options, const MovingJobPlan& plan, Progress& progress,
                                       const StopFlag* stop);

}  // namespace merels
