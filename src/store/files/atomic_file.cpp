// SPDX-License-Identifier: MIT
#include "store/files/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "store/files/checksum.h"

namespace merels {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{4} << 20;

Status flush_folder(const std::filesystem::path& folder) {
    const FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!descriptor.is_open()) return system_error(errno, "open folder", folder);
    if (::fsync(descriptor.get()) != 0) return system_error(errno, "flush folder", folder);
    return ok_status();
}

}  // namespace

Status make_folders(const std::filesystem::path& folder) {
    std::error_code error;
    if (folder.empty() || std::filesystem::is_directory(folder, error)) return ok_status();
    const std::filesystem::path parent =
        folder.has_filename() ? folder.parent_path() : folder.parent_path().parent_path();
    if (Status made = make_folders(parent); !made) return made;
    if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) return system_error(errno, "make the folder", folder);
    if (!std::filesystem::is_directory(folder, error)) return system_error(ENOTDIR, "make the folder", folder);
    return flush_folder(parent.empty() ? std::filesystem::path(".") : parent);
}

AtomicFile::AtomicFile(std::filesystem::path path, std::filesystem::path part, FileDescriptor descriptor)
    : path_(std::move(path)), part_(std::move(part)), descriptor_(std::move(descriptor)) {
    buffer_.reserve(kBufferBytes);
}

AtomicFile::~AtomicFile() {
    if (descriptor_.is_open()) ::unlink(part_.c_str());
}

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& path, Busy busy) {
    if (Status made = make_folders(path.parent_path()); !made) return made.error();
    std::filesystem::path part = path;
    part += ".part";
    for (;;) {
        FileDescriptor descriptor(::open(part.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
        if (!descriptor.is_open()) return system_error(errno, "create", part);
        // Emptied only under the lock: the file may belong to a writer that is still at work.
        if (::flock(descriptor.get(), busy == Busy::kWait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
            if (errno == EINTR) continue;
            if (errno != EWOULDBLOCK) return system_error(errno, "lock", part);
            return Error{ErrorCode::kIo, "cannot write " + path.string() + ": another process is writing it"};
        }
        // Between opening and locking the other writer may have given the file its name: then it is not ours to empty.
        struct stat ours {};
        struct stat named {};
        if (::fstat(descriptor.get(), &ours) != 0) return system_error(errno, "look at", part);
        if (::stat(part.c_str(), &named) != 0 && errno != ENOENT) return system_error(errno, "look at", part);
        if (ours.st_ino == named.st_ino) {
            if (::ftruncate(descriptor.get(), 0) != 0) return system_error(errno, "empty", part);
            return AtomicFile(path, std::move(part), std::move(descriptor));
        }
        if (busy == Busy::kRefuse) {
            return Error{ErrorCode::kIo, "cannot write " + path.string() + ": another process has just written it"};
        }
    }
}

Status AtomicFile::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t put =
            ::pwrite(descriptor_.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
        if (put < 0) {
            if (errno == EINTR) continue;
            return system_error(errno, "write", part_);
        }
        done += static_cast<std::size_t>(put);
    }
    return ok_status();
}

Status AtomicFile::flush() {
    if (buffer_.empty()) return ok_status();
    if (Status written = write_at(flushed_, buffer_); !written) return written;
    // Start the disk now, so that the flush at the end finds little to do. Only a hint: errors show there.
    (void)::sync_file_range(descriptor_.get(), static_cast<off_t>(flushed_), static_cast<off_t>(buffer_.size()),
                            SYNC_FILE_RANGE_WRITE);
    flushed_ += buffer_.size();
    buffer_.clear();
    return ok_status();
}

Status AtomicFile::append(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const std::size_t part = std::min(bytes.size(), kBufferBytes - buffer_.size());
        buffer_.insert(buffer_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(part));
        bytes = bytes.subspan(part);
        if (buffer_.size() == kBufferBytes) {
            if (Status flushed = flush(); !flushed) return flushed;
        }
    }
    return ok_status();
}

Status AtomicFile::overwrite(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
    if (offset + bytes.size() > size()) return Error{ErrorCode::kInternal, "overwrite beyond the end of a file"};
    if (Status flushed = flush(); !flushed) return flushed;
    return write_at(offset, bytes);
}

Result<std::uint64_t> AtomicFile::checksum() {
    if (Status flushed = flush(); !flushed) return flushed.error();
    return checksum_of_file(descriptor_.get(), flushed_);
}

Status AtomicFile::commit() {
    if (Status flushed = flush(); !flushed) return flushed;
    if (::fsync(descriptor_.get()) != 0) return system_error(errno, "flush", part_);
    if (std::rename(part_.c_str(), path_.c_str()) != 0) return system_error(errno, "rename", part_);
    descriptor_.close();
    return flush_folder(path_.has_parent_path() ? path_.parent_path() : std::filesystem::path("."));
}

Status write_file_atomically(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return file.error();
    if (Status appended = file->append(bytes); !appended) return appended;
    return file->commit();
}

Status write_file_atomically(const std::filesystem::path& path, const std::string& text) {
    return write_file_atomically(path, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

}  // namespace merels
