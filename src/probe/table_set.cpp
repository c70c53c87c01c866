// SPDX-License-Identifier: MIT
#include "probe/table_set.h"

#include <map>
#include <mutex>
#include <set>

#include "index/collection.h"

namespace merels {

Result<std::shared_ptr<const Table>> TableSet::find(const Variant& variant, const Subspace& subspace) const {
    const bool hands = subspace.own_hand + subspace.other_hand > 0;
    const Key key{hands ? variant.base_id : std::string_view(), variant.board, variant.all_in_mills, subspace};
    {
        const std::shared_lock lock(mutex_);
        if (const auto found = tables_.find(key); found != tables_.end()) return found->second;
    }
    const TableId id{collection_of(variant, subspace), subspace.counts()};
    auto opened = Table::open(database_, id);
    if (!opened) return opened.error();
    const TableSpec& spec = (*opened)->spec();
    if (spec.rows != row_count(subspace) || spec.row_size != row_size(subspace)) {
        return Error{ErrorCode::kCorrupt, table_path(database_, id).string() + ": the number or size of rows is wrong"};
    }
    const std::unique_lock lock(mutex_);
    return tables_.emplace(key, std::move(*opened)).first->second;
}

void TableSet::fill_cache(std::uint64_t bytes, const std::atomic<bool>& stop) const {
    std::map<std::uint64_t, std::set<std::shared_ptr<const Table>>> tables;  // by size
    for (const Variant& variant : all_variants()) {
        for (std::uint8_t own = kMinMen; own <= kMaxMen; ++own) {
            for (std::uint8_t other = kMinMen; other <= kMaxMen; ++other) {
                const Subspace subspace{own, other, 0, 0};
                if (const auto table = find(variant, subspace)) {
                    tables[std::uint64_t{row_count(subspace)} * row_size(subspace)].insert(*table);
                }
            }
        }
    }
    for (const auto& [size, same_size] : tables) {
        for (const auto& table : same_size) {
            if (size > bytes || stop) return;
            bytes -= size;
            (void)table->fill_cache(stop);
        }
    }
}

}  // namespace merels
