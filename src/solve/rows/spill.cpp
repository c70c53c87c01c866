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

// Pages are taken out in pieces of this size.
constexpr std::size_t kPiece = std::size_t{2} << 20;
// How much is taken out beyond the limit, so that it is not done again at once.
constexpr std::uint64_t room_of(std::uint64_t limit) { return limit / 64; }

constexpr std::uint64_t pieces_of(std::size_t bytes) { return (bytes + kPiece - 1) / kPiece; }

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

std::uint64_t Spill::room_for_arrays(std::uint64_t limit, std::uint64_t besides) {
    const std::uint64_t taken = besides + margin_of(limit) + room_of(limit);
    return limit - std::min(limit, taken);
}

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
    const std::uint64_t most = limit_ - margin_of(limit_);
    const auto too_much = [&] { return resident_bytes(statistics_) > std::max(most, in_vain_.load()); };
    if (!too_much()) return;
    const std::lock_guard lock(mutex_);
    if (!too_much()) return;  // another thread was here
    std::uint64_t pieces = 0;
    for (const Range& range : ranges_) pieces += pieces_of(range.bytes);
    // A piece that is not there costs little, so twice as many as there are will do.
    for (std::uint64_t i = 0; i < 2 * pieces; ++i) {
        if (resident_bytes(statistics_) <= most - room_of(limit_)) {
            in_vain_ = 0;
            return;
        }
        take_out_one(pieces);
    }
    in_vain_ = resident_bytes(statistics_) + room_of(limit_);
}

// Any of the pieces, each as likely as another: a pass goes over its arrays again and again, so what it left longest
// ago is what it wants next, and only by chance does something stay until then.
void Spill::take_out_one(std::uint64_t pieces) {
    random_ += 0x9E3779B97F4A7C15u;  // Weyl's sequence: the fractional parts of multiples of the golden ratio
    std::uint64_t piece = static_cast<std::uint64_t>((static_cast<unsigned __int128>(random_) * pieces) >> 64);
    for (const Range& range : ranges_) {
        const std::uint64_t here = pieces_of(range.bytes);
        if (piece < here) {
            const std::size_t first = piece * kPiece;
            // Of a shared file: nothing is lost.
            ::madvise(range.data + first, std::min(kPiece, range.bytes - first), MADV_DONTNEED);
            return;
        }
        piece -= here;
    }
}

}  // namespace merels::solve
