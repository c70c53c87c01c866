// SPDX-License-Identifier: MIT
// The writing end of a job that ranks share (base/transport.h): all call it, the first one writes, and all get the same
// answer. With one rank it is the database's writer and nothing else.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/transport.h"
#include "store/database/database.h"

namespace merels {

// All ranks see what the first one writes to the folder, else kBadInput.
Status check_shared(const std::filesystem::path& folder, Transport& ranks);

// For ranks that write tables each for itself (DatabaseOptions::beside_others): the first one removes what a killed
// solve left, as long as nobody else writes. Errors of Database::writer, the same for all.
Status tidy_for_ranks(const std::filesystem::path& folder, Transport& ranks);

class RankWriter {
  public:
    // Takes the database's writer on the first rank. Errors of Database::writer.
    static Result<RankWriter> open(Database& database, Transport& ranks);

    // `first_rows`: which rows of the source each rank has (store/table/table.h); empty: all have all.
    Result<ManifestEntry> write(const TableSpec& spec, const RowSource& source, int threads,
                                std::vector<std::uint32_t> first_rows) const;
    Status list(const std::string& collection, const std::string& rules, std::span<const ManifestEntry> entries) const;
    Status add_notes(const std::string& collection, const std::string& name, const Notes& notes) const;

  private:
    RankWriter(const Database& database, Transport& ranks, std::shared_ptr<DatabaseWriter> writer)
        : database_(&database), ranks_(&ranks), writer_(std::move(writer)) {}

    const Database* database_;
    Transport* ranks_;
    std::shared_ptr<DatabaseWriter> writer_;  // null where another rank writes
};

}  // namespace merels
