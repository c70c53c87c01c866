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
    std::fill_n(buckets_.get(), mask_ + 1, Bucket{});
    generation_ = 0;
}

void TranspositionTable::store(std::uint64_t key, const Stored& found) {
    Bucket& bucket = buckets_[index(key)];
    Entry* victim = nullptr;
    int worst = 1 << 20;
    for (Entry& e : bucket.entries) {
        if ((e.head & kKeyMask) == key) {
            victim = &e;
            break;
        }
        const int age = static_cast<int>((generation_ - (e.head >> 58)) & 63);
        const int worth = e.head == 0 ? -(1 << 20) : static_cast<int>((e.data >> 36) & 0xFF) - 8 * age;
        if (worth < worst) {
            worst = worth;
            victim = &e;
        }
    }
    PackedTurn turn = found.turn;
    if (turn == kNoTurn && (victim->head & kKeyMask) == key) {
        turn = static_cast<PackedTurn>(victim->data & kNoTurn);  // a turn is worth keeping beside a new bound
    }
    victim->head = key | static_cast<std::uint64_t>(found.bound) << 56 | generation_ << 58;
    victim->data = turn | static_cast<std::uint64_t>(static_cast<std::uint16_t>(found.score)) << 20 |
                   static_cast<std::uint64_t>(std::clamp(found.depth, 0, 255)) << 36;
}

}  // namespace merels::engine
