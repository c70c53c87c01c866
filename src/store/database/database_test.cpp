// SPDX-License-Identifier: MIT
#include "store/database/database.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <ctime>
#include <thread>

#include "store/database/check_database.h"
#include "store/files/checksum.h"
#include "store/files/scratch_folder.h"
#include "store/layout/table_layout.h"
#include "store/layout/table_samples.h"

namespace merels {
namespace {

constexpr std::uint32_t kRows = 3;
constexpr std::uint32_t kRowSize = 100;

class DatabaseTest : public testing::Test {
  protected:
    TableSpec spec(ValueKind kind = ValueKind::kDtw) const {
        TableSpec made = sample_spec(kRows, kRowSize, kind);
        made.id = id_;
        return made;
    }
    // As a solver in another process: by other objects than database_.
    ManifestEntry write(std::uint64_t seed, ValueKind kind = ValueKind::kDtw) const {
        const auto values = sample_values(std::uint64_t{kRows} * kRowSize, Filling::kSkewed, seed);
        const auto written = write_table(folder_.path(), spec(kind), source_of(values, kRowSize), 1);
        EXPECT_TRUE(written);
        return manifest_entry(spec(kind), *written);
    }
    void list(const ManifestEntry& entry) const {
        EXPECT_TRUE(add_to_manifest(folder_.path(), id_.collection, "rules", entry));
    }
    // The first bytes of the table that the database hands out.
    std::vector<std::uint8_t> values() const {
        const auto table = database_.table(id_);
        if (!table) return {};
        std::vector<std::uint8_t> row(kRowSize);
        EXPECT_TRUE((*table)->read_rows(0, 1, row));
        return row;
    }
    static std::vector<std::uint8_t> expected(std::uint64_t seed) {
        auto all = sample_values(std::uint64_t{kRows} * kRowSize, Filling::kSkewed, seed);
        all.resize(kRowSize);
        return all;
    }

    ScratchFolder folder_;
    TableId id_{"sample-game", {4, 3, 0, 0}};
    Database database_{folder_.path()};
};

TEST_F(DatabaseTest, NothingAnywhere) {
    const Database nowhere(folder_.path() / "nowhere");
    EXPECT_EQ(nowhere.table(id_).error().code, ErrorCode::kMissing);
    EXPECT_EQ(nowhere.manifest("sample-game").error().code, ErrorCode::kMissing);
    EXPECT_EQ(nowhere.table_count(), 0u);
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "nowhere"));
}

TEST_F(DatabaseTest, OnlyListedTablesCount) {
    const ManifestEntry entry = write(1);
    const auto unlisted = database_.table(id_);
    ASSERT_FALSE(unlisted);
    EXPECT_EQ(unlisted.error().code, ErrorCode::kMissing);
    EXPECT_NE(unlisted.error().message.find("no manifest lists it"), std::string::npos);
    EXPECT_EQ(database_.metadata(id_).error().code, ErrorCode::kMissing);
    list(entry);
    EXPECT_EQ(values(), expected(1));
    EXPECT_EQ(*database_.entry(id_), entry);
    EXPECT_EQ(**database_.metadata(id_), spec().metadata);
    EXPECT_EQ(database_.table_count(), 1u);
}

TEST_F(DatabaseTest, OneOpenTableForAFile) {
    list(write(1));
    EXPECT_EQ(*database_.table(id_), *database_.table(id_));
}

TEST_F(DatabaseTest, ReplacedTablesAreSeen) {
    list(write(1, ValueKind::kWdl));
    const auto old = database_.table(id_);
    ASSERT_TRUE(old);
    EXPECT_EQ(database_.entry(id_)->kind, ValueKind::kWdl);
    const ManifestEntry with_depth = write(2);
    // Replaced, but not listed yet: what is open is what the manifest lists; who asks first has to wait.
    EXPECT_EQ(*database_.table(id_), *old);
    EXPECT_EQ(Database(folder_.path()).table(id_).error().code, ErrorCode::kMissing);
    list(with_depth);
    EXPECT_EQ(database_.entry(id_)->kind, ValueKind::kDtw);
    EXPECT_EQ(values(), expected(2));
    // Who holds the old one can go on reading it.
    std::vector<std::uint8_t> row(kRowSize);
    ASSERT_TRUE((*old)->read_rows(0, 1, row));
    EXPECT_EQ(row, expected(1));
}

TEST_F(DatabaseTest, AMendedTableIsSeen) {
    const ManifestEntry entry = write(1);
    list(entry);
    const auto path = table_path(folder_.path(), id_);
    auto bytes = bytes_of(path);
    bytes[bytes.size() / 2] ^= 1;
    put_bytes(path, bytes);
    const auto damaged = database_.table(id_);
    EXPECT_FALSE(damaged && (*damaged)->check());
    write(1);  // the same bytes, so the manifest stays as it is
    EXPECT_EQ(values(), expected(1));
}

TEST_F(DatabaseTest, AnotherTableThanTheListedOneIsRefused) {
    list(write(1));
    ManifestEntry wrong = *database_.entry(id_);
    wrong.rows = 4;
    list(wrong);
    EXPECT_EQ(database_.table(id_).error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(database_.metadata(id_).error().code, ErrorCode::kCorrupt);
}

TEST_F(DatabaseTest, AMonstrousTableIsRefusedByItsHeader) {
    // A sparse file of 2^28 blocks, whose index alone would take four gigabytes.
    list(write(1));
    TableLayout layout;
    layout.spec = spec();
    layout.spec.rows = kMostRows;
    layout.spec.row_size = kLargestRow;
    layout.shape = {1, kLargestRow / kLargestBlock, kLargestBlock};
    layout.blocks = block_count(layout.spec.rows, layout.shape);
    ASSERT_EQ(layout.blocks, 1u << 28);
    layout.model_checksum = layout.metadata_checksum = checksum({});
    const auto header = encode_header(layout);
    const auto path = table_path(folder_.path(), id_);
    put_bytes(path, {header.begin(), header.end()});
    std::filesystem::resize_file(path, layout.file_bytes());
    rusage before{}, after{};
    ASSERT_EQ(getrusage(RUSAGE_SELF, &before), 0);
    EXPECT_EQ(database_.table(id_).error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(database_.metadata(id_).error().code, ErrorCode::kCorrupt);
    ASSERT_EQ(getrusage(RUSAGE_SELF, &after), 0);
    EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 64 * 1024);  // KiB
}

TEST_F(DatabaseTest, ADamagedManifestIsNamed) {
    list(write(1));
    ASSERT_TRUE(database_.table(id_));
    const auto path = manifest_path(folder_.path(), id_.collection);
    auto bytes = bytes_of(path);
    bytes[bytes.size() / 2] ^= 1;
    put_bytes(path, bytes);
    const auto refused = database_.table(id_);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kCorrupt);
    EXPECT_NE(refused.error().message.find(path.string()), std::string::npos);
    EXPECT_NE(refused.error().message.find("solve again"), std::string::npos) << refused.error().message;
}

TEST_F(DatabaseTest, ManifestsOfOldDatabasesGetTheirRules) {
    const ManifestEntry entry = write(1);
    ASSERT_TRUE(add_to_manifest(folder_.path(), id_.collection, id_.collection, entry));
    EXPECT_EQ((*database_.manifest(id_.collection))->rules, id_.collection);
    list(entry);
    EXPECT_EQ((*database_.manifest(id_.collection))->rules, "rules");
    EXPECT_EQ(add_to_manifest(folder_.path(), id_.collection, "other rules", entry).error().code,
              ErrorCode::kWrongVariant);
}

TEST_F(DatabaseTest, NotesAreReadAgainWhenTheyChange) {
    EXPECT_EQ(database_.notes("sample-game", "losses").error().code, ErrorCode::kMissing);
    ASSERT_TRUE(add_notes(folder_.path(), "sample-game", "losses", {{"a", "1"}}));
    const auto first = database_.notes("sample-game", "losses");
    ASSERT_TRUE(first);
    EXPECT_EQ(*first, *database_.notes("sample-game", "losses"));  // the same object
    ASSERT_TRUE(add_notes(folder_.path(), "sample-game", "losses", {{"b", "2"}}));
    EXPECT_EQ(**database_.notes("sample-game", "losses"), (Notes{{"a", "1"}, {"b", "2"}}));
    // Damaged notes are refused, and writing makes them good again.
    const auto path = notes_path(folder_.path(), "sample-game", "losses");
    auto bytes = bytes_of(path);
    bytes[bytes.size() / 2] ^= 1;
    put_bytes(path, bytes);
    EXPECT_FALSE(database_.notes("sample-game", "losses"));
    ASSERT_TRUE(add_notes(folder_.path(), "sample-game", "losses", {{"c", "3"}}));
    EXPECT_EQ((**database_.notes("sample-game", "losses")).at("c"), "3");
}

// A look at all other names for each made this quadratic.
TEST_F(DatabaseTest, ManyNotesAreReadAndWrittenInGoodTime) {
    const std::string long_name(245, 'n');
    const auto seconds = [&](int count) {
        Notes notes;
        for (int i = 0; i < count; ++i) notes[long_name + std::to_string(i)] = std::to_string(i);
        const std::string name = "many-" + std::to_string(count);
        const std::clock_t before = std::clock();
        EXPECT_TRUE(add_notes(folder_.path(), "sample-game", name, notes));
        EXPECT_EQ(**database_.notes("sample-game", name), notes);
        return static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    };
    const double few = seconds(2'500);
    EXPECT_LT(seconds(20'000), 14 * few);  // 8 times as many
}

TEST_F(DatabaseTest, OneWriterAtATime) {
    Database other(folder_.path());
    {
        const auto writer = database_.writer();
        ASSERT_TRUE(writer) << writer.error().message;
        EXPECT_EQ(*database_.writer(), *writer);  // whoever asks within this database shares it
        const auto refused = other.writer();
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ErrorCode::kIo);
        const auto values = sample_values(std::uint64_t{kRows} * kRowSize, Filling::kSkewed, 5);
        const auto written = (*writer)->write(spec(), source_of(values, kRowSize), 1);
        ASSERT_TRUE(written);
        ASSERT_TRUE((*writer)->list(id_.collection, "rules", std::span(&*written, 1)));
    }
    EXPECT_EQ(this->values(), expected(5));
    EXPECT_TRUE(other.writer());
}

TEST_F(DatabaseTest, WritersOfOneJobBesideEachOther) {
    constexpr int kTables = 20;
    put_bytes(folder_.path() / "sample-game" / "9-9.mrl.part", {1});
    DatabaseOptions beside;
    beside.beside_others = true;
    const auto work = [&](std::uint8_t own) {
        Database database(folder_.path(), beside);
        const auto writer = database.writer();
        ASSERT_TRUE(writer);
        const auto values = sample_values(std::uint64_t{kRows} * kRowSize, Filling::kSkewed, 1);
        for (std::uint8_t other = 0; other < kTables; ++other) {
            TableSpec made = spec();
            // Each has tables of its own, and all have some in common.
            made.id.counts = {other % 2 == 0 ? own : std::uint8_t{0}, other, 0, 0};
            const auto written = (*writer)->write(made, source_of(values, kRowSize), 1);
            ASSERT_TRUE(written) << written.error().message;
            ASSERT_TRUE((*writer)->list("sample-game", "rules", std::span(&*written, 1)));
            ASSERT_TRUE((*writer)->add_notes("sample-game", "notes", {{std::to_string(own * 100 + other), "said"}}));
        }
    };
    std::vector<std::thread> threads;
    for (const std::uint8_t own : {1, 2, 3}) threads.emplace_back(work, own);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(database_.table_count(), 3u * kTables / 2 + kTables / 2);
    EXPECT_EQ((*database_.notes("sample-game", "notes"))->size(), 3u * kTables);
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "sample-game" / "9-9.mrl.part"));  // another's, perhaps
    // Nobody else writes meanwhile.
    Database one(folder_.path(), beside);
    const auto held = one.writer();
    ASSERT_TRUE(held);
    EXPECT_EQ(database_.writer().error().code, ErrorCode::kIo);
}

TEST_F(DatabaseTest, TheWriterRemovesUnfinishedFiles) {
    put_bytes(folder_.path() / "sample-game" / "3-3.mrl.part", {1, 2, 3});
    put_bytes(folder_.path() / "left.part", {1});
    put_bytes(folder_.path() / "sample-game" / "kept.txt", {1});
    ASSERT_TRUE(database_.writer());
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "sample-game" / "3-3.mrl.part"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "left.part"));
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "sample-game" / "kept.txt"));
}

TEST_F(DatabaseTest, ReadersWhileATableIsReplaced) {
    list(write(1));
    std::atomic<bool> stop = false;
    std::atomic<int> wrong = 0;
    std::vector<std::thread> readers;
    for (int t = 0; t < 3; ++t) {
        readers.emplace_back([&] {
            while (!stop) {
                const auto row = values();
                wrong += row != expected(1) && row != expected(2) && !row.empty();
            }
        });
    }
    for (int i = 0; i < 50; ++i) list(write(1 + i % 2));
    stop = true;
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(values(), expected(2));
}

TEST_F(DatabaseTest, FilesThatNoManifestListsAreNotRight) {
    SilentProgress silent;
    const ManifestEntry entry = write(1);
    ASSERT_EQ(check_database(folder_.path(), 1, silent)->failures.size(), 1u);
    list(entry);
    EXPECT_TRUE(check_database(folder_.path(), 1, silent)->failures.empty());
    TableSpec more = spec();
    more.id.counts = {3, 3, 0, 0};
    const auto values = sample_values(std::uint64_t{kRows} * kRowSize, Filling::kZero);
    ASSERT_TRUE(write_table(folder_.path(), more, source_of(values, kRowSize), 1));
    const auto report = check_database(folder_.path(), 1, silent);
    ASSERT_EQ(report->failures.size(), 1u);
    EXPECT_NE(report->failures[0].message.find("3-3.mrl"), std::string::npos);
    std::filesystem::remove(manifest_path(folder_.path(), id_.collection));
    EXPECT_EQ(check_database(folder_.path(), 1, silent)->failures.size(), 2u);
}

}  // namespace
}  // namespace merels
