// SPDX-License-Identifier: MIT
#include "analysis/statistics.h"

#include "index/collection.h"
#include "index/layers.h"
#include "store/database/notes.h"

namespace merels {
namespace {

// The census of a table; kMissing when its losses, which stand beside a table with men in hand, are not counted yet.
Result<Census> whole_census(const std::filesystem::path& database, const Table& table, const Subspace& s) {
    const TableSpec& spec = table.spec();
    auto census = decode_census(spec.metadata);
    if (census && s.own_hand + s.other_hand > 0) {
        const auto notes = read_notes(database, spec.id.collection, loss_notes_of(s));
        if (!notes) return notes.error();
        census = with_losses(*census, *notes);
    }
    if (!census && census.error().code == ErrorCode::kMissing) return census.error();
    const std::string path = table_path(database, spec.id).string();
    if (!census) return Error{census.error().code, path + ": " + census.error().message};
    if (census->subspace != s || census->positions != position_count(s)) {
        return Error{ErrorCode::kCorrupt, path + ": the census is of another subspace"};
    }
    return census;
}

}  // namespace

Result<std::optional<SubspaceStatistics>> read_statistics(const std::filesystem::path& database, const Variant& variant,
                                                          const Subspace& s) {
    using Found = std::optional<SubspaceStatistics>;
    const TableId id{collection_of(variant, s), s.counts()};
    const auto table = Table::open(database, id);
    if (!table) return table.error().code == ErrorCode::kMissing ? Result<Found>(Found{}) : table.error();
    auto census = whole_census(database, **table, s);
    if (!census) return census.error().code == ErrorCode::kMissing ? Result<Found>(Found{}) : census.error();
    // The tables without hands are shared by games that disagree on a full board; the board itself decides.
    if (variant.full_board_draw && s.own + s.other == kPoints) census->plies.clear();
    return Found({s, position_count(s), true, (*table)->spec().kind, std::move(*census), (*table)->file_bytes()});
}

Result<std::vector<SubspaceStatistics>> collect_statistics(const std::filesystem::path& database,
                                                           const Variant& variant) {
    std::vector<SubspaceStatistics> all;
    for (const Subspace& s : subspaces_of(variant)) {
        auto found = read_statistics(database, variant, s);
        if (!found) return found.error();
        all.push_back(*found ? std::move(**found) : SubspaceStatistics{s, position_count(s), false, {}, {}, 0});
    }
    return all;
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
