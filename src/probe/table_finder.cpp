// SPDX-License-Identifier: MIT
#include "probe/table_finder.h"

#include <mutex>

#include "tables/variant_tables.h"

namespace merels {
namespace {

// What decides which table a subspace is in and whether it is of these rules (index/collection.h), in one number.
std::uint64_t key_of(const Variant& variant, const Subspace& s) {
    std::uint64_t key = static_cast<std::uint64_t>(variant.board) | static_cast<std::uint64_t>(variant.all_in_mills)
                                                                        << 4;
    if (s.own_hand + s.other_hand > 0) {
        key |= static_cast<std::uint64_t>(variant.phases) << 12 | std::uint64_t{variant.takes} << 16 |
               std::uint64_t{variant.full_board_draw} << 24;
    }
    return key << 32 | std::uint64_t{s.own} << 24 | std::uint64_t{s.other} << 16 | std::uint64_t{s.own_hand} << 8 |
           s.other_hand;
}

}  // namespace

Result<std::shared_ptr<const Table>> TableFinder::find(const Variant& variant, const Subspace& subspace) const {
    const std::uint64_t key = key_of(variant, subspace);
    const auto now = Clock::now();
    {
        const std::shared_lock lock(mutex_);
        const auto found = tables_.find(key);
        if (found != tables_.end() && now - found->second.when < kTrusted) return found->second.table;
    }
    auto table = open_table(*database_, variant, subspace);
    const std::unique_lock lock(mutex_);
    if (table) {
        tables_[key] = {*table, now};
    } else {
        tables_.erase(key);
    }
    return table;
}

void TableFinder::fill_cache(std::uint64_t bytes, const std::atomic<bool>& stop) const {
    auto filled = database_->fill_cache(bytes, stop);
    const std::unique_lock lock(mutex_);
    filled_ = std::move(filled);
}

}  // namespace merels
