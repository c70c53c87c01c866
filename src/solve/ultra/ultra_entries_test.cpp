// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_entries.h"

#include <gtest/gtest.h>

#include <set>

namespace merels::solve {
namespace {

std::vector<Entry> all_of(const EntryList& list) {
    std::vector<Entry> entries;
    for (std::size_t b = 0; b < list.blocks(); ++b) {
        const auto block = list.block(b);
        entries.insert(entries.end(), block.begin(), block.end());
    }
    return entries;
}

TEST(EntryLists, KeepWhatWasAddedInOrder) {
    EntryPool pool(nullptr);
    EntryList list(pool);
    EXPECT_TRUE(list.empty());
    std::vector<Entry> added;
    for (Entry e = 0; e < 3 * EntryPool::kBlock; ++e) {
        added.push_back(e * 7);
        list.add(e * 7);
        if (e % 500 == 0 || e % EntryPool::kBlock == 0) {
            EXPECT_EQ(all_of(list), added);
        }
    }
    EXPECT_EQ(all_of(list), added);
    EntryList other(std::move(list));
    EXPECT_EQ(all_of(other), added);
    EXPECT_TRUE(list.empty());  // NOLINT(bugprone-use-after-move): an empty list is what is left
    other.clear();
    EXPECT_TRUE(other.empty());
    other.add(5);
    EXPECT_EQ(all_of(other), std::vector<Entry>{5});
}

TEST(EntryLists, GiveTheirBlocksBack) {
    EntryPool pool(nullptr);
    std::set<Entry*> first;
    for (int i = 0; i < 3; ++i) first.insert(pool.take());
    EXPECT_EQ(first.size(), 3u);
    for (Entry* const block : first) pool.give(block);
    std::set<Entry*> second;
    for (int i = 0; i < 3; ++i) second.insert(pool.take());
    EXPECT_EQ(second, first);
}

TEST(Schedule, HasEachCodeOnce) {
    EntryPool pool(nullptr);
    Schedule schedule(pool);
    EXPECT_EQ(schedule.highest(-1000), -1000);
    for (Entry e = 0; e < 5000; ++e) schedule.add(e % 3 == 0 ? 17 : -4, e);
    EXPECT_EQ(schedule.highest(-1000), 17);
    EXPECT_EQ(schedule.highest(20), 20);
    const auto taken = all_of(schedule.take(17));
    ASSERT_EQ(taken.size(), 1667u);
    for (std::size_t i = 0; i < taken.size(); ++i) EXPECT_EQ(taken[i], 3 * i);
    EXPECT_TRUE(schedule.take(17).empty());
    EXPECT_EQ(schedule.highest(-1000), -4);
    schedule.add(17, 1);
    EXPECT_EQ(all_of(schedule.take(17)), std::vector<Entry>{1});
}

TEST(EntryGroups, GiveTheEntriesOfARowTogether) {
    for (const ClassIndex rows : {1u, 158u, 511u, 512u, 513u, 49217u}) {
        EntryPool pool(nullptr);
        EntryGroups groups(pool, rows, 3);
        EXPECT_TRUE(groups.empty());
        std::multiset<Entry> added;
        std::uint32_t random = 1;
        for (int i = 0; i < 20000; ++i) {
            random = random * 1664525 + 1013904223;
            const Entry e = entry_of((random >> 8) % rows, static_cast<Mask>(random >> 16 & 255));
            groups.add(i % 3, e);
            added.insert(e);
        }
        groups.add(1, entry_of(rows - 1, 9));
        added.insert(entry_of(rows - 1, 9));
        EXPECT_FALSE(groups.empty());
        std::multiset<Entry> got;
        std::set<ClassIndex> seen;
        std::vector<Entry> entries;
        for (std::size_t g = 0; g < groups.groups(); ++g) {
            groups.take(g, entries);
            got.insert(entries.begin(), entries.end());
            for (std::size_t i = 0; i < entries.size(); ++i) {
                if (i > 0 && row_of(entries[i]) == row_of(entries[i - 1])) continue;
                EXPECT_TRUE(seen.insert(row_of(entries[i])).second) << "a row in two places";
            }
        }
        EXPECT_EQ(got, added);
        EXPECT_TRUE(groups.empty());
    }
}

}  // namespace
}  // namespace merels::solve
