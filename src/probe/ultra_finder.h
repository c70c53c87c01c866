// SPDX-License-Identifier: MIT
// The ultra-strong values of a database (docs/table_format.md, section 11), by position. Thread-safe. A table that was
// found is kept as it is; one that is missing is looked for again at every call.
#pragma once

#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <tuple>

#include "index/subspace_values.h"
#include "index/ultra_table.h"
#include "store/database/database.h"

namespace merels {

struct UltraFound {
    UltraEntry entry;        // for the side to move
    int subspace_value = 0;  // of the position's own subspace, for the side to move
};

class UltraFinder {
  public:
    explicit UltraFinder(std::shared_ptr<const Database> database) : database_(std::move(database)) {}

    // The entry of a position that is known to be drawn. `heuristic` names the set of values; empty: the only one that
    // the database has for this start (kBadInput where there are several). `computer` counts where the set is split.
    // kMissing where there is no such table, kWrongVariant where a collection does not go with its values.json.
    // Cost, warm: a shared lock and one look-up for each plane.
    Result<UltraFound> find(const Variant& variant, const Position& position, std::string_view heuristic,
                            Side computer) const;

  private:
    struct Opened {
        std::shared_ptr<const Table> table;
        UltraCodes codes;
    };
    using TableKey = std::tuple<std::string, bool, Subspace>;  // set, whether the computer moves, subspace

    Result<std::string> only_heuristic(const Variant& variant) const;
    Result<std::shared_ptr<const SubspaceValues>> values(const Variant& variant, std::string_view heuristic) const;
    Result<std::shared_ptr<const Opened>> open(const Variant& variant, std::string_view heuristic, bool computer_moves,
                                               const Subspace& subspace) const;

    std::shared_ptr<const Database> database_;
    mutable std::shared_mutex mutex_;
    mutable std::map<std::string, std::shared_ptr<const SubspaceValues>> values_;  // by collection
    mutable std::map<TableKey, std::shared_ptr<const Opened>> tables_;
};

}  // namespace merels
