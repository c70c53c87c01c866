// SPDX-License-Identifier: MIT
// A folder of tables: what its manifests list, the open tables, the texts beside them, and the right to write.
// Everybody who reads or writes tables does it through one of these.
//
//   Database database("db");
//   auto table = database.table({"nine-capture", {3, 3, 0, 0}});
//   auto writer = database.writer();                       // nobody else writes while it lives
//
// A folder that is not there is an empty database. A table counts when a manifest lists it and not otherwise. Every
// answer is as of now: files that were replaced on disk, by whatever process, are read again (a table that somebody
// holds stays as it was). All const members are thread-safe.
//
// Cost: making one reads nothing. Manifests and notes are read once and then looked at with one system call for each
// question; a table is open once, for all who hold it, and closed when nobody does. Decoded blocks share one cache.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "merels/result.h"
#include "store/database/manifest.h"
#include "store/database/notes.h"
#include "store/database/table_source.h"
#include "store/files/file_access.h"
#include "store/files/file_state.h"
#include "store/table/block_cache.h"
#include "store/table/table.h"

namespace merels {

class DatabaseWriter;

struct DatabaseOptions {
    std::size_t cache_bytes = BlockCache::kDefaultBytes;  // most bytes of decoded blocks
    std::shared_ptr<const TableSource> source = nullptr;  // what the folder holds where it is not tables of ours
    bool beside_others = false;                           // processes of one job write, each by writer()
};

class Database {
  public:
    explicit Database(std::filesystem::path folder, const DatabaseOptions& options = {});
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    const std::filesystem::path& folder() const { return folder_; }

    // Files of another program, which are only read.
    bool is_foreign() const { return source_ != nullptr; }

    // Collections with a manifest, ascending. Cost: a look into the folder.
    Result<std::vector<std::string>> collections() const;
    // kMissing where the collection has none; errors of read_manifest.
    Result<std::shared_ptr<const Manifest>> manifest(const std::string& collection) const;
    // What the manifest says of a table; no table file is opened. kMissing where it lists none.
    Result<ManifestEntry> entry(const TableId& id) const;
    // kMissing where no manifest lists it; errors of Table::open. Hold it as long as it is of use: every open table
    // takes a file descriptor, so the database itself keeps none.
    Result<std::shared_ptr<const Table>> table(const TableId& id) const;
    // The text that a table carries, without keeping the table open. Errors as table().
    Result<std::shared_ptr<const std::string>> metadata(const TableId& id) const;
    // A text file beside the tables of a collection. Errors of read_text_file.
    Result<std::string> text(const std::string& collection, std::string_view name) const;
    // kMissing where there are none; errors of read_notes.
    Result<std::shared_ptr<const Notes>> notes(const std::string& collection, const std::string& name) const;

    // Tables that the manifests list.
    std::uint64_t table_count() const;

    // Decodes tables without hands into the cache, the smallest first, as long as they fit `bytes`; until *stop is
    // set. What cannot be read is left to those who ask for it. Gives back the tables: their blocks are found as long
    // as somebody holds them. Cost: about a second for each gigabyte.
    std::vector<std::shared_ptr<const Table>> fill_cache(std::uint64_t bytes, const std::atomic<bool>& stop) const;

    // The right to write, of which there is one at a time: kIo while another process has it. Makes the folder, and
    // removes what a killed writer left unfinished. Beside others it is shared with them, and nothing is removed: they
    // may write the same tables, with the same bytes. Within this object whoever asks again while it lives gets the
    // same one, so a caller who holds it keeps it between the jobs that it runs. kBadInput in a folder of foreign
    // files.
    Result<std::shared_ptr<DatabaseWriter>> writer();

  private:
    struct OpenTable {
        ManifestEntry entry;
        FileState state;
        std::weak_ptr<const Table> table;
    };
    struct Metadata {
        ManifestEntry entry;
        FileState state;
        std::shared_ptr<const std::string> text;
    };
    struct ReadNotes {
        FileState state;
        std::shared_ptr<const Notes> notes;
    };
    using Counts = std::array<std::uint8_t, 4>;
    struct Collection {
        FileState state;  // of the manifest when it was read
        std::shared_ptr<const Manifest> manifest;
        Error error;  // where the manifest is null
        std::map<Counts, OpenTable> tables;
        std::map<Counts, Metadata> metadata;
        std::map<std::string, ReadNotes> notes;
    };
    // The collection with its manifest as it is now. The caller holds the mutex.
    Collection& fresh(const std::string& collection) const;
    Error not_listed(const TableId& id) const;

    const std::filesystem::path folder_;
    const std::shared_ptr<const TableSource> source_;
    const bool beside_others_;
    const std::shared_ptr<BlockCache> cache_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, Collection> collections_;
    std::weak_ptr<DatabaseWriter> writer_;
};

// Adds to a database. Only the thread that has it writes; readers of the same Database may go on meanwhile.
class DatabaseWriter {
  public:
    // Use Database::writer.
    DatabaseWriter(std::filesystem::path folder, FileDescriptor lock, bool beside_others)
        : folder_(std::move(folder)), lock_(std::move(lock)), beside_others_(beside_others) {}

    // What to do about a table that is being written: others write the same bytes.
    Busy busy() const { return beside_others_ ? Busy::kWait : Busy::kRefuse; }

    // Writes a table file (store/table/table.h). It counts once it is listed.
    Result<ManifestEntry> write(const TableSpec& spec, const RowSource& source, int threads,
                                Packing packing = Packing::kFast) const;
    // Lists tables in the manifest of their collection: errors of add_to_manifest.
    Status list(const std::string& collection, const std::string& rules, std::span<const ManifestEntry> entries) const;
    Status add_notes(const std::string& collection, const std::string& name, const Notes& notes) const;

  private:
    // Of what a collection says about its tables, which is read, added to and written. Nothing where we write alone.
    Result<FileDescriptor> lock_lists(const std::string& collection) const;

    std::filesystem::path folder_;
    FileDescriptor lock_;
    bool beside_others_;
};

}  // namespace merels
