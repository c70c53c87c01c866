// SPDX-License-Identifier: MIT
// What the tables of a variant hold, subspace by subspace. Reads only the censuses that the tables carry: milliseconds.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "index/census.h"
#include "merels/result.h"
#include "merels/variant.h"
#include "store/table/table.h"

namespace merels {

struct SubspaceStatistics {
    Subspace subspace;
    std::uint64_t positions = 0;
    bool solved = false;  // false: no table, and the rest says nothing
    ValueKind kind = ValueKind::kDtw;
    Census census;
    std::uint64_t file_bytes = 0;
};

// What one table holds, wins and losses; empty when it is not there, or its losses are not counted yet.
Result<std::optional<SubspaceStatistics>> read_statistics(const std::filesystem::path& database, const Variant& variant,
                                                          const Subspace& subspace);

// One entry for each subspace of the variant's start (index/layers.h), solved or not. A table that is there but cannot
// be believed is an error.
Result<std::vector<SubspaceStatistics>> collect_statistics(const std::filesystem::path& database,
                                                           const Variant& variant);

// An example of the longest result, White to move; of the longest win or loss when asked for by parity (1 or 0).
std::optional<Position> longest_example(const Census& census);
std::optional<PlyCount> longest(const Census& census, int parity);

}  // namespace merels
