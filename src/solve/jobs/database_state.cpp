// SPDX-License-Identifier: MIT
#include "solve/jobs/database_state.h"

#include <vector>

namespace merels {

WrittenTables::WrittenTables(const std::filesystem::path& database, const std::string& collection, ValueKind wanted)
    : database_(database), collection_(collection), wanted_(wanted), manifest_(read_manifest(database, collection)) {}

bool WrittenTables::has(const Subspace& subspace) const {
    const TableId id{collection_, subspace.counts()};
    if (!manifest_ || manifest_->find(id.counts) == nullptr) return false;
    const auto table = Table::open(database_, id);
    if (!table.ok()) return false;
    const ValueKind kind = (*table)->spec().kind;
    return kind == wanted_ || (kind == ValueKind::kDtw && wanted_ == ValueKind::kWdl);
}

Status WrittenTables::status() const { return manifest_ ? ok_status() : Status(manifest_.error()); }

void remove_unfinished_files(const std::filesystem::path& folder) {
    std::error_code ignored;
    std::vector<std::filesystem::path> unfinished;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        if (entry.path().extension() == ".part") unfinished.push_back(entry.path());
    }
    for (const auto& path : unfinished) std::filesystem::remove(path, ignored);
}

}  // namespace merels
