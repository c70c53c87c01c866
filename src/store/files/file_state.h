// SPDX-License-Identifier: MIT
// What tells one version of a file from another without reading it.
#pragma once

#include <cstdint>
#include <filesystem>

namespace merels {

struct FileState {
    bool there = false;
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t bytes = 0;
    std::int64_t written = 0;  // nanoseconds
    friend bool operator==(const FileState&, const FileState&) = default;
};

// Cost: one system call. A file that cannot be looked at counts as not there.
FileState file_state(const std::filesystem::path& path);

}  // namespace merels
