// SPDX-License-Identifier: MIT
// Whole texts from files that anybody may have named: a pipe or a device is refused, as everywhere (file_access.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "merels/result.h"

namespace merels {

inline constexpr std::uint64_t kMostTextBytes = std::uint64_t{64} << 20;

// Errors of open_for_reading; kBadInput when it is longer than kMostTextBytes.
Result<std::string> read_text_file(const std::filesystem::path& path);

}  // namespace merels
