// SPDX-License-Identifier: MIT
// Damage is seen: every single byte of a small table, a sample of larger ones, every truncation.
#include <gtest/gtest.h>

#include "store/files/scratch_folder.h"
#include "store/layout/table_layout.h"
#include "store/layout/table_samples.h"
#include "store/table/block_cache.h"
#include "store/table/table.h"

namespace merels {
namespace {

struct Sample {
    std::uint32_t rows;
    std::uint32_t row_size;
    Filling filling;
    ValueKind kind;
};

class Damage : public testing::Test {
  protected:
    void write(const Sample& sample) {
        values_ = sample_values(std::uint64_t{sample.rows} * sample.row_size, sample.filling);
        spec_ = sample_spec(sample.rows, sample.row_size, sample.kind);
        ASSERT_TRUE(write_table(folder_.path(), spec_, source_of(values_, sample.row_size), 1, Packing::kDense));
        path_ = table_path(folder_.path(), spec_.id);
        good_ = bytes_of(path_);
    }
    // The whole file must be refused by open or check; what can still be read must be right.
    void expect_detected(const std::string& what) {
        SCOPED_TRACE(what);
        const auto table = Table::open(folder_.path(), spec_.id);
        if (!table) return;
        EXPECT_FALSE((*table)->check());
        std::vector<std::uint8_t> row(spec_.row_size);
        bool failed = false;
        for (std::uint32_t r = 0; r < spec_.rows; ++r) {
            const auto expected = std::span(values_).subspan(std::size_t{r} * spec_.row_size, spec_.row_size);
            const bool read = (*table)->read_rows(r, 1, row).ok();
            failed |= !read;
            if (read) {
                EXPECT_TRUE(std::equal(row.begin(), row.end(), expected.begin())) << "row " << r;
            }
            const Result<std::uint8_t> value = (*table)->at(r, spec_.row_size / 2);
            if (value) {
                EXPECT_EQ(*value, expected[spec_.row_size / 2]);
            }
        }
        EXPECT_TRUE(failed);
    }

    ScratchFolder folder_;
    std::vector<std::uint8_t> values_;
    std::vector<std::uint8_t> good_;
    TableSpec spec_;
    std::filesystem::path path_;
};

TEST_F(Damage, EveryByteOfASmallTable) {
    for (const Sample& sample :
         {Sample{5, 60, Filling::kSkewed, ValueKind::kDtw}, Sample{5, 60, Filling::kBits, ValueKind::kWdl},
          Sample{2, 70, Filling::kConstant, ValueKind::kDtw}}) {
        write(sample);
        for (std::size_t at = 0; at < good_.size(); ++at) {
            for (const std::uint8_t flip : {0x01, 0x80, 0xFF}) {
                auto bytes = good_;
                bytes[at] ^= flip;
                put_bytes(path_, bytes);
                expect_detected("byte " + std::to_string(at) + " ^ " + std::to_string(flip));
            }
        }
    }
}

TEST_F(Damage, SampleOfBytesOfLargerTables) {
    for (const Sample& sample :
         {Sample{30, 5005, Filling::kSkewed, ValueKind::kDtw}, Sample{3, 60000, Filling::kRuns, ValueKind::kDtw},
          Sample{40, 5005, Filling::kBits, ValueKind::kWdl}, Sample{40, 1140, Filling::kSkewed, ValueKind::kDtw},
          Sample{40, 1140, Filling::kBits, ValueKind::kWdl}}) {
        write(sample);
        SampleRandom random(77);
        for (int i = 0; i < 60; ++i) {
            auto bytes = good_;
            const std::size_t at = random.below(static_cast<std::uint32_t>(bytes.size()));
            bytes[at] ^= static_cast<std::uint8_t>(1u << random.below(8));
            put_bytes(path_, bytes);
            expect_detected("byte " + std::to_string(at));
        }
    }
}

TEST_F(Damage, EveryTruncation) {
    write({5, 60, Filling::kSkewed, ValueKind::kDtw});
    for (std::size_t size = 0; size < good_.size(); ++size) {
        put_bytes(path_, {good_.begin(), good_.begin() + static_cast<std::ptrdiff_t>(size)});
        const auto table = Table::open(folder_.path(), spec_.id);
        ASSERT_FALSE(table) << size;
        EXPECT_EQ(table.error().code, ErrorCode::kTruncated) << size;
    }
    auto longer = good_;
    longer.push_back(0);
    put_bytes(path_, longer);
    EXPECT_EQ(Table::open(folder_.path(), spec_.id).error().code, ErrorCode::kCorrupt);
}

TEST_F(Damage, AFileThatShrinksWhileOpen) {
    write({30, 5005, Filling::kRandom, ValueKind::kDtw});
    const auto table = Table::open(folder_.path(), spec_.id);
    ASSERT_TRUE(table);
    std::filesystem::resize_file(path_, good_.size() / 2);
    EXPECT_TRUE((*table)->at(0, 0));
    EXPECT_EQ((*table)->at(29, 0).error().code, ErrorCode::kTruncated);
    EXPECT_EQ((*table)->check().error().code, ErrorCode::kTruncated);
}

}  // namespace
}  // namespace merels
