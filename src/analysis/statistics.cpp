// SPDX-License-Identifier: MIT
#include "analysis/statistics.h"

#include "index/collection.h"
#include "index/layers.h"
#include "store/notes.h"

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
            if (s.own_hand + s.other_hand > 0) {
                const auto notes = read_notes(database, id.collection, loss_notes_of(s));
                if (!notes && notes.error().code != ErrorCode::kMissing) return notes.error();
                auto whole = with_losses(*census, notes ? *notes : Notes{});
                if (!whole && whole.error().code != ErrorCode::kMissing) return whole.error();
                if (!whole) {  // the role that finds the losses is still to come
                    all.push_back(std::move(entry));
                    continue;
                }
                census = std::move(whole);
            }
            if (census->subspace != s || census->positions != entry.positions) {
                return Error{ErrorCode::kCorrupt,
                             table_path(database, id).string() + ": the census is of another subspace"};
            }
            entry.solved = true;
            entry.kind = (*table)->spec().kind;
            entry.census = std::move(*census);
            entry.file_bytes = (*table)->file_bytes();
            // The tables without hands are shared by games that disagree on a full board; the board itself decides.
            if (variant.full_board_draw && s.own + s.other == kPoints) entry.census.plies.clear();
        }
        all.push_back(std::move(entry));
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
