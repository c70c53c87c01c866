// SPDX-License-Identifier: MIT
// Lists of positions of a unit, for its attacks. They have blocks of a pool, which lies in the spill where memory is
// short; a block is left behind when it is full, so that lists are written in runs and never moved.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "index/classes.h"
#include "solve/rows/big_memory.h"

namespace merels::solve {

// A position in the rows of the attacker's men: row << 24 | men of the defender.
using Entry = std::uint64_t;
constexpr Entry entry_of(ClassIndex row, Mask men) { return Entry{row} << kPoints | men; }
constexpr ClassIndex row_of(Entry e) { return static_cast<ClassIndex>(e >> kPoints); }
constexpr Mask men_of(Entry e) { return static_cast<Mask>(e) & kBoardMask; }

// Thread-safe. Lists must go before it.
class EntryPool {
  public:
    static constexpr std::size_t kBlock = 1024;  // entries

    explicit EntryPool(Spill* spill) : spill_(spill) {}
    // Throws std::bad_alloc where there is no room.
    Entry* take();
    void give(Entry* block);

  private:
    Spill* spill_;
    std::mutex mutex_;
    std::vector<BigMemory> memory_;
    std::vector<Entry*> free_;
};

// One thread's.
class EntryList {
  public:
    explicit EntryList(EntryPool& pool) : pool_(&pool) {}
    EntryList(EntryList&& other) noexcept
        : pool_(other.pool_), blocks_(std::exchange(other.blocks_, {})), used_(std::exchange(other.used_, kFull)) {}
    EntryList& operator=(EntryList&&) = delete;
    ~EntryList() { clear(); }

    void add(Entry e) {
        if (used_ == kFull) {
            blocks_.push_back(pool_->take());
            used_ = 0;
        }
        blocks_.back()[used_++] = e;
    }
    bool empty() const { return blocks_.empty(); }
    void clear() {
        for (Entry* const block : blocks_) pool_->give(block);
        blocks_.clear();
        used_ = kFull;
    }
    std::size_t blocks() const { return blocks_.size(); }
    std::span<const Entry> block(std::size_t i) const {
        return {blocks_[i], i + 1 == blocks_.size() ? used_ : EntryPool::kBlock};
    }

  private:
    static constexpr std::size_t kFull = EntryPool::kBlock;

    EntryPool* pool_;
    std::vector<Entry*> blocks_;
    std::size_t used_ = kFull;  // of the last one
};

// Positions that enter an attack at a code known before: those whose exits decide. One thread's.
class Schedule {
  public:
    explicit Schedule(EntryPool& pool) : pool_(&pool) {}

    void add(int code, Entry entry) {
        if (last_ == nullptr || code != last_code_) {
            last_ = &entries_.try_emplace(code, *pool_).first->second;  // stays where it is when others are added
            last_code_ = code;
        }
        last_->add(entry);
    }
    // The entries of a code, which has none then.
    EntryList take(int code) {
        const auto found = entries_.find(code);
        if (found == entries_.end()) return EntryList(*pool_);
        EntryList taken = std::move(found->second);
        entries_.erase(found);
        last_ = nullptr;
        return taken;
    }
    // The larger of `least` and the highest code that has entries.
    int highest(int least) const {
        for (const auto& [code, entries] : entries_) least = std::max(least, code);
        return least;
    }

  private:
    EntryPool* pool_;
    std::unordered_map<int, EntryList> entries_;
    EntryList* last_ = nullptr;
    int last_code_ = 0;
};

// Entries that several threads add, for loops that want a row's entries together: in groups of neighbouring rows.
class EntryGroups {
  public:
    EntryGroups(EntryPool& pool, ClassIndex rows, int threads);

    std::size_t groups() const { return groups_; }
    bool empty() const;
    void add(int worker, Entry e) { lists_[static_cast<std::size_t>(worker)][row_of(e) >> shift_].add(e); }
    // The entries of a group by row; the group is empty then. Groups may be taken by different threads.
    void take(std::size_t group, std::vector<Entry>& out);

  private:
    int shift_ = 0;  // from a row to its group
    std::size_t groups_;
    std::vector<std::vector<EntryList>> lists_;  // by worker, by group
};

}  // namespace merels::solve
