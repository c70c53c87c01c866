// SPDX-License-Identifier: MIT
// A file of named chunks of bytes, for checkpoints: each chunk is cut into pieces of a megabyte, each piece compressed
// by zstd at its fastest and checksummed. Written atomically (atomic_file.h). Layout: docs/table_format.md, section 9.
//
//   Result<ChunkWriter> writer = ChunkWriter::create(path, threads);
//   writer->write("wins", bytes); ... writer->finish();
//   Result<ChunkReader> reader = ChunkReader::open(path);
//   reader->read("wins", bytes, threads);
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "merels/result.h"
#include "store/files/atomic_file.h"
#include "store/files/file_access.h"

namespace merels {

inline constexpr std::uint16_t kChunkFileVersion = 1;
inline constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

// Fills `out` with the chunk's bytes from `offset` on. Called from several threads, in any order.
using PieceSource = std::function<void(std::uint64_t offset, std::span<std::uint8_t> out)>;
// Takes the chunk's bytes from `offset` on. Called from several threads, in any order.
using PieceSink = std::function<void(std::uint64_t offset, std::span<const std::uint8_t> bytes)>;

struct ChunkPiece {
    std::uint32_t bytes = 0;  // as stored; as many as the raw piece has = stored raw
    std::uint64_t checksum = 0;
};

struct Chunk {
    std::string name;  // 1..255 bytes, unique
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0;  // of the first piece in the file
    std::vector<ChunkPiece> pieces;
};

class ChunkWriter {
  public:
    static Result<ChunkWriter> create(const std::filesystem::path& path, int threads);

    Status write(const std::string& name, std::span<const std::uint8_t> bytes);
    Status write(const std::string& name, std::uint64_t bytes, const PieceSource& source);
    // Writes the directory and gives the file its name. Without it nothing is left behind.
    Status finish();
    std::uint64_t file_bytes() const { return file_.size(); }

  private:
    ChunkWriter(AtomicFile file, int threads) : file_(std::move(file)), threads_(threads) {}

    AtomicFile file_;
    int threads_;
    std::vector<Chunk> chunks_;
    std::set<std::string> names_;  // of chunks_
};

class ChunkReader {
  public:
    // kMissing, kTruncated, kCorrupt, kNewerVersion or kIo.
    static Result<ChunkReader> open(const std::filesystem::path& path);

    const std::vector<Chunk>& chunks() const { return chunks_; }
    const Chunk* find(const std::string& name) const;  // nullptr where there is none
    // `out` must have the size of the chunk. Every piece is checked.
    Status read(const std::string& name, std::span<std::uint8_t> out, int threads) const;
    Status read(const std::string& name, const PieceSink& sink, int threads) const;
    Status read(const Chunk& chunk, std::span<std::uint8_t> out, int threads) const;  // one of chunks()

  private:
    Status read(const Chunk& chunk, const PieceSink& sink, int threads) const;
    ChunkReader(std::filesystem::path path, FileDescriptor descriptor, std::vector<Chunk> chunks)
        : path_(std::move(path)), descriptor_(std::move(descriptor)), chunks_(std::move(chunks)) {}

    std::filesystem::path path_;
    FileDescriptor descriptor_;
    std::vector<Chunk> chunks_;
};

}  // namespace merels
