// SPDX-License-Identifier: MIT
// What a database holds of the layers with hands of one variant, seen with what is wanted of them: the tables, and the
// counts of their losses (index/collection.h: loss_notes_of). A snapshot.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "index/layers.h"
#include "merels/variant.h"
#include "solve/jobs/database_state.h"
#include "store/database/notes.h"
#include "store/table/table.h"

namespace merels {

class PlacingState {
  public:
    PlacingState(const std::filesystem::path& database, const Variant& variant, ValueKind wanted);

    bool has_table(const Subspace& s) const { return written_.has(s); }
    bool has_counts(const Subspace& s);
    // All that the role of a side gives of the layer is there: tables where it moves, else counts of losses.
    bool is_complete(Side role, const Layer& layer);

  private:
    std::filesystem::path database_;
    Variant variant_;
    ValueKind wanted_;
    WrittenTables written_;
    std::map<std::string, Notes> notes_;
};

}  // namespace merels
