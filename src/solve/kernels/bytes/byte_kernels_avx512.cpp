// SPDX-License-Identifier: MIT
// 512-bit vectors of bytes (AVX-512 F, BW, VBMI, VBMI2): axes 0..5. A set of bytes is a word of 64 bits.
#include "solve/kernels/bytes/byte_kernels.h"

#include <algorithm>
#include <array>
#include <bit>

#include <immintrin.h>

#include "solve/kernels/bytes/byte_moves.h"
#include "solve/kernels/bytes/byte_permute_avx512.h"

namespace merels::solve::kernels::avx512 {
namespace {

constexpr int kVectorAxes = 6;
constexpr int kVectorBytes = 64;
using Bytes64 = std::array<std::uint8_t, kVectorBytes>;

// kContains[s]: the bytes whose number contains the axes s.
constexpr auto kContains = [] {
    std::array<std::uint64_t, kVectorBytes> table{};
    for (std::uint32_t s = 0; s < kVectorBytes; ++s) {
        for (std::uint32_t i = 0; i < kVectorBytes; ++i) table[s] |= std::uint64_t{(i & s) == s} << i;
    }
    return table;
}();

// kFlip[x]: every byte's number with axis x changed.
alignas(64) constexpr auto kFlip = [] {
    std::array<Bytes64, kVectorAxes> table{};
    for (unsigned x = 0; x < kVectorAxes; ++x) {
        for (unsigned i = 0; i < kVectorBytes; ++i) table[x][i] = static_cast<std::uint8_t>(i ^ 1u << x);
    }
    return table;
}();

inline __m512i load(const void* bytes) { return _mm512_load_si512(bytes); }
inline __m512i ones() { return _mm512_set1_epi8(-1); }
inline std::uint64_t is_not_won(__m512i v) { return _mm512_cmpeq_epi8_mask(v, ones()); }

struct Vector {
    using V = __m512i;
    using M = std::uint64_t;
    static constexpr int kAxes = kVectorAxes;

    static V load(const std::uint8_t* bytes) { return _mm512_load_si512(bytes); }
    static void store(std::uint8_t* bytes, V v) { _mm512_store_si512(bytes, v); }
    static V zero() { return _mm512_setzero_si512(); }
    static V ones() { return _mm512_set1_epi8(-1); }
    static M none() { return 0; }
    static M all() { return ~M{0}; }
    static bool is_all(M m) { return m == all(); }
    static bool all_ones(V v) { return is_not_won(v) == all(); }
    static M contains(std::uint32_t axes) { return kContains[axes]; }

    static V max(V u, V v) { return _mm512_max_epu8(u, v); }
    static V add_one(V v) { return _mm512_adds_epu8(v, _mm512_set1_epi8(1)); }
    static V blend(V u, V v, M m) { return _mm512_mask_blend_epi8(m, u, v); }
    static V min_outside(V u, V v, M m) { return _mm512_mask_min_epu8(u, ~m, u, v); }
    static V min_without(V u, V v, int x, M m) {
        return _mm512_mask_min_epu8(u, contains(1u << x) & ~m, u, flip(v, x));
    }
    static V max_with(V u, V v, int x) { return _mm512_mask_max_epu8(u, ~contains(1u << x), u, flip(v, x)); }
    static V flip(V v, int x) { return _mm512_permutexvar_epi8(_mm512_load_si512(&kFlip[x]), v); }

    struct Shuffle {
        __m512i index;
        __mmask64 touched;
    };
    static Shuffle make_shuffle(std::uint32_t from, std::uint32_t to) {
        alignas(64) Bytes64 index;
        for (std::uint32_t i = 0; i < kVectorBytes; ++i) index[i] = static_cast<std::uint8_t>(i ^ (from | to));
        return {_mm512_load_si512(&index), kContains[from] & (to == 0 ? ~std::uint64_t{0} : ~kContains[to])};
    }
    static V shuffle(V v, const Shuffle& s) { return _mm512_maskz_permutexvar_epi8(s.touched, s.index, v); }
    static std::uint32_t extract(std::uint32_t bits, std::uint32_t mask) {
        return static_cast<std::uint32_t>(_pext_u64(bits, mask));
    }
};

// ---- between cube layout and packed rows ----

constexpr int kLayerSizes[kVectorAxes + 1] = {1, 6, 15, 20, 15, 6, 1};  // bytes of a vector with j axes

constexpr auto kLayer = [] {  // which ones
    std::array<std::uint64_t, kVectorAxes + 1> table{};
    for (unsigned i = 0; i < kVectorBytes; ++i) table[std::popcount(i)] |= std::uint64_t{1} << i;
    return table;
}();
// kGather[j]: the bytes with j axes, from the front.
alignas(64) constexpr auto kGather = [] {
    std::array<Bytes64, kVectorAxes + 1> table{};
    std::array<int, kVectorAxes + 1> filled{};
    for (unsigned i = 0; i < kVectorBytes; ++i) {
        const int j = std::popcount(i);
        table[j][filled[j]++] = static_cast<std::uint8_t>(i);
    }
    return table;
}();
// Which of the bytes with as many axes each byte is.
alignas(64) constexpr auto kRank = [] {
    Bytes64 table{};
    for (unsigned i = 0; i < kVectorBytes; ++i) {
        for (unsigned k = 0; k < i; ++k) table[i] += std::popcount(k) == std::popcount(i);
    }
    return table;
}();

constexpr auto kBinomials = [] {
    std::array<std::array<std::uint32_t, kPoints + 1>, kPoints + 1> table{};
    for (int n = 0; n <= kPoints; ++n) {
        table[n][0] = 1;
        for (int k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}();

void pack(std::uint8_t* out, const std::uint8_t* row, int axes, int men) {
    const std::uint32_t vectors = std::uint32_t{1} << (axes - kVectorAxes);
    std::size_t left = kBinomials[axes][men];
    for (std::uint32_t v = 0; v < vectors; ++v) {
        const int inside = men - std::popcount(v);
        if (inside < 0 || inside > kVectorAxes) continue;
        const __m512i some = _mm512_permutexvar_epi8(load(&kGather[inside]), load(row + std::size_t{v} * kVectorBytes));
        const __m512i won = _mm512_maskz_mov_epi8(~is_not_won(some), some);
        const auto size = static_cast<std::size_t>(kLayerSizes[inside]);
        if (left >= kVectorBytes) {
            _mm512_storeu_si512(out, won);  // the next ones overwrite what is too much
        } else {
            _mm512_mask_storeu_epi8(out, (std::uint64_t{1} << size) - 1, won);
        }
        out += size;
        left -= size;
    }
}

void expand(std::uint8_t* row, const std::uint8_t* const* packed, int axes, int fewest, int most) {
    static constexpr std::uint8_t kNone[32] = {};
    constexpr int kMen = kPoints + kVectorAxes + 1;
    const std::uint8_t* next[kMen];
    std::uint8_t step[kMen];  // 0 or all bits
    for (int men = 0; men < kMen; ++men) {
        const bool some = men >= fewest && men <= most;
        next[men] = some ? packed[men] : kNone;
        step[men] = some ? 0xff : 0;
    }
    const __m512i rank = load(&kRank);
    const std::uint32_t vectors = std::uint32_t{1} << (axes - kVectorAxes);
    for (std::uint32_t v = 0; v < vectors; ++v) {
        const int outside = std::popcount(v);
        if (outside > most) continue;
        __m512i x = _mm512_setzero_si512();
#pragma GCC unroll 7
        for (int j = 0; j <= kVectorAxes; ++j) {
            const std::uint8_t*& from = next[outside + j];
            // Not more than 16 bytes too many.
            const __m512i bytes =
                kLayerSizes[j] > 16 ? _mm512_castsi256_si512(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)))
                                    : _mm512_castsi128_si512(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
            x = _mm512_mask_permutexvar_epi8(x, kLayer[j], rank, bytes);
            from += kLayerSizes[j] & step[outside + j];
        }
        x = _mm512_mask_mov_epi8(x, _mm512_cmpeq_epi8_mask(x, _mm512_setzero_si512()), ones());
        _mm512_store_si512(row + std::size_t{v} * kVectorBytes, x);
    }
}

// ---- counting ----

// Values that wait to be counted, all of one number of men. Equal values that follow each other would wait for each
// other's counter, so there are four counters for each.
class Waiting {
  public:
    bool full() const { return size_ > kRoom - kVectorBytes; }
    // Up to 64 values.
    void add(__m512i values, std::uint64_t which) {
        _mm512_storeu_si512(values_ + size_, _mm512_maskz_compress_epi8(which, values));
        size_ += static_cast<std::size_t>(std::popcount(which));
    }
    void count(std::uint32_t* histogram) {
        constexpr std::size_t kFew = 128;
        std::size_t i = 0;
        if (size_ > kFew) {
            alignas(64) std::uint32_t counts[4][256] = {};
            for (; i + 4 <= size_; i += 4) {
                for (std::size_t k = 0; k < 4; ++k) ++counts[k][values_[i + k]];
            }
            for (std::size_t s = 0; s < 256; ++s) {
                histogram[s] += counts[0][s] + counts[1][s] + counts[2][s] + counts[3][s];
            }
        }
        for (; i < size_; ++i) ++histogram[values_[i]];
        size_ = 0;
    }

  private:
    static constexpr std::size_t kRoom = 1024;
    std::size_t size_ = 0;
    std::uint8_t values_[kRoom];
};

void count(ByteHistogram& histogram, const std::uint8_t* row, const std::uint64_t* canonical, int axes, int most) {
    Waiting waiting[kPoints + 1];
    const std::uint32_t vectors = std::uint32_t{1} << (axes - kVectorAxes);
    for (std::uint32_t v = 0; v < vectors; ++v) {
        const int outside = std::popcount(v);
        if (outside > most) continue;
        const __m512i x = load(row + std::size_t{v} * kVectorBytes);
        const std::uint64_t wins = ~is_not_won(x) & (canonical == nullptr ? ~std::uint64_t{0} : canonical[v]);
        const int most_inside = std::min(most - outside, kVectorAxes);
        for (int j = 0; j <= most_inside; ++j) {
            const std::uint64_t which = wins & kLayer[j];
            if (which == 0) continue;
            Waiting& values = waiting[outside + j];
            values.add(x, which);
            if (values.full()) values.count(histogram[outside + j]);
        }
    }
    for (int men = 0; men <= std::min(most, axes); ++men) waiting[men].count(histogram[men]);
}

// The smallest byte: half as many are left after each step, then one instruction finds the smallest of 16-bit numbers.
std::uint8_t smallest_of(__m256i bytes) {
    const __m128i half = _mm_min_epu8(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
    const __m128i pairs = _mm_min_epu8(half, _mm_srli_epi16(half, 8));  // in the low byte of each
    return static_cast<std::uint8_t>(_mm_extract_epi16(_mm_minpos_epu16(_mm_and_si128(pairs, _mm_set1_epi16(255))), 0));
}

std::uint8_t find_value(std::uint64_t* bits, const std::uint8_t* row, int axes, int most, std::uint8_t value) {
    const __m512i wanted = _mm512_set1_epi8(static_cast<char>(value));
    const __m512i larger = _mm512_set1_epi8(static_cast<char>(value + 1));
    __m512i next = ones();
    for (std::uint32_t word = 0; word < words_of_row(axes); ++word) {
        const std::uint64_t used = at_most(word, most);
        const __m512i x = load(row + std::size_t{word} * kVectorBytes);
        bits[word] = _mm512_mask_cmpeq_epi8_mask(used, x, wanted);
        next = _mm512_mask_min_epu8(next, _mm512_mask_cmpeq_epi8_mask(used, _mm512_max_epu8(x, larger), x), next, x);
    }
    return smallest_of(_mm256_min_epu8(_mm512_castsi512_si256(next), _mm512_extracti64x4_epi64(next, 1)));
}

using Moves = ByteMoves<Vector>;
constexpr ByteKernels kTable{
    "avx512",         kCompiledFor, permute_min, permute_max, Moves::capture_min, Moves::place_max, Moves::slide_max,
    Moves::increment, pack,         expand,      count,       find_value};

}  // namespace

const ByteKernels& byte_kernels() { return kTable; }

}  // namespace merels::solve::kernels::avx512
