// SPDX-License-Identifier: MIT
#include "store/files/scratch_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

namespace merels {

Status ScratchFile::open(const std::filesystem::path& folder) {
    folder_ = folder;
    descriptor_ = FileDescriptor(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (descriptor_.is_open()) return ok_status();
    // Not every file system knows such files: one whose name is taken away at once.
    std::string name = (folder / "scratch-XXXXXX").string();
    descriptor_ = FileDescriptor(::mkostemp(name.data(), O_CLOEXEC));
    if (!descriptor_.is_open()) return system_error(errno, "make a scratch file in", folder);
    ::unlink(name.c_str());
    return ok_status();
}

Status ScratchFile::write(std::uint64_t offset, std::span<const std::uint8_t> bytes) const {
    while (!bytes.empty()) {
        const ssize_t n = ::pwrite(descriptor_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return system_error(n < 0 ? errno : EIO, "write a scratch file in", folder_);
        offset += static_cast<std::uint64_t>(n);
        bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
    return ok_status();
}

Status ScratchFile::read(std::uint64_t offset, std::span<std::uint8_t> bytes) const {
    return read_exactly(descriptor_.get(), offset, bytes);
}

Status ScratchFile::reserve(std::uint64_t offset, std::uint64_t bytes) const {
    const int failed = ::posix_fallocate(descriptor_.get(), static_cast<off_t>(offset), static_cast<off_t>(bytes));
    if (failed != 0) return system_error(failed, "make room for a scratch file in", folder_);
    return ok_status();
}

void ScratchFile::give_back(std::uint64_t offset, std::uint64_t bytes) const {
    ::fallocate(descriptor_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                static_cast<off_t>(bytes));
}

}  // namespace merels
