// SPDX-License-Identifier: MIT
// The tables of a database by subspace, for many look-ups a second: a table that was found is taken as it is for a
// moment before the database is asked again whether it has changed on disk. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "index/subspace.h"
#include "merels/result.h"
#include "merels/variant.h"
#include "store/database/database.h"

namespace merels {

class TableFinder {
  public:
    explicit TableFinder(std::shared_ptr<const Database> database) : database_(std::move(database)) {}

    // A table that is missing or damaged is looked for again at every call, so one that a solver writes meanwhile is
    // found at once; one that a solver replaces is found within kTrusted. Cost, warm: one shared lock.
    Result<std::shared_ptr<const Table>> find(const Variant& variant, const Subspace& subspace) const;

    // Database::fill_cache; keeps the tables.
    void fill_cache(std::uint64_t bytes, const std::atomic<bool>& stop) const;

    const std::shared_ptr<const Database>& database() const { return database_; }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr Clock::duration kTrusted = std::chrono::milliseconds(100);
    struct Found {
        std::shared_ptr<const Table> table;
        Clock::time_point when;
    };

    std::shared_ptr<const Database> database_;
    mutable std::shared_mutex mutex_;
    mutable std::unordered_map<std::uint64_t, Found> tables_;
    mutable std::vector<std::shared_ptr<const Table>> filled_;
};

}  // namespace merels
