// SPDX-License-Identifier: MIT
// write_table: rows come from the source in batches of about a megabyte, each batch is cut into blocks and encoded by
// one thread, batches are appended in order; index, metadata and the finished header follow.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "store/codec/block_codec.h"
#include "store/codec/block_model.h"
#include "store/codec/model_trainer.h"
#include "store/files/atomic_file.h"
#include "store/files/byte_order.h"
#include "store/files/checksum.h"
#include "store/files/ordered_pipeline.h"
#include "store/layout/table_layout.h"
#include "store/table/table.h"

namespace merels {

namespace {

constexpr std::uint64_t kLeastModelled = 20'000;  // values; smaller tables are not worth a model
constexpr std::uint32_t kBatchBytes = 1u << 20;

Status check_spec(const TableSpec& spec) {
    const auto bad = [](const std::string& what) { return Error{ErrorCode::kBadInput, "cannot write table: " + what}; };
    const std::string& name = spec.id.collection;
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
    if (name.empty() || name.size() > kLongestName || !plain) return bad("collection name '" + name + "'");
    if (spec.rows == 0 || spec.rows > kMostRows) return bad(std::to_string(spec.rows) + " rows");
    if (spec.row_size == 0 || spec.row_size > kLargestRow) return bad("rows of " + std::to_string(spec.row_size));
    if (spec.metadata.size() > kLargestMetadata) return bad("too much metadata");
    return ok_status();
}

// One batch on its way from the encoder to the file: the blocks' sizes, codecs and checksums, then their bytes.
constexpr std::size_t kBlockRecord = 16;

class Batcher {
  public:
    Batcher(const TableLayout& layout, const RowSource& source, std::shared_ptr<const BlockModel> model)
        : layout_(layout), source_(source), model_(std::move(model)) {
        const std::uint32_t unit = layout.shape.rows;
        const std::uint64_t unit_bytes = std::uint64_t{unit} * layout.spec.row_size;
        const std::uint64_t units = std::max<std::uint64_t>(1, kBatchBytes / unit_bytes);
        rows_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(units * unit, layout.spec.rows));
        blocks_ = layout.shape.slices > 1 ? rows_ * layout.shape.slices : (rows_ + unit - 1) / unit;
    }

    std::uint64_t batches() const { return (std::uint64_t{layout_.blocks} + blocks_ - 1) / blocks_; }

    PipelineWorker make_worker() const {
        auto encoder = std::make_shared<BlockEncoder>(layout_.spec.kind, model_);
        auto raw = std::make_shared<std::vector<std::uint8_t>>(std::size_t{rows_} * layout_.spec.row_size);
        return {[this, encoder, raw](std::uint64_t batch, std::vector<std::uint8_t>& out) {
            encode(static_cast<std::uint32_t>(batch), *encoder, *raw, out);
            return ok_status();
        }};
    }

    std::uint32_t first_row(std::uint64_t batch) const { return static_cast<std::uint32_t>(batch * rows_); }
    // The first batch that begins at this row or behind it.
    std::uint64_t batch_from(std::uint32_t row) const { return (std::uint64_t{row} + rows_ - 1) / rows_; }
    std::uint32_t first_block(std::uint64_t batch) const { return static_cast<std::uint32_t>(batch * blocks_); }
    std::uint32_t blocks_in(std::uint64_t batch) const {
        return std::min(blocks_, layout_.blocks - first_block(batch));
    }

  private:
    void encode(std::uint32_t batch, BlockEncoder& encoder, std::span<std::uint8_t> raw,
                std::vector<std::uint8_t>& out) const {
        const std::uint32_t first_row = batch * rows_;
        const std::uint32_t rows = std::min(rows_, layout_.spec.rows - first_row);
        const std::uint32_t row_size = layout_.spec.row_size;
        for (std::uint32_t i = 0; i < rows; ++i) {
            source_(first_row + i, raw.subspan(std::size_t{i} * row_size, row_size));
        }
        const std::uint32_t blocks = blocks_in(batch);
        out.resize(std::size_t{blocks} * kBlockRecord);
        std::size_t raw_at = 0;
        for (std::uint32_t i = 0; i < blocks; ++i) {
            const std::uint32_t block = first_block(batch) + i;
            const std::uint32_t block_bytes = layout_.raw_bytes(block);
            const std::size_t start = out.size();
            const Codec codec = encoder.encode(block, raw.subspan(raw_at, block_bytes), out);
            raw_at += block_bytes;
            const std::span<const std::uint8_t> encoded(out.data() + start, out.size() - start);
            std::uint8_t* const record = out.data() + std::size_t{i} * kBlockRecord;
            store_le<std::uint64_t>(record, encoded.size() | static_cast<std::uint64_t>(codec) << 48);
            store_le(record + 8, checksum(encoded));
        }
    }

    const TableLayout& layout_;
    const RowSource& source_;
    std::shared_ptr<const BlockModel> model_;
    std::uint32_t rows_ = 0;    // of a full batch
    std::uint32_t blocks_ = 0;  // of a full batch
};

// The blocks of a table on their way into its file, with their index.
class BlockWriter {
  public:
    BlockWriter(const TableLayout& layout, AtomicFile& file) : file_(file) {
        index_.reserve(std::size_t{layout.blocks} * kIndexEntryBytes);
    }

    // A batch of so many blocks, as the encoder made it. Returns its bytes in `size`, where more may follow it.
    Status append(std::uint32_t blocks, std::span<const std::uint8_t> batch, std::size_t* size = nullptr) {
        std::size_t bytes = std::size_t{blocks} * kBlockRecord;
        for (std::uint32_t i = 0; i < blocks; ++i) {
            const std::uint8_t* const record = batch.data() + std::size_t{i} * kBlockRecord;
            const auto size_and_codec = load_le<std::uint64_t>(record);
            BlockEntry entry;
            entry.offset = data_bytes_;
            entry.codec = static_cast<std::uint8_t>(size_and_codec >> 48);
            entry.checksum = load_le<std::uint64_t>(record + 8);
            data_bytes_ += size_and_codec & 0xFFFFFFFFu;
            bytes += size_and_codec & 0xFFFFFFFFu;
            index_.resize(index_.size() + kIndexEntryBytes);
            encode_entry(entry, index_.data() + index_.size() - kIndexEntryBytes);
        }
        if (size != nullptr) *size = bytes;
        const std::size_t head = std::size_t{blocks} * kBlockRecord;
        return file_.append(batch.subspan(head, bytes - head));
    }

    const std::vector<std::uint8_t>& index() const { return index_; }
    std::uint64_t data_bytes() const { return data_bytes_; }

  private:
    AtomicFile& file_;
    std::vector<std::uint8_t> index_;
    std::uint64_t data_bytes_ = 0;
};

// Trains the model where the table can have one (else null) and writes its section.
Result<std::shared_ptr<const BlockModel>> write_model(TableLayout& layout, const RowSource& source, int threads,
                                                      Packing packing, AtomicFile& file) {
    const RowShape shape = shape_of_rows(layout.spec);
    const bool dense = packing == Packing::kDense;
    const bool modelled =
        dense && shape.top > 0 && std::uint64_t{layout.spec.rows} * layout.spec.row_size >= kLeastModelled;
    std::vector<std::uint8_t> bytes;
    std::shared_ptr<const BlockModel> model;
    if (modelled) {
        const ModelNumbers numbers = train_model(layout, shape, source, threads);
        Result<std::shared_ptr<const BlockModel>> made = BlockModel::make(numbers, layout, BlockModel::Use::kEncode);
        if (!made) return made.error();
        model = *std::move(made);
        bytes = encode_model(numbers);
    }
    layout.model_bytes = bytes.size();
    layout.model_checksum = checksum(bytes);
    if (Status written = file.append(bytes); !written) return written.error();
    return model;
}

}  // namespace

std::filesystem::path table_path(const std::filesystem::path& database, const TableId& id) {
    std::string name = std::to_string(id.counts[0]) + "-" + std::to_string(id.counts[1]);
    if (id.counts[2] != 0 || id.counts[3] != 0) {
        name += '+';
        name += std::to_string(id.counts[2]) + "-" + std::to_string(id.counts[3]);
    }
    return database / id.collection / (name + ".mrl");
}

namespace {

Result<TableLayout> layout_of(const TableSpec& spec) {
    if (Status good = check_spec(spec); !good) return good.error();
    TableLayout layout;
    layout.spec = spec;
    layout.shape = choose_shape(spec.rows, spec.row_size);
    layout.blocks = block_count(spec.rows, layout.shape);
    if (layout.blocks == 0) return Error{ErrorCode::kBadInput, "cannot write table: too many blocks"};
    return layout;
}

Result<AtomicFile> begin_file(const std::filesystem::path& database, const TableId& id, Busy busy) {
    Result<AtomicFile> file = AtomicFile::create(table_path(database, id), busy);
    if (!file) return file.error();
    if (Status room = file->append(std::array<std::uint8_t, kHeaderBytes>{}); !room) return room.error();
    return file;
}

// What follows the blocks, and the header before them.
Result<WrittenTable> finish_file(TableLayout& layout, const BlockWriter& blocks, AtomicFile& file) {
    layout.data_bytes = blocks.data_bytes();
    layout.index_checksum = checksum(blocks.index());
    if (Status written = file.append(blocks.index()); !written) return written.error();
    const std::string& text = layout.spec.metadata;
    const std::span metadata(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    layout.metadata_bytes = metadata.size();
    layout.metadata_checksum = checksum(metadata);
    if (Status written = file.append(metadata); !written) return written.error();
    if (Status written = file.overwrite(0, encode_header(layout)); !written) return written.error();
    const Result<std::uint64_t> digest = file.checksum();
    if (!digest) return digest.error();
    const std::uint64_t bytes = file.size();
    if (Status committed = file.commit(); !committed) return committed.error();
    return WrittenTable{bytes, *digest};
}

}  // namespace

Result<WrittenTable> write_table(const std::filesystem::path& database, const TableSpec& spec, const RowSource& source,
                                 int threads, Packing packing, Busy busy) {
    Result<TableLayout> layout = layout_of(spec);
    if (!layout) return layout.error();
    Result<AtomicFile> file = begin_file(database, spec.id, busy);
    if (!file) return file.error();
    const Result<std::shared_ptr<const BlockModel>> model = write_model(*layout, source, threads, packing, *file);
    if (!model) return model.error();
    const Batcher batcher(*layout, source, *model);
    BlockWriter blocks(*layout, *file);
    const Status written = run_ordered(
        batcher.batches(), threads, [&] { return batcher.make_worker(); },
        [&](std::uint64_t batch, std::vector<std::uint8_t>& bytes) {
            return blocks.append(batcher.blocks_in(batch), bytes);
        });
    if (!written) return written.error();
    return finish_file(*layout, blocks, *file);
}

namespace {

// The rows of a rank, and those of the next ranks that belong to its last batch.
class SharedRows {
  public:
    SharedRows(const Batcher& batcher, const TableSpec& spec, const RowSource& source, const TableShare& share)
        : source_(source), row_size_(spec.row_size) {
        if (share.first_rows.empty()) {
            for (int r = 0; r <= share.ranks.size(); ++r) {
                first_batch_.push_back(batcher.batches() * static_cast<std::uint64_t>(r) /
                                       static_cast<std::uint64_t>(share.ranks.size()));
            }
            return;
        }
        for (const std::uint32_t row : share.first_rows) first_batch_.push_back(batcher.batch_from(row));
        // From everybody the rows before its first batch.
        const auto rank = static_cast<std::size_t>(share.ranks.rank());
        own_ = {share.first_rows[rank], share.first_rows[rank + 1]};
        const auto lent_by = [&](std::size_t r) -> std::array<std::uint32_t, 2> {
            const std::uint32_t first = share.first_rows[r];
            const std::uint32_t next = std::min(batcher.first_row(first_batch_[r]), share.first_rows[r + 1]);
            return {first, std::max(first, next)};
        };
        std::vector<std::byte> lent;
        const auto [first, last] = lent_by(rank);
        lent.resize(std::size_t{last - first} * row_size_);
        for (std::uint32_t row = first; row < last; ++row) {
            auto* const at = reinterpret_cast<std::uint8_t*>(lent.data()) + std::size_t{row - first} * row_size_;
            source_(row, {at, row_size_});
        }
        lent_ = share.ranks.all_gather(lent);
        for (std::size_t r = 0; r + 1 < share.first_rows.size(); ++r) lent_rows_.push_back(lent_by(r));
    }

    // The batches of a rank.
    std::uint64_t first_batch(int rank) const { return first_batch_[static_cast<std::size_t>(rank)]; }

    RowSource source() const {
        return [this](std::uint32_t row, std::span<std::uint8_t> out) {
            if (lent_.empty() || (row >= own_[0] && row < own_[1])) return source_(row, out);
            for (std::size_t r = 0; r < lent_rows_.size(); ++r) {
                const auto [first, last] = lent_rows_[r];
                if (row < first || row >= last) continue;
                const auto* const from = reinterpret_cast<const std::uint8_t*>(lent_[r].data());
                std::copy_n(from + std::size_t{row - first} * row_size_, row_size_, out.begin());
            }
        };
    }

  private:
    const RowSource& source_;
    std::uint32_t row_size_;
    std::vector<std::uint64_t> first_batch_;  // by rank
    std::array<std::uint32_t, 2> own_{};
    std::vector<std::vector<std::byte>> lent_;
    std::vector<std::array<std::uint32_t, 2>> lent_rows_;  // by rank: from, to
};

// Our batches one after the other.
std::vector<std::uint8_t> encode_batches(const Batcher& batcher, std::uint64_t first, std::uint64_t last, int threads) {
    std::vector<std::uint8_t> all;
    const Status encoded = run_ordered(
        last - first, threads,
        [&] {
            const PipelineWorker worker = batcher.make_worker();
            return PipelineWorker{[worker, first](std::uint64_t item, std::vector<std::uint8_t>& out) {
                return worker.produce(first + item, out);
            }};
        },
        [&](std::uint64_t, std::vector<std::uint8_t>& bytes) {
            all.insert(all.end(), bytes.begin(), bytes.end());
            return ok_status();
        });
    (void)encoded;  // nothing of it can fail
    return all;
}

}  // namespace

Result<WrittenTable> write_table_on_ranks(const std::filesystem::path& database, const TableSpec& spec,
                                          const RowSource& source, int threads, const TableShare& share) {
    Transport& ranks = share.ranks;
    if (ranks.alone()) return write_table(database, spec, source, threads, Packing::kFast, share.busy);
    Result<TableLayout> layout = layout_of(spec);
    if (!layout) return layout.error();
    layout->model_checksum = checksum({});
    const SharedRows rows(Batcher(*layout, source, nullptr), spec, source, share);
    const RowSource all_rows = rows.source();
    const Batcher batcher(*layout, all_rows, nullptr);
    const std::vector<std::uint8_t> own =
        encode_batches(batcher, rows.first_batch(ranks.rank()), rows.first_batch(ranks.rank() + 1), threads);
    WrittenTable written;
    Status done = ok_status();
    if (!ranks.is_first()) {
        ranks.send(std::as_bytes(std::span(own)), 0);
    } else {
        Result<AtomicFile> file = begin_file(database, spec.id, share.busy);
        if (!file) done = file.error();
        std::optional<BlockWriter> blocks;
        if (file) blocks.emplace(*layout, *file);
        const auto append_all = [&](int rank, std::span<const std::uint8_t> bytes) {
            for (std::uint64_t batch = rows.first_batch(rank); done && batch < rows.first_batch(rank + 1); ++batch) {
                std::size_t size = 0;
                done = blocks->append(batcher.blocks_in(batch), bytes, &size);
                bytes = bytes.subspan(size);
            }
        };
        append_all(0, own);
        for (int rank = 1; rank < ranks.size(); ++rank) {
            const std::vector<std::byte> heard =
                ranks.receive(rank);  // also where the disk is full: it wants to be rid of it
            append_all(rank, {reinterpret_cast<const std::uint8_t*>(heard.data()), heard.size()});
        }
        if (done) {
            const auto finished = finish_file(*layout, *blocks, *file);
            if (finished) written = *finished;
            if (!finished) done = finished.error();
        }
    }
    if (Status all = ranks.agree(done); !all) return all.error();
    ranks.broadcast(std::as_writable_bytes(std::span(&written, 1)), 0);
    return written;
}

}  // namespace merels
