// SPDX-License-Identifier: MIT
// Reading a byte row through a permutation of its axes, with AVX2.
//
// A row is an array of units of 16 bytes: axes 0..3 lie inside a unit, the others are bits of its address. Two units
// make a vector; which address axis tells them apart (the lane axis) is chosen freely, because the two halves are
// loaded one by one. What remains is to exchange k <= 4 inner axes that the target wants outside (the ejected ones)
// with k address axes that it wants inside (the injected ones): 2^k vectors are loaded, and k rounds of
// unpacklo/unpackhi move one axis in and one out each. In detail:
//   1. a shuffle puts the ejected axes on places 3, 2, ... in the order of the rounds;
//   2. round r joins the vectors that differ in injected axis r: unpack puts that axis on place 0, moves the others one
//      place up, and place 3 becomes the difference between the two results;
//   3. a shuffle puts the four inner axes into the target's order; then minimum or maximum with the target.
// A target axis without a source (absent) that lies inside is an injected axis whose other half is neutral; it takes
// the last round. A dropped source axis that lies inside is an ejected axis of which one half is kept; it takes the
// first round. Everything happens in registers, in one pass over source and target.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <immintrin.h>

#include "solve/kernels/bytes/byte_permute_avx2.h"

namespace merels::solve::kernels::avx2 {
namespace {

constexpr int kUnitAxes = 4;
constexpr std::uint32_t kLine = 64;

struct Plan {
    alignas(16) std::uint8_t first[16];
    alignas(16) std::uint8_t last[16];
    std::uint32_t source_of[16];   // by vector of a block: where it is loaded from ...
    std::uint32_t target_of[16];   // ... and where it goes after the rounds
    std::uint32_t source_copy[8];  // further blocks that one iteration treats
    std::uint32_t target_copy[8];
    std::uint32_t source_lane = 0;
    std::uint32_t target_lane = 0;
    int rounds = 0;
    bool absent_inside = false;
    bool dropped_inside = false;
    // What is left of the address axes: iteration i + 1 differs from i by the bits of flip[trailing zeros of i + 1].
    int address_axes = 0;
    std::uint32_t source_flip[kPoints];
    std::uint32_t target_flip[kPoints];
};

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

// Which axes cross the border of the unit, and which do not.
struct Axes {
    int injections = 0;
    int ejections = 0;
    int keeps = 0;
    int pairs = 0;
    std::uint8_t injected[kUnitAxes];  // target axes
    std::uint8_t ejected[kUnitAxes];   // source axes, and the target axes they become
    std::uint8_t ejected_to[kUnitAxes];
    std::uint8_t kept[kUnitAxes];  // source axes, and the target axes they become
    std::uint8_t kept_to[kUnitAxes];
    std::uint8_t source_axis[kPoints];  // outside on both sides, in ascending order of target axes
    std::uint8_t target_axis[kPoints];
};

void sort_axes(const AxisMap& map, const Plan& plan, Axes& axes) {
    if (plan.dropped_inside) {
        axes.ejected[0] = static_cast<std::uint8_t>(map.dropped);
        axes.ejected_to[0] = 0;  // never used: only one half is kept
        axes.ejections = 1;
    }
    for (int i = 0; i < map.axes; ++i) {
        if (i == map.absent) continue;
        const auto target = static_cast<std::uint8_t>(i);
        const auto source = static_cast<std::uint8_t>(map.source_of[i]);
        const bool from_outside = source >= kUnitAxes;
        if (i < kUnitAxes && from_outside) {
            axes.injected[axes.injections++] = target;
        } else if (i < kUnitAxes) {
            axes.kept[axes.keeps] = source;
            axes.kept_to[axes.keeps++] = target;
        } else if (from_outside) {
            axes.source_axis[axes.pairs] = source;
            axes.target_axis[axes.pairs++] = target;
        } else {
            axes.ejected[axes.ejections] = source;
            axes.ejected_to[axes.ejections++] = target;
        }
    }
    if (plan.absent_inside) axes.injected[axes.injections++] = static_cast<std::uint8_t>(map.absent);
}

// The two shuffles, and where the vectors of a block come from and go to.
void plan_block(const AxisMap& map, const Axes& axes, Plan& plan) {
    const int k = plan.rounds;
    std::uint8_t place_of[kUnitAxes];
    for (int i = 0; i < axes.keeps; ++i) place_of[i] = axes.kept[i];
    for (int r = 0; r < k; ++r) place_of[3 - r] = axes.ejected[r];
    fill_shuffle(plan.first, place_of);
    for (int r = 0; r < k; ++r) place_of[axes.injected[r]] = static_cast<std::uint8_t>(k - 1 - r);
    for (int i = 0; i < axes.keeps; ++i) {
        place_of[axes.kept_to[i]] = k == 0 ? axes.kept[i] : static_cast<std::uint8_t>(k + i);
    }
    fill_shuffle(plan.last, place_of);

    plan.source_of[0] = plan.target_of[0] = 0;
    for (int r = 0; r < k; ++r) {
        const bool no_source = plan.absent_inside && r == k - 1;
        const std::uint32_t source = no_source ? 0 : std::uint32_t{1} << map.source_of[axes.injected[r]];
        const std::uint32_t target = std::uint32_t{1} << axes.ejected_to[r];
        for (int e = 0; e < 1 << r; ++e) {
            plan.source_of[e | 1 << r] = plan.source_of[e] | source;
            plan.target_of[e | 1 << r] = plan.target_of[e] | target;
        }
    }
}

// Pairs are in ascending order of target axes: the first one is the lane axis (the best case is target axis 4, where
// the two halves are one vector of the target), the next ones are unrolled, the others are run over.
void plan_addresses(const Axes& axes, Plan& plan) {
    int next = 0;
    plan.source_lane = std::uint32_t{1} << axes.source_axis[next];
    plan.target_lane = std::uint32_t{1} << axes.target_axis[next++];
    const int copies = std::max(0, 3 - plan.rounds);
    plan.source_copy[0] = plan.target_copy[0] = 0;
    for (int c = 0; c < copies; ++c, ++next) {
        for (int e = 0; e < 1 << c; ++e) {
            plan.source_copy[e | 1 << c] = plan.source_copy[e] | std::uint32_t{1} << axes.source_axis[next];
            plan.target_copy[e | 1 << c] = plan.target_copy[e] | std::uint32_t{1} << axes.target_axis[next];
        }
    }
    plan.address_axes = axes.pairs - next;
    std::uint32_t source_flip = 0;
    std::uint32_t target_flip = 0;
    for (int i = 0; next < axes.pairs; ++i, ++next) {
        plan.source_flip[i] = source_flip |= std::uint32_t{1} << axes.source_axis[next];
        plan.target_flip[i] = target_flip |= std::uint32_t{1} << axes.target_axis[next];
    }
}

void make_plan(const AxisMap& map, Plan& plan) {
    plan.absent_inside = map.absent >= 0 && map.absent < kUnitAxes;
    plan.dropped_inside = map.dropped >= 0 && map.dropped < kUnitAxes;
    Axes axes;
    sort_axes(map, plan, axes);
    plan.rounds = axes.injections;
    plan_block(map, axes, plan);
    plan_addresses(axes, plan);
}

// Prefetches the lines of the next row, a few at each call.
class Prefetcher {
  public:
    Prefetcher(const PrefetchHint& hint, int iteration_axes)
        : row_(reinterpret_cast<const char*>(hint.row)), most_(hint.most_men) {
        if (row_ == nullptr) return;
        int line_axes = hint.axes - 6;
        if (hint.dropped >= 6) {
            below_ = (std::uint32_t{1} << (hint.dropped - 6)) - 1;
            --line_axes;
        }
        per_call_ = std::uint32_t{1} << std::max(0, line_axes - iteration_axes);
        end_ = std::uint32_t{1} << line_axes;
    }
    void prefetch() {
        if (next_ == end_) return;
        for (std::uint32_t i = 0; i < per_call_; ++i, ++next_) {
            if (_mm_popcnt_u32(next_) > most_) continue;
            const std::uint32_t line = (next_ & ~below_) + next_;  // a 0 at the dropped axis
            _mm_prefetch(row_ + std::size_t{line} * kLine, _MM_HINT_T1);
        }
    }

  private:
    const char* row_;
    int most_ = 0;
    std::uint32_t below_ = ~std::uint32_t{0};
    std::uint32_t per_call_ = 0;
    std::uint32_t next_ = 0;
    std::uint32_t end_ = 0;
};

inline __m256i load(const std::uint8_t* low, const std::uint8_t* high) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(low))),
                                   _mm_load_si128(reinterpret_cast<const __m128i*>(high)), 1);
}

template <bool kMax>
inline __m256i choose(__m256i a, __m256i b) {
    return kMax ? _mm256_max_epu8(a, b) : _mm256_min_epu8(a, b);
}

// What stays the same for all blocks of a row.
struct Constants {
    __m256i first;
    __m256i last;
    __m256i neutral;
};

// The rounds on the vectors of one block, in registers.
template <int kRounds, bool kAbsent, bool kDropped>
inline __attribute__((always_inline)) void exchange_axes(__m256i* x, __m256i neutral) {
    constexpr int kVectors = 1 << kRounds;
    constexpr int kLastRound = kRounds > 0 ? kRounds - 1 : 0;
#pragma GCC unroll 4
    for (int r = 0; r < kRounds; ++r) {
#pragma GCC unroll 16
        for (int e = 0; e < kVectors; ++e) {
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

// One block: loads, rounds, and the choice between what is there and what came.
template <int kRounds, bool kAbsent, bool kDropped, bool kSplit, bool kMax>
inline __attribute__((always_inline)) void move_block(std::uint8_t* target, const std::uint8_t* source,
                                                      const Plan& plan, const Constants& c) {
    constexpr int kVectors = 1 << kRounds;
    constexpr int kLastRound = kRounds > 0 ? kRounds - 1 : 0;
    __m256i x[kVectors];
#pragma GCC unroll 16
    for (int e = 0; e < kVectors; ++e) {
        if (kAbsent && (e >> kLastRound & 1)) continue;
        const std::uint8_t* const at = source + plan.source_of[e];
        x[e] = load(at, at + plan.source_lane);
        if (kRounds > 0) x[e] = _mm256_shuffle_epi8(x[e], c.first);
    }
    exchange_axes<kRounds, kAbsent, kDropped>(x, c.neutral);
#pragma GCC unroll 16
    for (int e = 0; e < kVectors; ++e) {
        if (kDropped && (e & 1)) continue;
        std::uint8_t* const at = target + plan.target_of[e];
        const __m256i value = _mm256_shuffle_epi8(x[e], c.last);
        if (kSplit) {
            std::uint8_t* const high = at + plan.target_lane;
            const __m256i best = choose<kMax>(load(at, high), value);
            _mm_store_si128(reinterpret_cast<__m128i*>(at), _mm256_castsi256_si128(best));
            _mm_store_si128(reinterpret_cast<__m128i*>(high), _mm256_extracti128_si256(best, 1));
        } else {
            const auto place = reinterpret_cast<__m256i*>(at);
            _mm256_store_si256(place, choose<kMax>(_mm256_load_si256(place), value));
        }
    }
}

template <int kRounds, bool kAbsent, bool kDropped, bool kSplit, bool kMax>
void run(std::uint8_t* target, const std::uint8_t* source, const Plan& plan, int most, const PrefetchHint& hint) {
    constexpr int kCopies = kRounds >= 3 ? 1 : 1 << (3 - kRounds);
    const auto both_halves = [](const std::uint8_t* bytes) {
        return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes)));
    };
    const Constants constants{both_halves(plan.first), both_halves(plan.last),
                              kMax ? _mm256_setzero_si256() : _mm256_set1_epi8(-1)};
    Prefetcher prefetcher(hint, plan.address_axes);
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    const std::uint32_t iterations = std::uint32_t{1} << plan.address_axes;
    for (std::uint32_t i = 0;;) {
        prefetcher.prefetch();
        const int men = _mm_popcnt_u32(i);
        const bool near_limit = men + 3 > most;
        for (int copy = 0; men <= most && copy < kCopies; ++copy) {
            if (kCopies > 1 && near_limit && men + std::popcount(static_cast<unsigned>(copy)) > most) continue;
            move_block<kRounds, kAbsent, kDropped, kSplit, kMax>(
                target + (to ^ plan.target_copy[copy]), source + (from ^ plan.source_copy[copy]), plan, constants);
        }
        if (++i == iterations) break;
        const int flipped = std::countr_zero(i);
        from ^= plan.source_flip[flipped];
        to ^= plan.target_flip[flipped];
    }
}

using Run = void (*)(std::uint8_t*, const std::uint8_t*, const Plan&, int, const PrefetchHint&);

template <int kRounds, bool kSplit, bool kMax>
Run pick_inside(const Plan& plan) {
    if constexpr (kRounds == 0) {
        return run<0, false, false, kSplit, kMax>;
    } else {
        if (plan.absent_inside) {
            return plan.dropped_inside ? run<kRounds, true, true, kSplit, kMax>
                                       : run<kRounds, true, false, kSplit, kMax>;
        }
        return plan.dropped_inside ? run<kRounds, false, true, kSplit, kMax> : run<kRounds, false, false, kSplit, kMax>;
    }
}

template <bool kSplit, bool kMax>
Run pick_rounds(const Plan& plan) {
    switch (plan.rounds) {
        case 0: return pick_inside<0, kSplit, kMax>(plan);
        case 1: return pick_inside<1, kSplit, kMax>(plan);
        case 2: return pick_inside<2, kSplit, kMax>(plan);
        case 3: return pick_inside<3, kSplit, kMax>(plan);
        default: return pick_inside<4, kSplit, kMax>(plan);
    }
}

template <bool kMax>
void permute(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint& next) {
    Plan plan;
    make_plan(map, plan);
    const bool split = plan.target_lane != 16;
    const Run go = split ? pick_rounds<true, kMax>(plan) : pick_rounds<false, kMax>(plan);
    go(target, source, plan, map.most_men, next);
}

}  // namespace

void permute_min(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint& next) {
    permute<false>(target, source, map, next);
}

void permute_max(std::uint8_t* target, const std::uint8_t* source, const AxisMap& map, const PrefetchHint& next) {
    permute<true>(target, source, map, next);
}

}  // namespace merels::solve::kernels::avx2
