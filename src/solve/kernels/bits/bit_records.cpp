// SPDX-License-Identifier: MIT
#include "solve/kernels/bits/bit_records.h"

#include <algorithm>
#include <array>
#include <bit>

namespace merels::solve {
namespace {

constexpr std::size_t kMostOfNumber = 5;

std::uint8_t* put(std::uint8_t* at, std::uint32_t number) {
    while (number >= 128) {
        *at++ = static_cast<std::uint8_t>(number | 128);
        number >>= 7;
    }
    *at++ = static_cast<std::uint8_t>(number);
    return at;
}

// Writes two bytes and counts the second one where it is needed: which of the two forms a distance has cannot be
// predicted.
std::uint8_t* put_distance(std::uint8_t* at, std::uint32_t number) {
    if (number >= 1u << 14) return put(at, number);
    const unsigned longer = number >= 128 ? 1 : 0;
    at[0] = static_cast<std::uint8_t>(number | longer << 7);
    at[1] = static_cast<std::uint8_t>(number >> 7);
    return at + 1 + longer;
}

// The bits that are set in some words, ascending, the first bit of the first word being `first`; returns how many. Most
// words have at most two.
std::size_t list_bits(const Word* words, std::size_t size, std::uint32_t first, std::uint32_t* bits) {
    constexpr Word kLast = Word{1} << 63;  // so that there is a bit to be found, and no branch
    std::size_t found = 0;
    for (std::size_t k = 0; k < size; ++k, first += 64) {
        Word rest = words[k];
        for (int i = 0; i < 2; ++i) {
            bits[found] = first + static_cast<std::uint32_t>(std::countr_zero(rest | kLast));
            found += rest != 0 ? 1 : 0;
            rest &= rest - 1;
        }
        for (; rest != 0; rest &= rest - 1) {
            bits[found++] = first + static_cast<std::uint32_t>(std::countr_zero(rest));
        }
    }
    return found;
}

std::uint8_t* put_head(std::uint8_t* at, std::uint32_t row, std::uint8_t value, std::uint64_t bits, BitForm form) {
    at = put(at, row);
    *at++ = value;
    return put(at, static_cast<std::uint32_t>(bits) << 2 | static_cast<std::uint32_t>(form));
}

std::uint32_t zigzag(std::int32_t number) {
    return static_cast<std::uint32_t>(number) << 1 ^ static_cast<std::uint32_t>(number >> 31);
}

}  // namespace

void put_row(std::vector<std::uint8_t>& bytes, std::uint32_t row, std::uint8_t value, const Word* delta,
             std::uint64_t bits, std::uint32_t words) {
    const bool many = bits > std::uint64_t{sizeof(Word)} * words;
    const std::size_t begin = bytes.size();
    // A distance takes three groups of seven bits at most, in rows of more than 21 axes four.
    const std::uint64_t most = words <= std::uint32_t{1} << (21 - kWordAxes) ? 3 : 4;
    bytes.resize(begin + 2 * kMostOfNumber + 2 + (many ? words * sizeof(Word) : most * bits));
    std::uint8_t* at = put_head(bytes.data() + begin, row, value, bits, many ? BitForm::kWords : BitForm::kAscending);
    if (many) {
        std::memcpy(at, delta, words * sizeof(Word));
        at += words * sizeof(Word);
    } else {
        constexpr std::uint32_t kAtOnce = 32;                // words
        std::array<std::uint32_t, kAtOnce * 64 + 1> listed;  // one place more than bits
        std::uint32_t next = 0;                              // the smallest bit that may come
        for (std::uint32_t k = 0; k < words; k += kAtOnce) {
            const std::size_t found = list_bits(delta + k, std::min(kAtOnce, words - k), k << 6, listed.data());
            for (std::size_t i = 0; i < found; ++i) {
                at = put_distance(at, listed[i] - next);
                next = listed[i] + 1;
            }
        }
    }
    bytes.resize(static_cast<std::size_t>(at - bytes.data()));
}

void put_bits(std::vector<std::uint8_t>& bytes, std::uint32_t row, std::uint8_t value,
              std::span<const std::uint64_t> entries) {
    const std::size_t begin = bytes.size();
    bytes.resize(begin + 2 * kMostOfNumber + 1 + 4 * entries.size());
    std::uint8_t* at = put_head(bytes.data() + begin, row, value, entries.size(), BitForm::kUnordered);
    std::int32_t before = 0;
    for (const std::uint64_t entry : entries) {
        const auto bit = static_cast<std::int32_t>(entry & kBoardMask);
        at = put(at, zigzag(bit - before));
        before = bit;
    }
    bytes.resize(static_cast<std::size_t>(at - bytes.data()));
}

std::span<const std::uint64_t> sort_by_row(const BitList& list, std::vector<std::uint64_t>& scratch) {
    // Two rounds of a counting sort.
    constexpr int kDigit = 10;
    constexpr std::uint32_t kDigits = 1u << kDigit;
    const std::size_t size = list.size();
    if (size == 0) return {};
    scratch.resize(2 * size);
    std::copy_n(list.data(), size, scratch.begin());
    std::uint64_t* from = scratch.data();
    std::uint64_t* to = from + size;
    for (const int shift : {kPoints, kPoints + kDigit}) {
        std::array<std::uint32_t, kDigits + 1> place{};
        for (std::size_t i = 0; i < size; ++i) ++place[(from[i] >> shift & (kDigits - 1)) + 1];
        for (std::uint32_t d = 0; d < kDigits; ++d) place[d + 1] += place[d];
        for (std::size_t i = 0; i < size; ++i) to[place[from[i] >> shift & (kDigits - 1)]++] = from[i];
        std::swap(from, to);
    }
    return {from, size};
}

}  // namespace merels::solve
