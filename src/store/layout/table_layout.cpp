// SPDX-License-Identifier: MIT
#include "store/layout/table_layout.h"

#include <algorithm>
#include <string>

#include "store/files/byte_order.h"
#include "store/files/checksum.h"

namespace merels {

namespace {

// Offsets of the header fields, in the order of the document.
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kHeaderSizeAt = 10;
constexpr std::size_t kFeaturesAt = 12;
constexpr std::size_t kCountsAt = 16;
constexpr std::size_t kKindAt = 20;
constexpr std::size_t kNameLengthAt = 21;
constexpr std::size_t kRowsAt = 24;
constexpr std::size_t kRowSizeAt = 28;
constexpr std::size_t kBlockRowsAt = 32;
constexpr std::size_t kSlicesAt = 36;
constexpr std::size_t kBlockBytesAt = 40;
constexpr std::size_t kBlocksAt = 44;
constexpr std::size_t kFileBytesAt = 48;
constexpr std::size_t kModelBytesAt = 56;
constexpr std::size_t kModelChecksumAt = 64;
constexpr std::size_t kDataBytesAt = 72;
constexpr std::size_t kIndexChecksumAt = 80;
constexpr std::size_t kMetadataBytesAt = 88;
constexpr std::size_t kMetadataChecksumAt = 96;
constexpr std::size_t kReservedAt = 104;
constexpr std::size_t kNameAt = 184;
constexpr std::size_t kHeaderChecksumAt = 248;

constexpr std::uint64_t kOffsetMask = (std::uint64_t{1} << 48) - 1;

Error corrupt(const std::string& what) { return {ErrorCode::kCorrupt, "table header: " + what}; }

bool all_zero(std::span<const std::uint8_t> bytes) {
    return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

// What cannot be in a file of this version although the checksum holds.
Status check_numbers(const TableLayout& layout) {
    const TableSpec& spec = layout.spec;
    const BlockShape& shape = layout.shape;
    if (spec.rows == 0 || spec.rows > kMostRows) return corrupt("number of rows");
    if (spec.row_size == 0 || spec.row_size > kLargestRow) return corrupt("size of a row");
    if (shape.bytes == 0 || shape.bytes > kLargestBlock) return corrupt("size of a block");
    if (shape.slices > 1) {
        const std::uint64_t full = std::uint64_t{shape.slices - 1} * shape.bytes;
        if (shape.rows != 1 || full >= spec.row_size || full + shape.bytes < spec.row_size) {
            return corrupt("slices of a row");
        }
    } else if (shape.slices == 0 || shape.rows == 0 || shape.rows > spec.rows ||
               std::uint64_t{shape.rows} * spec.row_size != shape.bytes) {
        return corrupt("rows of a block");
    }
    if (layout.blocks != block_count(spec.rows, shape)) return corrupt("number of blocks");
    if (layout.model_bytes > kLargestModel) return corrupt("size of the model");
    if (layout.metadata_bytes > kLargestMetadata) return corrupt("size of the metadata");
    if (layout.data_bytes > kLargestFile) return corrupt("size of the data");
    return ok_status();
}

}  // namespace

BlockShape choose_shape(std::uint32_t rows, std::uint32_t row_size) {
    constexpr std::uint32_t kLargestSlice = 16384;
    constexpr std::uint32_t kGroupedRows = 8192;
    if (row_size <= kLargestSlice) {
        const std::uint32_t fit = std::min(rows, std::max(1u, kGroupedRows / row_size));
        return {fit, 1, fit * row_size};
    }
    const std::uint32_t slices = (row_size + kLargestSlice - 1) / kLargestSlice;
    const std::uint32_t bytes = (row_size + slices - 1) / slices;
    return {1, (row_size + bytes - 1) / bytes, bytes};
}

std::uint32_t block_count(std::uint32_t rows, const BlockShape& shape) {
    const std::uint64_t blocks =
        shape.slices > 1 ? std::uint64_t{rows} * shape.slices : (std::uint64_t{rows} + shape.rows - 1) / shape.rows;
    return blocks > 0xFFFFFFFFu ? 0 : static_cast<std::uint32_t>(blocks);
}

BlockPlace TableLayout::place(std::uint32_t row, std::uint32_t rank) const {
    if (shape.slices > 1) return {row * shape.slices + rank / shape.bytes, rank % shape.bytes};
    return {row / shape.rows, row % shape.rows * spec.row_size + rank};
}

std::uint32_t TableLayout::first_row(std::uint32_t block) const {
    return shape.slices > 1 ? block / shape.slices : block * shape.rows;
}

std::uint32_t TableLayout::first_rank(std::uint32_t block) const {
    return shape.slices > 1 ? block % shape.slices * shape.bytes : 0;
}

std::uint32_t TableLayout::raw_bytes(std::uint32_t block) const {
    if (shape.slices > 1) return std::min(shape.bytes, spec.row_size - first_rank(block));
    return std::min(shape.rows, spec.rows - first_row(block)) * spec.row_size;
}

std::array<std::uint8_t, kHeaderBytes> encode_header(const TableLayout& layout) {
    std::array<std::uint8_t, kHeaderBytes> bytes{};
    std::uint8_t* const at = bytes.data();
    std::copy(kTableMagic.begin(), kTableMagic.end(), at);
    store_le<std::uint16_t>(at + kVersionAt, kTableVersion);
    store_le<std::uint16_t>(at + kHeaderSizeAt, kHeaderBytes);
    store_le<std::uint32_t>(at + kFeaturesAt, layout.spec.kind == ValueKind::kUltra ? kUltraFeature : 0);
    std::copy(layout.spec.id.counts.begin(), layout.spec.id.counts.end(), at + kCountsAt);
    at[kKindAt] = static_cast<std::uint8_t>(layout.spec.kind);
    at[kNameLengthAt] = static_cast<std::uint8_t>(layout.spec.id.collection.size());
    store_le(at + kRowsAt, layout.spec.rows);
    store_le(at + kRowSizeAt, layout.spec.row_size);
    store_le(at + kBlockRowsAt, layout.shape.rows);
    store_le(at + kSlicesAt, layout.shape.slices);
    store_le(at + kBlockBytesAt, layout.shape.bytes);
    store_le(at + kBlocksAt, layout.blocks);
    store_le(at + kFileBytesAt, layout.file_bytes());
    store_le(at + kModelBytesAt, layout.model_bytes);
    store_le(at + kModelChecksumAt, layout.model_checksum);
    store_le(at + kDataBytesAt, layout.data_bytes);
    store_le(at + kIndexChecksumAt, layout.index_checksum);
    store_le(at + kMetadataBytesAt, layout.metadata_bytes);
    store_le(at + kMetadataChecksumAt, layout.metadata_checksum);
    std::copy(layout.spec.id.collection.begin(), layout.spec.id.collection.end(), at + kNameAt);
    store_le(at + kHeaderChecksumAt, checksum(std::span(bytes).first(kHeaderChecksumAt)));
    return bytes;
}

Result<TableLayout> decode_header(std::span<const std::uint8_t> bytes, std::uint64_t file_bytes) {
    // The order of these tests is part of the document: both readers give the same error for the same bytes.
    const std::size_t magic_bytes = std::min(bytes.size(), kTableMagic.size());
    if (!std::equal(kTableMagic.begin(), kTableMagic.begin() + static_cast<std::ptrdiff_t>(magic_bytes),
                    bytes.begin())) {
        return Error{ErrorCode::kCorrupt, "not a table: the first bytes are wrong"};
    }
    if (bytes.size() < kHeaderBytes) return Error{ErrorCode::kTruncated, "the file ends inside its header"};
    const std::uint8_t* const at = bytes.data();
    if (load_le<std::uint64_t>(at + kHeaderChecksumAt) != checksum(bytes.first(kHeaderChecksumAt))) {
        return corrupt("the checksum does not hold");
    }
    const auto version = load_le<std::uint16_t>(at + kVersionAt);
    const auto features = load_le<std::uint32_t>(at + kFeaturesAt);
    if (version > kTableVersion || (features & ~kUltraFeature) != 0) {
        return Error{ErrorCode::kNewerVersion, "table of format version " + std::to_string(version) +
                                                   " or with features that this program does not know (it knows "
                                                   "version " +
                                                   std::to_string(kTableVersion) + ")"};
    }
    if (version == 0 || load_le<std::uint16_t>(at + kHeaderSizeAt) != kHeaderBytes) return corrupt("version 0");
    if (load_le<std::uint16_t>(at + kNameLengthAt + 1) != 0 ||
        !all_zero(bytes.subspan(kReservedAt, kNameAt - kReservedAt))) {
        return corrupt("reserved bytes are not zero");
    }
    TableLayout layout;
    std::copy(at + kCountsAt, at + kCountsAt + 4, layout.spec.id.counts.begin());
    if (at[kKindAt] > static_cast<std::uint8_t>(ValueKind::kUltra)) return corrupt("kind of the values");
    layout.spec.kind = static_cast<ValueKind>(at[kKindAt]);
    if ((features == kUltraFeature) != (layout.spec.kind == ValueKind::kUltra)) return corrupt("features");
    const std::size_t name_length = at[kNameLengthAt];
    if (name_length == 0 || name_length > kLongestName) return corrupt("length of the name");
    layout.spec.id.collection.assign(at + kNameAt, at + kNameAt + name_length);
    if (!all_zero(bytes.subspan(kNameAt + name_length, kHeaderChecksumAt - kNameAt - name_length))) {
        return corrupt("bytes after the name");
    }
    layout.spec.rows = load_le<std::uint32_t>(at + kRowsAt);
    layout.spec.row_size = load_le<std::uint32_t>(at + kRowSizeAt);
    layout.shape.rows = load_le<std::uint32_t>(at + kBlockRowsAt);
    layout.shape.slices = load_le<std::uint32_t>(at + kSlicesAt);
    layout.shape.bytes = load_le<std::uint32_t>(at + kBlockBytesAt);
    layout.blocks = load_le<std::uint32_t>(at + kBlocksAt);
    layout.model_bytes = load_le<std::uint64_t>(at + kModelBytesAt);
    layout.model_checksum = load_le<std::uint64_t>(at + kModelChecksumAt);
    layout.data_bytes = load_le<std::uint64_t>(at + kDataBytesAt);
    layout.index_checksum = load_le<std::uint64_t>(at + kIndexChecksumAt);
    layout.metadata_bytes = load_le<std::uint64_t>(at + kMetadataBytesAt);
    layout.metadata_checksum = load_le<std::uint64_t>(at + kMetadataChecksumAt);
    if (Status numbers = check_numbers(layout); !numbers) return numbers.error();
    if (layout.file_bytes() != load_le<std::uint64_t>(at + kFileBytesAt)) return corrupt("size of the file");
    if (file_bytes < layout.file_bytes()) return Error{ErrorCode::kTruncated, "the file ends too early"};
    if (file_bytes > layout.file_bytes()) return corrupt("bytes after the end");
    return layout;
}

void encode_entry(const BlockEntry& entry, std::uint8_t* out) {
    store_le<std::uint64_t>(out, entry.offset | static_cast<std::uint64_t>(entry.codec) << 48);
    store_le(out + 8, entry.checksum);
}

Result<std::vector<BlockEntry>> decode_index(std::span<const std::uint8_t> bytes, const TableLayout& layout) {
    if (checksum(bytes) != layout.index_checksum) {
        return Error{ErrorCode::kCorrupt, "block index: the checksum does not hold"};
    }
    std::vector<BlockEntry> entries(layout.blocks);
    std::uint64_t least = 0;
    for (std::uint32_t i = 0; i < layout.blocks; ++i) {
        const std::uint8_t* const at = bytes.data() + std::size_t{i} * kIndexEntryBytes;
        const auto locator = load_le<std::uint64_t>(at);
        BlockEntry& entry = entries[i];
        entry.offset = locator & kOffsetMask;
        entry.codec = static_cast<std::uint8_t>(locator >> 48);
        entry.checksum = load_le<std::uint64_t>(at + 8);
        if (locator >> 56 != 0 || (i == 0 && entry.offset != 0) || entry.offset < least ||
            entry.offset > layout.data_bytes) {
            return Error{ErrorCode::kCorrupt, "block index: entry " + std::to_string(i) + " is impossible"};
        }
        if (!is_known_codec(entry.codec)) {
            return Error{ErrorCode::kNewerVersion,
                         "block " + std::to_string(i) + " has the unknown codec " + std::to_string(entry.codec)};
        }
        least = entry.offset;
    }
    return entries;
}

}  // namespace merels
