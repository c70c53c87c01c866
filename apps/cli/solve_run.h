// SPDX-License-Identifier: MIT
// What `merels solve` and `merels starts` share: the options of a solve, and carrying out its plan.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/progress.h"
#include "command.h"
#include "solve_plan.h"

namespace merels::cli {

struct SolveSettings {
    std::string database;
    std::string memory = "16G";
    std::string progress = "auto";
    std::string kernel = "auto";
    std::string values = "dtw";
    int threads = 0;
    double checkpoint = 300;
};

// `with_ultra`: --values may be ultra.
void add_solve_options(CLI::App& command, SolveSettings& settings, bool with_ultra = false);

// The moving job of a variant, for make_solve_plan.
Result<MovingJobOptions> moving_options(const SolveSettings& settings, const Variant& variant,
                                        std::optional<int> max_men = std::nullopt);
std::unique_ptr<Progress> make_solve_progress(const SolveSettings& settings);

// What the machine has left for a plan.
struct Room {
    std::uint64_t memory = 0;  // 0 when it cannot be told
    std::uint64_t disk = 0;
};
Room room_for(const SolvePlan& plan);
// kNoMemory, kNoSpace: the message says what is needed.
Status check_room(const SolvePlan& plan, const Room& room);

// A few lines for people.
std::string plan_text(const SolvePlan& plan, const Room& room);

// Solves what is missing. `report` gets a line or two after each phase. kInterrupted after Ctrl-C.
using Report = std::function<void(const std::string& text)>;
Status run_solve_plan(SolvePlan& plan, Progress& progress, const Report& report);

}  // namespace merels::cli
