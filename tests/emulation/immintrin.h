// SPDX-License-Identifier: MIT
// Stands in for the compiler's <immintrin.h> where the AVX-512 kernels are compiled a second time, without AVX-512:
// SIMDe (Debian's libsimde-dev) gives the instructions in plain C++, and what it lacks follows here, written from the
// descriptions in Intel's manual and not from the kernels.
#pragma once

#define SIMDE_ENABLE_NATIVE_ALIASES
#define SIMDE_NO_NATIVE
#include <simde/x86/avx512.h>

#include <cstdint>
#include <cstring>

using __mmask64 = std::uint64_t;

namespace emulation {

// Within each half of four words: word i of the result is the word that bits 2i and 2i + 1 of `control` name.
inline __m512i permutex_epi64(__m512i a, int control) {
    std::uint64_t from[8], to[8];
    std::memcpy(from, &a, sizeof from);
    for (int i = 0; i < 8; ++i) to[i] = from[(i & 4) | (control >> 2 * (i & 3) & 3)];
    std::memcpy(&a, to, sizeof to);
    return a;
}

// The four pairs of words: the lower two are pairs of `a`, the upper two of `b`, named by two bits of `control` each.
inline __m512i shuffle_i64x2(__m512i a, __m512i b, int control) {
    std::uint64_t x[8], y[8], to[8];
    std::memcpy(x, &a, sizeof x);
    std::memcpy(y, &b, sizeof y);
    for (int i = 0; i < 8; ++i) to[i] = (i < 4 ? x : y)[2 * (control >> (i & 6) & 3) + (i & 1)];
    std::memcpy(&a, to, sizeof to);
    return a;
}

// Writes the bytes whose bit of `mask` is set, and touches no other.
inline void mask_storeu_epi8(void* memory, std::uint32_t mask, __m256i a) {
    std::uint8_t bytes[32];
    std::memcpy(bytes, &a, sizeof bytes);
    for (int i = 0; i < 32; ++i) {
        if ((mask >> i & 1) != 0) static_cast<std::uint8_t*>(memory)[i] = bytes[i];
    }
}

inline void mask_storeu_epi8(void* memory, std::uint64_t mask, __m512i a) {
    std::uint8_t bytes[64];
    std::memcpy(bytes, &a, sizeof bytes);
    for (int i = 0; i < 64; ++i) {
        if ((mask >> i & 1) != 0) static_cast<std::uint8_t*>(memory)[i] = bytes[i];
    }
}

// The bytes whose bit of `mask` is set, moved together from the first on; zeros behind them.
inline __m512i maskz_compress_epi8(std::uint64_t mask, __m512i a) {
    std::uint8_t from[64], to[64] = {};
    std::memcpy(from, &a, sizeof from);
    int next = 0;
    for (int i = 0; i < 64; ++i) {
        if ((mask >> i & 1) != 0) to[next++] = from[i];
    }
    std::memcpy(&a, to, sizeof to);
    return a;
}

inline __m512i or_si512(__m512i a, __m512i b) {
    std::uint64_t x[8], y[8];
    std::memcpy(x, &a, sizeof x);
    std::memcpy(y, &b, sizeof y);
    for (int i = 0; i < 8; ++i) x[i] |= y[i];
    std::memcpy(&a, x, sizeof x);
    return a;
}

// The bits of `value` under `mask`, moved together from bit 0 on.
inline std::uint64_t pext_u64(std::uint64_t value, std::uint64_t mask) {
    std::uint64_t result = 0;
    int next = 0;
    for (int i = 0; i < 64; ++i) {
        if ((mask >> i & 1) != 0) result |= (value >> i & 1) << next++;
    }
    return result;
}

// The low bits of `value`, spread over the places of `mask`.
inline std::uint64_t pdep_u64(std::uint64_t value, std::uint64_t mask) {
    std::uint64_t result = 0;
    int next = 0;
    for (int i = 0; i < 64; ++i) {
        if ((mask >> i & 1) != 0) result |= (value >> next++ & 1) << i;
    }
    return result;
}

}  // namespace emulation

#ifndef _mm512_permutex_epi64
#define _mm512_permutex_epi64(a, control) emulation::permutex_epi64(a, control)
#endif
#ifndef _mm512_shuffle_i64x2
#define _mm512_shuffle_i64x2(a, b, control) emulation::shuffle_i64x2(a, b, control)
#endif
#ifndef _mm512_or_si512
#define _mm512_or_si512(a, b) emulation::or_si512(a, b)
#endif
#ifndef _mm256_mask_storeu_epi8
#define _mm256_mask_storeu_epi8(memory, mask, a) emulation::mask_storeu_epi8(memory, mask, a)
#endif
#ifndef _mm512_mask_storeu_epi8
#define _mm512_mask_storeu_epi8(memory, mask, a) emulation::mask_storeu_epi8(memory, mask, a)
#endif
#ifndef _mm512_maskz_compress_epi8
#define _mm512_maskz_compress_epi8(mask, a) emulation::maskz_compress_epi8(mask, a)
#endif
#define _pext_u64 emulation::pext_u64
#define _pdep_u64 emulation::pdep_u64
