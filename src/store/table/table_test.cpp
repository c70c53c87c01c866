// SPDX-License-Identifier: MIT
// Tables come back as they went in, whatever their shape; the file does not depend on threads; ids, versions and full
// disks give their own errors.
#include "store/table/table.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <thread>

#include "store/files/byte_order.h"
#include "store/files/checksum.h"
#include "store/files/scratch_folder.h"
#include "store/layout/table_layout.h"
#include "store/layout/table_samples.h"
#include "store/table/block_cache.h"

namespace merels {
namespace {

struct Shape {
    std::uint32_t rows;
    std::uint32_t row_size;
};

// One row, one value, rows smaller and larger than a block, exact multiples, huge rows.
constexpr Shape kShapes[] = {{1, 1},     {1, 2},      {3, 1},     {1000, 1},    {7, 1330},   {158, 210},
                             {5, 5005},  {2, 8191},   {3, 8192},  {2, 8193},    {4, 16384},  {2, 16385},
                             {3, 32768}, {2, 293930}, {1, 65536}, {1, 2704156}, {40000, 15}, {70000, 3}};

std::string describe(const Shape& shape, Filling filling, ValueKind kind) {
    return std::to_string(shape.rows) + " rows of " + std::to_string(shape.row_size) + ", filling " +
           std::to_string(static_cast<int>(filling)) + ", kind " + std::to_string(static_cast<int>(kind));
}

TEST(Table, ComesBackAsItWentIn) {
    const ScratchFolder folder;
    for (const Shape& shape : kShapes) {
        for (const Filling filling : kAllFillings) {
            for (const ValueKind kind : {ValueKind::kDtw, ValueKind::kWdl}) {
                SCOPED_TRACE(describe(shape, filling, kind));
                const std::uint64_t size = std::uint64_t{shape.rows} * shape.row_size;
                const auto values = sample_values(size, filling);
                const TableSpec spec = sample_spec(shape.rows, shape.row_size, kind);
                const auto written = write_table(folder.path(), spec, source_of(values, shape.row_size), 2);
                ASSERT_TRUE(written) << written.error().message;
                const auto table = Table::open(folder.path(), spec.id);
                ASSERT_TRUE(table) << table.error().message;
                EXPECT_EQ((*table)->file_bytes(), written->bytes);
                EXPECT_EQ((*table)->spec().id, spec.id);
                EXPECT_EQ((*table)->spec().kind, kind);
                EXPECT_EQ((*table)->spec().metadata, spec.metadata);
                std::vector<std::uint8_t> read(size);
                ASSERT_TRUE((*table)->read_rows(0, shape.rows, read));
                ASSERT_EQ(read, values);
                ASSERT_TRUE((*table)->check());
                SampleRandom random(5);
                for (int i = 0; i < 200; ++i) {
                    const std::uint32_t row = random.below(shape.rows);
                    const std::uint32_t rank = i == 0 ? shape.row_size - 1 : random.below(shape.row_size);
                    const Result<std::uint8_t> value = (*table)->at(row, rank);
                    ASSERT_TRUE(value);
                    ASSERT_EQ(*value, values[std::uint64_t{row} * shape.row_size + rank]);
                }
            }
        }
    }
}

// Rows that are subsets of the free points go through the model.
TEST(Table, SubsetRowsComeBackAsTheyWentIn) {
    const ScratchFolder folder;
    struct Counts {
        std::uint8_t own, other;
        std::uint32_t rows, row_size;
    };
    for (const Counts& c : {Counts{3, 3, 40, 1330}, Counts{18, 3, 1500, 20}, Counts{9, 9, 9, 5005},
                            Counts{7, 7, 5, 19448}, Counts{3, 9, 2, 293930}, Counts{9, 2, 300, 105},
                            Counts{6, 9, 3, 48620}, Counts{4, 12, 1, 125970}, Counts{12, 12, 30000, 1}}) {
        for (const Filling filling : kAllFillings) {
            for (const ValueKind kind : {ValueKind::kDtw, ValueKind::kWdl}) {
                SCOPED_TRACE(describe({c.rows, c.row_size}, filling, kind));
                const std::uint64_t size = std::uint64_t{c.rows} * c.row_size;
                const auto values = sample_values(size, filling);
                TableSpec spec = sample_spec(c.rows, c.row_size, kind);
                spec.id.counts = {c.own, c.other, 0, 0};
                ASSERT_TRUE(write_table(folder.path(), spec, source_of(values, c.row_size), 2, Packing::kDense));
                const auto table = Table::open(folder.path(), spec.id);
                ASSERT_TRUE(table) << table.error().message;
                std::vector<std::uint8_t> read(size);
                const Status status = (*table)->read_rows(0, c.rows, read);
                ASSERT_TRUE(status) << status.error().message;
                ASSERT_EQ(read, values);
            }
        }
    }
}

TEST(Table, ReadsAnyRangeOfRowsAndGathers) {
    const ScratchFolder folder;
    for (const Shape& shape : {Shape{23, 1330}, Shape{5, 40000}}) {
        const auto values = sample_values(std::uint64_t{shape.rows} * shape.row_size, Filling::kRuns);
        const TableSpec spec = sample_spec(shape.rows, shape.row_size);
        ASSERT_TRUE(write_table(folder.path(), spec, source_of(values, shape.row_size), 1));
        const auto table = Table::open(folder.path(), spec.id);
        ASSERT_TRUE(table);
        for (std::uint32_t first = 0; first <= shape.rows; ++first) {
            for (std::uint32_t rows = 0; rows <= shape.rows - first; ++rows) {
                std::vector<std::uint8_t> read(std::size_t{rows} * shape.row_size);
                ASSERT_TRUE((*table)->read_rows(first, rows, read));
                ASSERT_TRUE(std::equal(read.begin(), read.end(), values.begin() + first * shape.row_size));
            }
        }
        std::vector<std::uint32_t> ranks;
        for (std::uint32_t rank = 0; rank < shape.row_size; rank += 97) ranks.push_back(rank);
        std::vector<std::uint8_t> gathered(ranks.size());
        ASSERT_TRUE((*table)->gather(3, ranks, gathered));
        for (std::size_t i = 0; i < ranks.size(); ++i) EXPECT_EQ(gathered[i], values[3 * shape.row_size + ranks[i]]);
        ranks.back() = shape.row_size;
        EXPECT_EQ((*table)->gather(3, ranks, gathered).error().code, ErrorCode::kBadInput);
    }
}

TEST(Table, RefusesWhatIsOutside) {
    const ScratchFolder folder;
    const auto values = sample_values(30, Filling::kSkewed);
    const TableSpec spec = sample_spec(3, 10);
    ASSERT_TRUE(write_table(folder.path(), spec, source_of(values, 10), 1));
    const auto table = Table::open(folder.path(), spec.id);
    ASSERT_TRUE(table);
    EXPECT_EQ((*table)->at(3, 0).error().code, ErrorCode::kBadInput);
    EXPECT_EQ((*table)->at(0, 10).error().code, ErrorCode::kBadInput);
    std::vector<std::uint8_t> out(20);
    EXPECT_EQ((*table)->read_rows(2, 2, out).error().code, ErrorCode::kBadInput);
    EXPECT_EQ((*table)->read_rows(0, 1, out).error().code, ErrorCode::kBadInput);
    EXPECT_EQ((*table)->read_rows(0xFFFFFFFF, 2, out).error().code, ErrorCode::kBadInput);
}

TEST(Table, BadSpecsAreRefused) {
    const ScratchFolder folder;
    const auto values = sample_values(30, Filling::kSkewed);
    for (int i = 0; i < 5; ++i) {
        TableSpec spec = sample_spec(3, 10);
        if (i == 0) spec.id.collection = "";
        if (i == 1) spec.id.collection = "../outside";
        if (i == 2) spec.id.collection = std::string(64, 'a');
        if (i == 3) spec.rows = 0;
        if (i == 4) spec.row_size = 0;
        const auto written = write_table(folder.path(), spec, source_of(values, 10), 1);
        ASSERT_FALSE(written) << i;
        EXPECT_EQ(written.error().code, ErrorCode::kBadInput);
    }
}

TEST(Table, BytesDoNotDependOnThreads) {
    const ScratchFolder folder;
    for (const Shape& shape : {Shape{3000, 1330}, Shape{3000, 1140}, Shape{9, 293930}}) {
        const auto values = sample_values(std::uint64_t{shape.rows} * shape.row_size, Filling::kRuns);
        const TableSpec spec = sample_spec(shape.rows, shape.row_size);  // 4-3: rows of 1140 fit the model
        std::vector<std::uint8_t> first;
        for (const int threads : {1, 2, 5, 0}) {
            const auto written =
                write_table(folder.path(), spec, source_of(values, shape.row_size), threads, Packing::kDense);
            ASSERT_TRUE(written);
            const auto bytes = bytes_of(table_path(folder.path(), spec.id));
            EXPECT_EQ(written->bytes, bytes.size());
            EXPECT_EQ(written->digest, checksum(bytes));
            if (first.empty()) first = bytes;
            ASSERT_EQ(first, bytes) << threads << " threads";
        }
    }
}

TEST(Table, PathsNameTheSubspace) {
    EXPECT_EQ(table_path("db", {"nine-capture", {4, 3, 0, 0}}), "db/nine-capture/4-3.mrl");
    EXPECT_EQ(table_path("db", {"nine-c1", {4, 3, 5, 6}}), "db/nine-c1/4-3+5-6.mrl");
    EXPECT_EQ(table_path("db", {"nine-c1", {12, 3, 0, 6}}), "db/nine-c1/12-3+0-6.mrl");
}

TEST(Table, MissingAndForeignTablesAreToldApart) {
    const ScratchFolder folder;
    const auto values = sample_values(30, Filling::kSkewed);
    const TableSpec spec = sample_spec(3, 10);
    EXPECT_EQ(Table::open(folder.path(), spec.id).error().code, ErrorCode::kMissing);
    ASSERT_TRUE(write_table(folder.path(), spec, source_of(values, 10), 1));
    const TableId other{"sample-game", {5, 3, 0, 0}};
    std::filesystem::copy_file(table_path(folder.path(), spec.id), table_path(folder.path(), other));
    EXPECT_EQ(Table::open(folder.path(), other).error().code, ErrorCode::kWrongVariant);
    const TableId elsewhere{"other-game", {4, 3, 0, 0}};
    put_bytes(table_path(folder.path(), elsewhere), bytes_of(table_path(folder.path(), spec.id)));
    EXPECT_EQ(Table::open(folder.path(), elsewhere).error().code, ErrorCode::kWrongVariant);
    std::filesystem::create_directories(table_path(folder.path(), {"sample-game", {9, 9, 0, 0}}));
    EXPECT_EQ(Table::open(folder.path(), {"sample-game", {9, 9, 0, 0}}).error().code, ErrorCode::kIo);
}

TEST(Table, NewerVersionsAreToldApart) {
    const ScratchFolder folder;
    const auto values = sample_values(30, Filling::kSkewed);
    const TableSpec spec = sample_spec(3, 10);
    ASSERT_TRUE(write_table(folder.path(), spec, source_of(values, 10), 1));
    const auto path = table_path(folder.path(), spec.id);
    const auto good = bytes_of(path);
    const auto with_change = [&](std::size_t at, std::uint8_t value) {
        auto bytes = good;
        bytes[at] = value;
        store_le(bytes.data() + 248, checksum(std::span(bytes).first(248)));
        put_bytes(path, bytes);
        return Table::open(folder.path(), spec.id).error().code;
    };
    EXPECT_EQ(with_change(8, 2), ErrorCode::kNewerVersion);
    EXPECT_EQ(with_change(9, 1), ErrorCode::kNewerVersion);
    EXPECT_EQ(with_change(12, 2), ErrorCode::kNewerVersion);  // an unknown feature
    EXPECT_EQ(with_change(12, 1), ErrorCode::kCorrupt);       // of ultra-strong tables only
    EXPECT_EQ(with_change(8, 0), ErrorCode::kCorrupt);
    EXPECT_EQ(with_change(20, 9), ErrorCode::kCorrupt);   // an unknown kind
    EXPECT_EQ(with_change(22, 1), ErrorCode::kCorrupt);   // reserved
    EXPECT_EQ(with_change(150, 1), ErrorCode::kCorrupt);  // reserved
    EXPECT_EQ(with_change(24, 4), ErrorCode::kCorrupt);   // rows
}

TEST(Table, ManyReadersAtOnce) {
    const ScratchFolder folder;
    const std::uint32_t rows = 200;
    const std::uint32_t row_size = 5005;
    const auto values = sample_values(std::uint64_t{rows} * row_size, Filling::kSkewed);
    const TableSpec spec = sample_spec(rows, row_size);
    ASSERT_TRUE(write_table(folder.path(), spec, source_of(values, row_size), 2));
    const auto cache = std::make_shared<BlockCache>(400'000);  // less than the table: blocks come and go
    const auto table = Table::open(folder.path(), spec.id, {cache, {}});
    ASSERT_TRUE(table);
    std::vector<std::thread> readers;
    std::atomic<int> wrong = 0;
    for (int t = 0; t < 4; ++t) {
        readers.emplace_back([&, t] {
            SampleRandom random(static_cast<std::uint64_t>(t) + 1);
            for (int i = 0; i < 3000; ++i) {
                const std::uint32_t row = random.below(rows);
                const std::uint32_t rank = random.below(row_size);
                const Result<std::uint8_t> value = (*table)->at(row, rank);
                wrong += !value || *value != values[std::size_t{row} * row_size + rank];
            }
        });
    }
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_LE(cache->used_bytes(), 400'000u);
}

TEST(Table, FullDiskLeavesNothingBehind) {
    const ScratchFolder folder;
    const std::uint32_t rows = 400;
    const std::uint32_t row_size = 5005;
    const auto values = sample_values(std::uint64_t{rows} * row_size, Filling::kRandom);
    const TableSpec spec = sample_spec(rows, row_size);
    // A limit on the size of files behaves like a full disk, without needing one.
    struct rlimit old {};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    for (const rlim_t limit : {rlim_t{0}, rlim_t{100}, rlim_t{1} << 20}) {
        struct rlimit small = old;
        small.rlim_cur = limit;
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto written = write_table(folder.path(), spec, source_of(values, row_size), 2);
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, ErrorCode::kNoSpace) << written.error().message;
        EXPECT_EQ(files_in(folder.path()), 0u);
    }
    std::signal(SIGXFSZ, old_handler);
    ASSERT_TRUE(write_table(folder.path(), spec, source_of(values, row_size), 2));
    EXPECT_EQ(files_in(folder.path()), 1u);
}

}  // namespace
}  // namespace merels
