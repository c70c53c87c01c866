// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_entries.h"

#include <bit>
#include <new>

namespace merels::solve {
namespace {

constexpr std::size_t kBlocksAtOnce = 1024;  // 8 MiB
constexpr int kGroupBits = 9;

}  // namespace

Entry* EntryPool::take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
        BigMemory memory;
        if (!memory.allocate(kBlocksAtOnce * kBlock * sizeof(Entry), spill_)) throw std::bad_alloc();
        for (std::size_t i = kBlocksAtOnce; i-- > 0;) free_.push_back(memory.as<Entry>() + i * kBlock);
        memory_.push_back(std::move(memory));
    }
    Entry* const block = free_.back();
    free_.pop_back();
    return block;
}

void EntryPool::give(Entry* block) {
    const std::lock_guard lock(mutex_);
    free_.push_back(block);
}

EntryGroups::EntryGroups(EntryPool& pool, ClassIndex rows, int threads)
    : shift_(std::max(0, static_cast<int>(std::bit_width(rows)) - kGroupBits)),
      groups_((std::size_t{rows} >> shift_) + 1),
      lists_(static_cast<std::size_t>(threads)) {
    for (std::vector<EntryList>& lists : lists_) {
        lists.reserve(groups_);
        for (std::size_t g = 0; g < groups_; ++g) lists.emplace_back(pool);
    }
}

bool EntryGroups::empty() const {
    return std::all_of(lists_.begin(), lists_.end(), [](const std::vector<EntryList>& lists) {
        return std::all_of(lists.begin(), lists.end(), [](const EntryList& list) { return list.empty(); });
    });
}

void EntryGroups::take(std::size_t group, std::vector<Entry>& out) {
    // Counted by row, then dealt out.
    std::vector<std::uint32_t> at((std::size_t{1} << shift_) + 1);
    const auto place = [this](Entry e) { return row_of(e) & ((ClassIndex{1} << shift_) - 1); };
    const auto each = [&](auto&& visit) {
        for (const std::vector<EntryList>& lists : lists_) {
            for (std::size_t b = 0; b < lists[group].blocks(); ++b) {
                for (const Entry e : lists[group].block(b)) visit(e);
            }
        }
    };
    each([&](Entry e) { ++at[place(e) + 1]; });
    for (std::size_t i = 1; i < at.size(); ++i) at[i] += at[i - 1];
    out.resize(at.back());
    each([&](Entry e) { out[at[place(e)]++] = e; });
    for (std::vector<EntryList>& lists : lists_) lists[group].clear();
}

}  // namespace merels::solve
