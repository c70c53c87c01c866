// SPDX-License-Identifier: MIT
// The transposition table: what the search found about nodes, in a fixed amount of memory. Keys are the whole
// positions, so an entry never belongs to another node. find() and store() may be called by several threads without
// locks: an entry whose two halves come from different writers is not found (but for one case in 2^56).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/search/node.h"

namespace merels::engine {

enum class Bound : std::uint8_t { kNone = 0, kUpper = 1, kLower = 2, kExact = 3 };

struct Stored {
    Bound bound = Bound::kNone;  // kNone: nothing is known
    int score = 0;
    int depth = 0;
    PackedTurn turn = kNoTurn;
};

class TranspositionTable {
  public:
    explicit TranspositionTable(std::size_t mebibytes);

    // Forgets everything. Cost: writes the whole table.
    void clear();
    // Entries of earlier searches are replaced first.
    void new_search() { generation_ = (generation_ + 1) & 63; }

    Stored find(std::uint64_t key) const {
        const Bucket& bucket = buckets_[index(key)];
        for (const Entry& e : bucket.entries) {
            const std::uint64_t data = e.data.load(std::memory_order_relaxed);
            const std::uint64_t head = e.mixed.load(std::memory_order_relaxed) ^ spread(data);
            if ((head & kKeyMask) == key) return unpack_entry(head, data);
        }
        return {};
    }
    void store(std::uint64_t key, const Stored& found);
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[index(key)]); }

    std::size_t bytes() const { return (mask_ + 1) * sizeof(Bucket); }

  private:
    static constexpr std::uint64_t kKeyMask = (std::uint64_t{1} << 56) - 1;

    struct Entry {
        std::atomic<std::uint64_t> mixed{0};  // head (key 56 bits, bound 2, generation 6) xor spread(data)
        std::atomic<std::uint64_t> data{0};   // turn 20 bits, score 16, depth 8
    };
    struct alignas(64) Bucket {
        Entry entries[4];
    };

    std::size_t index(std::uint64_t key) const {
        key *= 0x9E3779B97F4A7C15u;
        return static_cast<std::size_t>(key ^ (key >> 32)) & mask_;
    }
    // Carries every bit of the data into many others, so that halves that do not belong together give no key at all.
    static std::uint64_t spread(std::uint64_t data) { return data * 0xD6E8FEB86659FD93u; }
    static Stored unpack_entry(std::uint64_t head, std::uint64_t data) {
        return {static_cast<Bound>((head >> 56) & 3), static_cast<std::int16_t>((data >> 20) & 0xFFFF),
                static_cast<int>((data >> 36) & 0xFF), static_cast<PackedTurn>(data & kNoTurn)};
    }

    std::unique_ptr<Bucket[]> buckets_;
    std::size_t mask_ = 0;
    std::uint64_t generation_ = 0;
};

}  // namespace merels::engine
