// SPDX-License-Identifier: MIT
// The row-local loops with AVX2. A vector holds axes 0..4 (axis 4 tells its halves apart), the others are bits of the
// vector's number. A condition on a set of axes, such as "both partners of this mill line are occupied", is then a
// test of the vector's number and a constant mask of bytes.
#include "solve/kernels/bytes/byte_kernels.h"

#include <array>
#include <bit>
#include <cstring>

#include <immintrin.h>

#include "solve/kernels/bytes/byte_permute_avx2.h"

namespace merels::solve::kernels::avx2 {
namespace {

constexpr int kVectorAxes = 5;
constexpr int kVectorBytes = 32;
constexpr std::uint32_t kInner = kVectorBytes - 1;

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

inline __m256i load(const void* bytes) { return _mm256_load_si256(static_cast<const __m256i*>(bytes)); }
inline void store(void* bytes, __m256i value) { _mm256_store_si256(static_cast<__m256i*>(bytes), value); }
inline __m256i vector_of(const std::uint8_t* row, std::uint32_t v) { return load(row + std::size_t{v} * kVectorBytes); }
inline __m256i zero() { return _mm256_setzero_si256(); }
inline __m256i ones() { return _mm256_set1_epi8(-1); }

// Where a man on one axis stands in a mill (or would close one), as masks by the number of the vector: the bits of the
// number that matter (the outer partners of the lines, at most six) select the mask.
struct MillMasks {
    std::uint32_t partners = 0;  // outer bits
    int lines = 0;
    __m256i one[64];  // at least one line is complete
    __m256i two[64];  // at least two

    template <bool kTwice>
    void make(const RowAxes& axes, int axis) {
        lines = axes.line_count[axis];
        partners = 0;
        std::uint32_t outer[3];
        __m256i inner[3];
        for (int i = 0; i < lines; ++i) {
            const RowAxes::Line line = axes.lines[axis][i];
            const std::uint32_t set = std::uint32_t{1} << line.first | std::uint32_t{1} << line.second;
            outer[i] = set >> kVectorAxes;
            inner[i] = load(&kContains[set & kInner]);
            partners |= outer[i];
        }
        const int choices = 1 << _mm_popcnt_u32(partners);
        for (int i = 0; i < lines; ++i) outer[i] = _pext_u32(outer[i], partners);
        for (int c = 0; c < choices; ++c) {
            __m256i some = zero();
            __m256i more = zero();
            for (int i = 0; i < lines; ++i) {
                if ((static_cast<std::uint32_t>(c) & outer[i]) != outer[i]) continue;
                if (kTwice) more = _mm256_or_si256(more, _mm256_and_si256(some, inner[i]));
                some = _mm256_or_si256(some, inner[i]);
            }
            one[c] = some;
            if (kTwice) two[c] = more;
        }
    }
    std::uint32_t choice(std::uint32_t number) const { return _pext_u32(number, partners); }
    __m256i at(std::uint32_t number) const { return one[choice(number)]; }
};

// ---- the row side takes a man ----

// The value after taking the man on an inner axis; kNotWon where there is none.
inline __m256i without(__m256i own, int x) {
    const __m256i lower = x == 4 ? _mm256_permute2x128_si256(own, own, 0x08)  // 0 in the low half, low half in the high
                                 : _mm256_shuffle_epi8(own, load(&kWithoutAxis[x & 3]));
    return _mm256_or_si256(lower, _mm256_andnot_si256(load(&kContains[1 << x]), ones()));
}

void capture_min(std::uint8_t* image, const std::uint8_t* row, const RowAxes& axes, AllInMills rule, int most) {
    MillMasks mills[kPoints];
    std::uint32_t with_lines = 0;  // outer axes that can be in a mill at all
    for (int x = 0; x < axes.axes; ++x) {
        mills[x].make<false>(axes, x);
        if (mills[x].lines > 0) with_lines |= std::uint32_t{1} << x;
    }
    with_lines >>= kVectorAxes;
    const std::uint32_t vectors = std::uint32_t{1} << (axes.axes - kVectorAxes);
    for (std::uint32_t v = 0; v < vectors; ++v) {
        if (_mm_popcnt_u32(v) > most) continue;
        const __m256i own = vector_of(row, v);
        __m256i best = ones();
        __m256i some_free = zero();  // some man stands in no mill
        for (int x = 0; x < kVectorAxes; ++x) {
            const __m256i mill = mills[x].at(v);
            best = _mm256_min_epu8(best, _mm256_or_si256(without(own, x), mill));
            some_free = _mm256_or_si256(some_free, _mm256_andnot_si256(mill, load(&kContains[1 << x])));
        }
        for (std::uint32_t rest = v & ~with_lines; rest != 0; rest &= rest - 1) {
            best = _mm256_min_epu8(best, vector_of(row, v ^ (rest & (~rest + 1))));
            some_free = ones();
        }
        for (std::uint32_t rest = v & with_lines; rest != 0; rest &= rest - 1) {
            const __m256i mill = mills[kVectorAxes + std::countr_zero(rest)].at(v);
            best = _mm256_min_epu8(best, _mm256_or_si256(vector_of(row, v ^ (rest & (~rest + 1))), mill));
            some_free = _mm256_or_si256(some_free, _mm256_andnot_si256(mill, ones()));
        }
        if (!_mm256_testc_si256(some_free, ones())) {  // somewhere all men stand in mills, or there are none
            __m256i any = own;
            if (rule == AllInMills::kAnyMayBeTaken) {
                any = ones();
                for (int x = 0; x < kVectorAxes; ++x) any = _mm256_min_epu8(any, without(own, x));
                for (std::uint32_t rest = v; rest != 0; rest &= rest - 1) {
                    any = _mm256_min_epu8(any, vector_of(row, v ^ (rest & (~rest + 1))));
                }
            }
            best = _mm256_min_epu8(best, _mm256_or_si256(any, some_free));
        }
        store(image + std::size_t{v} * kVectorBytes, best);
    }
    image[0] = row[0];  // nothing to take
}

// ---- the cube side places ----

struct Placing {
    const std::uint8_t* row;
    const std::uint8_t* once;
    const std::uint8_t* twice;
    MillMasks mills[kPoints];
};

// Values after arriving on q, for the sets of vector `after`; the lines are judged by the vector's number `v`.
template <bool kTwice>
inline __m256i arrive(const Placing& p, int q, std::uint32_t v, std::uint32_t after) {
    const MillMasks& mills = p.mills[q];
    const std::uint32_t c = mills.choice(v);
    __m256i x = _mm256_blendv_epi8(vector_of(p.row, after), vector_of(p.once, after), mills.one[c]);
    if (kTwice) x = _mm256_blendv_epi8(x, vector_of(p.twice, after), mills.two[c]);
    return x;
}

template <bool kTwice>
void place_rows(std::uint8_t* row, const std::uint8_t* once, const std::uint8_t* twice, const RowAxes& axes, int most) {
    Placing p;
    p.row = row;
    p.once = once;
    p.twice = twice;
    std::uint32_t with_lines = 0;
    for (int q = 0; q < axes.axes; ++q) {
        if (axes.line_count[q] == 0) continue;
        p.mills[q].template make<kTwice>(axes, q);
        with_lines |= std::uint32_t{1} << q;
    }
    const std::uint32_t inner_lines = with_lines & kInner;
    with_lines >>= kVectorAxes;
    const std::uint32_t vectors = std::uint32_t{1} << (axes.axes - kVectorAxes);
    for (std::uint32_t v = 0; v < vectors; ++v) {
        if (_mm_popcnt_u32(v) > most) continue;
        const __m256i own = vector_of(row, v);
        __m256i worst = zero();
#pragma GCC unroll 5
        for (int q = 0; q < kVectorAxes; ++q) {
            const __m256i x = inner_lines >> q & 1 ? arrive<kTwice>(p, q, v, v) : own;
            const __m256i moved = q == 4 ? _mm256_zextsi128_si256(_mm256_extracti128_si256(x, 1))
                                         : _mm256_shuffle_epi8(x, load(&kWithAxis[q & 3]));
            worst = _mm256_max_epu8(worst, moved);
        }
        const std::uint32_t empty = ~v & (vectors - 1);
        for (std::uint32_t rest = empty & ~with_lines; rest != 0; rest &= rest - 1) {
            worst = _mm256_max_epu8(worst, vector_of(row, v | (rest & (~rest + 1))));
        }
        std::uint32_t rest = empty & with_lines;
        if (_mm256_testc_si256(worst, ones())) rest = 0;  // nothing is won: it cannot get worse
        for (; rest != 0; rest &= rest - 1) {
            const int q = kVectorAxes + std::countr_zero(rest);
            worst = _mm256_max_epu8(worst, arrive<kTwice>(p, q, v, v | (rest & (~rest + 1))));
        }
        store(row + std::size_t{v} * kVectorBytes, worst);
    }
}

void place_max(std::uint8_t* row, const std::uint8_t* once, const std::uint8_t* twice, const RowAxes& axes, int most) {
    if (twice != nullptr) {
        place_rows<true>(row, once, twice, axes, most);
    } else {
        place_rows<false>(row, once, twice, axes, most);
    }
}

// ---- the cube side slides ----

// One man from axis p to axis q.
struct Slide {
    __m256i control;           // shuffle within the halves; unused bytes give 0
    std::uint32_t origin = 0;  // outer bit of p, 0 when it is an inner axis
    std::uint32_t target = 0;
    std::uint8_t q = 0;
    bool swap_halves = false;
};

Slide make_slide(int p, int q) {
    Slide s;
    s.q = static_cast<std::uint8_t>(q);
    const std::uint32_t from = std::uint32_t{1} << p;
    const std::uint32_t to = std::uint32_t{1} << q;
    s.origin = from >> kVectorAxes;
    s.target = to >> kVectorAxes;
    const std::uint32_t inner_from = from & kInner;
    const std::uint32_t inner_to = to & kInner;
    const std::uint32_t change = inner_from | inner_to;
    s.swap_halves = (change & 16) != 0;
    alignas(32) Bytes32 control;
    for (std::uint32_t i = 0; i < kVectorBytes; ++i) {
        const bool applies = (i & inner_from) == inner_from && (i & inner_to) == 0;
        control[i] = static_cast<std::uint8_t>(applies ? (i ^ change) & 15 : 0x80);
    }
    s.control = load(&control);
    return s;
}

void slide_max(std::uint8_t* out, const std::uint8_t* row, const std::uint8_t* once, const RowAxes& axes, int most) {
    MillMasks mills[kPoints];
    std::uint32_t origins[kPoints];  // by outer axis: the outer axes from which a man gets there
    std::uint32_t targets = 0;       // outer axes that have some
    Slide inner[kPoints * 4];        // those that change what is inside a vector
    int inner_count = 0;
    for (int q = 0; q < axes.axes; ++q) {
        mills[q].make<false>(axes, q);
        origins[q] = 0;
        for (AxisSet from = axes.neighbours[q]; from != 0; from &= from - 1) {
            const int p = std::countr_zero(from);
            if (p < kVectorAxes || q < kVectorAxes) {
                inner[inner_count++] = make_slide(p, q);
            } else {
                origins[q] |= std::uint32_t{1} << (p - kVectorAxes);
                targets |= std::uint32_t{1} << (q - kVectorAxes);
            }
        }
    }
    const auto arrival = [&](int q, std::uint32_t after) {
        const __m256i x = vector_of(row, after);
        return mills[q].lines == 0 ? x : _mm256_blendv_epi8(x, vector_of(once, after), mills[q].at(after));
    };
    // Most positions have a way out, so that looking stops early: first the slides that concern all sets of a vector.
    const std::uint32_t vectors = std::uint32_t{1} << (axes.axes - kVectorAxes);
    for (std::uint32_t v = 0; v < vectors; ++v) {
        if (_mm_popcnt_u32(v) > most) continue;
        __m256i worst = zero();
        bool open = true;  // something can get worse
        for (std::uint32_t rest = ~v & targets; rest != 0 && open; rest &= rest - 1) {
            const int q = kVectorAxes + std::countr_zero(rest);
            const std::uint32_t with = v | (rest & (~rest + 1));
            for (std::uint32_t from = v & origins[q]; from != 0 && open; from &= from - 1) {
                worst = _mm256_max_epu8(worst, arrival(q, with ^ (from & (~from + 1))));
                open = !_mm256_testc_si256(worst, ones());
            }
        }
        for (int i = 0; i < inner_count && open; ++i) {
            const Slide& s = inner[i];
            if ((v & s.origin) != s.origin || (v & s.target) != 0) continue;
            __m256i x = arrival(s.q, (v ^ s.origin) | s.target);
            if (s.swap_halves) x = _mm256_permute2x128_si256(x, x, 1);
            worst = _mm256_max_epu8(worst, _mm256_shuffle_epi8(x, s.control));
            open = !_mm256_testc_si256(worst, ones());
        }
        store(out + std::size_t{v} * kVectorBytes, worst);
    }
}

void increment(std::uint8_t* row, std::size_t bytes) {
    const __m256i one = _mm256_set1_epi8(1);
    for (std::size_t i = 0; i < bytes; i += kVectorBytes) store(row + i, _mm256_adds_epu8(load(row + i), one));
}

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

void count(ByteHistogram& histogram, const std::uint8_t* row, const std::uint64_t* canonical, int axes, int most) {
    const std::uint32_t groups = std::uint32_t{1} << (axes - 4);
    const __m128i bit_of = _mm_set1_epi64x(static_cast<long long>(0x8040201008040201));
    const __m128i byte_of = _mm_set_epi64x(0x0101010101010101, 0);
    const __m128i none = _mm_set1_epi8(-1);
    for (std::uint32_t g = 0; g < groups; ++g) {
        const int outside = _mm_popcnt_u32(g);
        if (outside > most) continue;
        __m128i x = _mm_load_si128(reinterpret_cast<const __m128i*>(row + std::size_t{g} * 16));
        if (canonical != nullptr) {
            const auto bits = static_cast<std::uint16_t>(canonical[g >> 2] >> (g & 3) * 16);
            const __m128i spread = _mm_and_si128(_mm_shuffle_epi8(_mm_cvtsi32_si128(bits), byte_of), bit_of);
            x = _mm_or_si128(x, _mm_andnot_si128(_mm_cmpeq_epi8(spread, bit_of), none));
        }
        if (_mm_testc_si128(x, none)) continue;
        std::uint64_t low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(x));
        std::uint64_t high = static_cast<std::uint64_t>(_mm_extract_epi64(x, 1));
        std::uint32_t(*const at)[256] = &histogram[outside];
#pragma GCC unroll 8
        for (unsigned i = 0; i < 8; ++i) {
            ++at[std::popcount(i)][low & 255];
            ++at[std::popcount(i) + 1][high & 255];
            low >>= 8;
            high >>= 8;
        }
    }
}

void equal(std::uint64_t* bits, const std::uint8_t* row, int axes, int most, std::uint8_t value) {
    const __m256i wanted = _mm256_set1_epi8(static_cast<char>(value));
    const auto half = [&](std::uint32_t v) {
        return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(vector_of(row, v), wanted)));
    };
    for (std::uint32_t word = 0; word < words_of_row(axes); ++word) {
        const bool some = static_cast<int>(_mm_popcnt_u32(word)) <= most;
        bits[word] = some ? half(2 * word) | std::uint64_t{half(2 * word + 1)} << 32 : 0;
    }
}

constexpr ByteKernels kTable{"avx2",    kCompiledFor, permute_min, permute_max, capture_min, place_max,
                             slide_max, increment,    pack,        expand,      count,       equal};

}  // namespace

const ByteKernels& byte_kernels() { return kTable; }

}  // namespace merels::solve::kernels::avx2
