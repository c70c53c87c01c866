// SPDX-License-Identifier: MIT
// What the tables of a database say, as a few numbers to be written down: the same for every way to pack the same
// values, for every machine, and for every version that solves rightly. What they are taken of: docs/table_format.md,
// section 8.
//
//   Database database("db");
//   const auto digests = digest_database(database, DigestOf::kTables, threads, progress);
//   for (const CollectionDigest& collection : *digests) print(digest_line(collection));
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "merels/progress.h"
#include "merels/result.h"
#include "store/database/database.h"
#include "store/layout/kind_names.h"

namespace merels {

// What is digested: the values as they are, or only who wins, which tables with depths and without have in common.
// Ultra-strong tables have no such part and are left out then.
enum class DigestOf : std::uint8_t { kTables, kResults };

struct TableDigest {
    TableId id;
    ValueKind kind = ValueKind::kDtw;  // of the values that were digested
    std::uint64_t digest = 0;
};

struct CollectionDigest {
    std::string collection;
    std::vector<TableDigest> tables;  // ascending by counts

    std::string kinds() const;     // "dtw", "wdl", "ultra", or "mixed"
    std::uint64_t digest() const;  // of the names, kinds and digests of its tables
};

// Every table that a manifest lists, in the order of the names of their collections. Every block is decoded and checked
// on the way: errors as Database::table. Progress is in values.
Result<std::vector<CollectionDigest>> digest_database(const Database& database, DigestOf what, int threads,
                                                      Progress& progress);

std::string table_name(const TableId& id);                    // nine-capture/4-3
std::string digest_line(const CollectionDigest& collection);  // "nine-capture dtw 0123456789abcdef 49 tables"
std::string digest_line(const TableDigest& table);            // "nine-capture/4-3 dtw 0123456789abcdef"

// By "NAME KIND", as in the lines: what was written down (data/digests, as it was when the library was built).
using PublishedDigests = std::map<std::string, std::uint64_t>;
PublishedDigests published_digests();
// Lines as above; those that begin with # say where they come from. What cannot be read is left out.
PublishedDigests parse_digests(std::string_view text);

struct PublishedComparison {
    std::uint64_t equal = 0;      // tables
    std::uint64_t unknown = 0;    // tables that nobody has published a digest of
    std::vector<Error> failures;  // kCorrupt, one for each table with another digest
};
PublishedComparison compare_with_published(const std::vector<CollectionDigest>& digests,
                                           const PublishedDigests& published);

}  // namespace merels
