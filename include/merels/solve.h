// SPDX-License-Identifier: MIT
// Solving a game: what is missing in a database is computed and written there.
//
//   SolveOptions options;
//   options.database = "db";
//   auto plan = plan_solve(*parse_variant("nine-c1"), options);       // what it needs; nothing is written
//   if (plan && plan->check_room()) run_solve(*plan, progress);
//
// May be killed at any moment: tables and checkpoints appear under their names only when they are complete, and the
// same solve again goes on from there and ends with the same bytes, whatever the memory, the threads or the kernel.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "merels/progress.h"
#include "merels/result.h"
#include "merels/variant.h"

namespace merels {

class Transport;  // base/transport.h, of the library alone

enum class SolveValues : std::uint8_t {
    kDtw,  // results and depths
    kWdl,  // results only
};

enum class SolveKernel : std::uint8_t { kAuto, kPortable, kAvx2, kAvx512 };

struct SolveOptions {
    std::filesystem::path database;  // made where it is not there
    SolveValues values = SolveValues::kDtw;
    bool moving_only = false;       // only positions without men in hand
    std::optional<int> max_men;     // at most so many men a side; fewer than the game's: as moving_only
    std::optional<int> max_total;   // with max_men: at most so many men of both sides together
    int threads = 0;                // 0: all of the machine's
    std::uint64_t memory = 0;       // most to use, bytes; 0: what is available
    std::filesystem::path scratch;  // folder for what does not fit the memory; empty: the database's
    double checkpoint_seconds = 300;
    // A table that is there counts only if its file opens, so that a damaged one is solved again; false: by the
    // manifest alone, for plans that are only shown.
    bool open_tables = true;
    SolveKernel kernel = SolveKernel::kAuto;
    // The processes that share the solve, with the same variant and database (docs/cluster.md), each with its own
    // threads and memory; null: this one alone.
    Transport* ranks = nullptr;
    // Other processes of the same job solve other starts into the same database at the same time.
    bool beside_others = false;
};

// One phase of a solve: the positions without men in hand, or those with.
struct PhasePlan {
    std::string collection;
    std::uint64_t positions = 0;  // up to symmetry
    std::uint64_t tables = 0;     // to be written
    bool resumes = false;         // goes on from a checkpoint
    std::uint64_t memory = 0;
    std::uint64_t least_memory = 0;   // the smallest limit that works
    std::uint64_t disk_bytes = 0;     // rough, scratch included
    std::uint64_t scratch_bytes = 0;  // what does not fit the memory limit, given back at the end
    double cpu_seconds = 0;           // rough
};

struct SolveJobs;  // what the plan will do; of the library alone

struct SolvePlan {
    Variant variant;
    SolveOptions options;              // with the threads and the memory that were chosen
    int max_men = 0;                   // a side, without hands
    bool reaches_start = false;        // all positions of the start, not only those without men in hand
    std::optional<PhasePlan> moving;   // none: nothing to do
    std::optional<PhasePlan> placing;  // likewise
    std::uint64_t memory = 0;
    std::uint64_t disk_bytes = 0;
    std::uint64_t memory_available = 0;  // 0 when it cannot be told
    std::uint64_t disk_available = 0;
    std::shared_ptr<SolveJobs> jobs;

    bool nothing_to_do() const { return !moving && !placing; }
    double seconds() const;  // rough
    double seconds_of(const PhasePlan& phase) const;
    // kNoMemory, kNoSpace: the message says what is needed. On all ranks together.
    Status check_room() const;

  private:
    Status check_room_here() const;
};

// kBadInput, kNoMemory when no plan fits the memory. Milliseconds, more where all of many tables are opened.
Result<SolvePlan> plan_solve(const Variant& variant, const SolveOptions& options);

// What a phase took.
struct PhaseReport {
    bool moving = false;  // else placing
    std::string kernel;   // of the moving phase
    std::uint64_t positions = 0;
    std::uint64_t tables = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;
    double table_seconds = 0;  // part of it: packing and writing tables
    double cpu_seconds = 0;
};
using PhaseDone = std::function<void(const PhaseReport&)>;

// Solves what is missing; the plan is used up. kInterrupted when *stop was set (a checkpoint has been written then),
// kNoSpace: what was complete before is kept. `done` is called after each phase.
Status run_solve(SolvePlan& plan, Progress& progress, const StopFlag* stop = nullptr, const PhaseDone& done = {});

// Many starts of one game, so that each position is solved once.
struct RefusedStart {
    Variant start;
    Error why;  // kNoMemory or kNoSpace
};
struct StartsPlan {
    std::vector<Variant> starts;  // to be solved: those whose tables hold the others', the cheapest first
    std::vector<RefusedStart> refused;
};
// `wanted` are the starts whose values are not known. One that does not fit the machine is refused, and the next
// smaller ones take its place.
Result<StartsPlan> plan_starts(std::span<const Variant> wanted, const SolveOptions& options);

struct StartsEvents {
    std::function<void(const SolvePlan&, bool whole)>
        begins;  // a solve; not whole: without hands, for all starts at once
    PhaseDone phase_done;
    std::function<Status(const Variant& start)> start_done;  // an error ends the run
    std::function<void(int groups)> splits;                  // so many groups of ranks work side by side from now on
};
// Solves them one after another; what no longer fits when its turn comes is refused then. Several ranks do it in groups
// side by side, where the starts fit the memory of smaller groups; each tells of its own starts.
Status run_starts(StartsPlan& plan, const SolveOptions& options, Progress& progress, const StopFlag* stop = nullptr,
                  const StartsEvents& events = {});

}  // namespace merels
