// SPDX-License-Identifier: MIT
#include "solve/rows/spill.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>

namespace merels::solve {
namespace {

// What threads may touch between two looks.
constexpr std::uint64_t margin_of(std::uint64_t limit) {
    return std::max(limit / 16, std::min(limit / 4, std::uint64_t{160} << 20));
}

// Bytes of the process that are in memory; 0 where it cannot be told.
std::uint64_t resident_bytes(const FileDescriptor& statistics) {
    char text[128];
    const ssize_t n = statistics.is_open() ? ::pread(statistics.get(), text, sizeof text, 0) : 0;
    if (n <= 0) return 0;
    const std::string_view line(text, static_cast<std::size_t>(n));
    const std::size_t space = line.find(' ');  // SIZE RESIDENT ..., in pages
    std::uint64_t pages = 0;
    if (space != line.npos) std::from_chars(line.data() + space + 1, line.data() + line.size(), pages);
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

Spill::Spill(std::filesystem::path folder, std::uint64_t limit, std::uint64_t in_memory)
    : folder_(std::move(folder)),
      limit_(limit),
      in_memory_(in_memory),
      statistics_(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC)) {}

bool Spill::take_memory(std::size_t bytes) {
    if (bytes > in_memory_) return false;
    in_memory_ -= bytes;
    return true;
}

void* Spill::map(std::size_t bytes) {
    if (!file_.is_open()) {
        if (Status opened = file_.open(folder_); !opened) {
            error_ = opened.error();
            return nullptr;
        }
    }
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t rounded = (bytes + page - 1) / page * page;
    // The disk must be there before a page is written: a full one would end the process by a signal.
    if (Status reserved = file_.reserve(end_, rounded); !reserved) {
        error_ = reserved.error();
        return nullptr;
    }
    void* const data =
        ::mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_SHARED, file_.descriptor(), static_cast<off_t>(end_));
    if (data == MAP_FAILED) {
        error_ = system_error(errno, "map a scratch file in", folder_);
        file_.give_back(end_, rounded);
        return nullptr;
    }
    const std::lock_guard lock(mutex_);
    ranges_.push_back({static_cast<std::byte*>(data), rounded, end_});
    end_ += rounded;
    return data;
}

void Spill::unmap(void* data) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(ranges_.begin(), ranges_.end(), [&](const Range& r) { return r.data == data; });
    if (found == ranges_.end()) return;
    ::munmap(found->data, found->bytes);
    file_.give_back(found->offset, found->bytes);
    ranges_.erase(found);
}

void Spill::keep_to_limit() {
    const auto too_much = [this] { return resident_bytes(statistics_) + margin_of(limit_) > limit_; };
    if (!too_much()) return;
    const std::lock_guard lock(mutex_);
    for (int i = 0; i < 4 && too_much(); ++i) trim();
}

// A quarter of all pages, from where the last one ended.
void Spill::trim() {
    std::size_t all = 0;
    for (const Range& range : ranges_) all += range.bytes;
    if (all == 0) return;
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    std::size_t left = (all / 4 / page + 1) * page;
    next_ = next_ % all / page * page;
    std::size_t at = 0;  // where the range begins
    for (std::size_t i = 0; left > 0; i = (i + 1) % ranges_.size()) {
        if (i == 0) at = 0;
        const Range& range = ranges_[i];
        if (next_ >= at && next_ < at + range.bytes) {
            const std::size_t n = std::min(left, at + range.bytes - next_);
            ::madvise(range.data + (next_ - at), n, MADV_DONTNEED);  // of a shared file: nothing is lost
            left -= n;
            next_ = (next_ + n) % all;
        }
        at += range.bytes;
    }
}

}  // namespace merels::solve
