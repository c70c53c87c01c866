// SPDX-License-Identifier: MIT
// Which table of a database belongs to a subspace of a game, and whether it is one: the place where index (what a
// table must look like) and store (what is on disk) meet. Whoever opens tables of a game asks here.
#pragma once

#include <memory>

#include "index/census.h"
#include "index/subspace.h"
#include "merels/result.h"
#include "merels/variant.h"
#include "store/database/database.h"

namespace merels {

TableId table_id(const Variant& variant, const Subspace& subspace);

// What the manifest says of the table; no table file is opened. kMissing where it lists none, kWrongVariant where the
// collection was made for other rules, kCorrupt where the table cannot be of this subspace.
Result<ManifestEntry> listed_table(const Database& database, const Variant& variant, const Subspace& subspace);

// The same checks, then Database::table.
Result<std::shared_ptr<const Table>> open_table(const Database& database, const Variant& variant,
                                                const Subspace& subspace);

// How much is believed of what a manifest says.
enum class Trust : std::uint8_t {
    kManifest,  // all of it: for plans
    kOpened,    // that a table is there only if it opens: before work that would skip it
};

// Whether the table need not be written again: depths serve where only results are wanted, not the other way round.
bool has_table(const Database& database, const Variant& variant, const Subspace& subspace, ValueKind wanted,
               Trust trust);

// What a table counted, with its losses, which stand beside a table with men in hand. kMissing when the table is not
// there, or its losses are not counted yet; kCorrupt where the counts are not of this subspace.
Result<Census> read_census(const Database& database, const Variant& variant, const Subspace& subspace);

}  // namespace merels
