// SPDX-License-Identifier: MIT
// 256-bit vectors (AVX2, BMI2): axes 0..2 are bits of a byte, 3..6 bytes of a 128-bit half, 7 the half.
#include <immintrin.h>

#include "solve/kernels/bits/kernel_table.h"

namespace merels::solve::kernels::avx2 {
namespace {

struct Vector {
    typedef Word V __attribute__((vector_size(32), may_alias));
    static constexpr int kAxes = 8;
    static constexpr bool kGroupStores = true;

    static __m256i to_raw(V v) { return reinterpret_cast<__m256i>(v); }
    static V from_raw(__m256i v) { return reinterpret_cast<V>(v); }

    static bool any(V v) { return _mm256_testz_si256(to_raw(v), to_raw(v)) == 0; }

    template <int L>
    static V swap_halves(V v) {
        if constexpr (L == 6) {
            return from_raw(_mm256_shuffle_epi32(to_raw(v), 0x4E));
        } else {
            return from_raw(_mm256_permute4x64_epi64(to_raw(v), 0x4E));
        }
    }

    // The new u: where axis L is set, the half of v with axis L clear.
    template <int L>
    static V exchange_low(V u, V v) {
        if constexpr (L < 3) {
            const V set = V{} + kWordMask[L];
            return (u & ~set) | ((v << (1 << L)) & set);
        } else if constexpr (L == 3) {
            return from_raw(_mm256_blendv_epi8(to_raw(u), _mm256_slli_epi16(to_raw(v), 8), _mm256_set1_epi16(-256)));
        } else if constexpr (L == 4) {
            return from_raw(_mm256_blend_epi16(to_raw(u), _mm256_slli_epi32(to_raw(v), 16), 0xAA));
        } else if constexpr (L == 5) {
            return from_raw(_mm256_blend_epi32(to_raw(u), _mm256_slli_epi64(to_raw(v), 32), 0xAA));
        } else if constexpr (L == 6) {
            return from_raw(_mm256_unpacklo_epi64(to_raw(u), to_raw(v)));
        } else {
            return from_raw(_mm256_permute2x128_si256(to_raw(u), to_raw(v), 0x20));
        }
    }
    // The new v: where axis L is clear, the half of u with axis L set.
    template <int L>
    static V exchange_high(V u, V v) {
        if constexpr (L == 3) {
            return from_raw(_mm256_blendv_epi8(_mm256_srli_epi16(to_raw(u), 8), to_raw(v), _mm256_set1_epi16(-256)));
        } else if constexpr (L == 4) {
            return from_raw(_mm256_blend_epi16(_mm256_srli_epi32(to_raw(u), 16), to_raw(v), 0xAA));
        } else if constexpr (L == 5) {
            return from_raw(_mm256_blend_epi32(_mm256_srli_epi64(to_raw(u), 32), to_raw(v), 0xAA));
        } else if constexpr (L == 6) {
            return from_raw(_mm256_unpackhi_epi64(to_raw(u), to_raw(v)));
        } else {
            return from_raw(_mm256_permute2x128_si256(to_raw(u), to_raw(v), 0x31));
        }
    }
    template <int L>
    static void exchange(V& u, V& v) {
        if constexpr (L < 3) {
            const V t = ((u >> (1 << L)) ^ v) & ~(V{} + kWordMask[L]);
            v ^= t;
            u ^= t << (1 << L);
        } else {
            const V old = u;
            u = exchange_low<L>(old, v);
            v = exchange_high<L>(old, v);
        }
    }

    // Axes 3..6 by one byte shuffle within the halves. Where axis 7 moves too: bring what goes to 7 to place 6, swap 6
    // with 7, and order the rest.
    struct Shuffle {
        __m256i before;
        __m256i after;
        bool crosses;
    };
    static __m256i byte_index(const std::uint8_t* order) {  // order[3..6], all in 3..6
        constexpr std::uint64_t kNumberBit[4][2] = {{0xFF00FF00FF00FF00, 0xFF00FF00FF00FF00},
                                                    {0xFFFF0000FFFF0000, 0xFFFF0000FFFF0000},
                                                    {0xFFFFFFFF00000000, 0xFFFFFFFF00000000},
                                                    {0, 0xFFFFFFFFFFFFFFFF}};
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        for (int i = 0; i < 4; ++i) {
            const std::uint64_t weight = 0x0101010101010101 << (order[3 + i] - 3);
            low |= kNumberBit[i][0] & weight;
            high |= kNumberBit[i][1] & weight;
        }
        return _mm256_setr_epi64x(static_cast<long long>(low), static_cast<long long>(high),
                                  static_cast<long long>(low), static_cast<long long>(high));
    }
    static Shuffle make_shuffle(const std::uint8_t* order) {
        Shuffle s;
        s.crosses = order[7] != 7;
        if (!s.crosses) {
            s.after = byte_index(order);
            s.before = s.after;
            return s;
        }
        std::uint8_t place[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
        const std::uint8_t up = order[7];
        place[up] = 6;
        place[6] = up;
        s.before = byte_index(place);
        // Now place p holds place[p] for p < 6, 6 holds what was at 7, 7 holds what was at `up`.
        std::uint8_t rest[9];
        for (int i = 3; i < 7; ++i) rest[i] = order[i] == 7 ? 6 : (order[i] == 6 ? up : order[i]);
        s.after = byte_index(rest);
        return s;
    }
    static V shuffle(V v, const Shuffle& s) {
        __m256i r = to_raw(v);
        if (s.crosses) r = _mm256_permute4x64_epi64(_mm256_shuffle_epi8(r, s.before), 0xD8);
        return from_raw(_mm256_shuffle_epi8(r, s.after));
    }

    static std::uint64_t extract(std::uint64_t bits, std::uint64_t mask) { return _pext_u64(bits, mask); }
    static std::uint64_t deposit(std::uint64_t bits, std::uint64_t mask) { return _pdep_u64(bits, mask); }

    // Stores `value` to the bytes first[i] for the bits i < 20 of `group`, where zeros are now. May read and rewrite up
    // to 31 bytes behind, but nothing from `end` on: that may belong to another thread.
    static void store_group(std::uint8_t* first, const std::uint8_t* end, std::uint32_t group, std::uint8_t value) {
        if (first + 32 > end) {
            for (; group != 0; group &= group - 1) first[__builtin_ctz(group)] = value;
            return;
        }
        const __m256i spread = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
        const __m256i bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201));
        __m256i m = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(group)), spread);
        m = _mm256_cmpeq_epi8(_mm256_and_si256(m, bit), bit);
        const __m256i old = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(first));
        m = _mm256_and_si256(m, _mm256_set1_epi8(static_cast<char>(value)));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(first), _mm256_or_si256(old, m));
    }
};

constexpr CubeKernels kTable = make_kernels<Vector>("avx2");

}  // namespace

const CubeKernels& bit_kernels() { return kTable; }

}  // namespace merels::solve::kernels::avx2
