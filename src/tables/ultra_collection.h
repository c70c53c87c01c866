// SPDX-License-Identifier: MIT
// The ultra-strong tables of a start for one set of values of subspaces: which sets a database has, and their tables.
//
//   auto set = UltraCollection::open(database, variant, "published");     // "" where there is only one
//   auto table = set->table({6, 3, 0, 0});
//   table->codes.entry(...)                                        // index/ultra_table.h
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "index/subspace_values.h"
#include "index/ultra_table.h"
#include "merels/result.h"
#include "store/database/database.h"

namespace merels {

struct UltraTable {
    std::shared_ptr<const Table> table;
    UltraCodes codes;
};

class UltraCollection {
  public:
    // The names of the sets for which there are tables of this start, ascending. Cost: a look at the manifests.
    static Result<std::vector<std::string>> names(const Database& database, const Variant& variant);

    // `source` as in --subspace-values: the name of a set, a file with the values, or nothing where there is one set
    // only. kMissing where there is none, kBadInput where one must be chosen, kWrongVariant where the tables were made
    // with other values than `values.json`, or than the file, has. The database must live as long.
    static Result<UltraCollection> open(const Database& database, const Variant& variant, const std::string& source);

    const SubspaceValues& values() const { return *values_; }
    // The collection with the computer, or the other, to move: one and the same unless the set is split.
    const std::string& collection(bool computer_moves = true) const { return collections_[computer_moves ? 0 : 1]; }
    // kMissing where the manifest has none, kCorrupt where it cannot be of this subspace. Thread-safe.
    Result<UltraTable> table(const Subspace& subspace, bool computer_moves = true) const;
    // What the table counted: its codes, without opening it. Errors as table().
    Result<UltraCodes> codes(const Subspace& subspace, bool computer_moves = true) const;

  private:
    UltraCollection(const Database& database, SubspaceValues values);

    const Database* database_;
    std::shared_ptr<const SubspaceValues> values_;
    std::array<std::string, 2> collections_;
};

inline constexpr const char* kUltraSetHelp =
    "Which ultra-strong tables, where there are several: the name of their values of subspaces, or the file";

}  // namespace merels
