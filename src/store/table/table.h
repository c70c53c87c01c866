// SPDX-License-Identifier: MIT
// A table: one byte for each position of one subspace, row by row, stored compressed in one file with random access
// by row. The store knows no rules: it sees rows of bytes under a name (table_spec.h says what the bytes mean).
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/transport.h"
#include "merels/result.h"
#include "store/files/atomic_file.h"
#include "store/layout/table_spec.h"

namespace merels {

// DATABASE/COLLECTION/4-3.mrl, or 4-3+5-6.mrl with hands.
std::filesystem::path table_path(const std::filesystem::path& database, const TableId& id);

struct WrittenTable {
    std::uint64_t bytes = 0;   // size of the file
    std::uint64_t digest = 0;  // XXH3 of the whole file
};

// How hard to press (docs/decisions/0005-block-codec.md has the figures).
enum class Packing : std::uint8_t {
    kFast,   // zstd: a block decodes in 10 to 20 microseconds
    kDense,  // values predicted from their neighbours: a fifth smaller, four times slower to write and to read
};

// Writes a table under a temporary name, flushes, renames. The bytes depend only on contents and packing, never on
// `threads`.
Result<WrittenTable> write_table(const std::filesystem::path& database, const TableSpec& spec, const RowSource& source,
                                 int threads, Packing packing = Packing::kFast, Busy busy = Busy::kRefuse);

// Ranks that write a table together: each encodes the blocks of its rows, the first one has the file.
struct TableShare {
    Transport& ranks;
    // By rank the first row that its source has, and behind the last one the number of rows. Empty: every rank's source
    // has all rows.
    std::vector<std::uint32_t> first_rows;
    Busy busy = Busy::kRefuse;  // of the first rank, where others may be writing the same table
};
// The same bytes as write_table. All ranks call it, and all get the answer. Memory: what a rank encodes of a table
// waits there until its turn comes.
Result<WrittenTable> write_table_on_ranks(const std::filesystem::path& database, const TableSpec& spec,
                                          const RowSource& source, int threads, const TableShare& share);

class BlockCache;

// What is known of a table before it is opened.
struct TableShape {
    ValueKind kind = ValueKind::kDtw;
    std::uint32_t rows = 0;
    std::uint32_t row_size = 0;
    std::uint64_t file_bytes = 0;
    friend bool operator==(const TableShape&, const TableShape&) = default;
};

struct TableOpening {
    std::shared_ptr<BlockCache> cache;   // for decoded blocks; null: one of the table's own
    std::optional<TableShape> expected;  // compared with the header before more is read: kCorrupt where it differs
};

// Name, kind, size and metadata of a table, without its index: for those who want its census only. Errors as
// Table::open.
Result<TableSpec> read_table_spec(const std::filesystem::path& database, const TableId& id,
                                  const std::optional<TableShape>& expected = std::nullopt);

// What a table of another program tells of one position: all of it. Tables of ours hold the wins.
struct WholeValue {
    int result = 0;            // 1 the side to move wins, 0 drawn, -1 it loses
    std::optional<int> depth;  // plies; of a draw the depth k2, none where it is an equal-valued one
    int value = 0;             // of a draw: the value of the unit in which it ends
};

// An open table; store/database/database.h hands them out. All members are const and thread-safe.
class Table {
  public:
    // Distinct errors: kMissing, kTruncated, kCorrupt, kWrongVariant (the file belongs to another id), kNewerVersion,
    // kIo. Cost: the index is read and kept, 16 bytes a block.
    static Result<std::shared_ptr<const Table>> open(const std::filesystem::path& database, const TableId& id,
                                                     const TableOpening& opening = {});
    virtual ~Table() = default;

    virtual const TableSpec& spec() const = 0;
    virtual std::uint64_t file_bytes() const = 0;
    // One value. Goes through the cache of decoded blocks.
    virtual Result<std::uint8_t> at(std::uint32_t row, std::uint32_t rank) const = 0;
    // Several values of one row, one look into the cache for each run of ranks in the same block: cheaper than at() one
    // by one when a probe reads the quiet successors of a position. `out` has as many entries as `ranks`.
    virtual Status gather(std::uint32_t row, std::span<const std::uint32_t> ranks,
                          std::span<std::uint8_t> out) const = 0;
    // Consecutive whole rows, past the cache: for scans. `out` has count * row_size bytes.
    virtual Status read_rows(std::uint32_t first, std::uint32_t rows, std::span<std::uint8_t> out) const = 0;
    // Brings every block into the cache, until *stop is set.
    virtual Status fill_cache(const std::atomic<bool>& stop) const = 0;
    // Reads everything and checks every checksum.
    virtual Status check() const = 0;
    // Whether whole_value() tells more than at().
    virtual bool tells_all() const { return false; }
    virtual Result<WholeValue> whole_value(std::uint32_t row, std::uint32_t rank) const;
};

class WorkerPool;

// All rows of a table, on all threads of the pool. `out` has rows * row_size bytes.
Status read_all_rows(const Table& table, WorkerPool& pool, std::span<std::uint8_t> out);

}  // namespace merels
