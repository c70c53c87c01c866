// SPDX-License-Identifier: MIT
#include "solve/rows/page_arena.h"

#include <sys/mman.h>

#include "solve/rows/spill.h"

namespace merels::solve {

bool PageArena::reserve(std::size_t bytes) {
    if (spill_ != nullptr) return true;
    if (!memory_.allocate(bytes)) return false;
    resident_.assign(bytes / kHugePage, false);
    return true;
}

// The lowest gap that is large enough: what was used before lies low.
void* PageArena::take(std::size_t bytes) {
    if (spill_ != nullptr) return spill_->map(bytes);
    const std::size_t pages = (bytes + kHugePage - 1) / kHugePage;
    std::size_t first = 0;
    for (const auto& [begin, end] : used_) {
        if (begin - first >= pages) break;
        first = end;
    }
    if (pages == 0 || resident_.size() < first + pages) return nullptr;
    const std::size_t last = first + pages;
    std::size_t fresh = 0;
    for (std::size_t p = first; p < last; ++p) fresh += resident_[p] ? 0 : 1;
    release_idle(fresh, first, last);
    for (std::size_t p = first; p < last; ++p) resident_[p] = true;
    resident_count_ += fresh;
    used_.emplace(first, last);
    return address(first);
}

void PageArena::give(void* data) {
    if (spill_ != nullptr) {
        spill_->unmap(data);
        return;
    }
    used_.erase(static_cast<std::size_t>(static_cast<std::byte*>(data) - memory_.as<std::byte>()) / kHugePage);
}

Error PageArena::refused() const {
    if (spill_ != nullptr) return spill_->error();
    return {ErrorCode::kNoMemory, "the system refuses the memory for a subspace"};
}

void PageArena::keep_to_limit() const {
    if (spill_ != nullptr) spill_->keep_to_limit();
}

// Makes room for so many new pages, from the highest address down; the pages from `first` to `last` stay.
void PageArena::release_idle(std::size_t wanted, std::size_t first, std::size_t last) {
    for (std::size_t p = resident_.size(); p-- > 0 && resident_count_ + wanted > most_resident_;) {
        if (!resident_[p] || (p >= first && p < last)) continue;
        const auto after = used_.upper_bound(p);
        if (after != used_.begin() && std::prev(after)->second > p) continue;
        madvise(address(p), kHugePage, MADV_DONTNEED);  // failure only costs memory
        resident_[p] = false;
        --resident_count_;
    }
}

}  // namespace merels::solve
