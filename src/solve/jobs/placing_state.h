// SPDX-License-Identifier: MIT
// What a database holds of the layers with hands of one variant, seen with what is wanted of them: the tables, and the
// counts of their losses (index/collection.h: loss_notes_of). A snapshot.
#pragma once

#include <map>
#include <string>

#include "index/layers.h"
#include "merels/variant.h"
#include "tables/variant_tables.h"

namespace merels {

class PlacingState {
  public:
    PlacingState(const Database& database, const Variant& variant, ValueKind wanted, Trust trust)
        : database_(&database), variant_(variant), wanted_(wanted), trust_(trust) {}

    bool has_table(const Subspace& s);
    bool has_counts(const Subspace& s);
    // All that the role of a side gives of the layer is there: tables where it moves, else counts of losses.
    bool is_complete(Side role, const Layer& layer);

  private:
    const Database* database_;
    Variant variant_;
    ValueKind wanted_;
    Trust trust_;
    std::map<Subspace, bool> tables_;
    std::map<std::string, std::shared_ptr<const Notes>> notes_;
};

}  // namespace merels
