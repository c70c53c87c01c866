// SPDX-License-Identifier: MIT
#include "verify/ultra_rows.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>

namespace merels::verify {
namespace {

constexpr std::uint32_t kRunPositions = 8192;         // about a block of a table
constexpr std::uint32_t kBatchPositions = 1U << 20U;  // decoded by one thread at a time

}  // namespace

UltraRows::UltraRows(const UltraParts& parts, const UltraPart& part)
    : parts_(parts),
      part_(part),
      rows_(row_count(part.subspace)),
      size_(row_size(part.subspace)),
      run_rows_(rows_of_a_run(size_)),
      codes_(std::size_t{rows_} * size_, false),
      held_(runs(), 0) {}

ClassIndex UltraRows::rows_of_a_run(std::uint32_t row_size) { return std::max(1U, kRunPositions / row_size); }

std::uint64_t UltraRows::bytes_of(const RunFlags& runs) const {
    const auto wanted = static_cast<std::uint64_t>(std::count(runs.begin(), runs.end(), 1));
    return std::min(bytes_of_all(), wanted * run_rows_ * size_ * sizeof(Code));
}

// Whole pages only: one that is shared with a run that stays, stays too.
void UltraRows::release(ClassIndex first_run, ClassIndex end_run) {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const std::uintptr_t run = std::uintptr_t{run_rows_} * size_ * sizeof(Code);
    const auto base = reinterpret_cast<std::uintptr_t>(codes_.data());  // the beginning of a page
    const std::uintptr_t begin = first_run * run, end = std::min<std::uintptr_t>(codes_.bytes(), end_run * run);
    const auto any_held = [&](std::uintptr_t from, std::uintptr_t to) {
        to = std::min<std::uintptr_t>(to, runs());
        for (; from < to; ++from) {
            if (held_[from] != 0) return true;
        }
        return false;
    };
    std::uintptr_t first = begin / page * page, last = (end + page - 1) / page * page;
    if (any_held(first / run, first_run)) first = (begin + page - 1) / page * page;
    if (any_held(end_run, (last + run - 1) / run)) last = end / page * page;
    if (first < last) madvise(reinterpret_cast<void*>(base + first), last - first, MADV_DONTNEED);
}

void UltraRows::release_all_but(const RunFlags& wanted) {
    for (ClassIndex run = 0; run < runs();) {
        ClassIndex end = run;
        for (; end < runs() && held_[end] != 0 && wanted[end] == 0; ++end) held_[end] = 0;
        if (end > run) release(run, end);
        run = std::max(end, run + 1);
    }
}

Status UltraRows::hold(const RunFlags& wanted, WorkerPool& pool, const std::atomic<bool>* stop) {
    struct Stretch {
        ClassIndex first, end;  // runs
    };
    const ClassIndex most = std::max(1U, kBatchPositions / (run_rows_ * size_));
    std::vector<Stretch> stretches;
    for (ClassIndex run = 0; run < runs(); ++run) {
        if (wanted[run] == 0 || held_[run] != 0) continue;
        if (stretches.empty() || stretches.back().end != run || run - stretches.back().first >= most) {
            stretches.push_back({run, run});
        }
        ++stretches.back().end;
    }
    if (stretches.empty()) return ok_status();
    const auto files = parts_.files(part_);
    if (!files.ok()) return files.error();
    // Huge pages make look-ups all over the array cheaper, but a few rows would take far more memory than they are.
    const bool most_of_it = 2 * bytes_of(wanted) > bytes_of_all();
    if (most_of_it) madvise(codes_.data(), codes_.bytes(), MADV_HUGEPAGE);  // a wish, may fail
    std::mutex mutex;
    Status failure = ok_status();
    pool.parallel_for(stretches.size(), 1, [&](std::size_t i, std::size_t, int) {
        if (stop != nullptr && stop->load(std::memory_order_relaxed)) return;
        const ClassIndex first = stretches[i].first * run_rows_;
        const ClassIndex end = std::min(rows_, stretches[i].end * run_rows_);
        const Status read =
            parts_.decode(*files, part_, first, end - first, codes_.data() + std::size_t{first} * size_);
        if (read.ok()) return;
        const std::lock_guard lock(mutex);
        failure = read;
    });
    if (!failure.ok()) return failure;
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) return Error{ErrorCode::kInterrupted, "stopped"};
    for (const Stretch& stretch : stretches) {
        std::fill(held_.begin() + stretch.first, held_.begin() + stretch.end, 1);
    }
    return ok_status();
}

}  // namespace merels::verify
