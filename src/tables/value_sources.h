// SPDX-License-Identifier: MIT
// Where the values of subspaces come from: a heuristic, made from what the tables hold, or a file.
#pragma once

#include <filesystem>
#include <string>

#include "index/subspace_values.h"
#include "merels/result.h"
#include "store/database/database.h"

namespace merels {

// Wins, draws and losses of every reachable subspace. kMissing names the first one that is not solved.
Result<CountsBySubspace> read_counts(const Database& database, const Variant& variant);

// A file that `merels values --json` wrote, edited or not (index/subspace_values.h says what is checked).
Result<SubspaceValues> read_subspace_values(const Variant& variant, const std::string& path);

// `source` as in --subspace-values: "ratio", "published", "stones" or "split", else the path of a file. "stones"
// and files need no database. Reads only the censuses of the tables: milliseconds.
Result<SubspaceValues> find_subspace_values(const std::filesystem::path& database, const Variant& variant,
                                            const std::string& source);

inline constexpr const char* kSubspaceValuesHelp =
    "Values of subspaces: ratio, published, stones, split, or a file written by 'merels values --json'";

}  // namespace merels
