// SPDX-License-Identifier: MIT
#include "store/codec/neighbour_contexts.h"

#include <algorithm>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace merels {

namespace {

#if defined(__SSE2__)

constexpr std::size_t kLanes = 16;

__m128i load(const std::uint8_t* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); }
void store(void* to, __m128i value) { _mm_storeu_si128(static_cast<__m128i*>(to), value); }

// All ones in the first `count` (1..15) lanes.
__m128i first_lanes(std::uint32_t count) {
    alignas(16) static constexpr std::uint8_t kOnes[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                                           255, 255, 255, 255, 255, 255, 255, 255};
    return load(kOnes + 16 - count);
}

#endif

}  // namespace

void ContextMaker::begin(std::uint32_t size) {
    const std::size_t room = size + kNeighbourPadding;
    zeros_.assign(room, 0);
    least_.assign(room, 255);
    most_.assign(room, 0);
    contexts_.resize(room);
}

#if defined(__SSE2__)

void ContextMaker::look(const PlanStep& step, const std::uint8_t* values) {
    std::uint8_t* zeros = zeros_.data() + step.start;
    std::uint8_t* least = least_.data() + step.start;
    std::uint8_t* most = most_.data() + step.start;
    const std::uint8_t* from = values + step.start - step.distance;
    const __m128i none = _mm_setzero_si128();
    const __m128i ones = _mm_set1_epi8(-1);
    const auto merge = [&](__m128i value, __m128i wanted) {
        const __m128i zero = _mm_and_si128(_mm_cmpeq_epi8(value, none), wanted);
        const __m128i lowered = _mm_or_si128(_mm_add_epi8(value, ones), _mm_andnot_si128(wanted, ones));
        store(zeros, _mm_sub_epi8(load(zeros), zero));
        store(least, _mm_min_epu8(load(least), lowered));
        store(most, _mm_max_epu8(load(most), _mm_and_si128(value, wanted)));
    };
    std::uint32_t left = step.count;
    for (; left >= kLanes; left -= kLanes) {
        merge(load(from), ones);
        zeros += kLanes;
        least += kLanes;
        most += kLanes;
        from += kLanes;
    }
    if (left > 0) merge(load(from), first_lanes(left));
}

const std::uint16_t* ContextMaker::finish(const PlanStep& leaf, const std::uint8_t* places) {
    const __m128i none = _mm_setzero_si128();
    const auto below = [&none](__m128i value, char bound) {  // -1 where value < bound
        return _mm_cmpeq_epi8(_mm_subs_epu8(value, _mm_set1_epi8(static_cast<char>(bound - 1))), none);
    };
    std::uint16_t* const out = contexts_.data() + leaf.start;
    for (std::uint32_t i = 0; i < leaf.count; i += kLanes) {
        const std::size_t at = leaf.start + i;
        const __m128i least = _mm_add_epi8(load(least_.data() + at), _mm_set1_epi8(1));
        const __m128i apart = _mm_subs_epu8(load(most_.data() + at), least);
        __m128i spread = _mm_add_epi8(_mm_set1_epi8(4), below(apart, 1));
        spread = _mm_add_epi8(spread, below(apart, 2));
        spread = _mm_add_epi8(spread, below(apart, 4));
        spread = _mm_add_epi8(spread, below(apart, 7));
        const __m128i above =
            _mm_and_si128(_mm_srli_epi16(_mm_subs_epu8(least, _mm_set1_epi8(16)), 2), _mm_set1_epi8(63));
        const __m128i coarse =
            _mm_add_epi8(_mm_min_epu8(least, _mm_set1_epi8(16)), _mm_min_epu8(above, _mm_set1_epi8(15)));
        const __m128i low = _mm_or_si128(_mm_and_si128(_mm_slli_epi16(spread, 5), _mm_set1_epi8(-32)), coarse);
        const __m128i high = _mm_add_epi8(load(places + at), load(zeros_.data() + at));
        store(out + i, _mm_unpacklo_epi8(low, high));
        store(out + i + 8, _mm_unpackhi_epi8(low, high));
    }
    return out;
}

#else

void ContextMaker::look(const PlanStep& step, const std::uint8_t* values) {
    for (std::uint32_t i = step.start; i < step.start + step.count; ++i) {
        const std::uint8_t value = values[i - step.distance];
        zeros_[i] = static_cast<std::uint8_t>(zeros_[i] + (value == 0));
        least_[i] = std::min(least_[i], static_cast<std::uint8_t>(value - 1));
        most_[i] = std::max(most_[i], value);
    }
}

const std::uint16_t* ContextMaker::finish(const PlanStep& leaf, const std::uint8_t* places) {
    for (std::uint32_t i = leaf.start; i < leaf.start + leaf.count; ++i) {
        const unsigned least = static_cast<std::uint8_t>(least_[i] + 1);
        const unsigned apart = most_[i] > least ? most_[i] - least : 0;
        const unsigned spread = (apart >= 1) + (apart >= 2) + (apart >= 4) + (apart >= 7);
        const unsigned coarse = least <= 16 ? least : 16 + std::min(15u, (least - 16) / 4);
        contexts_[i] = static_cast<std::uint16_t>((places[i] + zeros_[i]) << 8 | spread << 5 | coarse);
    }
    return contexts_.data() + leaf.start;
}

#endif

}  // namespace merels
