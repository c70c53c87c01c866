// SPDX-License-Identifier: MIT
// Ultra-strong values of drawn positions (index/ultra_table.h), for many questions a second. Which sets of values a
// database has, and its tables, are asked again after a moment, as in table_finder.h. Thread-safe.
#pragma once

#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "index/subspace_values.h"
#include "index/ultra_table.h"
#include "merels/tablebase.h"
#include "store/database/database.h"

namespace merels {

class UltraReader {
  public:
    explicit UltraReader(std::shared_ptr<const Database> database) : database_(std::move(database)) {}

    // A set of values and the tables of one start that were made with it.
    struct Tables;
    // kMissing where there are none; kWrongVariant or kCorrupt where the set of values and the tables do not fit.
    Result<std::shared_ptr<Tables>> find(const Variant& variant, const UltraChoice& choice) const;
    // The names of the sets that there are tables of for this start, the preferred one first.
    std::vector<std::string> sets(const Variant& variant) const;
    // The value of a drawn position of that start. kMissing where its table is not there.
    Result<Ultra> read(Tables& tables, const Position& position, Side computer) const;
    // The same for several drawn positions of one subspace in which the side to move has the same men, as after turns
    // that take the same man: one look into the cache for all that stand in a block. `out` has as many entries.
    Status read_row(Tables& tables, std::span<const Position* const> positions, Side computer,
                    std::span<std::optional<Ultra>> out) const;

  private:
    using Clock = std::chrono::steady_clock;
    struct Found {
        Result<std::shared_ptr<Tables>> tables;
        Clock::time_point when;
    };
    struct OpenTable;
    Result<std::shared_ptr<const OpenTable>> open(Tables& tables, const Subspace& subspace, bool computer_moves) const;
    // `known` is given back where nothing has changed since; it may be null.
    Result<std::shared_ptr<Tables>> look_for(const Variant& variant, const UltraChoice& choice,
                                             const std::shared_ptr<Tables>& known) const;
    Result<std::vector<std::string>> look_for_sets(const Variant& variant) const;

    std::shared_ptr<const Database> database_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, Found> found_;  // by start and name of the set
    mutable std::map<std::string, std::pair<std::vector<std::string>, Clock::time_point>> sets_;  // by start
};

}  // namespace merels
