// SPDX-License-Identifier: MIT
#include "solve/jobs/placing_state.h"

#include <algorithm>

#include "index/census.h"
#include "index/collection.h"

namespace merels {

bool PlacingState::has_table(const Subspace& s) {
    const auto [place, added] = tables_.try_emplace(s);
    if (added) place->second = merels::has_table(*database_, variant_, s, wanted_, trust_);
    return place->second;
}

bool PlacingState::has_counts(const Subspace& s) {
    const std::string name = loss_notes_of(s);
    const auto [place, added] = notes_.try_emplace(name);
    if (added) {
        const auto notes = database_->notes(collection_of(variant_, s), name);
        place->second = notes ? *notes : std::make_shared<const Notes>();  // damaged notes are made again
    }
    const auto found = place->second->find(format_subspace(s));
    if (found == place->second->end()) return false;
    const auto census = decode_census(found->second);
    return census.ok() && (census->with_depth || wanted_ == ValueKind::kWdl);
}

bool PlacingState::is_complete(Side role, const Layer& layer) {
    const auto subspaces = subspaces_of(variant_, layer);
    return std::all_of(subspaces.begin(), subspaces.end(),
                       [&](const Subspace& s) { return layer.to_move == role ? has_table(s) : has_counts(s); });
}

}  // namespace merels
