// SPDX-License-Identifier: MIT
#include "malom/malom_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "index/classes.h"
#include "index/symmetry.h"
#include "malom/malom_file.h"
#include "store/files/atomic_file.h"
#include "store/files/scratch_folder.h"

namespace merels {
namespace {

MalomFormat format_of(const char* variant) {
    const auto parsed = parse_variant(variant);
    return *MalomFormat::of(*parsed, *stone_values(*parsed));
}

// Fields of three bytes, as ranks have them.
MalomFormat ranks(int depth_bit) {
    MalomFormat format;
    format.prefix = depth_bit == 12 ? "std" : "lask";
    format.depth_bit = depth_bit;
    return format;
}

TEST(MalomFormat, SymmetriesAreThoseOfTheBoard) {
    std::set<std::vector<Mask>> tables;
    for (int i = 0; i <= kMalomIdentity; ++i) {
        std::vector<Mask> table;
        for (int point = 0; point < kPoints; ++point) table.push_back(malom_map(i, Mask{1} << point));
        tables.insert(table);
    }
    EXPECT_EQ(tables.size(), 16u);
    for (const Mask men : {Mask{0x000103}, Mask{0x812345}, Mask{0xABCDEF}}) {
        std::set<Mask> theirs, ours;
        for (int i = 0; i < 16; ++i) {
            theirs.insert(malom_map(i, men));
            ours.insert(map_men(static_cast<Symmetry>(i), men));
        }
        EXPECT_EQ(theirs, ours);  // so rows and ranks are the same
    }
    EXPECT_EQ(malom_map(0, 1), Mask{1} << 2);
    EXPECT_EQ(malom_map(3, Mask{1} << 9), Mask{1} << 11);
    EXPECT_EQ(malom_map(7, Mask{1} << 3), Mask{1} << 19);
    EXPECT_EQ(malom_map(8, 1), Mask{1} << 18);
    EXPECT_EQ(malom_map(14, Mask{1} << 7), Mask{1} << 23);
}

TEST(MalomFormat, FieldsKeepTheirNumbers) {
    for (const MalomFormat& format : {ranks(12), ranks(14), format_of("nine-c1")}) {
        for (const int k1 : {0, 1, -1, 20, -20}) {
            for (const int k2 : {0, 1, -1, -16, 206, 511, -511}) {
                std::uint8_t bytes[3];
                ASSERT_TRUE(format.fits({k1, k2}));
                format.put({k1, k2}, bytes);
                EXPECT_EQ(format.get(bytes), (MalomEntry{k1, k2}));
            }
        }
        const MalomEntry deep{5, -format.least_depth()};
        EXPECT_FALSE(format.fits(deep));
        EXPECT_FALSE(format.fits({5, format.least_depth()}));
        std::uint8_t bytes[3];
        format.put(deep, bytes);
        EXPECT_EQ(format.get(bytes), (MalomEntry{5, format.least_depth()}));
    }
    std::uint8_t bytes[3];
    ranks(12).put({-597, 206}, bytes);
    EXPECT_EQ(bytes[0] | bytes[1] << 8 | bytes[2] << 16, (206 << 12) | (4096 - 597));
}

TEST(MalomFormat, GamesAndHeaders) {
    const auto header = ranks(14).header();
    EXPECT_EQ(header[0], 2);
    EXPECT_EQ(header[4], 3);
    EXPECT_EQ(header[8], 14);
    EXPECT_EQ(std::count(header.begin(), header.end(), 0), 61);
    EXPECT_EQ(format_of("morabaraba").header()[12], 1);
    EXPECT_EQ(format_of("lasker-c1").file_name({3, 4, 1, 0}), "lask_3_4_1_0.sec2");
    EXPECT_EQ(format_of("nine-c1").entries_bytes({3, 3, 0, 0}), 64u + 2 * 158 * 1330);
    const auto other = parse_variant("nine-p2");
    EXPECT_EQ(MalomFormat::of(*other, *stone_values(*other)).error().code, ErrorCode::kBadInput);
    EXPECT_TRUE(ranks(12).check_header(ranks(12).header()));
    EXPECT_EQ(ranks(12).check_header(ranks(14).header()).error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(ranks(12).check_header(format_of("nine-c1").header()).error().code, ErrorCode::kWrongVariant);
    EXPECT_EQ(ranks(12).check_header({}).error().code, ErrorCode::kTruncated);
}

class MalomFileTest : public testing::Test {
  protected:
    // A file of 1-1+2-2: 4 classes of 23 entries, all (1, depth of the index), with a list behind.
    std::vector<std::uint8_t> bytes_with(std::vector<std::int32_t> list) {
        const auto header = format_.header();
        std::vector<std::uint8_t> bytes(header.begin(), header.end());
        for (int i = 0; i < 92; ++i) {
            std::uint8_t entry[3];
            format_.put({1, i == 7 ? 600 : i}, entry);
            bytes.insert(bytes.end(), entry, entry + 3);
        }
        for (const std::int32_t number : list) {
            for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
        }
        return bytes;
    }
    Result<std::shared_ptr<const MalomFile>> open(const std::vector<std::uint8_t>& bytes) {
        EXPECT_TRUE(write_file_atomically(folder_.path() / format_.file_name(kSubspace), bytes));
        return MalomFile::open(folder_.path(), format_, kSubspace);
    }

    static constexpr Subspace kSubspace{1, 1, 2, 2};
    MalomFormat format_ = ranks(14);
    ScratchFolder folder_;
};

TEST_F(MalomFileTest, DepthsOfTheList) {
    const auto file = open(bytes_with({1, 7, 600}));
    ASSERT_TRUE(file) << file.error().message;
    std::vector<MalomEntry> entries;
    ASSERT_TRUE((*file)->read(0, 92, entries));
    EXPECT_EQ(entries[7], (MalomEntry{1, 600}));
    EXPECT_EQ(entries[8], (MalomEntry{1, 8}));
    ASSERT_TRUE((*file)->read(90, 2, entries));
    EXPECT_EQ(entries[1], (MalomEntry{1, 91}));
    EXPECT_FALSE((*file)->read(90, 3, entries));
}

TEST_F(MalomFileTest, BrokenFiles) {
    EXPECT_EQ(MalomFile::open(folder_.path(), format_, kSubspace).error().code, ErrorCode::kMissing);
    EXPECT_EQ(open(bytes_with({2, 7, 600})).error().code, ErrorCode::kTruncated);
    EXPECT_EQ(open(bytes_with({})).error().code, ErrorCode::kTruncated);
    EXPECT_EQ(open(bytes_with({1, 7, 600, 0})).error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(open(bytes_with({-1, 7, 600})).error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(open(bytes_with({1, 92, 600})).error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(open(bytes_with({1, -1, 600})).error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(open(bytes_with({2, 7, 600, 7, 600})).error().code, ErrorCode::kCorrupt);
    const auto unlisted = open(bytes_with({0}));
    ASSERT_TRUE(unlisted);
    std::vector<MalomEntry> entries;
    EXPECT_EQ((*unlisted)->read(0, 92, entries).error().code, ErrorCode::kCorrupt);
    auto image = bytes_with({1, 7, 600});
    format_.put({0, -17}, image.data() + 64);  // no such symmetry
    const auto opened = open(image);
    ASSERT_TRUE(opened);
    EXPECT_EQ((*opened)->read(0, 92, entries).error().code, ErrorCode::kCorrupt);
}

TEST(MalomValues, TextAndBack) {
    const auto variant = parse_variant("nine-c1");
    const auto values = stone_values(*variant);
    const auto parsed = parse_malom_values(malom_values_text(*values));
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->win, 10);
    EXPECT_EQ(parsed->values.size(), 498u);
    for (const auto& entry : values->entries()) EXPECT_EQ(parsed->values.at(entry.subspace), entry.value);
    EXPECT_TRUE(parse_malom_values("virt_loss_val: -3\r\nvirt_win_val: 3\r\n1\r\n3 3 0 0  0\r\n"));
    for (const char* text :
         {"", "virt_loss_val: -3\n", "virt_loss_val: -3\nvirt_win_val: 4\n0\n",
          "virt_loss_val: -3\nvirt_win_val: 3\n1\n", "virt_loss_val: -3\nvirt_win_val: 3\n0\n3 3 0 0 0\n",
          "virt_loss_val: -3\nvirt_win_val: 3\n1\n3 3 0 0  3\n", "virt_loss_val: -3\nvirt_win_val: 3\n1\n3 3 0  1\n",
          "virt_loss_val: -3\nvirt_win_val: 3\n1\n3 33 0 0  1\n",
          "virt_loss_val: -3\nvirt_win_val: 3\n2\n3 3 0 0  1\n3 3 0 0  1\n"}) {
        EXPECT_EQ(parse_malom_values(text).error().code, ErrorCode::kCorrupt) << text;
    }
}

}  // namespace
}  // namespace merels
