// SPDX-License-Identifier: MIT
// write_table: rows come from the source in batches of about a megabyte, each batch is cut into blocks and encoded by
// one thread, batches are appended in order; index, metadata and the finished header follow.
#include <algorithm>
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

Status write_blocks(const TableLayout& layout, const RowSource& source, std::shared_ptr<const BlockModel> model,
                    int threads, AtomicFile& file, std::vector<std::uint8_t>& index, std::uint64_t& data_bytes) {
    const Batcher batcher(layout, source, std::move(model));
    index.reserve(std::size_t{layout.blocks} * kIndexEntryBytes);
    const auto consume = [&](std::uint64_t batch, std::vector<std::uint8_t>& bytes) {
        const std::uint32_t blocks = batcher.blocks_in(batch);
        for (std::uint32_t i = 0; i < blocks; ++i) {
            const std::uint8_t* const record = bytes.data() + std::size_t{i} * kBlockRecord;
            const auto size_and_codec = load_le<std::uint64_t>(record);
            BlockEntry entry;
            entry.offset = data_bytes;
            entry.codec = static_cast<std::uint8_t>(size_and_codec >> 48);
            entry.checksum = load_le<std::uint64_t>(record + 8);
            data_bytes += size_and_codec & 0xFFFFFFFFu;
            index.resize(index.size() + kIndexEntryBytes);
            encode_entry(entry, index.data() + index.size() - kIndexEntryBytes);
        }
        return file.append(std::span(bytes).subspan(std::size_t{blocks} * kBlockRecord));
    };
    return run_ordered(
        batcher.batches(), threads, [&] { return batcher.make_worker(); }, consume);
}

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

Result<WrittenTable> write_table(const std::filesystem::path& database, const TableSpec& spec, const RowSource& source,
                                 int threads, Packing packing) {
    if (Status good = check_spec(spec); !good) return good.error();
    TableLayout layout;
    layout.spec = spec;
    layout.shape = choose_shape(spec.rows, spec.row_size);
    layout.blocks = block_count(spec.rows, layout.shape);
    if (layout.blocks == 0) return Error{ErrorCode::kBadInput, "cannot write table: too many blocks"};
    Result<AtomicFile> file = AtomicFile::create(table_path(database, spec.id));
    if (!file) return file.error();
    if (Status room = file->append(std::array<std::uint8_t, kHeaderBytes>{}); !room) return room.error();
    const Result<std::shared_ptr<const BlockModel>> model = write_model(layout, source, threads, packing, *file);
    if (!model) return model.error();
    std::vector<std::uint8_t> index;
    if (Status blocks = write_blocks(layout, source, *model, threads, *file, index, layout.data_bytes); !blocks) {
        return blocks.error();
    }
    layout.index_checksum = checksum(index);
    if (Status written = file->append(index); !written) return written.error();
    const std::span metadata(reinterpret_cast<const std::uint8_t*>(spec.metadata.data()), spec.metadata.size());
    layout.metadata_bytes = metadata.size();
    layout.metadata_checksum = checksum(metadata);
    if (Status written = file->append(metadata); !written) return written.error();
    if (Status written = file->overwrite(0, encode_header(layout)); !written) return written.error();
    const Result<std::uint64_t> digest = file->checksum();
    if (!digest) return digest.error();
    const std::uint64_t bytes = file->size();
    if (Status committed = file->commit(); !committed) return committed.error();
    return WrittenTable{bytes, *digest};
}

}  // namespace merels
