// SPDX-License-Identifier: MIT
#include "analysis/statistics.h"

#include "index/collection.h"
#include "index/layers.h"
#include "tables/variant_tables.h"

namespace merels {

Result<SubspaceStatistics> read_statistics(const Database& database, const Variant& variant, const Subspace& s) {
    SubspaceStatistics found{s, position_count(s), false, false, {}, {}, 0};
    const auto listed = listed_table(database, variant, s);
    if (!listed && listed.error().code == ErrorCode::kMissing) return found;
    if (!listed) return listed.error();
    auto census = read_census(database, variant, s);
    if (!census && census.error().code != ErrorCode::kMissing) return census.error();
    // The file may be gone although it is listed; or only its losses are not counted yet.
    found.solved = census.ok() || database.metadata(table_id(variant, s)).ok();
    if (!found.solved) return found;
    found.kind = listed->kind;
    found.file_bytes = listed->bytes;
    if (!census) return found;
    // The tables without hands are shared by games that disagree on a full board; the board itself decides.
    if (variant.full_board_draw && s.own + s.other == kPoints) census->plies.clear();
    found.counted = true;
    found.census = *std::move(census);
    return found;
}

Result<std::vector<SubspaceStatistics>> collect_statistics(const Database& database, const Variant& variant) {
    std::vector<SubspaceStatistics> all;
    for (const Subspace& s : subspaces_of(variant)) {
        auto found = read_statistics(database, variant, s);
        if (!found) return found.error();
        all.push_back(*std::move(found));
    }
    return all;
}

Result<std::shared_ptr<const SubspaceStatistics>> Statistics::find(const Variant& variant, const Subspace& s) const {
    const TableId id = table_id(variant, s);
    Source source;
    if (const auto text = database_->metadata(id)) source.census = *text;
    if (source.census && s.own_hand + s.other_hand > 0) {
        if (const auto notes = database_->notes(id.collection, loss_notes_of(s))) source.losses = *notes;
    }
    const Key key{id.collection, s, variant.full_board_draw};
    if (source.census) {
        const std::lock_guard lock(mutex_);
        if (const auto found = entries_.find(key); found != entries_.end() && found->second.source == source) {
            return found->second.statistics;
        }
    }
    auto read = read_statistics(*database_, variant, s);
    if (!read) return read.error();
    auto statistics = std::make_shared<const SubspaceStatistics>(*std::move(read));
    const std::lock_guard lock(mutex_);
    entries_[key] = {std::move(source), statistics};
    return statistics;
}

std::optional<PlyCount> longest(const Census& census, int parity) {
    for (auto p = census.plies.rbegin(); p != census.plies.rend(); ++p) {
        if (p->ply % 2 == parity) return *p;
    }
    return std::nullopt;
}

std::optional<Position> longest_example(const Census& census) {
    if (census.plies.empty()) return std::nullopt;
    return position_at(census.subspace, census.plies.back().example);
}

}  // namespace merels
