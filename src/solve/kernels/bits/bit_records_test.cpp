// SPDX-License-Identifier: MIT
#include "solve/kernels/bits/bit_records.h"

#include <gtest/gtest.h>

#include <bit>
#include <optional>
#include <random>
#include <set>

namespace merels::solve {
namespace {

constexpr std::uint32_t kWords = 64;

// A row in which about `each` of a thousand bits are set.
std::vector<Word> random_row(unsigned each, std::mt19937& random) {
    std::vector<Word> row(kWords);
    for (std::uint32_t bit = 0; bit < kWords * 64; ++bit) {
        if (random() % 1000 < each) row[bit >> 6] |= Word{1} << (bit & 63);
    }
    return row;
}

std::uint64_t bits_of(const std::vector<Word>& row) {
    std::uint64_t bits = 0;
    for (const Word word : row) bits += static_cast<std::uint64_t>(std::popcount(word));
    return bits;
}

// The bits of the next record as a row; nothing where they cannot be read.
std::optional<std::vector<Word>> read_row(RecordReader& records, const RecordReader::Record& record) {
    std::vector<Word> row(kWords);
    const bool good =
        record.form == BitForm::kWords ? records.copy_words(row) : records.for_each_bit(record, [&](std::uint32_t bit) {
            if (bit >= kWords * 64) return false;
            row[bit >> 6] |= Word{1} << (bit & 63);
            return true;
        });
    if (!good || !records.good()) return std::nullopt;
    return row;
}

TEST(BitRecords, RowsOfAnyDensityComeBack) {
    std::mt19937 random(7);
    std::vector<std::vector<Word>> rows;
    std::vector<std::uint8_t> bytes;
    for (const unsigned each : {0u, 1u, 5u, 20u, 60u, 120u, 200u, 500u, 1000u}) {
        rows.push_back(random_row(each, random));
        put_row(bytes, static_cast<std::uint32_t>(rows.size()) * 1000, 3, rows.back().data(), bits_of(rows.back()),
                kWords);
    }
    RecordReader records(bytes);
    std::set<BitForm> forms;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const RecordReader::Record record = records.next();
        EXPECT_EQ(record.row, (i + 1) * 1000);
        EXPECT_EQ(record.value, 3);
        EXPECT_EQ(record.bits, bits_of(rows[i]));
        forms.insert(record.form);
        const auto row = read_row(records, record);
        ASSERT_TRUE(row);
        EXPECT_EQ(*row, rows[i]);
    }
    EXPECT_TRUE(records.at_end());
    EXPECT_EQ(forms, (std::set{BitForm::kAscending, BitForm::kWords}));
}

// One, two and three bytes, at the ends of their ranges.
TEST(BitRecords, DistancesOfAnyLengthComeBack) {
    for (const std::uint32_t gap : {0u, 1u, 127u, 128u, 129u, 16383u, 16384u, 100000u}) {
        std::vector<Word> row(std::size_t{1} << 12);
        const std::vector<std::uint32_t> bits{5, 6 + gap, 7 + 2 * gap};
        for (const std::uint32_t bit : bits) row[bit >> 6] |= Word{1} << (bit & 63);
        std::vector<std::uint8_t> bytes;
        put_row(bytes, 1, 1, row.data(), bits.size(), static_cast<std::uint32_t>(row.size()));
        RecordReader records(bytes);
        std::vector<std::uint32_t> read;
        EXPECT_TRUE(records.for_each_bit(records.next(), [&](std::uint32_t bit) {
            read.push_back(bit);
            return true;
        }));
        EXPECT_EQ(read, bits);
        EXPECT_TRUE(records.at_end());
    }
}

TEST(BitRecords, BytesThatEndTooEarlyAreFound) {
    std::mt19937 random(8);
    for (const unsigned each : {5u, 60u, 500u}) {
        const std::vector<Word> row = random_row(each, random);
        std::vector<std::uint8_t> whole;
        put_row(whole, 1, 1, row.data(), bits_of(row), kWords);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const std::vector<std::uint8_t> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            RecordReader records(part);
            const RecordReader::Record record = records.next();
            EXPECT_FALSE(records.good() && read_row(records, record)) << each << ", " << size;
        }
    }
}

}  // namespace
}  // namespace merels::solve
