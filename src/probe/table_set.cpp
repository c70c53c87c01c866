// SPDX-License-Identifier: MIT
#include "probe/table_set.h"

#include <mutex>

#include "index/collection.h"

namespace merels {

Result<std::shared_ptr<const Table>> TableSet::find(const Variant& variant, const Subspace& subspace) const {
    const Key key{variant.base_id, subspace};
    {
        const std::shared_lock lock(mutex_);
        if (const auto found = tables_.find(key); found != tables_.end()) return found->second;
    }
    const TableId id{collection_of(variant, subspace),
                     {subspace.own, subspace.other, subspace.own_hand, subspace.other_hand}};
    auto opened = Table::open(database_, id);
    if (!opened) return opened.error();
    const TableSpec& spec = (*opened)->spec();
    if (spec.rows != row_count(subspace) || spec.row_size != row_size(subspace)) {
        return Error{ErrorCode::kCorrupt, table_path(database_, id).string() + ": the number or size of rows is wrong"};
    }
    const std::unique_lock lock(mutex_);
    return tables_.emplace(key, std::move(*opened)).first->second;
}

}  // namespace merels
