// SPDX-License-Identifier: MIT
// Solves the ultra-strong values of a start (docs/solving_ultra.md) into a database that holds its strong tables.
//
//   auto plan = plan_ultra_job(options);              // what it needs; nothing is written
//   auto done = run_ultra_job(options, *plan, progress, &stop);
//
// May be killed at any moment: tables count when the manifest lists them, both of a unit at once, and the same job
// again goes on with what is missing, with the same bytes at the end.
//
// Several ranks (base/transport.h) call both with the same options but threads and memory. Each solves units and
// subspaces of its own and writes their tables itself (solve/ultra/ultra_waves.h); errors and results are those of all.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/transport.h"
#include "index/subspace_values.h"
#include "merels/progress.h"
#include "merels/result.h"
#include "merels/variant.h"
#include "store/database/database.h"

namespace merels {

struct UltraJobOptions {
    std::shared_ptr<Database> database;  // who holds its writer keeps it through the job; several ranks: beside_others
    Variant variant;
    std::shared_ptr<const SubspaceValues> values;
    int threads = 1;
    std::uint64_t memory_limit = ~std::uint64_t{0};  // bytes; kNoMemory when the job needs more
    bool moving_only = false;                        // only positions without hands
    // Finds wins, losses and depths with men in hand again and compares them with the strong tables, in games where a
    // side places, then moves. A third more time; the tables do not depend on it.
    bool recheck = false;
    bool spill = false;                     // for tests: arrays lie in a scratch file even where memory suffices
    Transport* ranks = &local_transport();  // who share the work, each with its own threads and memory
};

struct UltraJobPlan {
    std::vector<std::string> collections;  // two for a split set
    std::vector<Subspace> missing;         // tables to be written, of all collections
    std::uint64_t positions = 0;           // of the missing tables
    std::uint64_t memory = 0;
    std::uint64_t least_memory = 0;
    bool spills = false;           // arrays lie in a scratch file (solve/rows/spill.h)
    std::uint64_t disk_bytes = 0;  // rough
    double cpu_seconds = 0;        // rough
};

struct UltraJobResult {
    std::uint64_t tables = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;
    double cpu_seconds = 0;  // of all ranks
};

// kWrongVariant when the collection is there with other values, kNoMemory when the limit is too small.
Result<UltraJobPlan> plan_ultra_job(const UltraJobOptions& options);

// kMissing when a strong table is not there, kCorrupt when one is found wrong, kInterrupted when *stop was set.
Result<UltraJobResult> run_ultra_job(const UltraJobOptions& options, const UltraJobPlan& plan, Progress& progress,
                                     const std::atomic<bool>* stop);

}  // namespace merels
