// SPDX-License-Identifier: MIT
#include "store/database/notes.h"

#include <span>

#include "store/files/chunk_file.h"

namespace merels {
namespace {

constexpr const char* kExtension = ".notes";
constexpr std::uint64_t kLargestNote = std::uint64_t{1} << 26;

Result<Notes> read_notes_file(const std::filesystem::path& path) {
    const auto reader = ChunkReader::open(path);
    if (!reader) return reader.error();
    Notes notes;
    for (const Chunk& chunk : reader->chunks()) {
        if (chunk.bytes > kLargestNote) return Error{ErrorCode::kCorrupt, path.string() + ": a note is too long"};
        std::string text(chunk.bytes, '\0');
        const std::span bytes(reinterpret_cast<std::uint8_t*>(text.data()), text.size());
        if (Status read = reader->read(chunk, bytes, 1); !read) return read.error();
        notes.emplace(chunk.name, std::move(text));
    }
    return notes;
}

}  // namespace

std::filesystem::path notes_path(const std::filesystem::path& database, const std::string& collection,
                                 const std::string& name) {
    return database / collection / (name + kExtension);
}

Result<Notes> read_notes(const std::filesystem::path& database, const std::string& collection,
                         const std::string& name) {
    return read_notes_file(notes_path(database, collection, name));
}

Status add_notes(const std::filesystem::path& database, const std::string& collection, const std::string& name,
                 const Notes& notes) {
    const std::filesystem::path path = notes_path(database, collection, name);
    auto all = read_notes_file(path);
    if (!all) {
        const ErrorCode code = all.error().code;
        if (code != ErrorCode::kMissing && code != ErrorCode::kCorrupt && code != ErrorCode::kTruncated) {
            return all.error();
        }
        all = Notes{};  // what cannot be read is lost, and made again by those who miss it
    }
    for (const auto& [key, text] : notes) (*all)[key] = text;
    auto writer = ChunkWriter::create(path, 1);
    if (!writer) return writer.error();
    for (const auto& [key, text] : *all) {
        const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
        if (Status written = writer->write(key, bytes); !written) return written;
    }
    return writer->finish();
}

std::vector<Error> damaged_notes(const std::filesystem::path& database, const std::string& collection) {
    std::vector<Error> errors;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(database / collection, ignored)) {
        if (entry.path().extension() != kExtension) continue;
        if (const auto notes = read_notes_file(entry.path()); !notes) errors.push_back(notes.error());
    }
    return errors;
}

}  // namespace merels
