// SPDX-License-Identifier: MIT
#include "table_catalogue.h"

#include "index/collection.h"

namespace merels::server {
namespace fs = std::filesystem;

std::shared_ptr<const TableFacts> TableCatalogue::find(const Variant& variant, const Subspace& subspace) const {
    const TableId id{collection_of(variant, subspace),
                     {subspace.own, subspace.other, subspace.own_hand, subspace.other_hand}};
    const fs::path path = table_path(database_, id);
    std::error_code error;
    const auto written = fs::last_write_time(path, error);
    if (error) return nullptr;
    const auto bytes = fs::file_size(path, error);
    if (error) return nullptr;
    {
        const std::lock_guard lock(mutex_);
        const auto found = entries_.find(path.string());
        if (found != entries_.end() && found->second.written == written && found->second.bytes == bytes) {
            return found->second.facts;
        }
    }
    std::shared_ptr<TableFacts> facts;
    if (const auto table = Table::open(database_, id)) {
        const TableSpec& spec = (*table)->spec();
        if (spec.rows == row_count(subspace) && spec.row_size == row_size(subspace)) {
            facts = std::make_shared<TableFacts>();
            facts->kind = spec.kind;
            auto census = decode_census(spec.metadata);
            if (census && census->subspace == subspace) facts->census = std::move(*census);
        }
    }
    const std::lock_guard lock(mutex_);
    entries_[path.string()] = {written, bytes, facts};
    return facts;
}

std::uint64_t TableCatalogue::count_files() const {
    std::uint64_t files = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator at(database_, error), end; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        if (at->path().extension() == ".mrl" && at->is_regular_file(ignored)) ++files;
    }
    return files;
}

}  // namespace merels::server
