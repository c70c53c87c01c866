// SPDX-License-Identifier: MIT
// Files that an interrupted program left in a database: parts of files that were being written, which nobody needs,
// and checkpoints, from which the same solve would go on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace merels {

struct Leftover {
    std::filesystem::path path;
    std::uint64_t bytes = 0;
    bool checkpoint = false;
};

// Of the folder itself and of its collections, ascending by path. What a running solver writes is among it: only the
// holder of the lock may remove them (Database::writer does so with the parts).
std::vector<Leftover> find_leftovers(const std::filesystem::path& database);

}  // namespace merels
