// SPDX-License-Identifier: MIT
// What Malom's files should hold, from tables of ours: entries of a subspace, some rows at a time.
//
//   auto source = MalomSource::open(tables, variant, "published");
//   source->sector({4, 3, 0, 0})->read(first_row, rows, entries);
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "index/subspace.h"
#include "malom/malom_folder.h"
#include "malom/malom_format.h"
#include "merels/result.h"
#include "merels/tablebase.h"
#include "merels/variant.h"
#include "tables/ultra_collection.h"

namespace merels {

// One subspace. Const and thread-safe.
class MalomSector {
  public:
    MalomSector(const Tablebase& tables, const Variant& variant, const SubspaceValues& values, Subspace subspace,
                UltraTable ultra);

    const Subspace& subspace() const { return subspace_; }
    // The entries of some rows, one after the other. kMissing or worse where tables cannot be read.
    Status read(std::uint32_t first_row, std::uint32_t rows, std::vector<MalomEntry>& out) const;

  private:
    Status read_draws(std::uint32_t first_row, std::uint32_t rows, const std::vector<Value>& values,
                      std::vector<MalomEntry>& out) const;

    const Tablebase& tables_;
    Variant variant_;
    Subspace subspace_;
    UltraTable ultra_;
    int win_;   // k1 of a won position
    int loss_;  // of a lost one
    std::vector<MalomEntry> by_code_;
};

class MalomSource {
  public:
    // Errors of UltraCollection::open, and of MalomFormat::of. The tablebase must live as long.
    static Result<MalomSource> open(const Tablebase& tables, const Variant& variant, const std::string& values);

    const MalomFormat& format() const { return format_; }
    const SubspaceValues& values() const { return ultra_.values(); }
    MalomGame game() const { return {variant_, values().heuristic()}; }
    // Those that have a value, ascending.
    std::vector<Subspace> subspaces() const;
    // kMissing where there is no ultra-strong table.
    Result<std::unique_ptr<const MalomSector>> sector(const Subspace& subspace) const;

  private:
    MalomSource(const Tablebase& tables, const Variant& variant, UltraCollection ultra, MalomFormat format)
        : tables_(&tables), variant_(variant), ultra_(std::move(ultra)), format_(std::move(format)) {}

    const Tablebase* tables_;
    Variant variant_;
    UltraCollection ultra_;
    MalomFormat format_;
};

}  // namespace merels
