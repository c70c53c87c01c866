// SPDX-License-Identifier: MIT
#include "solve/rows/page_arena.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace merels::solve {
namespace {

constexpr std::size_t kPages = 64;

TEST(PageArena, GivesTheSamePagesAgain) {
    PageArena arena(kPages * kHugePage);
    ASSERT_TRUE(arena.reserve(kPages * kHugePage));
    auto* const first = static_cast<char*>(arena.take(3 * kHugePage));
    ASSERT_NE(first, nullptr);
    first[0] = 'a';
    arena.give(first);
    auto* const again = static_cast<char*>(arena.take(2 * kHugePage));
    EXPECT_EQ(again, first);
    EXPECT_EQ(again[0], 'a');
    EXPECT_EQ(arena.resident_bytes(), 3 * kHugePage);
}

TEST(PageArena, SaysWhenThereIsNoRoom) {
    PageArena arena(kPages * kHugePage);
    ASSERT_TRUE(arena.reserve(4 * kHugePage));
    EXPECT_EQ(arena.take(4 * kHugePage + 1), nullptr);
    void* const all = arena.take(4 * kHugePage);
    EXPECT_NE(all, nullptr);
    EXPECT_EQ(arena.take(1), nullptr);
    arena.give(all);
    EXPECT_NE(arena.take(1), nullptr);
}

// Arrays that come and go in any order keep what was written to them, and no more pages stay than allowed.
TEST(PageArena, KeepsArraysApartAndTheLimit) {
    constexpr std::size_t kMost = 24;
    PageArena arena(kMost * kHugePage);
    ASSERT_TRUE(arena.reserve(kPages * kHugePage));
    struct Array {
        unsigned char* data;
        std::size_t pages;
        unsigned char mark;
    };
    std::vector<Array> arrays;
    std::mt19937 random(3);
    std::size_t held = 0;
    for (int i = 0; i < 2000; ++i) {
        const std::size_t pages = 1 + random() % 7;
        if (held + pages <= kMost) {
            const Array a{static_cast<unsigned char*>(arena.take(pages * kHugePage)), pages,
                          static_cast<unsigned char>(random())};
            ASSERT_NE(a.data, nullptr);
            for (std::size_t p = 0; p < pages; ++p) a.data[p * kHugePage] = static_cast<unsigned char>(a.mark + p);
            arrays.push_back(a);
            held += pages;
        } else {
            const std::size_t at = random() % arrays.size();
            const Array a = arrays[at];
            for (std::size_t p = 0; p < a.pages; ++p) {
                ASSERT_EQ(a.data[p * kHugePage], static_cast<unsigned char>(a.mark + p));
            }
            arena.give(a.data);
            held -= a.pages;
            arrays.erase(arrays.begin() + static_cast<std::ptrdiff_t>(at));
        }
        ASSERT_LE(arena.resident_bytes(), kMost * kHugePage);
    }
}

}  // namespace
}  // namespace merels::solve
