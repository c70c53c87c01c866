// SPDX-License-Identifier: MIT
// 256-bit vectors of bytes: axes 0..4, where axis 4 tells the halves apart; shuffles stay within a half.
#include "solve/kernels/bytes/byte_kernels.h"

#include <array>
#include <bit>
#include <cstring>

#include <immintrin.h>

#include "solve/kernels/bytes/byte_moves.h"
#include "solve/kernels/bytes/byte_permute_avx2.h"

namespace merels::solve::kernels::avx2 {
namespace {

constexpr int kVectorBytes = 32;
using Bytes32 = std::array<std::uint8_t, kVectorBytes>;

// kContains[s]: the bytes whose number contains the axes s.
alignas(32) constexpr auto kContains = [] {
    std::array<Bytes32, kVectorBytes> table{};
    for (std::uint32_t s = 0; s < kVectorBytes; ++s) {
        for (std::uint32_t i = 0; i < kVectorBytes; ++i) table[s][i] = (i & s) == s ? 0xff : 0;
    }
    return table;
}();

// Shuffles along one axis below 4. kWithAxis[x] gives each byte without axis x the value of the byte with it (others:
// 0); kWithoutAxis[x] the other way round.
alignas(32) constexpr auto kWithAxis = [] {
    std::array<Bytes32, 4> table{};
    for (int x = 0; x < 4; ++x) {
        for (int i = 0; i < kVectorBytes; ++i)
            table[x][i] = static_cast<std::uint8_t>(i >> x & 1 ? 0x80 : (i & 15) | 1 << x);
    }
    return table;
}();
alignas(32) constexpr auto kWithoutAxis = [] {
    std::array<Bytes32, 4> table{};
    for (int x = 0; x < 4; ++x) {
        for (int i = 0; i < kVectorBytes; ++i)
            table[x][i] = static_cast<std::uint8_t>(i >> x & 1 ? (i & 15) & ~(1 << x) : 0x80);
    }
    return table;
}();

struct Vector {
    using V = __m256i;
    using M = __m256i;  // all bits of the bytes of the set
    static constexpr int kAxes = 5;

    static V load(const void* bytes) { return _mm256_load_si256(static_cast<const __m256i*>(bytes)); }
    static void store(std::uint8_t* bytes, V v) { _mm256_store_si256(reinterpret_cast<__m256i*>(bytes), v); }
    static V zero() { return _mm256_setzero_si256(); }
    static V ones() { return _mm256_set1_epi8(-1); }
    static M none() { return zero(); }
    static M all() { return ones(); }
    static bool is_all(M m) { return _mm256_testc_si256(m, ones()) != 0; }
    static bool all_ones(V v) { return is_all(v); }
    static M contains(std::uint32_t axes) { return load(&kContains[axes]); }

    static V max(V u, V v) { return _mm256_max_epu8(u, v); }
    static V add_one(V v) { return _mm256_adds_epu8(v, _mm256_set1_epi8(1)); }
    static V blend(V u, V v, M m) { return _mm256_blendv_epi8(u, v, m); }
    static V min_outside(V u, V v, M m) { return _mm256_min_epu8(u, _mm256_or_si256(v, m)); }
    static V min_without(V u, V v, int x, M m) {
        const V lower = x == 4 ? _mm256_permute2x128_si256(v, v, 0x08)  // 0 in the low half, low half in the high
                               : _mm256_shuffle_epi8(v, load(&kWithoutAxis[x & 3]));
        return min_outside(u, lower, _mm256_or_si256(m, _mm256_andnot_si256(contains(std::uint32_t{1} << x), ones())));
    }
    static V max_with(V u, V v, int x) {
        return max(u, x == 4 ? _mm256_zextsi128_si256(_mm256_extracti128_si256(v, 1))
                             : _mm256_shuffle_epi8(v, load(&kWithAxis[x & 3])));
    }

    struct Shuffle {
        __m256i control;  // within the halves; unused bytes give 0
        bool swap_halves;
    };
    static Shuffle make_shuffle(std::uint32_t from, std::uint32_t to) {
        const std::uint32_t change = from | to;
        alignas(32) Bytes32 control;
        for (std::uint32_t i = 0; i < kVectorBytes; ++i) {
            const bool applies = (i & from) == from && (i & to) == 0;
            control[i] = static_cast<std::uint8_t>(applies ? (i ^ change) & 15 : 0x80);
        }
        return {load(&control), (change & 16) != 0};
    }
    static V shuffle(V v, const Shuffle& s) {
        if (s.swap_halves) v = _mm256_permute2x128_si256(v, v, 1);
        return _mm256_shuffle_epi8(v, s.control);
    }
    static std::uint32_t extract(std::uint32_t bits, std::uint32_t mask) { return _pext_u32(bits, mask); }
};

// ---- between cube layout and packed rows: groups of 16 entries (axes 0..3) ----

constexpr int kGroupSizes[5] = {1, 4, 6, 4, 1};  // entries of a group with j of its four axes

// kGather[j] moves the entries with j axes to the front, kScatter[j] moves them back; others become 0. Index 5: none.
using Bytes16 = std::array<std::uint8_t, 16>;
alignas(16) constexpr auto kGather = [] {
    std::array<Bytes16, 6> table{};
    for (int j = 0; j < 6; ++j) {
        int n = 0;
        for (int i = 0; i < 16; ++i) table[j][i] = 0x80;
        for (int i = 0; i < 16; ++i) {
            if (std::popcount(static_cast<unsigned>(i)) == j) table[j][n++] = static_cast<std::uint8_t>(i);
        }
    }
    return table;
}();
alignas(16) constexpr auto kScatter = [] {
    std::array<Bytes16, 5> table{};
    for (int j = 0; j < 5; ++j) {
        int n = 0;
        for (int i = 0; i < 16; ++i) {
            table[j][i] = static_cast<std::uint8_t>(std::popcount(static_cast<unsigned>(i)) == j ? n++ : 0x80);
        }
    }
    return table;
}();

inline __m128i load16(const void* bytes) { return _mm_loadu_si128(static_cast<const __m128i*>(bytes)); }

// The wanted entries of a group, kNotWon as 0.
inline __m128i collect(const std::uint8_t* group, const Bytes16& shuffle) {
    const __m128i x = load16(group);
    const __m128i won = _mm_andnot_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8(-1)), x);
    return _mm_shuffle_epi8(won, load16(&shuffle));
}

// A row is walked in blocks of 256 entries (axes 0..7). By how many men a block still wants: its groups that have some,
// in ascending order.
struct BlockStep {
    std::uint8_t group = 0;   // of 16
    std::uint8_t inside = 0;  // men within the group
};
struct BlockSteps {
    int count = 0;
    int entries = 0;
    std::array<BlockStep, 16> steps{};
};
constexpr auto kBlockSteps = [] {
    std::array<BlockSteps, 9> table{};
    for (int men = 0; men <= 8; ++men) {
        for (int g = 0; g < 16; ++g) {
            const int inside = men - std::popcount(static_cast<unsigned>(g));
            if (inside < 0 || inside > 4) continue;
            table[men].steps[table[men].count++] = {static_cast<std::uint8_t>(g), static_cast<std::uint8_t>(inside)};
            table[men].entries += kGroupSizes[inside];
        }
    }
    return table;
}();

void pack(std::uint8_t* out, const std::uint8_t* row, int axes, int men) {
    // The last stores of a block write up to 15 bytes too many, which the next block overwrites. A block that could
    // write beyond the end goes through a buffer.
    const std::uint32_t blocks = std::uint32_t{1} << (axes - 8);
    std::size_t left = 0;
    for (std::uint32_t block = 0; block < blocks; ++block) {
        const int wanted = men - _mm_popcnt_u32(block);
        if (wanted >= 0 && wanted <= 8) left += static_cast<std::size_t>(kBlockSteps[wanted].entries);
    }
    for (std::uint32_t block = 0; block < blocks; ++block) {
        const int wanted = men - _mm_popcnt_u32(block);
        if (wanted < 0 || wanted > 8) continue;
        const BlockSteps& list = kBlockSteps[wanted];
        alignas(16) std::uint8_t buffer[96];
        const bool near_end = left < static_cast<std::size_t>(list.entries) + 16;
        std::uint8_t* to = near_end ? buffer : out;
        for (int i = 0; i < list.count; ++i) {
            const BlockStep step = list.steps[i];
            const __m128i some = collect(row + std::size_t{block} * 256 + step.group * 16, kGather[step.inside]);
            _mm_storeu_si128(reinterpret_cast<__m128i*>(to), some);
            to += kGroupSizes[step.inside];
        }
        if (near_end) std::memcpy(out, buffer, static_cast<std::size_t>(list.entries));
        out += list.entries;
        left -= static_cast<std::size_t>(list.entries);
    }
}

void expand(std::uint8_t* row, const std::uint8_t* const* packed, int axes, int fewest, int most) {
    static constexpr std::uint8_t kNone[16] = {};
    const std::uint8_t* next[kPoints + 5];
    std::uint8_t step[kPoints + 5];  // 0 or all bits
    for (int men = 0; men < kPoints + 5; ++men) {
        const bool some = men >= fewest && men <= most;
        next[men] = some ? packed[men] : kNone;
        step[men] = some ? 0xff : 0;
    }
    const std::uint32_t groups = std::uint32_t{1} << (axes - 4);
    for (std::uint32_t g = 0; g < groups; ++g) {
        const int outside = _mm_popcnt_u32(g);
        if (outside > most) continue;
        __m128i x = _mm_setzero_si128();
#pragma GCC unroll 5
        for (int j = 0; j < 5; ++j) {
            const int men = outside + j;
            x = _mm_or_si128(x, _mm_shuffle_epi8(load16(next[men]), load16(&kScatter[j])));
            next[men] += kGroupSizes[j] & step[men];
        }
        x = _mm_or_si128(x, _mm_cmpeq_epi8(x, _mm_setzero_si128()));
        _mm_store_si128(reinterpret_cast<__m128i*>(row + std::size_t{g} * 16), x);
    }
}

// A group of which only the entries with at most `room` axes count, 0 or 1.
inline void count_few(std::uint32_t (*at)[256], const std::uint8_t* group, std::uint32_t canonical, int room) {
    if ((canonical & 1) != 0) ++at[0][group[0]];
    for (int axis = 0; room > 0 && axis < 4; ++axis) {
        if ((canonical >> (1 << axis) & 1) != 0) ++at[1][group[1 << axis]];
    }
}

void count(ByteHistogram& histogram, const std::uint8_t* row, const std::uint64_t* canonical, int axes, int most) {
    const std::uint32_t groups = std::uint32_t{1} << (axes - 4);
    const __m128i bit_of = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201));
    const __m128i byte_of = _mm_set_epi64x(0x0101010101010101, 0);
    const __m128i none = _mm_set1_epi8(-1);
    for (std::uint32_t g = 0; g < groups; ++g) {
        const int outside = _mm_popcnt_u32(g);
        if (outside > most) continue;
        std::uint32_t(*const at)[256] = &histogram[outside];
        const std::uint8_t* const group = row + std::size_t{g} * 16;
        const std::uint32_t bits = canonical == nullptr ? 0xffff : canonical[g >> 2] >> (g & 3) * 16 & 0xffff;
        if (most - outside < 2) {
            count_few(at, group, bits, most - outside);
            continue;
        }
        __m128i x = _mm_load_si128(reinterpret_cast<const __m128i*>(group));
        if (canonical != nullptr) {
            const __m128i spread =
                _mm_and_si128(_mm_shuffle_epi8(_mm_cvtsi32_si128(static_cast<int>(bits)), byte_of), bit_of);
            x = _mm_or_si128(x, _mm_andnot_si128(_mm_cmpeq_epi8(spread, bit_of), none));
        }
        if (_mm_testc_si128(x, none)) continue;
        std::uint64_t low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(x));
        std::uint64_t high = static_cast<std::uint64_t>(_mm_extract_epi64(x, 1));
#pragma GCC unroll 8
        for (unsigned i = 0; i < 8; ++i) {
            ++at[std::popcount(i)][low & 255];
            ++at[std::popcount(i) + 1][high & 255];
            low >>= 8;
            high >>= 8;
        }
    }
}

// For each number of men that a word has room for: 255 where an entry has more.
alignas(32) constexpr auto kTooMany = [] {
    std::array<std::array<std::uint8_t, 64>, kWordAxes + 1> table{};
    for (int room = 0; room <= kWordAxes; ++room) {
        for (unsigned i = 0; i < 64; ++i) table[room][i] = std::popcount(i) <= room ? 0 : kNotWon;
    }
    return table;
}();

// The smallest byte: half as many are left after each step, then one instruction finds the smallest of 16-bit numbers.
std::uint8_t smallest_of(__m256i bytes) {
    const __m128i half = _mm_min_epu8(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
    const __m128i pairs = _mm_min_epu8(half, _mm_srli_epi16(half, 8));  // in the low byte of each
    return static_cast<std::uint8_t>(_mm_extract_epi16(_mm_minpos_epu16(_mm_and_si128(pairs, _mm_set1_epi16(255))), 0));
}

std::uint8_t find_value(std::uint64_t* bits, const std::uint8_t* row, int axes, int most, std::uint8_t value) {
    const __m256i wanted = _mm256_set1_epi8(static_cast<char>(value));
    __m256i next = Vector::ones();
    const auto half = [&](const std::uint8_t* bytes, const std::uint8_t* too_many) {
        const __m256i x = _mm256_or_si256(Vector::load(bytes), Vector::load(too_many));
        const __m256i not_larger = _mm256_cmpeq_epi8(_mm256_min_epu8(x, wanted), x);
        next = _mm256_min_epu8(next, _mm256_or_si256(x, not_larger));
        return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(x, wanted)));
    };
    for (std::uint32_t word = 0; word < words_of_row(axes); ++word) {
        const int room = most - std::popcount(word);
        bits[word] = 0;
        if (room < 0) continue;
        const std::uint8_t* const too_many = kTooMany[static_cast<std::size_t>(std::min(room, kWordAxes))].data();
        const std::uint8_t* const bytes = row + std::size_t{word} * 64;
        bits[word] = half(bytes, too_many) | std::uint64_t{half(bytes + 32, too_many + 32)} << 32;
    }
    return smallest_of(next);
}

using Moves = ByteMoves<Vector>;
constexpr ByteKernels kTable{
    "avx2",           kCompiledFor, permute_min, permute_max, Moves::capture_min, Moves::place_max, Moves::slide_max,
    Moves::increment, pack,         expand,      count,       find_value};

}  // namespace

const ByteKernels& byte_kernels() { return kTable; }

}  // namespace merels::solve::kernels::avx2
