// SPDX-License-Identifier: MIT
// Copies tables from another database, a folder or a web server that serves one: each table is compared with the
// digest of its manifest before it counts. A copy may be stopped or killed at any moment; the same job again goes on
// within the file where it was, and skips what is there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "exchange/file_source.h"
#include "merels/progress.h"
#include "merels/result.h"
#include "store/database/database.h"

namespace merels {

struct FetchOptions {
    std::filesystem::path to;
    // Which collections; where none is named those that the source lists, or that a game can have.
    std::vector<std::string> collections;
    // Which tables of them; all where nothing is given.
    std::function<bool(const TableId&)> wanted;
};

struct FetchReport {
    std::uint64_t tables = 0;  // copied now
    std::uint64_t bytes = 0;   // of these
    std::uint64_t there = 0;   // tables that were there before
    std::uint64_t read = 0;    // bytes that came from the source, for tables
};

// Every collection that a game with the usual start can have.
std::vector<std::string> possible_collections();

// kMissing where the source has no table that is wanted, kCorrupt names a file that is not what its manifest says,
// kWrongVariant where the database has tables of other rules or values under the same name; kBadInput, kIo, kNoSpace,
// kInterrupted. Lost connections are tried again as long as each try brings something.
Result<FetchReport> fetch_tables(FileSource& source, const FetchOptions& options, Progress& progress);

}  // namespace merels
