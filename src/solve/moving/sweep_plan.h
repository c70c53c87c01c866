// SPDX-License-Identifier: MIT
// What a sweep takes under a memory limit.
#pragma once

#include <cstdint>

#include "solve/moving/moving_sweep.h"

namespace merels::solve {

struct SweepPlan {
    std::uint64_t log_memory = 0;  // for the log of depths; what is more goes to the scratch file
    SweepNeeds needs;
};
Result<SweepPlan> plan_sweep(const SweepOptions& options);

}  // namespace merels::solve
