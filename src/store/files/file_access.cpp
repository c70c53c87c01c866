// SPDX-License-Identifier: MIT
#include "store/files/file_access.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace merels {

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
        close();
        descriptor_ = std::exchange(other.descriptor_, -1);
    }
    return *this;
}

void FileDescriptor::close() {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

Error system_error(int error_number, const std::string& doing, const std::filesystem::path& path) {
    const std::string reason = std::system_category().message(error_number);
    switch (error_number) {
        case ENOENT:
        case ENOTDIR: return {ErrorCode::kMissing, "cannot " + doing + " " + path.string() + ": it is not there"};
        case ENOSPC:
        case EDQUOT:
        case EFBIG: return {ErrorCode::kNoSpace, "cannot " + doing + " " + path.string() + ": " + reason};
        default: return {ErrorCode::kIo, "cannot " + doing + " " + path.string() + ": " + reason};
    }
}

Result<OpenFile> open_for_reading(const std::filesystem::path& path) {
    OpenFile file;
    // Without waiting: a pipe is opened only to be refused, whether somebody writes to it or not.
    file.descriptor = FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.descriptor.is_open()) return system_error(errno, "open", path);
    struct stat status {};
    if (::fstat(file.descriptor.get(), &status) != 0) return system_error(errno, "look at", path);
    if (!S_ISREG(status.st_mode)) return Error{ErrorCode::kIo, "cannot open " + path.string() + ": not a plain file"};
    file.size = static_cast<std::uint64_t>(status.st_size);
    return file;
}

Status read_exactly(int descriptor, std::uint64_t offset, std::span<std::uint8_t> out) {
    std::size_t done = 0;
    while (done < out.size()) {
        const ssize_t got =
            ::pread(descriptor, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (got < 0) {
            if (errno == EINTR) continue;
            return Error{ErrorCode::kIo, "reading failed: " + std::system_category().message(errno)};
        }
        if (got == 0) return Error{ErrorCode::kTruncated, "the file ends too early"};
        done += static_cast<std::size_t>(got);
    }
    return ok_status();
}

Result<std::vector<std::uint8_t>> read_file(const std::filesystem::path& path) {
    Result<OpenFile> file = open_for_reading(path);
    if (!file) return file.error();
    std::vector<std::uint8_t> bytes(file->size);
    if (Status read = read_exactly(file->descriptor.get(), 0, bytes); !read) return read.error();
    return bytes;
}

}  // namespace merels
