// SPDX-License-Identifier: MIT
// Any bytes as a chunk file (checkpoints and notes). Opening and reading never crash nor take memory that the file does
// not justify; what is read twice is the same. The first byte of the input tells whether the checksums of directory and
// footer are made right first; the rest is the file.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "fuzz_check.h"
#include "store/database/notes.h"
#include "store/files/byte_order.h"
#include "store/files/checksum.h"
#include "store/files/chunk_file.h"

namespace {

using namespace merels;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kHeader = 16;
constexpr std::size_t kFooter = 32;

void repair(Bytes& bytes) {
    if (bytes.size() < kHeader + kFooter) return;
    std::uint8_t* const footer = bytes.data() + bytes.size() - kFooter;
    const auto at = load_le<std::uint64_t>(footer);
    if (at >= kHeader && at <= bytes.size() - kFooter) {
        const std::size_t size = bytes.size() - kFooter - at;
        store_le<std::uint64_t>(footer + 8, size);
        store_le(footer + 16, checksum(std::span(bytes).subspan(at, size)));
    }
    store_le(footer + 24, checksum(std::span(bytes).subspan(bytes.size() - kFooter, 24)));
}

std::filesystem::path folder() {
    const std::filesystem::path memory = "/dev/shm";
    const auto base = std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
    return base / ("merels-chunk-fuzz-" + std::to_string(::getpid()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    Bytes bytes(data + 1, data + size);
    if ((data[0] & 1) != 0) repair(bytes);
    static const std::filesystem::path place = folder();
    const std::filesystem::path path = notes_path(place, "fuzz", "a");
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (const auto reader = ChunkReader::open(path)) {
        for (const Chunk& chunk : reader->chunks()) {
            // Every piece takes a record of twelve bytes, so this is what the file can justify.
            FUZZ_CHECK(chunk.bytes <= (bytes.size() / 12 + 1) * kPieceBytes);
            if (chunk.bytes > 4 * kPieceBytes) continue;
            Bytes first(chunk.bytes), second(chunk.bytes);
            const bool read = reader->read(chunk, first, 1).ok();
            FUZZ_CHECK(read == reader->read(chunk, second, 2).ok());
            if (read) FUZZ_CHECK(first == second);
        }
    }
    const auto notes = read_notes(place, "fuzz", "a");
    FUZZ_CHECK(notes.ok() == damaged_notes(place, "fuzz").empty());
    std::filesystem::remove_all(place);
    return 0;
}
