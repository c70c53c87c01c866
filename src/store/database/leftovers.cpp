// SPDX-License-Identifier: MIT
#include "store/database/leftovers.h"

#include <algorithm>

namespace merels {

std::vector<Leftover> find_leftovers(const std::filesystem::path& database) {
    std::error_code ignored;
    std::vector<Leftover> found;
    const auto look_at = [&](const std::filesystem::directory_entry& file) {
        const auto extension = file.path().extension();
        if ((extension != ".part" && extension != ".mrc") || !file.is_regular_file(ignored)) return;
        const std::uintmax_t bytes = file.file_size(ignored);
        found.push_back({file.path(), ignored ? 0 : bytes, extension == ".mrc"});
    };
    for (const auto& entry : std::filesystem::directory_iterator(database, ignored)) {
        look_at(entry);
        if (!entry.is_directory(ignored) || entry.is_symlink(ignored)) continue;
        for (const auto& file : std::filesystem::directory_iterator(entry.path(), ignored)) look_at(file);
    }
    std::sort(found.begin(), found.end(), [](const Leftover& a, const Leftover& b) { return a.path < b.path; });
    return found;
}

}  // namespace merels
