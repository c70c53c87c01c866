// SPDX-License-Identifier: MIT
#include "tables/variant_tables.h"

#include "index/collection.h"

namespace merels {

TableId table_id(const Variant& variant, const Subspace& subspace) {
    return {collection_of(variant, subspace), subspace.counts()};
}

Result<ManifestEntry> listed_table(const Database& database, const Variant& variant, const Subspace& subspace) {
    const TableId id = table_id(variant, subspace);
    auto entry = database.entry(id);
    if (!entry) return entry.error();
    const auto manifest = database.manifest(id.collection);
    if (!manifest) return manifest.error();
    if (!is_made_for((*manifest)->rules, variant, subspace)) {
        return Error{ErrorCode::kWrongVariant, manifest_path(database.folder(), id.collection).string() +
                                                   ": made for the rules '" + (*manifest)->rules + "', not '" +
                                                   rules_of(variant, subspace) + "'"};
    }
    if (entry->rows != row_count(subspace) || entry->row_size != row_size(subspace)) {
        return Error{ErrorCode::kCorrupt,
                     table_path(database.folder(), id).string() + ": the number or size of rows is wrong"};
    }
    return entry;
}

Result<std::shared_ptr<const Table>> open_table(const Database& database, const Variant& variant,
                                                const Subspace& subspace) {
    if (const auto listed = listed_table(database, variant, subspace); !listed) return listed.error();
    return database.table(table_id(variant, subspace));
}

bool has_table(const Database& database, const Variant& variant, const Subspace& subspace, ValueKind wanted,
               Trust trust) {
    const auto listed = listed_table(database, variant, subspace);
    if (!listed || (listed->kind != ValueKind::kDtw && listed->kind != wanted)) return false;
    return trust == Trust::kManifest || database.table(table_id(variant, subspace)).ok();
}

Result<Census> read_census(const Database& database, const Variant& variant, const Subspace& subspace) {
    if (const auto listed = listed_table(database, variant, subspace); !listed) return listed.error();
    const TableId id = table_id(variant, subspace);
    const auto text = database.metadata(id);
    if (!text) return text.error();
    auto census = decode_census(**text);
    if (census && !database.is_foreign() && subspace.own_hand + subspace.other_hand > 0) {
        const auto notes = database.notes(id.collection, loss_notes_of(subspace));
        if (!notes) return notes.error();
        census = with_losses(*census, **notes);
    }
    const std::string path = table_path(database.folder(), id).string();
    if (!census) return Error{census.error().code, path + ": " + census.error().message};
    if (census->subspace != subspace || census->positions != position_count(subspace)) {
        return Error{ErrorCode::kCorrupt, path + ": the census is of another subspace"};
    }
    return census;
}

}  // namespace merels
