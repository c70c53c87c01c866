// SPDX-License-Identifier: MIT
// 512-bit vectors (AVX-512 F, BW, VL, VBMI; BMI2): axes 3..8 are one byte permutation.
#include <immintrin.h>

#include "solve/kernels/bits/kernel_table.h"

namespace merels::solve::kernels::avx512 {
namespace {

struct Vector {
    typedef Word V __attribute__((vector_size(64), may_alias));
    static constexpr int kAxes = 9;
    static constexpr bool kGroupStores = true;

    static __m512i to_raw(V v) { return reinterpret_cast<__m512i>(v); }
    static V from_raw(__m512i v) { return reinterpret_cast<V>(v); }

    static bool any(V v) { return _mm512_test_epi64_mask(to_raw(v), to_raw(v)) != 0; }

    template <int L>
    static V swap_halves(V v) {
        if constexpr (L == 6) {
            return from_raw(_mm512_permutex_epi64(to_raw(v), 0xB1));
        } else if constexpr (L == 7) {
            return from_raw(_mm512_permutex_epi64(to_raw(v), 0x4E));
        } else {
            return from_raw(_mm512_shuffle_i64x2(to_raw(v), to_raw(v), 0x4E));
        }
    }

    // Bytes whose number has the bit of axis L set.
    template <int L>
    static constexpr __mmask64 kBytes = kWordMask[L - 3];
    template <int L>
    static __m512i flipped() {
        alignas(64) static constexpr auto kIndex = [] {
            std::array<std::uint8_t, 64> index{};
            for (unsigned i = 0; i < 64; ++i) index[i] = static_cast<std::uint8_t>(i ^ (1u << (L - 3)));
            return index;
        }();
        return _mm512_load_si512(kIndex.data());
    }
    template <int L>
    static V exchange_low(V u, V v) {
        if constexpr (L < 3) {
            const V set = V{} + kWordMask[L];
            return (u & ~set) | ((v << (1 << L)) & set);
        } else {
            return from_raw(_mm512_mask_permutexvar_epi8(to_raw(u), kBytes<L>, flipped<L>(), to_raw(v)));
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
            v = from_raw(_mm512_mask_permutexvar_epi8(to_raw(v), ~kBytes<L>, flipped<L>(), to_raw(old)));
        }
    }

    struct Shuffle {
        __m512i index;
    };
    static Shuffle make_shuffle(const std::uint8_t* order) {
        // Byte i takes byte sum over set bits b of i of 1 << (order[3 + b] - 3).
        __m512i index = _mm512_setzero_si512();
        for (int b = 0; b < 6; ++b) {
            const __m512i weight = _mm512_set1_epi8(static_cast<char>(1 << (order[3 + b] - 3)));
            index = _mm512_or_si512(index, _mm512_maskz_mov_epi8(static_cast<__mmask64>(kWordMask[b]), weight));
        }
        return {index};
    }
    static V shuffle(V v, const Shuffle& s) { return from_raw(_mm512_permutexvar_epi8(s.index, to_raw(v))); }

    static std::uint64_t extract(std::uint64_t bits, std::uint64_t mask) { return _pext_u64(bits, mask); }
    static std::uint64_t deposit(std::uint64_t bits, std::uint64_t mask) { return _pdep_u64(bits, mask); }

    // Touches exactly the bytes of `group`.
    static void store_group(std::uint8_t* first, const std::uint8_t*, std::uint32_t group, std::uint8_t value) {
        _mm256_mask_storeu_epi8(first, group, _mm256_set1_epi8(static_cast<char>(value)));
    }
};

constexpr CubeKernels kTable = make_kernels<Vector>("avx512");

}  // namespace

const CubeKernels& bit_kernels() { return kTable; }

}  // namespace merels::solve::kernels::avx512
