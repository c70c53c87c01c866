// SPDX-License-Identifier: MIT
// Between rows of bits and the bytes of tables: 0 where White does not win, anything else where it does. Template on
// the vector type, of which only extract and deposit are used.
#pragma once

#include <cstring>

#include "solve/kernels/bits/kernel_vector.h"

namespace merels::solve::kernels {

template <class X>
struct Results {
    static constexpr std::uint64_t kEachByte = 0x0101010101010101;
    static constexpr int kGroup = 24;  // bytes handled at once: a word has at most C(6, 3) = 20 sets of one size

    // How many sets of `size` axes a word has.
    static constexpr int kSets[kWordAxes + 1] = {1, 6, 15, 20, 15, 6, 1};

    // The entries with exactly `men` men, ascending, as bytes 0 and 1.
    static void pack(std::uint8_t* out, const Word* row, int axes, int men) {
        const std::uint8_t* const end = out + entries(axes, men);
        for (std::uint32_t word = 0; word < words_of_row(axes); ++word) {
            const int below = men - __builtin_popcount(word);
            if (below < 0 || below > kWordAxes) continue;
            std::uint64_t bits = X::extract(row[word], kLayerMask[below][0]);
            const int sets = kSets[below];
            if (end - out >= kGroup) {
                for (int i = 0; i < kGroup; i += 8, bits >>= 8) {
                    const std::uint64_t bytes = X::deposit(bits & 255, kEachByte);
                    std::memcpy(out + i, &bytes, 8);
                }
            } else {
                for (int i = 0; i < sets; ++i) out[i] = static_cast<std::uint8_t>(bits >> i & 1);
            }
            out += sets;
        }
    }

    // The inverse for fewest..most men at once; packed[men] may be read up to 16 bytes too far. Smaller sets are 0.
    static void expand(Word* row, const std::uint8_t* const* packed, int axes, int fewest, int most) {
        const std::uint8_t* next[kPoints + 1] = {};
        for (int men = fewest; men <= most; ++men) next[men] = packed[men];
        for (std::uint32_t word = 0; word < words_of_row(axes); ++word) {
            const int above = __builtin_popcount(word);
            Word bits = 0;
            if (above > most) {
                row[word] = 0;
                continue;
            }
            for (int below = 0; below <= kWordAxes; ++below) {
                const int men = above + below;
                if (men < fewest || men > most) continue;
                bits |= X::deposit(won(next[men], kSets[below]), kLayerMask[below][0]);
                next[men] += kSets[below];
            }
            row[word] = bits;
        }
    }

  private:
    // One bit for each of the first `count` bytes: whether it is not 0. Reads whole groups of eight.
    static std::uint64_t won(const std::uint8_t* bytes, int count) {
        std::uint64_t bits = 0;
        for (int i = 0; i < count; i += 8) {
            std::uint64_t group;
            std::memcpy(&group, bytes + i, 8);
            const std::uint64_t high = (((group & 0x7F * kEachByte) + 0x7F * kEachByte) | group) & (kEachByte << 7);
            bits |= X::extract(high, kEachByte << 7) << i;
        }
        return bits & ((std::uint64_t{1} << count) - 1);
    }

    static std::ptrdiff_t entries(int axes, int men) {
        std::ptrdiff_t result = 1;
        for (int i = 0; i < men; ++i) result = result * (axes - i) / (i + 1);
        return result;
    }
};

}  // namespace merels::solve::kernels
