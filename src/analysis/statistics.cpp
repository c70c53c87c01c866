// SPDX-License-Identifier: MIT
#include "analysis/statistics.h"

#include "index/collection.h"
#include "index/layers.h"

namespace merels {

Result<std::vector<SubspaceStatistics>> collect_statistics(const std::filesystem::path& database,
                                                           const Variant& variant) {
    std::vector<SubspaceStatistics> all;
    for (const Subspace& s : subspaces_of(variant)) {
        SubspaceStatistics entry;
        entry.subspace = s;
        entry.positions = position_count(s);
        const TableId id{collection_of(variant, s), {s.own, s.other, s.own_hand, s.other_hand}};
        const auto table = Table::open(database, id);
        if (!table && table.error().code != ErrorCode::kMissing) return table.error();
        if (table) {
            auto census = decode_census((*table)->spec().metadata);
            if (!census)
                return Error{census.error().code, table_path(database, id).string() + ": " + census.error().message};
            if (census->subspace != s || census->positions != entry.positions) {
                return Error{ErrorCode::kCorrupt,
                             table_path(database, id).string() + ": the census is of another subspace"};
            }
            entry.solved = true;
            entry.kind = (*table)->spec().kind;
            entry.census = std::move(*census);
            entry.file_bytes = (*table)->file_bytes();
            apply_full_board_rule(variant, entry.census);
        }
        all.push_back(std::move(entry));
    }
    return all;
}

void apply_full_board_rule(const Variant& variant, Census& census) {
    if (variant.full_board_draw && census.subspace.own + census.subspace.other == kPoints) census.plies.clear();
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
