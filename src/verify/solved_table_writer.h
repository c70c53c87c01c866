// SPDX-License-Identifier: MIT
// For tests: puts a table of the slow solvers into a database, as a solve would.
#pragma once

#include <cstring>
#include <filesystem>
#include <span>

#include "index/collection.h"
#include "store/database/manifest.h"
#include "verify/solved_table.h"

namespace merels::verify {

inline Status write_solved_table(const std::filesystem::path& database, const Variant& variant,
                                 const SolvedTable& table, const Census& census, ValueKind kind = ValueKind::kDtw) {
    const Subspace& s = table.subspace;
    const TableSpec spec{
        {collection_of(variant, s), s.counts()}, kind, row_count(s), row_size(s), encode_census(census)};
    const auto source = [&](std::uint32_t row, std::span<std::uint8_t> out) {
        std::memcpy(out.data(), table.wins.data() + std::size_t{row} * spec.row_size, out.size());
    };
    const auto written = write_table(database, spec, source, 1);
    if (!written) return written.error();
    return add_to_manifest(database, spec.id.collection, rules_of(variant, s), manifest_entry(spec, *written));
}

}  // namespace merels::verify
