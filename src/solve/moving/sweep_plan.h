// SPDX-License-Identifier: MIT
// What a sweep takes under a memory limit.
#pragma once

#include <cstdint>

#include "solve/moving/moving_sweep.h"

namespace merels::solve {

struct SweepPlan {
    std::uint64_t log_memory = 0;      // for the log of depths; what is more goes to the scratch file
    bool spills = false;               // bit sets, images and levels of depths lie in a scratch file too (spill.h)
    std::uint64_t sets_in_memory = 0;  // bytes of them that are not
    ListShares shares;                 // those of the options, or less where memory is short
    SweepNeeds needs;
};
Result<SweepPlan> plan_sweep(const SweepOptions& options);

}  // namespace merels::solve
