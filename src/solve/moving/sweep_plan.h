// SPDX-License-Identifier: MIT
// How a sweep divides its work into passes under a memory limit, and what it takes.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/moving/moving_sweep.h"

namespace merels::solve {

struct SweepPlan {
    std::vector<std::vector<int>> owns;  // by pass: consecutive numbers of own men
    SweepNeeds needs;
};
Result<SweepPlan> plan_sweep(const SweepOptions& options);

}  // namespace merels::solve
