// SPDX-License-Identifier: MIT
// Reading files by position, with errors as values. Plain reads instead of a memory map: a file that shrinks while it
// is open gives an error, not a signal.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "merels/result.h"

namespace merels {

// Owns a file descriptor.
class FileDescriptor {
  public:
    FileDescriptor() = default;
    explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
    FileDescriptor(FileDescriptor&& other) noexcept;
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    ~FileDescriptor() { close(); }

    int get() const { return descriptor_; }
    bool is_open() const { return descriptor_ >= 0; }
    void close();

  private:
    int descriptor_ = -1;
};

// An error of the operating system as a value: ENOENT is kMissing, a full disk kNoSpace, anything else kIo.
Error system_error(int error_number, const std::string& doing, const std::filesystem::path& path);

struct OpenFile {
    FileDescriptor descriptor;
    std::uint64_t size = 0;
};

// kMissing, or kIo (no permission, a folder, ...).
Result<OpenFile> open_for_reading(const std::filesystem::path& path);

// Fills `out`; kTruncated when the file ends before.
Status read_exactly(int descriptor, std::uint64_t offset, std::span<std::uint8_t> out);

// A whole small file.
Result<std::vector<std::uint8_t>> read_file(const std::filesystem::path& path);

}  // namespace merels
