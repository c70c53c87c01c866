// SPDX-License-Identifier: MIT
#include "solve/lasker/row_parts.h"

#include <gtest/gtest.h>

#include <random>

namespace merels::solve {
namespace {

// The words of some parts with sets of at most `most` men, found the long way.
std::vector<std::uint32_t> expected_words(int axes, int most, Parts parts) {
    const std::uint32_t words_of_part = words_of_row(axes) / 64;
    std::vector<std::uint32_t> words;
    for (std::uint32_t word = 0; word < words_of_row(axes); ++word) {
        if ((parts >> (word / words_of_part) & 1) != 0 && std::popcount(word) <= most) words.push_back(word);
    }
    return words;
}

TEST(RowParts, VisitTheUsedWordsOfSomePartsInOrder) {
    std::mt19937_64 random(64);
    for (const int axes : {12, 14, 17}) {
        for (const int most : {0, 3, 7, axes}) {
            RowParts row;
            row.set(axes, most);
            for (const Parts parts :
                 {Parts{0}, Parts{1}, Parts{1} << 63, kAllParts, kAllParts >> 1, random(), random()}) {
                std::vector<std::uint32_t> visited;
                row.for_each_word(parts, [&](std::uint32_t word) { visited.push_back(word); });
                EXPECT_EQ(visited, expected_words(axes, most, parts)) << axes << ' ' << most << ' ' << parts;
                for (const std::uint32_t word : visited) EXPECT_NE(row.part_of(word) & parts, 0u);
            }
        }
    }
}

TEST(RowParts, VisitTheBitsOfThoseWords) {
    constexpr int kAxes = 13;
    RowParts row;
    row.set(kAxes, kAxes);
    std::vector<Word> bits(words_of_row(kAxes));
    std::vector<AxisSet> put;
    for (AxisSet set = 5; set < AxisSet{1} << kAxes; set += 611) {
        bits[set >> 6] |= Word{1} << (set & 63);
        put.push_back(set);
    }
    std::vector<AxisSet> seen;
    row.for_each_bit(bits.data(), kAllParts, [&](AxisSet set) { seen.push_back(set); });
    EXPECT_EQ(seen, put);
    seen.clear();
    row.for_each_bit(bits.data(), row.part_of(put[3] >> 6), [&](AxisSet set) { seen.push_back(set); });
    EXPECT_EQ(seen, std::vector<AxisSet>{put[3]});
}

}  // namespace
}  // namespace merels::solve
