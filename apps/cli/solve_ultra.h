// SPDX-License-Identifier: MIT
// merels solve --values ultra: the ultra-strong values, on top of the strong tables.
#pragma once

#include <string>

#include "base/transport.h"
#include "merels/variant.h"
#include "solve_run.h"

namespace merels::cli {

struct UltraSettings {
    std::string subspace_values = "ratio";
    bool moving_only = false;
    bool dry_run = false;
    bool recheck = false;
};

// The strong tables are there (in a dry run they may not be: then nothing is said). All ranks call it.
Status solve_ultra(const Variant& variant, const SolveSettings& settings, const UltraSettings& ultra, Transport& ranks);

}  // namespace merels::cli
