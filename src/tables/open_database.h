// SPDX-License-Identifier: MIT
// What a folder holds, to be read: tables of ours, or the files of another program (src/malom). Whoever gets a folder
// from a person and only reads it asks here.
#pragma once

#include <filesystem>
#include <memory>

#include "merels/result.h"
#include "store/database/database.h"

namespace merels {

// A folder that is not there is an empty database. Errors of MalomFolder::open.
Result<std::shared_ptr<const Database>> open_database(const std::filesystem::path& folder,
                                                      DatabaseOptions options = {});

}  // namespace merels
