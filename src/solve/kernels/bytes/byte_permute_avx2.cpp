// SPDX-License-Identifier: MIT
// Units of 16 bytes (axes 0..3), two of them in a vector: the halves are loaded one by one, so any address axis can
// tell them apart. With k rounds (byte_permute.h):
//   1. a shuffle puts the ejected axes on places 3, 2, ... in the order of the rounds;
//   2. in round r unpacklo/unpackhi put injected axis r on place 0, move the others one place up, and place 3 becomes
//      the difference between the two results;
//   3. a shuffle puts the four inner axes into the target's order; then minimum or maximum with the target.
#include "solve/kernels/bytes/byte_permute_avx2.h"

#include <cstring>

#include <immintrin.h>

#include "solve/kernels/bytes/byte_permute.h"

namespace merels::solve::kernels::avx2 {
namespace {

// Control bytes of a shuffle that puts on place p what was on place place_of[p].
void fill_shuffle(std::uint8_t* control, const std::uint8_t* place_of) {
    std::uint64_t low = 0;  // eight entries at once: entry t is the sum of place bits
    for (int p = 0; p < 3; ++p) {
        constexpr std::uint64_t kOdd[3] = {0x0100010001000100, 0x0101000001010000, 0x0101010100000000};
        low += kOdd[p] << place_of[p];
    }
    const std::uint64_t high = low + (std::uint64_t{0x0101010101010101} << place_of[3]);
    std::memcpy(control, &low, 8);
    std::memcpy(control + 8, &high, 8);
}

inline __m256i load(const std::uint8_t* low, const std::uint8_t* high) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(low))),
                                   _mm_load_si128(reinterpret_cast<const __m128i*>(high)), 1);
}

struct Unit {
    static constexpr int kUnitAxes = 4;
    static constexpr int kLaneAxes = 1;

    struct Shuffles {
        alignas(16) std::uint8_t first[16];
        alignas(16) std::uint8_t last[16];
    };
    static void make_shuffles(Shuffles& shuffles, const AxisMap&, const PermuteAxes& axes, int rounds) {
        std::uint8_t place_of[kUnitAxes];
        for (int i = 0; i < axes.keeps; ++i) place_of[i] = axes.kept[i];
        for (int r = 0; r < rounds; ++r) place_of[3 - r] = axes.ejected[r];
        fill_shuffle(shuffles.first, place_of);
        for (int r = 0; r < rounds; ++r) place_of[axes.injected[r]] = static_cast<std::uint8_t>(rounds - 1 - r);
        for (int i = 0; i < axes.keeps; ++i) {
            place_of[axes.kept_to[i]] = rounds == 0 ? axes.kept[i] : static_cast<std::uint8_t>(rounds + i);
        }
        fill_shuffle(shuffles.last, place_of);
    }

    template <int kRounds, bool kAbsent, bool kDropped, bool kSplit, bool kMax>
    struct Mover {
        static constexpr int kUnits = 1 << kRounds;
        static constexpr int kLastRound = kRounds > 0 ? kRounds - 1 : 0;
        __m256i first;
        __m256i last;

        explicit Mover(const Shuffles& shuffles) {
            const auto both_halves = [](const std::uint8_t* bytes) {
                return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes)));
            };
            first = both_halves(shuffles.first);
            last = both_halves(shuffles.last);
        }

        static __m256i choose(__m256i a, __m256i b) { return kMax ? _mm256_max_epu8(a, b) : _mm256_min_epu8(a, b); }

        static inline __attribute__((always_inline)) void exchange_axes(__m256i* x) {
            const __m256i neutral = kMax ? _mm256_setzero_si256() : _mm256_set1_epi8(-1);
#pragma GCC unroll 4
            for (int r = 0; r < kRounds; ++r) {
#pragma GCC unroll 16
                for (int e = 0; e < kUnits; ++e) {
                    const bool pairs_up = (e >> r & 1) == 0;
                    const bool gone = kDropped && r > 0 && (e & 1);
                    const bool not_yet = kAbsent && r < kLastRound && (e >> kLastRound & 1);
                    if (!pairs_up || gone || not_yet) continue;
                    const __m256i a = x[e];
                    const __m256i b = kAbsent && r == kLastRound ? neutral : x[e | 1 << r];
                    x[e] = _mm256_unpacklo_epi8(a, b);
                    if (!(kDropped && r == 0)) x[e | 1 << r] = _mm256_unpackhi_epi8(a, b);
                }
            }
        }

        inline __attribute__((always_inline)) void move(std::uint8_t* target, const std::uint8_t* source,
                                                        const PermutePlan& plan, int) const {
            __m256i x[kUnits];
#pragma GCC unroll 16
            for (int e = 0; e < kUnits; ++e) {
                if (kAbsent && (e >> kLastRound & 1)) continue;
                const std::uint8_t* const at = source + plan.source_of[e];
                x[e] = load(at, at + plan.source_lane);
                if (kRounds > 0) x[e] = _mm256_shuffle_epi8(x[e], first);
            }
            exchange_axes(x);
#pragma GCC unroll 16
            for (int e = 0; e < kUnits; ++e) {
                if (kDropped && (e & 1)) continue;
                std::uint8_t* const at = target + plan.target_of[e];
                const __m256i value = _mm256_shuffle_epi8(x[e], last);
                if (kSplit) {
                    std::uint8_t* const high = at + plan.target_lane;
                    const __m256i best = choose(load(at, high), value);
                    _mm_store_si128(reinterpret_cast<__m128i*>(at), _mm256_castsi256_si128(best));
                    _mm_store_si128(reinterpret_cast<__m128i*>(high), _mm256_extracti128_si256(best, 1));
                } else {
                    const auto place = reinterpret_cast<__m256i*>(at);
                    _mm256_store_si256(place, choose(_mm256_load_si256(place), value));
                }
            }
        }
    };
};

}  // namespace

void permute_min(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint& next) {
    BytePermute<Unit>::permute<false>(target, source, map, next);
}

void permute_max(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint& next) {
    BytePermute<Unit>::permute<true>(target, source, map, next);
}

}  // namespace merels::solve::kernels::avx2
