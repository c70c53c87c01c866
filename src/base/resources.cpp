// SPDX-License-Identifier: MIT
#include "base/resources.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace merels {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// The number in a file of its own; none for "max" and where there is no such file.
std::optional<std::uint64_t> read_number(const fs::path& path) {
    std::ifstream file(path);
    std::uint64_t number = 0;
    if (file >> number) return number;
    return std::nullopt;
}

// The number behind a word ("MemAvailable: 12", "inactive_file 12"); 0 where it is not there.
std::uint64_t number_behind(const fs::path& path, const std::string& name) {
    std::ifstream file(path);
    std::string word;
    while (file >> word) {
        std::uint64_t number = 0;
        if (word == name && file >> number) return number;
    }
    return 0;
}

// The names by which a version of control groups tells memory. What the cache of files holds can be had back.
struct GroupFiles {
    const char* limit;
    const char* used;
    const char* active_cache;
    const char* inactive_cache;
};
constexpr GroupFiles kVersion2{"memory.max", "memory.current", "active_file", "inactive_file"};
constexpr GroupFiles kVersion1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_active_file",
                               "total_inactive_file"};

std::uint64_t left_in(const fs::path& group, const GroupFiles& files) {
    const auto limit = read_number(group / files.limit);
    const auto used = read_number(group / files.used);
    if (!limit || !used) return kUnlimited;
    const fs::path statistics = group / "memory.stat";
    const std::uint64_t cache =
        number_behind(statistics, files.active_cache) + number_behind(statistics, files.inactive_cache);
    const std::uint64_t taken = *used - std::min(*used, cache);
    return *limit - std::min(*limit, taken);
}

// The least that a group or one above it leaves. Within a container the path may be that of the host: then only the top
// is there, and it is the container's own group.
std::uint64_t left_in_groups(const fs::path& top, const fs::path& group, const GroupFiles& files) {
    std::uint64_t left = left_in(top, files);
    fs::path at = top;
    for (const fs::path& part : group.relative_path()) {
        at /= part;
        left = std::min(left, left_in(at, files));
    }
    return left;
}

std::uint64_t left_by_control_groups(const fs::path& root) {
    std::ifstream file(root / "proc/self/cgroup");
    const fs::path mount = root / "sys/fs/cgroup";
    std::uint64_t left = kUnlimited;
    for (std::string line; std::getline(file, line);) {  // NUMBER:CONTROLLERS:PATH
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = fmt::format(",{},", line.substr(first + 1, second - first - 1));
        const fs::path group = line.substr(second + 1);
        if (controllers == ",,") left = std::min(left, left_in_groups(mount, group, kVersion2));
        if (controllers.find(",memory,") != std::string::npos) {
            left = std::min(left, left_in_groups(mount / "memory", group, kVersion1));
        }
    }
    return left;
}

}  // namespace

std::uint64_t available_memory(const fs::path& root) {
    const std::uint64_t machine = number_behind(root / "proc/meminfo", "MemAvailable:") * 1024;
    const std::uint64_t groups = left_by_control_groups(root);
    if (machine == 0) return groups == kUnlimited ? 0 : std::max<std::uint64_t>(1, groups);
    return std::max<std::uint64_t>(1, std::min(machine, groups));
}

std::uint64_t available_disk(const fs::path& folder) {
    std::error_code error;
    fs::path at = fs::absolute(folder, error);
    while (!at.empty() && !fs::exists(at, error) && at != at.parent_path()) at = at.parent_path();
    struct statvfs info {};
    if (::statvfs(at.c_str(), &info) != 0) return 0;
    return static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
}

}  // namespace merels
