// SPDX-License-Identifier: MIT
// An open table: header, index and metadata are read and checked once, blocks when they are asked for.
#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/worker_pool.h"
#include "store/codec/block_codec.h"
#include "store/codec/block_model.h"
#include "store/files/checksum.h"
#include "store/files/file_access.h"
#include "store/layout/table_layout.h"
#include "store/table/block_cache.h"
#include "store/table/table.h"

namespace merels {

namespace {

std::string name_of(const TableId& id) { return table_path({}, id).string(); }

class FileTable final : public Table {
  public:
    FileTable(std::filesystem::path path, FileDescriptor descriptor, TableLayout layout,
              std::shared_ptr<const BlockModel> model, std::vector<BlockEntry> entries,
              std::shared_ptr<BlockCache> cache)
        : path_(std::move(path)),
          descriptor_(std::move(descriptor)),
          layout_(std::move(layout)),
          model_(std::move(model)),
          entries_(std::move(entries)),
          cache_(std::move(cache)),
          owner_(cache_->new_owner()) {}

    const TableSpec& spec() const override { return layout_.spec; }
    std::uint64_t file_bytes() const override { return layout_.file_bytes(); }

    Result<std::uint8_t> at(std::uint32_t row, std::uint32_t rank) const override {
        if (row >= layout_.spec.rows || rank >= layout_.spec.row_size) return outside();
        const BlockPlace place = layout_.place(row, rank);
        const Result<DecodedBlock> block = cached_block(place.block);
        if (!block) return block.error();
        return (**block)[place.offset];
    }

    Status gather(std::uint32_t row, std::span<const std::uint32_t> ranks, std::span<std::uint8_t> out) const override {
        if (row >= layout_.spec.rows || out.size() < ranks.size()) return outside();
        DecodedBlock block;
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            if (ranks[i] >= layout_.spec.row_size) return outside();
            const BlockPlace place = layout_.place(row, ranks[i]);
            if (!block || place.block != number) {
                Result<DecodedBlock> found = cached_block(place.block);
                if (!found) return found.error();
                block = *std::move(found);
                number = place.block;
            }
            out[i] = (*block)[place.offset];
        }
        return ok_status();
    }

    Status read_rows(std::uint32_t first, std::uint32_t rows, std::span<std::uint8_t> out) const override;
    Status fill_cache(const std::atomic<bool>& stop) const override {
        for (std::uint32_t block = 0; block < layout_.blocks && !stop; ++block) {
            if (const auto decoded = cached_block(block); !decoded) return decoded.error();
        }
        return ok_status();
    }
    Status check() const override;

  private:
    Error outside() const { return {ErrorCode::kBadInput, name_of(layout_.spec.id) + ": no such row or rank"}; }
    // The encoded bytes of a block, checked.
    Status load(std::uint32_t block, std::vector<std::uint8_t>& encoded) const;
    Status decode(std::uint32_t block, std::vector<std::uint8_t>& encoded, std::span<std::uint8_t> raw) const;
    Result<DecodedBlock> cached_block(std::uint32_t block) const;
    Error in_file(const Error& error) const { return {error.code, path_.string() + ": " + error.message}; }

    std::filesystem::path path_;
    FileDescriptor descriptor_;
    TableLayout layout_;
    std::shared_ptr<const BlockModel> model_;  // null where the table has none
    std::vector<BlockEntry> entries_;
    std::shared_ptr<BlockCache> cache_;
    std::uint64_t owner_;
};

Status FileTable::load(std::uint32_t block, std::vector<std::uint8_t>& encoded) const {
    const BlockEntry& entry = entries_[block];
    const std::uint64_t end = block + 1 < layout_.blocks ? entries_[block + 1].offset : layout_.data_bytes;
    const std::uint64_t size = end - entry.offset;
    if (size > std::uint64_t{layout_.raw_bytes(block)}) {
        return Error{ErrorCode::kCorrupt, "block " + std::to_string(block) + " is larger than its contents"};
    }
    encoded.resize(size);
    if (Status read = read_exactly(descriptor_.get(), layout_.data_offset() + entry.offset, encoded); !read) {
        return read;
    }
    if (checksum(encoded) != entry.checksum) {
        return Error{ErrorCode::kCorrupt, "block " + std::to_string(block) + ": the checksum does not hold"};
    }
    return ok_status();
}

Status FileTable::decode(std::uint32_t block, std::vector<std::uint8_t>& encoded, std::span<std::uint8_t> raw) const {
    if (Status loaded = load(block, encoded); !loaded) return in_file(loaded.error());
    if (Status decoded = decode_block(static_cast<Codec>(entries_[block].codec), model_.get(), block, encoded, raw);
        !decoded) {
        return in_file({decoded.error().code, "block " + std::to_string(block) + ": " + decoded.error().message});
    }
    return ok_status();
}

Result<DecodedBlock> FileTable::cached_block(std::uint32_t block) const {
    if (DecodedBlock found = cache_->find(owner_, block)) return found;
    thread_local std::vector<std::uint8_t> encoded;
    auto raw = std::make_shared<std::vector<std::uint8_t>>(layout_.raw_bytes(block));
    if (Status decoded = decode(block, encoded, *raw); !decoded) return decoded.error();
    cache_->insert(owner_, block, raw);
    return DecodedBlock(std::move(raw));
}

Status FileTable::read_rows(std::uint32_t first, std::uint32_t rows, std::span<std::uint8_t> out) const {
    const std::uint64_t row_size = layout_.spec.row_size;
    if (first > layout_.spec.rows || rows > layout_.spec.rows - first || out.size() != rows * row_size) {
        return outside();
    }
    if (rows == 0) return ok_status();
    std::vector<std::uint8_t> encoded;
    std::vector<std::uint8_t> partial;  // a block of which only some rows are wanted
    const std::uint64_t begin = first * row_size;
    const std::uint64_t end = begin + out.size();
    const std::uint32_t last_block = layout_.place(first + rows - 1, layout_.spec.row_size - 1).block;
    for (std::uint32_t block = layout_.place(first, 0).block; block <= last_block; ++block) {
        const std::uint64_t block_begin = layout_.first_row(block) * row_size + layout_.first_rank(block);
        const std::uint64_t block_end = block_begin + layout_.raw_bytes(block);
        if (block_begin >= begin && block_end <= end) {
            const auto part = out.subspan(block_begin - begin, block_end - block_begin);
            if (Status decoded = decode(block, encoded, part); !decoded) return decoded;
            continue;
        }
        partial.resize(block_end - block_begin);
        if (Status decoded = decode(block, encoded, partial); !decoded) return decoded;
        const std::uint64_t from = std::max(begin, block_begin);
        const std::uint64_t to = std::min(end, block_end);
        std::copy_n(partial.begin() + static_cast<std::ptrdiff_t>(from - block_begin), to - from,
                    out.begin() + static_cast<std::ptrdiff_t>(from - begin));
    }
    return ok_status();
}

Status FileTable::check() const {
    // Open has checked header, index and metadata as they were then; check them as they are now.
    const Result<std::shared_ptr<const Table>> again =
        Table::open(path_.parent_path().parent_path(), layout_.spec.id, {cache_, {}});
    if (!again) return again.error();
    std::vector<std::uint8_t> encoded;
    std::vector<std::uint8_t> raw;
    for (std::uint32_t block = 0; block < layout_.blocks; ++block) {
        raw.resize(layout_.raw_bytes(block));
        if (Status decoded = decode(block, encoded, raw); !decoded) return decoded;
    }
    return ok_status();
}

struct OpenHeader {
    FileDescriptor descriptor;
    TableLayout layout;
};

// The file and its header, held against what is known of it.
Result<OpenHeader> open_header(const std::filesystem::path& path, const TableId& id,
                               const std::optional<TableShape>& expected) {
    Result<OpenFile> file = open_for_reading(path);
    if (!file) return file.error();
    std::vector<std::uint8_t> bytes(std::min<std::uint64_t>(kHeaderBytes, file->size));
    if (Status read = read_exactly(file->descriptor.get(), 0, bytes); !read) return read.error();
    Result<TableLayout> layout = decode_header(bytes, file->size);
    if (!layout) return layout.error();
    const TableSpec& spec = layout->spec;
    if (!(spec.id == id)) return Error{ErrorCode::kWrongVariant, "this is the table " + name_of(spec.id)};
    if (expected && expected->kind != spec.kind) {
        return Error{ErrorCode::kMissing,
                     "it has other values than the manifest lists (a solve is at work on it, or was "
                     "stopped)"};
    }
    if (expected && *expected != TableShape{spec.kind, spec.rows, spec.row_size, layout->file_bytes()}) {
        return Error{ErrorCode::kCorrupt, "not the table that the manifest lists"};
    }
    return OpenHeader{std::move(file->descriptor), *std::move(layout)};
}

Result<std::string> read_metadata(int descriptor, const TableLayout& layout) {
    std::vector<std::uint8_t> bytes(layout.metadata_bytes);
    if (Status read = read_exactly(descriptor, layout.metadata_offset(), bytes); !read) return read.error();
    if (checksum(bytes) != layout.metadata_checksum) {
        return Error{ErrorCode::kCorrupt, "metadata: the checksum does not hold"};
    }
    return std::string(bytes.begin(), bytes.end());
}

Result<std::shared_ptr<const Table>> open_checked(const std::filesystem::path& path, const TableId& id,
                                                  const TableOpening& opening) {
    Result<OpenHeader> header = open_header(path, id, opening.expected);
    if (!header) return header.error();
    const int descriptor = header->descriptor.get();
    TableLayout& layout = header->layout;
    std::vector<std::uint8_t> bytes(layout.model_bytes);
    if (Status read = read_exactly(descriptor, kHeaderBytes, bytes); !read) return read.error();
    if (checksum(bytes) != layout.model_checksum) {
        return Error{ErrorCode::kCorrupt, "model: the checksum does not hold"};
    }
    std::shared_ptr<const BlockModel> model;
    if (!bytes.empty()) {
        const Result<ModelNumbers> numbers = decode_model(bytes);
        if (!numbers) return numbers.error();
        Result<std::shared_ptr<const BlockModel>> made = BlockModel::make(*numbers, layout, BlockModel::Use::kDecode);
        if (!made) return made.error();
        model = *std::move(made);
    }
    bytes.resize(std::size_t{layout.blocks} * kIndexEntryBytes);
    if (Status read = read_exactly(descriptor, layout.index_offset(), bytes); !read) return read.error();
    Result<std::vector<BlockEntry>> entries = decode_index(bytes, layout);
    if (!entries) return entries.error();
    Result<std::string> metadata = read_metadata(descriptor, layout);
    if (!metadata) return metadata.error();
    layout.spec.metadata = *std::move(metadata);
    auto cache = opening.cache ? opening.cache : std::make_shared<BlockCache>(BlockCache::kDefaultBytes);
    return std::shared_ptr<const Table>(std::make_shared<FileTable>(path, std::move(header->descriptor),
                                                                    std::move(layout), std::move(model),
                                                                    *std::move(entries), std::move(cache)));
}

// An error that does not name its file gets the file's name.
Error named(const Error& error, const std::filesystem::path& path) {
    if (error.message.find(path.string()) != std::string::npos) return error;
    return {error.code, path.string() + ": " + error.message};
}

}  // namespace

Result<std::shared_ptr<const Table>> Table::open(const std::filesystem::path& database, const TableId& id,
                                                 const TableOpening& opening) {
    const std::filesystem::path path = table_path(database, id);
    Result<std::shared_ptr<const Table>> table = open_checked(path, id, opening);
    if (!table) return named(table.error(), path);
    return table;
}

Result<TableSpec> read_table_spec(const std::filesystem::path& database, const TableId& id,
                                  const std::optional<TableShape>& expected) {
    const std::filesystem::path path = table_path(database, id);
    Result<OpenHeader> header = open_header(path, id, expected);
    if (!header) return named(header.error(), path);
    Result<std::string> metadata = read_metadata(header->descriptor.get(), header->layout);
    if (!metadata) return named(metadata.error(), path);
    header->layout.spec.metadata = *std::move(metadata);
    return std::move(header->layout.spec);
}

Status read_all_rows(const Table& table, WorkerPool& pool, std::span<std::uint8_t> out) {
    const std::size_t size = table.spec().row_size;
    const std::size_t chunk = std::max<std::size_t>(1, (std::size_t{1} << 20) / size);  // about a megabyte
    std::mutex mutex;
    Status status = ok_status();
    pool.parallel_for(table.spec().rows, chunk, [&](std::size_t first, std::size_t last, int) {
        Status read = table.read_rows(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last - first),
                                      out.subspan(first * size, (last - first) * size));
        if (read) return;
        const std::lock_guard lock(mutex);
        if (status) status = std::move(read);
    });
    return status;
}

Result<WholeValue> Table::whole_value(std::uint32_t /*row*/, std::uint32_t /*rank*/) const {
    return Error{ErrorCode::kInternal, "tables of ours hold only wins"};
}

}  // namespace merels
