// SPDX-License-Identifier: MIT
#include "tables/open_database.h"

#include <utility>

#include "malom/malom_folder.h"

namespace merels {

Result<std::shared_ptr<const Database>> open_database(const std::filesystem::path& folder, DatabaseOptions options) {
    if (MalomFolder::is_one(folder)) {
        auto source = MalomFolder::open(folder);
        if (!source) return source.error();
        options.source = *std::move(source);
    }
    return std::make_shared<const Database>(folder, options);
}

}  // namespace merels
