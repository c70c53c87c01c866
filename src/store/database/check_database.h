// SPDX-License-Identifier: MIT
// Whether a database is what it was when it was written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "merels/progress.h"
#include "merels/result.h"

namespace merels {

struct CheckReport {
    std::uint64_t tables = 0;
    std::uint64_t bytes = 0;
    std::vector<Error> failures;  // one for each table, notes file or manifest that is not as it should be
};

// Sizes, digests and every checksum of all tables of all collections, and table files that no manifest lists. Goes on
// after a failure. Progress is in bytes. A report without tables and without failures says that there is nothing.
Result<CheckReport> check_database(const std::filesystem::path& database, int threads, Progress& progress);

}  // namespace merels
