// SPDX-License-Identifier: MIT
#include "engine/search/transposition.h"

#include <algorithm>
#include <bit>

namespace merels::engine {

TranspositionTable::TranspositionTable(std::size_t mebibytes) {
    const std::size_t wanted = std::max<std::size_t>(1, mebibytes) * 1024 * 1024 / sizeof(Bucket);
    mask_ = std::bit_floor(wanted) - 1;
    buckets_ = std::make_unique<Bucket[]>(mask_ + 1);
}

void TranspositionTable::clear() {
    for (std::size_t i = 0; i <= mask_; ++i) {
        for (Entry& e : buckets_[i].entries) {
            e.mixed.store(0, std::memory_order_relaxed);
            e.data.store(0, std::memory_order_relaxed);
        }
    }
    generation_ = 0;
}

void TranspositionTable::store(std::uint64_t key, const Stored& found) {
    Bucket& bucket = buckets_[index(key)];
    Entry* victim = nullptr;
    PackedTurn turn = found.turn;
    int worst = 1 << 20;
    for (Entry& e : bucket.entries) {
        const std::uint64_t data = e.data.load(std::memory_order_relaxed);
        const std::uint64_t head = e.mixed.load(std::memory_order_relaxed) ^ spread(data);
        if ((head & kKeyMask) == key) {
            victim = &e;
            if (turn == kNoTurn) turn = static_cast<PackedTurn>(data & kNoTurn);  // worth keeping beside a new bound
            break;
        }
        const int age = static_cast<int>((generation_ - (head >> 58)) & 63);
        const int worth = head == 0 ? -(1 << 20) : static_cast<int>((data >> 36) & 0xFF) - 8 * age;
        if (worth < worst) {
            worst = worth;
            victim = &e;
        }
    }
    const std::uint64_t head = key | static_cast<std::uint64_t>(found.bound) << 56 | generation_ << 58;
    const std::uint64_t data = turn | static_cast<std::uint64_t>(static_cast<std::uint16_t>(found.score)) << 20 |
                               static_cast<std::uint64_t>(std::clamp(found.depth, 0, 255)) << 36;
    victim->mixed.store(head ^ spread(data), std::memory_order_relaxed);
    victim->data.store(data, std::memory_order_relaxed);
}

}  // namespace merels::engine
