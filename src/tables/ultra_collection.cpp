// SPDX-License-Identifier: MIT
#include "tables/ultra_collection.h"

#include <algorithm>

#include "tables/value_sources.h"

namespace merels {
namespace {

std::filesystem::path values_path(const Database& database, const std::string& collection) {
    return database.folder() / collection / kSubspaceValuesFile;
}

// The set of values that a collection was made with; the manifest has its digest.
Result<SubspaceValues> values_of(const Database& database, const Variant& variant, const std::string& name) {
    const std::string collection = ultra_collection(variant, name);
    const auto manifest = database.manifest(collection);
    if (!manifest) return manifest.error();
    const std::string path = values_path(database, collection).string();
    const auto text = database.text(collection, kSubspaceValuesFile);
    if (!text) return text.error();
    auto values = decode_subspace_values(variant, *text);
    if (!values) return Error{ErrorCode::kCorrupt, path + ": " + values.error().message};
    if ((*manifest)->rules != ultra_rules(*values)) {
        return Error{ErrorCode::kWrongVariant, path + ": the tables were made with other values: '" +
                                                   (*manifest)->rules + "', not '" + ultra_rules(*values) + "'"};
    }
    return values;
}

}  // namespace

Result<std::vector<std::string>> UltraCollection::names(const Database& database, const Variant& variant) {
    const auto collections = database.collections();
    if (!collections) return collections.error();
    const std::string prefix = variant.id() + " ultra ";  // of the rules text
    std::vector<std::string> names;
    for (const std::string& collection : *collections) {
        const auto manifest = database.manifest(collection);
        if (!manifest) continue;
        const std::string& rules = (*manifest)->rules;
        if (!rules.starts_with(prefix)) continue;
        const std::string name = rules.substr(prefix.size(), rules.find(' ', prefix.size()) - prefix.size());
        if (collection == ultra_collection(variant, name)) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

Result<UltraCollection> UltraCollection::open(const Database& database, const Variant& variant,
                                              const std::string& source) {
    const auto known = names(database, variant);
    if (!known) return known.error();
    std::string list;
    for (const std::string& name : *known) list += (list.empty() ? "" : ", ") + name;
    const Error none{ErrorCode::kMissing, "no ultra-strong tables of " + variant.id() +
                                              (source.empty() ? "" : " for the values '" + source + "'") + " in '" +
                                              database.folder().string() + "'" +
                                              (list.empty() ? "" : "; there are " + list)};
    if (known->empty()) return none;
    std::string name = source;
    std::optional<SubspaceValues> wanted;
    if (source.empty()) {
        if (known->size() > 1) {
            return Error{ErrorCode::kBadInput, "ultra-strong tables of " + variant.id() +
                                                   " are there for several sets of values (" + list +
                                                   "): say which with --subspace-values"};
        }
        name = known->front();
    } else if (std::find(known->begin(), known->end(), source) == known->end()) {
        if (!std::filesystem::is_regular_file(source)) return none;
        auto read = read_subspace_values(variant, source);
        if (!read) return read.error();
        name = read->heuristic();
        if (std::find(known->begin(), known->end(), name) == known->end()) return none;
        wanted = std::move(*read);
    }
    auto values = values_of(database, variant, name);
    if (!values) return values.error();
    if (wanted && wanted->digest() != values->digest()) {
        return Error{ErrorCode::kWrongVariant,
                     "the tables for the values '" + name + "' were made with other values than " + source + " has"};
    }
    return UltraCollection(database, std::move(*values));
}

UltraCollection::UltraCollection(const Database& database, SubspaceValues values)
    : database_(&database), values_(std::make_shared<const SubspaceValues>(std::move(values))) {
    const auto variant = parse_variant(values_->variant_id());
    for (const bool computer_moves : {true, false}) {
        collections_[computer_moves ? 0 : 1] =
            ultra_collection(*variant, values_->heuristic(), computer_moves || values_->antisymmetric());
    }
}

Result<UltraCodes> UltraCollection::codes(const Subspace& subspace, bool computer_moves) const {
    const TableId id{collection(computer_moves), subspace.counts()};
    const auto manifest = database_->manifest(id.collection);
    if (!manifest) return manifest.error();
    const std::string path = table_path(database_->folder(), id).string();
    if ((*manifest)->rules != ultra_rules(*values_)) {
        return Error{ErrorCode::kWrongVariant, path + ": made with other values of subspaces"};
    }
    const auto entry = database_->entry(id);
    if (!entry) return entry.error();
    const auto text = database_->metadata(id);
    if (!text) return text.error();
    auto codes = decode_ultra_codes(**text);
    if (!codes) return Error{codes.error().code, path + ": " + codes.error().message};
    const std::uint32_t rows = database_->is_foreign() ? row_count(subspace) : codes->rows();
    const bool fits = entry->kind == ValueKind::kUltra && codes->subspace == subspace && entry->rows == rows &&
                      entry->row_size == row_size(subspace);
    if (!fits) return Error{ErrorCode::kCorrupt, path + ": not an ultra-strong table of this subspace"};
    return codes;
}

Result<UltraTable> UltraCollection::table(const Subspace& subspace, bool computer_moves) const {
    if (database_->is_foreign()) {
        return Error{ErrorCode::kBadInput,
                     "'" + database_->folder().string() + "' has files of another program: this needs tables of ours"};
    }
    auto found = codes(subspace, computer_moves);
    if (!found) return found.error();
    auto table = database_->table({collection(computer_moves), subspace.counts()});
    if (!table) return table.error();
    return UltraTable{std::move(*table), std::move(*found)};
}

}  // namespace merels
