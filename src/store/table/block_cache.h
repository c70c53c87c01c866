// SPDX-License-Identifier: MIT
// Decoded blocks of open tables, bounded in bytes, least recently used first out. Thread-safe: the cache is cut
// into shards with a lock each, so that readers rarely meet. Cost of a hit: one lock and one hash look-up.
//
// A database owns one for all its tables. Nobody tells the cache that a table was closed: the numbers of owners are
// never used again, so the blocks of closed tables are not found any more and age out.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace merels {

using DecodedBlock = std::shared_ptr<const std::vector<std::uint8_t>>;

class BlockCache {
  public:
    static constexpr std::size_t kDefaultBytes = std::size_t{256} << 20;

    explicit BlockCache(std::size_t bytes);
    BlockCache(const BlockCache&) = delete;
    BlockCache& operator=(const BlockCache&) = delete;

    // Bound on the bytes of blocks; shrinks at once. A block larger than its shard's part is not kept.
    void set_capacity(std::size_t bytes);
    std::size_t used_bytes() const;

    // A number that no other table has or had.
    std::uint64_t new_owner() { return owners_.fetch_add(1, std::memory_order_relaxed) + 1; }
    DecodedBlock find(std::uint64_t owner, std::uint32_t block);
    void insert(std::uint64_t owner, std::uint32_t block, DecodedBlock bytes);

  private:
    static constexpr std::size_t kShards = 32;
    struct Key {
        std::uint64_t owner;
        std::uint32_t block;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            return ((key.owner << 32) ^ key.block) * std::size_t{0x9E3779B97F4A7C15} >> 20;
        }
    };
    struct Item {
        Key key;
        DecodedBlock bytes;
    };
    struct Shard {
        mutable std::mutex mutex;
        std::list<Item> items;  // most recently used first
        std::unordered_map<Key, std::list<Item>::iterator, Hash> places;
        std::size_t bytes = 0;
        std::size_t capacity = 0;

        void shrink();
    };
    Shard& shard_of(const Key& key) { return shards_[Hash{}(key) % kShards]; }

    std::vector<Shard> shards_;
    std::atomic<std::uint64_t> owners_ = 0;
};

}  // namespace merels
