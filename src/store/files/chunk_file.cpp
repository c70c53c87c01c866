// SPDX-License-Identifier: MIT
// File: header (16 bytes), the pieces of all chunks, directory, footer (32 bytes).
#include "store/files/chunk_file.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>

#include "base/worker_pool.h"
#include "store/files/byte_order.h"
#include "store/files/checksum.h"
#include "store/files/ordered_pipeline.h"

namespace merels {

namespace {

constexpr std::array<std::uint8_t, 8> kMagic = {0x89, 'M', 'R', 'C', '\r', '\n', 0x1A, '\n'};
constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kFooterBytes = 32;
constexpr std::size_t kPieceRecord = 12;
constexpr int kZstdLevel = 1;

template <class T>
void append_le(std::vector<std::uint8_t>& out, T value) {
    out.resize(out.size() + sizeof(T));
    store_le(out.data() + out.size() - sizeof(T), value);
}

std::uint64_t piece_count(std::uint64_t bytes) { return (bytes + kPieceBytes - 1) / kPieceBytes; }

std::size_t piece_bytes(std::uint64_t chunk_bytes, std::uint64_t piece) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, chunk_bytes - piece * kPieceBytes));
}

std::vector<std::uint8_t> encode_directory(const std::vector<Chunk>& chunks) {
    std::vector<std::uint8_t> out;
    append_le(out, static_cast<std::uint32_t>(chunks.size()));
    for (const Chunk& chunk : chunks) {
        out.push_back(static_cast<std::uint8_t>(chunk.name.size()));
        out.insert(out.end(), chunk.name.begin(), chunk.name.end());
        append_le(out, chunk.bytes);
        append_le(out, chunk.offset);
        for (const ChunkPiece& piece : chunk.pieces) {
            append_le(out, piece.bytes);
            append_le(out, piece.checksum);
        }
    }
    return out;
}

Error corrupt(const std::string& what) { return {ErrorCode::kCorrupt, "checkpoint: " + what}; }

// Reads the directory with every size checked: nothing is allocated that the file cannot fill.
Result<std::vector<Chunk>> decode_directory(std::span<const std::uint8_t> bytes, std::uint64_t data_end) {
    std::size_t at = 0;
    const auto has = [&](std::uint64_t more) { return bytes.size() - at >= more; };
    if (!has(4)) return corrupt("directory too short");
    const auto count = load_le<std::uint32_t>(bytes.data());
    at = 4;
    std::vector<Chunk> chunks;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!has(1) || !has(std::uint64_t{1} + bytes[at] + 16)) return corrupt("directory too short");
        Chunk chunk;
        const std::size_t length = bytes[at++];
        chunk.name.assign(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                          bytes.begin() + static_cast<std::ptrdiff_t>(at + length));
        at += length;
        chunk.bytes = load_le<std::uint64_t>(bytes.data() + at);
        chunk.offset = load_le<std::uint64_t>(bytes.data() + at + 8);
        at += 16;
        if (chunk.bytes > std::uint64_t{1} << 56) return corrupt("size of a chunk");
        const std::uint64_t pieces = piece_count(chunk.bytes);
        if ((bytes.size() - at) / kPieceRecord < pieces) return corrupt("directory too short");
        std::uint64_t end = chunk.offset;
        for (std::uint64_t p = 0; p < pieces; ++p, at += kPieceRecord) {
            const ChunkPiece piece{load_le<std::uint32_t>(bytes.data() + at),
                                   load_le<std::uint64_t>(bytes.data() + at + 4)};
            if (piece.bytes > piece_bytes(chunk.bytes, p)) return corrupt("size of a piece");
            end += piece.bytes;
            chunk.pieces.push_back(piece);
        }
        if (chunk.offset < kHeaderBytes || end > data_end || end < chunk.offset) return corrupt("place of a chunk");
        chunks.push_back(std::move(chunk));
    }
    if (at != bytes.size()) return corrupt("directory too long");
    return chunks;
}

struct FreeEncoder {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

}  // namespace

Result<ChunkWriter> ChunkWriter::create(const std::filesystem::path& path, int threads) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return file.error();
    std::array<std::uint8_t, kHeaderBytes> header{};
    std::copy(kMagic.begin(), kMagic.end(), header.begin());
    store_le(header.data() + 8, kChunkFileVersion);
    store_le(header.data() + 12, static_cast<std::uint32_t>(kPieceBytes));
    if (Status written = file->append(header); !written) return written.error();
    return ChunkWriter(*std::move(file), threads);
}

Status ChunkWriter::write(const std::string& name, std::span<const std::uint8_t> bytes) {
    return write(name, bytes.size(), [&bytes](std::uint64_t offset, std::span<std::uint8_t> out) {
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
    });
}

Status ChunkWriter::write(const std::string& name, std::uint64_t bytes, const PieceSource& source) {
    if (name.empty() || name.size() > 255 || !names_.insert(name).second) {
        return Error{ErrorCode::kBadInput, "bad chunk name '" + name + "'"};
    }
    Chunk chunk{name, bytes, file_.size(), {}};
    const auto make_worker = [&]() -> PipelineWorker {
        const std::shared_ptr<ZSTD_CCtx> context(ZSTD_createCCtx(), FreeEncoder{});
        const auto raw = std::make_shared<std::vector<std::uint8_t>>();
        return {[&, context, raw](std::uint64_t piece, std::vector<std::uint8_t>& out) {
            raw->resize(piece_bytes(bytes, piece));
            source(piece * kPieceBytes, *raw);
            out.resize(ZSTD_compressBound(raw->size()));
            const std::size_t size =
                ZSTD_compressCCtx(context.get(), out.data(), out.size(), raw->data(), raw->size(), kZstdLevel);
            if (ZSTD_isError(size) || size >= raw->size()) {
                out = *raw;
            } else {
                out.resize(size);
            }
            return ok_status();
        }};
    };
    const auto consume = [&](std::uint64_t, std::vector<std::uint8_t>& piece) {
        chunk.pieces.push_back({static_cast<std::uint32_t>(piece.size()), checksum(piece)});
        return file_.append(piece);
    };
    if (Status done = run_ordered(piece_count(bytes), threads_, make_worker, consume); !done) return done;
    chunks_.push_back(std::move(chunk));
    return ok_status();
}

Status ChunkWriter::finish() {
    const std::vector<std::uint8_t> directory = encode_directory(chunks_);
    std::array<std::uint8_t, kFooterBytes> footer{};
    store_le<std::uint64_t>(footer.data(), file_.size());
    store_le<std::uint64_t>(footer.data() + 8, directory.size());
    store_le(footer.data() + 16, checksum(directory));
    store_le(footer.data() + 24, checksum(std::span(footer).first(24)));
    if (Status written = file_.append(directory); !written) return written;
    if (Status written = file_.append(footer); !written) return written;
    return file_.commit();
}

Result<ChunkReader> ChunkReader::open(const std::filesystem::path& path) {
    Result<OpenFile> file = open_for_reading(path);
    if (!file) return file.error();
    const auto in_file = [&path](const Error& error) {
        return Error{error.code, path.string() + ": " + error.message};
    };
    if (file->size < kHeaderBytes + kFooterBytes) {
        return in_file({ErrorCode::kTruncated, "too short for a checkpoint"});
    }
    const int descriptor = file->descriptor.get();
    std::array<std::uint8_t, kHeaderBytes> header{};
    if (Status read = read_exactly(descriptor, 0, header); !read) return in_file(read.error());
    if (!std::equal(kMagic.begin(), kMagic.end(), header.begin())) return in_file(corrupt("the first bytes are wrong"));
    if (load_le<std::uint16_t>(header.data() + 8) > kChunkFileVersion) {
        return in_file({ErrorCode::kNewerVersion, "checkpoint of a newer version"});
    }
    if (load_le<std::uint16_t>(header.data() + 8) != kChunkFileVersion ||
        load_le<std::uint16_t>(header.data() + 10) != 0 || load_le<std::uint32_t>(header.data() + 12) != kPieceBytes) {
        return in_file(corrupt("header"));
    }
    std::array<std::uint8_t, kFooterBytes> footer{};
    const std::uint64_t footer_at = file->size - kFooterBytes;
    if (Status read = read_exactly(descriptor, footer_at, footer); !read) return in_file(read.error());
    if (load_le<std::uint64_t>(footer.data() + 24) != checksum(std::span(footer).first(24))) {
        return in_file({ErrorCode::kTruncated, "the end is missing or damaged"});
    }
    const auto directory_at = load_le<std::uint64_t>(footer.data());
    const auto directory_bytes = load_le<std::uint64_t>(footer.data() + 8);
    if (directory_at < kHeaderBytes || directory_at > footer_at || footer_at - directory_at != directory_bytes) {
        return in_file(corrupt("place of the directory"));
    }
    std::vector<std::uint8_t> directory(directory_bytes);
    if (Status read = read_exactly(descriptor, directory_at, directory); !read) return in_file(read.error());
    if (checksum(directory) != load_le<std::uint64_t>(footer.data() + 16)) {
        return in_file(corrupt("the directory's checksum does not hold"));
    }
    Result<std::vector<Chunk>> chunks = decode_directory(directory, directory_at);
    if (!chunks) return in_file(chunks.error());
    return ChunkReader(path, std::move(file->descriptor), *std::move(chunks));
}

const Chunk* ChunkReader::find(const std::string& name) const {
    const auto place = std::find_if(chunks_.begin(), chunks_.end(), [&](const Chunk& c) { return c.name == name; });
    return place == chunks_.end() ? nullptr : &*place;
}

Status ChunkReader::read(const std::string& name, std::span<std::uint8_t> out, int threads) const {
    const Chunk* const chunk = find(name);
    if (chunk == nullptr) return Error{ErrorCode::kMissing, path_.string() + ": no chunk '" + name + "'"};
    return read(*chunk, out, threads);
}

Status ChunkReader::read(const Chunk& chunk, std::span<std::uint8_t> out, int threads) const {
    if (chunk.bytes != out.size()) {
        return Error{ErrorCode::kCorrupt, path_.string() + ": chunk '" + chunk.name + "' has another size"};
    }
    const auto copy = [&out](std::uint64_t offset, std::span<const std::uint8_t> bytes) {
        std::copy(bytes.begin(), bytes.end(), out.begin() + static_cast<std::ptrdiff_t>(offset));
    };
    return read(chunk, PieceSink(copy), threads);
}

Status ChunkReader::read(const std::string& name, const PieceSink& sink, int threads) const {
    const Chunk* const chunk = find(name);
    if (chunk == nullptr) return Error{ErrorCode::kMissing, path_.string() + ": no chunk '" + name + "'"};
    return read(*chunk, sink, threads);
}

Status ChunkReader::read(const Chunk& chunk, const PieceSink& sink, int threads) const {
    std::vector<std::uint64_t> offsets(chunk.pieces.size());
    for (std::uint64_t p = 0, at = chunk.offset; p < offsets.size(); at += chunk.pieces[p++].bytes) offsets[p] = at;
    std::mutex mutex;
    std::optional<Error> failure;
    const auto read_piece = [&](std::uint64_t p, std::vector<std::uint8_t>& stored, std::vector<std::uint8_t>& raw) {
        const ChunkPiece& piece = chunk.pieces[p];
        stored.resize(piece.bytes);
        if (Status read = read_exactly(descriptor_.get(), offsets[p], stored); !read) return read;
        if (checksum(stored) != piece.checksum) return Status(corrupt("chunk '" + chunk.name + "' is damaged"));
        raw.resize(piece_bytes(chunk.bytes, p));
        if (stored.size() == raw.size()) {
            raw.swap(stored);
        } else if (ZSTD_decompress(raw.data(), raw.size(), stored.data(), stored.size()) != raw.size()) {
            return Status(corrupt("chunk '" + chunk.name + "' does not decode"));
        }
        sink(p * kPieceBytes, raw);
        return ok_status();
    };
    WorkerPool pool(threads);
    pool.parallel_for(offsets.size(), 1, [&](std::size_t first, std::size_t last, int) {
        std::vector<std::uint8_t> stored;
        std::vector<std::uint8_t> raw;
        for (std::size_t p = first; p < last; ++p) {
            const Status done = read_piece(p, stored, raw);
            if (done) continue;
            const std::lock_guard lock(mutex);
            if (!failure) failure = done.error();
        }
    });
    if (failure) return Error{failure->code, path_.string() + ": " + failure->message};
    return ok_status();
}

}  // namespace merels
