// SPDX-License-Identifier: MIT
#include "store/table/block_cache.h"

#include <utility>

namespace merels {

BlockCache::BlockCache(std::size_t bytes) : shards_(kShards) { set_capacity(bytes); }

void BlockCache::Shard::shrink() {
    while (bytes > capacity && !items.empty()) {
        bytes -= items.back().bytes->size();
        places.erase(items.back().key);
        items.pop_back();
    }
}

void BlockCache::set_capacity(std::size_t bytes) {
    for (Shard& shard : shards_) {
        const std::lock_guard lock(shard.mutex);
        shard.capacity = bytes / kShards;
        shard.shrink();
    }
}

std::size_t BlockCache::used_bytes() const {
    std::size_t bytes = 0;
    for (const Shard& shard : shards_) {
        const std::lock_guard lock(shard.mutex);
        bytes += shard.bytes;
    }
    return bytes;
}

DecodedBlock BlockCache::find(std::uint64_t owner, std::uint32_t block) {
    const Key key{owner, block};
    Shard& shard = shard_of(key);
    const std::lock_guard lock(shard.mutex);
    const auto place = shard.places.find(key);
    if (place == shard.places.end()) return nullptr;
    shard.items.splice(shard.items.begin(), shard.items, place->second);
    return place->second->bytes;
}

void BlockCache::insert(std::uint64_t owner, std::uint32_t block, DecodedBlock bytes) {
    const Key key{owner, block};
    Shard& shard = shard_of(key);
    const std::lock_guard lock(shard.mutex);
    if (shard.places.contains(key)) return;  // another reader was faster
    shard.bytes += bytes->size();
    shard.items.push_front({key, std::move(bytes)});
    shard.places.emplace(key, shard.items.begin());
    shard.shrink();
}

}  // namespace merels
