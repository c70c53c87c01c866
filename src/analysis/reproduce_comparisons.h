// SPDX-License-Identifier: MIT
// What Loewer's section 7 says about changes from one rule set to another. Unlike the other tables of the papers these
// need a walk over all positions: minutes (analysis/comparison.h).
#pragma once

#include "analysis/comparison.h"
#include "analysis/reproduce.h"

namespace merels {

// His Table 3 and the figures in his text. Options: threads, memory, progress and stop are used. Nothing is walked
// unless all its tables are there.
Result<std::vector<ReproducedTable>> reproduce_comparisons(const std::filesystem::path& database,
                                                           const CompareOptions& options);

}  // namespace merels
