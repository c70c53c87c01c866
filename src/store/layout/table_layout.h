// SPDX-License-Identifier: MIT
// The bytes of a table file around its blocks: header and block index, as docs/table_format.md has them.
// Pure functions on buffers; reading and writing files is elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "merels/result.h"
#include "store/layout/table_spec.h"

namespace merels {

inline constexpr std::array<std::uint8_t, 8> kTableMagic = {0x89, 'M', 'R', 'L', '\r', '\n', 0x1A, '\n'};
inline constexpr std::uint16_t kTableVersion = 1;
inline constexpr std::size_t kHeaderBytes = 256;
inline constexpr std::size_t kIndexEntryBytes = 16;

// Features: bits that a reader must know. The only one says that the values are of kind 2.
inline constexpr std::uint32_t kUltraFeature = 1;

// Limits: a file outside of them is corrupt, whatever its checksums say.
inline constexpr std::uint32_t kMostRows = 1u << 24;
inline constexpr std::uint32_t kLargestRow = 1u << 24;
inline constexpr std::uint32_t kLargestBlock = 1u << 20;
inline constexpr std::uint64_t kLargestModel = std::uint64_t{1} << 24;
inline constexpr std::uint64_t kLargestMetadata = std::uint64_t{1} << 26;
inline constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 48;
inline constexpr std::size_t kLongestName = 63;

// How a table is cut into blocks: a block is `rows` whole rows, or, where slices > 1, one of the slices of one row.
// The last block of a table, and the last slice of a row, may be shorter.
struct BlockShape {
    std::uint32_t rows = 1;    // rows of a block
    std::uint32_t slices = 1;  // blocks of a row; > 1 only with rows == 1
    std::uint32_t bytes = 0;   // raw bytes of a full block
    friend bool operator==(const BlockShape&, const BlockShape&) = default;
};

// The writer's choice: small blocks, since a probe decodes a whole one for a few values, but no slices without need,
// since values are predicted from others of the same block.
BlockShape choose_shape(std::uint32_t rows, std::uint32_t row_size);

struct BlockPlace {
    std::uint32_t block = 0;
    std::uint32_t offset = 0;  // of the value in the raw block
};

struct TableLayout {
    TableSpec spec;  // without metadata
    BlockShape shape;
    std::uint32_t blocks = 0;
    std::uint64_t model_bytes = 0;
    std::uint64_t model_checksum = 0;
    std::uint64_t data_bytes = 0;
    std::uint64_t index_checksum = 0;
    std::uint64_t metadata_bytes = 0;
    std::uint64_t metadata_checksum = 0;

    std::uint64_t data_offset() const { return kHeaderBytes + model_bytes; }
    std::uint64_t index_offset() const { return data_offset() + data_bytes; }
    std::uint64_t metadata_offset() const { return index_offset() + std::uint64_t{blocks} * kIndexEntryBytes; }
    std::uint64_t file_bytes() const { return metadata_offset() + metadata_bytes; }

    // Where a value is: constant time.
    BlockPlace place(std::uint32_t row, std::uint32_t rank) const;
    // Raw bytes of a block.
    std::uint32_t raw_bytes(std::uint32_t block) const;
    // The row a block begins in, and where in it.
    std::uint32_t first_row(std::uint32_t block) const;
    std::uint32_t first_rank(std::uint32_t block) const;
};

// Blocks of a table of this shape.
std::uint32_t block_count(std::uint32_t rows, const BlockShape& shape);

std::array<std::uint8_t, kHeaderBytes> encode_header(const TableLayout& layout);
// `file_bytes` is the size found on disk. kTruncated, kCorrupt or kNewerVersion.
Result<TableLayout> decode_header(std::span<const std::uint8_t> bytes, std::uint64_t file_bytes);

// How the bytes of a block are stored; each block names its codec in the index.
enum class Codec : std::uint8_t {
    kStored = 0,      // the raw bytes
    kConstant = 1,    // one byte: the value of all
    kZstd = 2,        // a zstd frame of the raw bytes
    kPackedZstd = 3,  // values 0 and 1 only: eight values a byte, then a zstd frame
    kModel = 4,       // coded under the table's model
};
inline constexpr std::uint8_t kCodecs = 5;

constexpr bool is_known_codec(std::uint8_t codec) { return codec < kCodecs; }

struct BlockEntry {
    std::uint64_t offset = 0;  // from the start of the data section
    std::uint8_t codec = 0;
    std::uint64_t checksum = 0;
};

void encode_entry(const BlockEntry& entry, std::uint8_t* out);
// The entries with their order checked: each block begins where the one before it ends or later, none is outside the
// data section. kCorrupt, or kNewerVersion for a codec that this version does not know.
Result<std::vector<BlockEntry>> decode_index(std::span<const std::uint8_t> bytes, const TableLayout& layout);

}  // namespace merels
