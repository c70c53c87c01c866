// SPDX-License-Identifier: MIT
// A file that is there completely or not at all: bytes go to NAME.part beside it, and commit() flushes them, renames
// the file and flushes the folder. Without commit() nothing remains but what was there before. A NAME.part left by a
// killed process is overwritten by the next writer; two writers of one file at the same time exclude each other.
//
//   Result<AtomicFile> file = AtomicFile::create(path);
//   file->append(bytes); ... file->commit();
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "merels/result.h"
#include "store/files/file_access.h"

namespace merels {

// Where another process writes the same file right now.
enum class Busy : std::uint8_t {
    kRefuse,  // kIo
    kWait,    // until it is done, and then over what it wrote
};

class AtomicFile {
  public:
    // Makes missing folders. kNoSpace, or kIo.
    static Result<AtomicFile> create(const std::filesystem::path& path, Busy busy = Busy::kRefuse);
    AtomicFile(AtomicFile&& other) noexcept = default;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    // Adds bytes at the end. Buffered, so an error may show at a later call.
    Status append(std::span<const std::uint8_t> bytes);
    // Replaces bytes that were appended before.
    Status overwrite(std::uint64_t offset, std::span<const std::uint8_t> bytes);
    std::uint64_t size() const { return flushed_ + buffer_.size(); }
    // Checksum of what was appended so far. Cost: one pass over the file.
    Result<std::uint64_t> checksum();
    // Flushes and gives the file its name. Nothing may follow.
    Status commit();

  private:
    AtomicFile(std::filesystem::path path, std::filesystem::path part, FileDescriptor descriptor);
    Status flush();
    Status write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes);

    std::filesystem::path path_;
    std::filesystem::path part_;
    FileDescriptor descriptor_;  // closed = nothing to remove
    std::vector<std::uint8_t> buffer_;
    std::uint64_t flushed_ = 0;  // bytes handed to the operating system
};

// Makes a folder and its parents where they are missing, and flushes the entries, so that a file in it survives a power
// cut once it is flushed itself.
Status make_folders(const std::filesystem::path& folder);

// All of a small file at once.
Status write_file_atomically(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);
Status write_file_atomically(const std::filesystem::path& path, const std::string& text);

}  // namespace merels
