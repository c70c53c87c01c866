// SPDX-License-Identifier: MIT
// What the machine has left.
#pragma once

#include <cstdint>
#include <filesystem>

namespace merels {

// Bytes that a process can still take without pushing others out; 0 when it cannot be told (1 when nothing is left).
// The limits of the control groups that this process is in count, where they are lower (containers; versions 1 and 2).
// `root` is for tests: where proc and sys are.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

// Bytes on the disk of the nearest folder that exists; 0 when it cannot be told.
std::uint64_t available_disk(const std::filesystem::path& folder);

}  // namespace merels
