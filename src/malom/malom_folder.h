// SPDX-License-Identifier: MIT
// A folder of Malom's files, shown as collections of tables (store/database/table_source.h): the tables without hands,
// those with hands, and the ultra-strong ones, all of them the same files. tables/open_database.h makes a Database of
// it.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "malom/malom_file.h"
#include "malom/malom_table.h"
#include "store/database/table_source.h"
#include "store/files/file_state.h"

namespace merels {

// The name of the set of values in a folder that does not tell it.
inline constexpr const char* kMalomSet = "malom";

// Which game a folder of Malom's files is of, beside them: "nine-c1@4,4 ratio". Malom itself writes none; then it is
// the game that Malom means.
struct MalomGame {
    Variant variant;
    std::string set;  // name of the values of subspaces

    static std::string file_name(const std::string& prefix) { return prefix + ".game"; }
    std::string text() const { return variant.id() + ' ' + set + '\n'; }
    // Of this prefix. kMissing where there is no such file, kCorrupt where it makes no sense.
    static Result<MalomGame> read(const std::filesystem::path& folder, const std::string& prefix);
};

class MalomFolder final : public TableSource {
  public:
    // Whether it has files of Malom's at all. Cost: a look into the folder.
    static bool is_one(const std::filesystem::path& folder);
    // Reads the values of subspaces; the other files are opened when they are asked for. kMissing where the values are
    // not there, kCorrupt, kWrongVariant.
    static Result<std::shared_ptr<const MalomFolder>> open(const std::filesystem::path& folder);

    std::vector<std::string> collections() const override;
    Result<std::shared_ptr<const Manifest>> manifest(const std::string& collection) const override;
    Result<std::shared_ptr<const Table>> table(const TableId& id) const override;
    Result<std::shared_ptr<const std::string>> metadata(const TableId& id) const override;
    Result<std::string> text(const std::string& collection, std::string_view name) const override;

  private:
    struct Game {
        Variant variant;
        MalomFormat format;
        std::shared_ptr<const SubspaceValues> values;
    };
    // Where the tables of a collection come from: the games whose files serve, by counts.
    struct Collection {
        std::shared_ptr<const Manifest> manifest;
        std::map<std::array<std::uint8_t, 4>, const Game*> files;
    };
    using Listing = std::map<std::string, Collection>;
    struct Known {
        FileState state;
        std::weak_ptr<const MalomTable> table;
        std::shared_ptr<const std::string> metadata;  // null: not counted yet
    };

    explicit MalomFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
    static Result<Game> open_game(const std::filesystem::path& folder, const std::string& prefix);
    std::shared_ptr<const Listing> listing() const;
    Listing list() const;
    Result<std::shared_ptr<const MalomTable>> open_table(const TableId& id) const;

    const std::filesystem::path folder_;
    std::vector<Game> games_;
    mutable std::mutex mutex_;
    mutable std::shared_ptr<const Listing> listing_;
    mutable FileState listed_;                    // the folder when it was listed
    mutable std::map<std::string, Known> known_;  // by collection and counts
};

}  // namespace merels
