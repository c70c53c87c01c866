// SPDX-License-Identifier: MIT
#include "store/database/manifest.h"
#include "store/database/check_database.h"

#include <gtest/gtest.h>

#include "store/files/scratch_folder.h"
#include "store/layout/table_samples.h"

namespace merels {
namespace {

class ManifestTest : public testing::Test {
  protected:
    void add_table(std::array<std::uint8_t, 4> counts, std::uint32_t rows, std::uint32_t row_size) {
        const auto values = sample_values(std::uint64_t{rows} * row_size, Filling::kSkewed, counts[0]);
        TableSpec spec = sample_spec(rows, row_size);
        spec.id.counts = counts;
        const auto written = write_table(folder_.path(), spec, source_of(values, row_size), 1);
        ASSERT_TRUE(written);
        ASSERT_TRUE(add_to_manifest(folder_.path(), "sample-game", "rules-1", manifest_entry(spec, *written)));
    }
    Result<CheckReport> check() {
        SilentProgress silent;
        return check_database(folder_.path(), 2, silent);
    }
    ScratchFolder folder_;
};

TEST_F(ManifestTest, ListsWhatWasWritten) {
    EXPECT_EQ(read_manifest(folder_.path(), "sample-game").error().code, ErrorCode::kMissing);
    add_table({5, 4, 0, 0}, 3, 100);
    add_table({3, 3, 0, 0}, 2, 50);
    add_table({5, 4, 0, 0}, 3, 100);
    const auto manifest = read_manifest(folder_.path(), "sample-game");
    ASSERT_TRUE(manifest) << manifest.error().message;
    EXPECT_EQ(manifest->rules, "rules-1");
    ASSERT_EQ(manifest->entries.size(), 2u);
    EXPECT_EQ(manifest->entries[0].counts, (std::array<std::uint8_t, 4>{3, 3, 0, 0}));
    EXPECT_NE(manifest->find({5, 4, 0, 0}), nullptr);
    EXPECT_EQ(manifest->find({5, 4, 0, 1}), nullptr);
    EXPECT_EQ(manifest->entries[1].rows, 3u);
    const auto collections = list_collections(folder_.path());
    ASSERT_TRUE(collections);
    EXPECT_EQ(*collections, std::vector<std::string>{"sample-game"});
    EXPECT_EQ(add_to_manifest(folder_.path(), "sample-game", "rules-2", manifest->entries[0]).error().code,
              ErrorCode::kWrongVariant);
    std::filesystem::create_directories(folder_.path() / "other");
    std::filesystem::copy_file(manifest_path(folder_.path(), "sample-game"), manifest_path(folder_.path(), "other"));
    EXPECT_EQ(read_manifest(folder_.path(), "other").error().code, ErrorCode::kWrongVariant);
}

TEST_F(ManifestTest, CheckFindsDamagedMissingAndExchangedTables) {
    add_table({3, 3, 0, 0}, 2, 50);
    add_table({4, 3, 0, 0}, 2, 50);
    auto report = check();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->tables, 2u);
    EXPECT_TRUE(report->failures.empty());

    const auto path = table_path(folder_.path(), {"sample-game", {3, 3, 0, 0}});
    const auto good = bytes_of(path);
    for (std::size_t at = 0; at < good.size(); at += 7) {
        auto bytes = good;
        bytes[at] ^= 4;
        put_bytes(path, bytes);
        EXPECT_EQ(check()->failures.size(), 1u) << at;
    }
    // A table that is good in itself, but not the one that was listed.
    const auto values = sample_values(100, Filling::kRuns);
    TableSpec spec = sample_spec(2, 50);
    spec.id.counts = {3, 3, 0, 0};
    ASSERT_TRUE(write_table(folder_.path(), spec, source_of(values, 50), 1));
    report = check();
    ASSERT_EQ(report->failures.size(), 1u);
    EXPECT_EQ(report->failures[0].code, ErrorCode::kCorrupt);
    std::filesystem::remove(path);
    report = check();
    ASSERT_EQ(report->failures.size(), 1u);
    EXPECT_EQ(report->failures[0].code, ErrorCode::kMissing);
    EXPECT_EQ(check_database(folder_.path() / "nowhere", 1, *std::make_unique<SilentProgress>()).error().code,
              ErrorCode::kMissing);
}

TEST_F(ManifestTest, EveryByteCounts) {
    add_table({3, 3, 0, 0}, 2, 50);
    const auto path = manifest_path(folder_.path(), "sample-game");
    const auto good = bytes_of(path);
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (const std::uint8_t flip : {0x01, 0x20, 0x80}) {
            auto bytes = good;
            bytes[at] ^= flip;
            put_bytes(path, bytes);
            ASSERT_FALSE(read_manifest(folder_.path(), "sample-game")) << at;
        }
    }
    for (std::size_t size = 0; size < good.size(); ++size) {
        put_bytes(path, {good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)});
        ASSERT_FALSE(read_manifest(folder_.path(), "sample-game")) << size;
    }
    EXPECT_EQ(decode_manifest("{\"format\":\"merels-manifest\",\"version\":2}").error().code, ErrorCode::kNewerVersion);
}

}  // namespace
}  // namespace merels
