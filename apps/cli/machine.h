// SPDX-License-Identifier: MIT
// What the machine has, and how a person stops a job.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>

#include "merels/result.h"

namespace merels::cli {

std::uint64_t available_memory();                                   // bytes; 0 when it cannot be told
std::uint64_t available_disk(const std::filesystem::path& folder);  // of the nearest folder that exists

// "16G", "512M", "1.5G", plain bytes.
Result<std::uint64_t> parse_size(const std::string& text);

// From now on Ctrl-C and SIGTERM set the flag instead of ending the process; a second one ends it.
const std::atomic<bool>& stop_on_signals();

}  // namespace merels::cli
