// SPDX-License-Identifier: MIT
// DATABASE/COLLECTION/manifest.json: which tables a collection has, with sizes and digests. A table counts as there
// when the manifest lists it; a file that is not listed belongs to a solve that was not finished.
//
//   add_to_manifest(database, "nine-capture", rules, {spec.id.counts, ...});   after each write_table
//
// Written atomically, with a checksum of its own. Nothing here is thread-safe against a second writer.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "merels/result.h"
#include "store/table/table.h"

namespace merels {

inline constexpr int kManifestVersion = 1;

struct ManifestEntry {
    std::array<std::uint8_t, 4> counts{};  // as in TableId
    ValueKind kind = ValueKind::kDtw;
    std::uint32_t rows = 0;
    std::uint32_t row_size = 0;
    std::uint64_t bytes = 0;   // of the file
    std::uint64_t digest = 0;  // XXH3 of the whole file
    int format_version = 0;    // of the table file
    friend bool operator==(const ManifestEntry&, const ManifestEntry&) = default;
};

struct Manifest {
    std::string collection;
    std::string rules;                   // fingerprint of the rules, opaque to the store (index/collection.h)
    std::vector<ManifestEntry> entries;  // ascending by counts

    const ManifestEntry* find(const std::array<std::uint8_t, 4>& counts) const;  // nullptr where there is none
    // Adds or replaces.
    void set(const ManifestEntry& entry);
    friend bool operator==(const Manifest&, const Manifest&) = default;
};

// 16 hexadecimal digits.
std::string format_digest(std::uint64_t digest);

std::filesystem::path manifest_path(const std::filesystem::path& database, const std::string& collection);

// The entry of a table that write_table has just written.
ManifestEntry manifest_entry(const TableSpec& spec, const WrittenTable& written);

// JSON, deterministic.
std::string encode_manifest(const Manifest& manifest);
// kCorrupt, or kNewerVersion.
Result<Manifest> decode_manifest(const std::string& text);

// kMissing where there is none; kWrongVariant where it belongs to another collection.
Result<Manifest> read_manifest(const std::filesystem::path& database, const std::string& collection);
Status write_manifest(const std::filesystem::path& database, const Manifest& manifest);
// Reads, adds or replaces entries, writes. kWrongVariant where the manifest has another rules fingerprint. (Manifests
// made before version 0.2 have the name of the collection there, which is taken for any rules and replaced.)
Status add_to_manifest(const std::filesystem::path& database, const std::string& collection, const std::string& rules,
                       std::span<const ManifestEntry> entries);
Status add_to_manifest(const std::filesystem::path& database, const std::string& collection, const std::string& rules,
                       const ManifestEntry& entry);

// Collections with a manifest, ascending.
Result<std::vector<std::string>> list_collections(const std::filesystem::path& database);

}  // namespace merels
