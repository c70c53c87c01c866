// SPDX-License-Identifier: MIT
// Units of 64 bytes (axes 0..5), which are whole vectors: any order of the inner axes is one byte permutation, and any
// exchange of an inner axis with the difference of two vectors is one for each of them that takes its bytes from both.
// So k rounds (byte_permute.h) cost k permutations a vector; the last one (or the only one of no rounds) puts the inner
// axes into the target's order as well. An injected axis takes the place of the axis that it drives out.
#include "solve/kernels/bytes/byte_permute_avx512.h"

#include <bit>

#include <immintrin.h>

#include "solve/kernels/bytes/byte_permute.h"

namespace merels::solve::kernels::avx512 {
namespace {

// Bytes of a vector whose number has bit `axis` set.
constexpr std::uint64_t kWithAxis[6] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                        0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};

struct Unit {
    static constexpr int kUnitAxes = 6;
    static constexpr int kLaneAxes = 0;
    static constexpr int kOtherVector = 64;  // bit of an index: from the second of two vectors

    struct Shuffles {
        __m512i index[kUnitAxes][2];  // by round and ejected axis: which bytes of the two vectors
        __mmask64 touched;            // bytes of the target without the absent axis
    };

    // Byte i is the sum of start and of the weights of the bits of i.
    static __m512i make_index(const std::uint8_t* weights, int start) {
        __m512i index = _mm512_set1_epi8(static_cast<char>(start));
        for (int b = 0; b < kUnitAxes; ++b) {
            const __m512i weight = _mm512_set1_epi8(static_cast<char>(weights[b]));
            index = _mm512_or_si512(index, _mm512_maskz_mov_epi8(kWithAxis[b], weight));
        }
        return index;
    }

    static void make_shuffles(Shuffles& shuffles, const AxisMap& map, const PermuteAxes& axes, int rounds) {
        std::uint8_t place_of[kUnitAxes];  // by target axis, before the last permutation
        for (int i = 0; i < axes.keeps; ++i) place_of[axes.kept_to[i]] = axes.kept[i];
        for (int r = 0; r < rounds; ++r) place_of[axes.injected[r]] = axes.ejected[r];
        for (int r = 0; r < rounds || r == 0; ++r) {
            const bool last = r >= rounds - 1;
            const int ejected = rounds == 0 ? kUnitAxes : axes.ejected[r];
            std::uint8_t weights[kUnitAxes];
            for (int b = 0; b < kUnitAxes; ++b) {
                const int place = last ? place_of[b] : b;
                weights[b] = static_cast<std::uint8_t>(place == ejected ? kOtherVector : 1 << place);
            }
            shuffles.index[r][0] = make_index(weights, 0);
            if (rounds > 0) shuffles.index[r][1] = make_index(weights, 1 << ejected);
        }
        const bool absent = map.absent >= 0 && map.absent < kUnitAxes;
        shuffles.touched = absent ? ~kWithAxis[map.absent] : ~std::uint64_t{0};
    }

    // Three rounds need eight vectors at once. More are done in two parts, with the block in memory between them.
    template <int kRounds, bool kAbsent, bool kDropped, bool kSplit, bool kMax>
    struct Mover {
        static constexpr int kFirstPart = kRounds < 3 ? kRounds : 3;
        static constexpr int kSecondPart = kRounds - kFirstPart;
        static constexpr int kLastRound = kRounds > 0 ? kRounds - 1 : 0;
        __m512i index[kLastRound + 1][2];
        __mmask64 touched;

        explicit Mover(const Shuffles& shuffles) : touched(shuffles.touched) {
            for (int r = 0; r <= kLastRound; ++r) {
                index[r][0] = shuffles.index[r][0];
                if (kRounds > 0) index[r][1] = shuffles.index[r][1];
            }
        }

        // Rounds kFrom to kFrom + kCount - 1 on the vectors of a block that differ in these bits of their numbers.
        template <int kFrom, int kCount>
        inline __attribute__((always_inline)) void exchange_axes(__m512i* x) const {
            constexpr bool kAbsentHere = kAbsent && kFrom + kCount - 1 == kLastRound;
            constexpr bool kDroppedHere = kDropped && kFrom == 0;
#pragma GCC unroll 3
            for (int r = 0; r < kCount; ++r) {
                const __m512i low = index[kFrom + r][0];
                const __m512i high = index[kFrom + r][1];
                const bool no_second = kAbsentHere && r == kCount - 1;  // bytes of it are not touched
#pragma GCC unroll 8
                for (int e = 0; e < 1 << kCount; ++e) {
                    const bool pairs_up = (e >> r & 1) == 0;
                    const bool gone = kDroppedHere && r > 0 && (e & 1);
                    const bool not_yet = kAbsentHere && r < kCount - 1 && (e & 1 << kCount >> 1) != 0;
                    if (!pairs_up || gone || not_yet) continue;
                    const __m512i a = x[e];
                    const __m512i b = no_second ? a : x[e | 1 << r];
                    x[e] = no_second ? _mm512_permutexvar_epi8(low, a) : _mm512_permutex2var_epi8(a, low, b);
                    if (kDroppedHere && r == 0) continue;
                    x[e | 1 << r] = no_second ? _mm512_permutexvar_epi8(high, a) : _mm512_permutex2var_epi8(a, high, b);
                }
            }
        }

        void choose(std::uint8_t* target, __m512i value) const {
            const __m512i old = _mm512_load_si512(target);
            if (kAbsent) {
                value = kMax ? _mm512_mask_max_epu8(old, touched, old, value)
                             : _mm512_mask_min_epu8(old, touched, old, value);
            } else {
                value = kMax ? _mm512_max_epu8(old, value) : _mm512_min_epu8(old, value);
            }
            _mm512_store_si512(target, value);
        }

        // The vectors of a block from number `first` on, after the first part of the rounds.
        inline __attribute__((always_inline)) void load_part(__m512i* x, int first, const std::uint8_t* source,
                                                             const PermutePlan& plan) const {
            constexpr bool kHalf = kAbsent && kSecondPart == 0;
#pragma GCC unroll 8
            for (int e = 0; e < 1 << kFirstPart; ++e) {
                if (kHalf && (e >> kLastRound & 1)) continue;
                x[e] = _mm512_load_si512(source + plan.source_of[first | e]);
            }
            exchange_axes<0, kFirstPart>(x);
        }

        inline __attribute__((always_inline)) void move(std::uint8_t* target, const std::uint8_t* source,
                                                        const PermutePlan& plan, int room) const {
            if constexpr (kSecondPart > 0) return move_large(target, source, plan, room);
            __m512i x[1 << kFirstPart];
            load_part(x, 0, source, plan);
            if (kRounds == 0) x[0] = _mm512_permutexvar_epi8(index[0][0], x[0]);
#pragma GCC unroll 8
            for (int e = 0; e < 1 << kRounds; ++e) {
                if (!(kDropped && (e & 1))) choose(target + plan.target_of[e], x[e]);
            }
        }

        void move_large(std::uint8_t* target, const std::uint8_t* source, const PermutePlan& plan, int room) const {
            constexpr int kParts = 1 << kSecondPart;
            __m512i block[kParts << kFirstPart];
            for (unsigned part = 0; part < (kAbsent ? kParts / 2 : kParts); ++part) {
                __m512i x[1 << kFirstPart] = {};
                if (std::popcount(part) <= room) load_part(x, static_cast<int>(part << kFirstPart), source, plan);
#pragma GCC unroll 8
                for (unsigned e = 0; e < 1 << kFirstPart; e += kDropped ? 2 : 1) block[part << kFirstPart | e] = x[e];
            }
            for (unsigned e = 0; e < 1 << kFirstPart; e += kDropped ? 2 : 1) {
                const int left = room - std::popcount(e);
                if (left < 0) continue;
                __m512i x[kParts];
#pragma GCC unroll 8
                for (unsigned part = 0; part < (kAbsent ? kParts / 2 : kParts); ++part) {
                    x[part] = block[part << kFirstPart | e];
                }
                exchange_axes<kFirstPart, kSecondPart>(x);
#pragma GCC unroll 8
                for (unsigned part = 0; part < kParts; ++part) {
                    if (std::popcount(part) <= left) choose(target + plan.target_of[part << kFirstPart | e], x[part]);
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

}  // namespace merels::solve::kernels::avx512
