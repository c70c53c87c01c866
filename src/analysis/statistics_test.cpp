// SPDX-License-Identifier: MIT
#include "analysis/statistics.h"

#include <gtest/gtest.h>

#include "index/collection.h"
#include "index/layers.h"
#include "store/files/scratch_folder.h"

namespace merels {
namespace {

class StatisticsTest : public testing::Test {
  protected:
    // A table of zeros with a census of so many wins in one ply.
    void write(const Subspace& s, std::uint64_t wins, ValueKind kind = ValueKind::kDtw) {
        Census census{s, position_count(s), {}, true};
        if (wins > 0) census.plies.push_back({1, wins, {}});
        const TableSpec spec{
            {collection_of(variant_, s), s.counts()}, kind, row_count(s), row_size(s), encode_census(census)};
        const auto zeros = [](std::uint32_t, std::span<std::uint8_t> out) { std::fill(out.begin(), out.end(), 0); };
        const auto written = write_table(folder_.path(), spec, zeros, 1);
        ASSERT_TRUE(written);
        ASSERT_TRUE(
            add_to_manifest(folder_.path(), spec.id.collection, rules_of(variant_, s), manifest_entry(spec, *written)));
    }

    Variant variant_ = *parse_variant("nine-c1@3,3");
    Subspace three_{3, 3, 0, 0};
    Subspace with_hands_{2, 2, 1, 1};
    ScratchFolder folder_;
    std::shared_ptr<const Database> database_ = std::make_shared<const Database>(folder_.path());
};

TEST_F(StatisticsTest, ListsWhatIsNotSolvedToo) {
    const auto all = collect_statistics(*database_, variant_);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->size(), subspaces_of(variant_).size());
    for (const SubspaceStatistics& entry : *all) EXPECT_FALSE(entry.solved);
}

TEST_F(StatisticsTest, CountsOfATable) {
    write(three_, 5);
    const auto found = read_statistics(*database_, variant_, three_);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_TRUE(found->solved);
    EXPECT_TRUE(found->counted);
    EXPECT_EQ(found->census.wins(), 5u);
    EXPECT_EQ(found->positions, 169626u);
    EXPECT_EQ(found->kind, ValueKind::kDtw);
    EXPECT_GT(found->file_bytes, 0u);
}

TEST_F(StatisticsTest, LossesMayNotBeCountedYet) {
    write(with_hands_, 5);
    auto found = read_statistics(*database_, variant_, with_hands_);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->solved);
    EXPECT_FALSE(found->counted);
    const Census losses{with_hands_, position_count(with_hands_), {{2, 7, {}}}, true};
    ASSERT_TRUE(add_notes(folder_.path(), "nine-c1", loss_notes_of(with_hands_),
                          {{format_subspace(with_hands_), encode_census(losses)}}));
    found = read_statistics(*database_, variant_, with_hands_);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_TRUE(found->counted);
    EXPECT_EQ(found->census.wins(), 5u);
    EXPECT_EQ(found->census.losses(), 7u);
}

TEST_F(StatisticsTest, WhatWasReadIsKeptUntilItChanges) {
    const Statistics statistics(database_);
    EXPECT_FALSE((*statistics.find(variant_, three_))->solved);
    write(three_, 5);
    const auto first = statistics.find(variant_, three_);
    ASSERT_TRUE(first);
    EXPECT_EQ((*first)->census.wins(), 5u);
    EXPECT_EQ(*first, *statistics.find(variant_, three_));  // the same object
    write(three_, 6, ValueKind::kWdl);
    EXPECT_EQ((*statistics.find(variant_, three_))->census.wins(), 6u);
    EXPECT_EQ((*statistics.find(variant_, three_))->kind, ValueKind::kWdl);
}

TEST_F(StatisticsTest, TablesOfOtherRulesAreNotCounted) {
    write(three_, 5);
    auto manifest = *read_manifest(folder_.path(), "nine-capture");
    manifest.rules = "merels rules 1: board of chess";
    ASSERT_TRUE(write_manifest(folder_.path(), manifest));
    EXPECT_EQ(read_statistics(*database_, variant_, three_).error().code, ErrorCode::kWrongVariant);
    manifest.rules = "nine-capture";  // as before version 0.2
    ASSERT_TRUE(write_manifest(folder_.path(), manifest));
    EXPECT_TRUE(read_statistics(*database_, variant_, three_)->counted);
}

}  // namespace
}  // namespace merels
