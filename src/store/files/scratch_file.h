// SPDX-License-Identifier: MIT
// A file for what does not fit into memory. It has no name, so the system removes it with the process, whatever ends
// that.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "merels/result.h"
#include "store/files/file_access.h"

namespace merels {

class ScratchFile {
  public:
    ScratchFile() = default;
    // In that folder; kNoSpace, kIo. What was in it is gone.
    Status open(const std::filesystem::path& folder);
    void close() { descriptor_.close(); }
    bool is_open() const { return descriptor_.is_open(); }

    // Several threads may read and write at once, not the same bytes. A full disk is kNoSpace.
    Status write(std::uint64_t offset, std::span<const std::uint8_t> bytes) const;
    Status read(std::uint64_t offset, std::span<std::uint8_t> bytes) const;

    // For who maps the file. Zeroed disk space, taken now; a full disk is kNoSpace.
    Status reserve(std::uint64_t offset, std::uint64_t bytes) const;
    // The space goes back to the disk, where the file system can do that.
    void give_back(std::uint64_t offset, std::uint64_t bytes) const;
    int descriptor() const { return descriptor_.get(); }

  private:
    std::filesystem::path folder_;
    FileDescriptor descriptor_;
};

}  // namespace merels
