// SPDX-License-Identifier: MIT
// The transposition table: what the search found about nodes, in a fixed amount of memory. Keys are the whole
// positions, so an entry never belongs to another node. Not thread-safe: one table for each search.
#pragma once

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
            if ((e.head & kKeyMask) == key) return unpack_entry(e);
        }
        return {};
    }
    void store(std::uint64_t key, const Stored& found);
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[index(key)]); }

    std::size_t bytes() const { return (mask_ + 1) * sizeof(Bucket); }

  private:
    static constexpr std::uint64_t kKeyMask = (std::uint64_t{1} << 56) - 1;

    struct Entry {
        std::uint64_t head = 0;  // key 56 bits, bound 2, generation 6
        std::uint64_t data = 0;  // turn 20 bits, score 16, depth 8
    };
    struct alignas(64) Bucket {
        Entry entries[4];
    };

    std::size_t index(std::uint64_t key) const {
        key *= 0x9E3779B97F4A7C15u;
        return static_cast<std::size_t>(key ^ (key >> 32)) & mask_;
    }
    static Stored unpack_entry(const Entry& e) {
        return {static_cast<Bound>((e.head >> 56) & 3), static_cast<std::int16_t>((e.data >> 20) & 0xFFFF),
                static_cast<int>((e.data >> 36) & 0xFF), static_cast<PackedTurn>(e.data & kNoTurn)};
    }

    std::unique_ptr<Bucket[]> buckets_;
    std::size_t mask_ = 0;
    std::uint64_t generation_ = 0;
};

}  // namespace merels::engine
