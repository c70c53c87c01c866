// SPDX-License-Identifier: MIT
// Sizes as people write them, and how a person stops a job. (What the machine has: base/resources.h.)
#pragma once

#include <cstdint>
#include <string>

#include "base/resources.h"
#include "merels/progress.h"
#include "merels/result.h"

namespace merels::cli {

// "16G", "512M", "1.5G", plain bytes.
Result<std::uint64_t> parse_size(const std::string& text);

// From now on Ctrl-C, SIGTERM and a closed terminal set the flag instead of ending the process; a second one ends it.
const StopFlag& stop_on_signals();

}  // namespace merels::cli
