// SPDX-License-Identifier: MIT
// For tests: puts what the ultra-strong oracle found into a database, as a solve would.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <vector>

#include "index/ultra_table.h"
#include "store/database/manifest.h"
#include "verify/ultra_brute_force.h"

namespace merels::verify {

// One entry for each position of a subspace, row by row; none where it is won or lost.
using UltraEntries = std::vector<std::optional<UltraEntry>>;

inline UltraEntries entries_of(const UltraBruteForce& game, const Subspace& s, bool computer_moves = true) {
    UltraEntries entries;
    for (ClassIndex row = 0; row < row_count(s); ++row) {
        for (std::uint32_t rank = 0; rank < row_size(s); ++rank) {
            const auto seen = game.seen(s, {row, rank}, computer_moves);
            entries.push_back(seen ? std::optional(UltraEntry{seen->value, seen->depth}) : std::nullopt);
        }
    }
    return entries;
}

// Codes and census of such entries.
inline UltraCodes codes_of(const SubspaceValues& values, const Subspace& s, const UltraEntries& entries,
                           bool computer_moves = true) {
    std::map<UltraEntry, std::uint64_t> counts;
    const std::uint32_t size = row_size(s);
    for (std::size_t n = 0; n < entries.size(); ++n) {
        if (!entries[n]) continue;
        const Address address{static_cast<ClassIndex>(n / size), static_cast<std::uint32_t>(n % size)};
        counts[*entries[n]] += is_canonical(s, address) ? 1 : 0;
    }
    std::vector<UltraCount> census;
    for (const auto& [entry, positions] : counts) census.push_back({entry, positions});
    return UltraCodes::make(s, values.value(s, computer_moves), std::move(census));
}

inline Status write_ultra_table(const std::filesystem::path& database, const Variant& variant,
                                const SubspaceValues& values, const UltraCodes& codes, const UltraEntries& entries,
                                bool computer_moves = true) {
    const Subspace& s = codes.subspace;
    const std::string collection = ultra_collection(variant, values.heuristic(), computer_moves);
    const TableSpec spec{
        {collection, s.counts()}, ValueKind::kUltra, codes.rows(), row_size(s), encode_ultra_codes(codes)};
    const auto source = [&](std::uint32_t row, std::span<std::uint8_t> out) {
        const std::uint32_t plane = row % static_cast<std::uint32_t>(codes.planes());
        const std::size_t first = std::size_t{row / static_cast<std::uint32_t>(codes.planes())} * spec.row_size;
        for (std::size_t i = 0; i < out.size(); ++i) {
            const auto& entry = entries[first + i];
            out[i] = static_cast<std::uint8_t>((entry ? codes.code(*entry) : 0) >> (8 * plane));
        }
    };
    const auto written = write_table(database, spec, source, 1);
    if (!written) return written.error();
    std::ofstream(database / collection / kSubspaceValuesFile, std::ios::binary) << values.encode();
    return add_to_manifest(database, collection, ultra_rules(values), manifest_entry(spec, *written));
}

}  // namespace merels::verify
