// SPDX-License-Identifier: MIT
// The open tables of a database, by subspace. Thread-safe; a table is opened on first use and stays open.
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>

#include "index/subspace.h"
#include "merels/result.h"
#include "merels/variant.h"
#include "store/table/table.h"

namespace merels {

class TableSet {
  public:
    explicit TableSet(std::filesystem::path database) : database_(std::move(database)) {}

    // A table that is missing is looked for again at every call, so one that a solver writes meanwhile is found.
    Result<std::shared_ptr<const Table>> find(const Variant& variant, const Subspace& subspace) const;

    // Decodes the tables without hands into the cache of blocks, the smallest first, as long as they fit `bytes`; until
    // *stop is set. What cannot be read is left to those who ask for it. Cost: about a second for each gigabyte.
    void fill_cache(std::uint64_t bytes, const std::atomic<bool>& stop) const;

    const std::filesystem::path& database() const { return database_; }

  private:
    // What decides which file a subspace is in (index/collection.h): the variant's name only where there are hands.
    struct Key {
        std::string_view base_id;
        Board board;
        AllInMills all_in_mills;
        Subspace subspace;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    std::filesystem::path database_;
    mutable std::shared_mutex mutex_;
    mutable std::map<Key, std::shared_ptr<const Table>> tables_;
};

}  // namespace merels
