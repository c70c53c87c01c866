// SPDX-License-Identifier: MIT
// What a database holds already: asked by jobs that add to it.
#pragma once

#include <filesystem>
#include <string>

#include "index/subspace.h"
#include "merels/result.h"
#include "store/database/manifest.h"
#include "store/table/table.h"

namespace merels {

// The tables of a collection that need not be written again. A table counts when the manifest lists it, its file opens
// and it holds what is wanted: depths serve where only the result is wanted, not the other way round.
class WrittenTables {
  public:
    WrittenTables(const std::filesystem::path& database, const std::string& collection, ValueKind wanted);

    bool has(const Subspace& subspace) const;
    // Why the manifest cannot be used; kMissing where there is none yet.
    Status status() const;

  private:
    std::filesystem::path database_;
    std::string collection_;
    ValueKind wanted_;
    Result<Manifest> manifest_;
};

// Removes what a killed writer left behind. Only for the holder of the database's lock.
void remove_unfinished_files(const std::filesystem::path& folder);

}  // namespace merels
