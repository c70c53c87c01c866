// SPDX-License-Identifier: MIT
#include "server/api/table_catalogue.h"

#include "analysis/statistics.h"
#include "index/collection.h"
#include "store/database/notes.h"

namespace merels::server {
namespace fs = std::filesystem;

// Sizes and write times of the table and, where it has men in hand, of the file that counts its losses.
std::optional<std::string> TableCatalogue::state_of(const TableId& id, const Subspace& subspace) const {
    const fs::path path = table_path(database_, id);
    std::error_code error;
    const auto written = fs::last_write_time(path, error);
    if (error) return std::nullopt;
    const auto bytes = fs::file_size(path, error);
    if (error) return std::nullopt;
    std::string state = std::to_string(written.time_since_epoch().count()) + " " + std::to_string(bytes);
    if (subspace.own_hand + subspace.other_hand > 0) {
        const auto noted = fs::last_write_time(notes_path(database_, id.collection, loss_notes_of(subspace)), error);
        if (!error) state += " " + std::to_string(noted.time_since_epoch().count());
    }
    return state;
}

std::shared_ptr<const TableFacts> TableCatalogue::read(const Variant& variant, const Subspace& subspace,
                                                       const TableId& id) const {
    auto statistics = read_statistics(database_, variant, subspace);
    if (statistics && *statistics) {
        return std::make_shared<TableFacts>(TableFacts{(*statistics)->kind, std::move((*statistics)->census)});
    }
    // Values can be there before all counts are.
    const auto table = Table::open(database_, id);
    if (!table) return nullptr;
    const TableSpec& spec = (*table)->spec();
    if (spec.rows != row_count(subspace) || spec.row_size != row_size(subspace)) return nullptr;
    return std::make_shared<TableFacts>(TableFacts{spec.kind, {}});
}

std::shared_ptr<const TableFacts> TableCatalogue::find(const Variant& variant, const Subspace& subspace) const {
    const TableId id{collection_of(variant, subspace), subspace.counts()};
    auto state = state_of(id, subspace);
    if (!state) return nullptr;
    // Games that share a table may disagree on a full board, which its statistics know.
    std::string key = table_path(database_, id).string() + (variant.full_board_draw ? " full board draw" : "");
    {
        const std::lock_guard lock(mutex_);
        const auto found = entries_.find(key);
        if (found != entries_.end() && found->second.state == *state) return found->second.facts;
    }
    auto facts = read(variant, subspace, id);
    const std::lock_guard lock(mutex_);
    entries_[std::move(key)] = {std::move(*state), facts};
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
