// SPDX-License-Identifier: MIT
// Solves the layers with men in hand of a game into a database that holds its positions without hands. (Place-then-move
// games: placing_pass.h; place-or-move games: lasker_pass.h.)
//
//   auto plan = plan_placing_job(options);            // what it needs; nothing is written
//   auto done = run_placing_job(options, *plan, progress, &stop);
//
// May be killed at any moment: what a layer gave counts once the layer is complete (manifest and notes), and the same
// job again goes on after the last complete layer of each role, with the same bytes at the end.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "index/subspace.h"
#include "merels/progress.h"
#include "merels/result.h"
#include "solve/placing/placing_tables.h"
#include "store/database/database.h"
#include "tables/variant_tables.h"

namespace merels {

struct PlacingJobOptions {
    std::shared_ptr<Database> database;  // who holds its writer keeps it through the job
    solve::PlacingOptions pass;          // progress and stop are set by the job
    // Where the positions without hands are read from, when they are at hand; empty: from their tables.
    solve::TableReader moving;
};

struct PlacingJobPlan {
    std::string collection;
    std::vector<Subspace> missing;  // tables to be written
    std::uint64_t positions = 0;    // of the missing tables
    bool counts_missing = false;    // tables may be there without the counts of their losses
    std::uint64_t memory = 0;
    std::uint64_t scratch = 0;     // bytes of a scratch file, in disk_bytes
    std::uint64_t disk_bytes = 0;  // rough
    double cpu_seconds = 0;        // rough

    bool nothing_to_do() const { return missing.empty() && !counts_missing; }
};

struct PlacingJobResult {
    std::uint64_t tables = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;
    double write_seconds = 0;  // part of it
    double cpu_seconds = 0;
};

// kBadInput, kNoMemory when the limit of the options is too small. Trust as in plan_moving_job.
Result<PlacingJobPlan> plan_placing_job(const PlacingJobOptions& options, Trust trust = Trust::kManifest);

// kMissing when tables without hands are not there (or without depth, where depth is wanted); kInterrupted when *stop
// was set; kNoSpace: what was complete before is kept.
Result<PlacingJobResult> run_placing_job(const PlacingJobOptions& options, const PlacingJobPlan& plan,
                                         Progress& progress, const StopFlag* stop);

}  // namespace merels
