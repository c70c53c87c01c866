// SPDX-License-Identifier: MIT
// What the tables on disk say about themselves: kind of values and census. Reads a file once and keeps what it said
// until the file changes; holds no file open. Thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "index/census.h"
#include "index/subspace.h"
#include "merels/variant.h"
#include "store/table/table.h"

namespace merels::server {

struct TableFacts {
    ValueKind kind = ValueKind::kDtw;
    Census census;  // empty (no positions) where there is none that can be read, or the losses are not counted yet
};

class TableCatalogue {
  public:
    explicit TableCatalogue(std::filesystem::path database) : database_(std::move(database)) {}

    // Null when there is no table, or none that can be opened. Cost: a stat of the file, and of its notes; the
    // first time, or after they have changed, header and census.
    std::shared_ptr<const TableFacts> find(const Variant& variant, const Subspace& subspace) const;

    // Number of table files, whatever their state. Cost: a walk over the database.
    std::uint64_t count_files() const;

  private:
    struct Entry {
        std::string state;                        // of the files when they were read
        std::shared_ptr<const TableFacts> facts;  // null: cannot be opened
    };
    std::optional<std::string> state_of(const TableId& id, const Subspace& subspace) const;
    std::shared_ptr<const TableFacts> read(const Variant& variant, const Subspace& subspace, const TableId& id) const;

    std::filesystem::path database_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, Entry> entries_;  // by path and full-board rule
};

}  // namespace merels::server
