// SPDX-License-Identifier: MIT
// What the commands that solve share: the options of a solve, and its plan and its phases in words.
#pragma once

#include <memory>
#include <string>

#include "command.h"
#include "merels/solve.h"

namespace merels::cli {

struct SolveSettings {
    std::string database;
    std::string memory;   // empty: what is available
    std::string scratch;  // empty: the database
    std::string progress = "auto";
    std::string kernel = "auto";
    std::string values = "dtw";
    int threads = 0;
    double checkpoint = 300;
};

// `with_ultra`: --values may be ultra.
void add_solve_options(Command& command, SolveSettings& settings, bool with_ultra = false);

// --kernel, and what its word means.
void add_kernel_option(Command& command, std::string& kernel);
SolveKernel kernel_of(const std::string& name);

Result<SolveOptions> solve_options(const SolveSettings& settings);
std::unique_ptr<Progress> make_solve_progress(const SolveSettings& settings);

// A few lines for people.
std::string plan_text(const SolvePlan& plan);
std::string phase_text(const PhaseReport& report);

}  // namespace merels::cli
