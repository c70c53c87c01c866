// SPDX-License-Identifier: MIT
// Numbers for people.
#pragma once

#include <cstdint>
#include <string>

namespace merels::cli {

std::string with_commas(std::uint64_t number);  // 1234567 -> "1,234,567"
std::string human_bytes(std::uint64_t bytes);   // 1536 -> "1.5 KiB"
std::string human_seconds(double seconds);      // 0.0042 -> "4.2 ms", 83 -> "1:23", 5000 -> "1:23:20"
std::string human_rate(double per_second);      // 1.5e8 -> "150 million/s"

}  // namespace merels::cli
