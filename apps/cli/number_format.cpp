// SPDX-License-Identifier: MIT
#include "number_format.h"

#include <fmt/format.h>

#include <array>

namespace merels::cli {

std::string with_commas(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), 1, ',');
    return text;
}

std::string human_bytes(std::uint64_t bytes) {
    constexpr std::array<const char*, 5> kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
    auto amount = static_cast<double>(bytes);
    std::size_t unit = 0;
    // 1023.95 would be written as 1024.0.
    for (; amount >= 1023.95 && unit + 1 < kUnits.size(); ++unit) amount /= 1024;
    return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", amount, kUnits[unit]);
}

std::string human_seconds(double seconds) {
    if (seconds < 0.9995) return fmt::format("{:.1f} ms", seconds * 1000);
    if (seconds < 59.995) return fmt::format("{:.2f} s", seconds);
    const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
    if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string human_rate(double per_second) {
    if (per_second < 1e4) return fmt::format("{:.0f}/s", per_second);
    if (per_second < 1e6) return fmt::format("{:.0f} thousand/s", per_second / 1e3);
    if (per_second < 1e8) return fmt::format("{:.1f} million/s", per_second / 1e6);
    if (per_second < 1e9) return fmt::format("{:.0f} million/s", per_second / 1e6);
    return fmt::format("{:.1f} billion/s", per_second / 1e9);
}

}  // namespace merels::cli
