// SPDX-License-Identifier: MIT
#include "engine/search/transposition.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "engine/search/random.h"

namespace merels::engine {
namespace {

TEST(TranspositionTable, GivesBackWhatWasStored) {
    TranspositionTable table(1);
    const std::uint64_t key = 0x00ABCDEF12345678u;
    EXPECT_EQ(table.find(key).bound, Bound::kNone);
    table.store(key, {Bound::kLower, -29876, 17, pack(3, 4, 5, kNobody)});
    const Stored found = table.find(key);
    EXPECT_EQ(found.bound, Bound::kLower);
    EXPECT_EQ(found.score, -29876);
    EXPECT_EQ(found.depth, 17);
    EXPECT_EQ(found.turn, pack(3, 4, 5, kNobody));
    EXPECT_EQ(table.find(key + 1).bound, Bound::kNone);
    table.clear();
    EXPECT_EQ(table.find(key).bound, Bound::kNone);
}

TEST(TranspositionTable, KeepsTheTurnBesideANewBound) {
    TranspositionTable table(1);
    table.store(42, {Bound::kExact, 5, 3, pack(1, 2, kNobody, kNobody)});
    table.store(42, {Bound::kUpper, 1, 4, kNoTurn});
    EXPECT_EQ(table.find(42).turn, pack(1, 2, kNobody, kNobody));
    EXPECT_EQ(table.find(42).depth, 4);
}

// Whatever is stored, an answer always belongs to the key, and the memory stays what it was.
TEST(TranspositionTable, NeverAnswersForAnotherKey) {
    TranspositionTable table(1);
    EXPECT_EQ(table.bytes(), 1024u * 1024u);
    Random random(3);
    const auto score_of = [](std::uint64_t key) { return static_cast<int>(key % 20000) - 10000; };
    int found = 0;
    for (int i = 0; i < 300000; ++i) {
        const std::uint64_t key = (random.next() >> 8) % 1000003 * 2654435761u + 1;
        const Stored stored = table.find(key);
        if (stored.bound != Bound::kNone) {
            ++found;
            ASSERT_EQ(stored.score, score_of(key));
        }
        table.store(key, {Bound::kExact, score_of(key), i % 20, kNoTurn});
    }
    EXPECT_GT(found, 1000);
}

// Four threads write and read the same few buckets: no answer mixes two entries.
TEST(TranspositionTable, IsSharedByThreads) {
    TranspositionTable table(1);
    const auto turn_of = [](std::uint64_t key) { return static_cast<PackedTurn>(key * 2654435761u & kNoTurn); };
    const auto score_of = [](std::uint64_t key) { return static_cast<int>(key % 20000) - 10000; };
    std::atomic<int> found{0}, wrong{0};
    std::vector<std::thread> threads;
    for (std::uint64_t t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            Random random(t);
            for (int i = 0; i < 200000; ++i) {
                const std::uint64_t key = 1 + random.below(64);
                const Stored stored = table.find(key);
                if (stored.bound != Bound::kNone) {
                    ++found;
                    wrong += stored.score != score_of(key) || stored.turn != turn_of(key);
                }
                table.store(key, {Bound::kExact, score_of(key), i % 20, turn_of(key)});
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_GT(found, 1000);
    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace merels::engine
