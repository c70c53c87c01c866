// SPDX-License-Identifier: MIT
// What the tables on disk say about themselves: kind of values and census. Reads a file once and keeps what it said
// until the file changes; holds no file open. Thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "index/census.h"
#include "index/subspace.h"
#include "merels/variant.h"
#include "store/table.h"

namespace merels::server {

struct TableFacts {
    ValueKind kind = ValueKind::kDtw;
    Census census;  // empty (no positions) where the file has none that can be read
};

class TableCatalogue {
  public:
    explicit TableCatalogue(std::filesystem::path database) : database_(std::move(database)) {}

    // Null when there is no table, or none that can be opened. Cost: one stat of the file; the first time, or after
    // the file has changed, its header and census.
    std::shared_ptr<const TableFacts> find(const Variant& variant, const Subspace& subspace) const;

    // Number of table files, whatever their state. Cost: a walk over the database.
    std::uint64_t count_files() const;

  private:
    struct Entry {
        std::filesystem::file_time_type written;
        std::uintmax_t bytes = 0;
        std::shared_ptr<const TableFacts> facts;  // null: cannot be opened
    };

    std::filesystem::path database_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, Entry> entries_;  // by path
};

}  // namespace merels::server
