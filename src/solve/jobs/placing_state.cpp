// SPDX-License-Identifier: MIT
#include "solve/jobs/placing_state.h"

#include <algorithm>

#include "index/census.h"
#include "index/collection.h"

namespace merels {

PlacingState::PlacingState(const std::filesystem::path& database, const Variant& variant, ValueKind wanted)
    : database_(database),
      variant_(variant),
      wanted_(wanted),
      written_(database, std::string(variant.base_id), wanted) {}

bool PlacingState::has_counts(const Subspace& s) {
    const std::string name = loss_notes_of(s);
    if (!notes_.contains(name)) {
        auto notes = read_notes(database_, std::string(variant_.base_id), name);
        notes_.emplace(name, notes ? std::move(*notes) : Notes{});  // damaged notes are made again
    }
    const auto found = notes_.at(name).find(format_subspace(s));
    if (found == notes_.at(name).end()) return false;
    const auto census = decode_census(found->second);
    return census.ok() && (census->with_depth || wanted_ == ValueKind::kWdl);
}

bool PlacingState::is_complete(Side role, const Layer& layer) {
    const auto subspaces = subspaces_of(variant_, layer);
    return std::all_of(subspaces.begin(), subspaces.end(),
                       [&](const Subspace& s) { return layer.to_move == role ? has_table(s) : has_counts(s); });
}

}  // namespace merels
