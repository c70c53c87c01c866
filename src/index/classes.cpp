// SPDX-License-Identifier: MIT
// A mask is three rings of eight points, the outer one on top. Rotations and reflections act on all rings alike and the
// exchange swaps outer and inner, so the smallest image of a set has on top the smallest image that either of the two
// rings has: only the few symmetries that reach it need to be tried. The same thought lists all representatives in
// ascending order without looking at the other 15 of 16 masks.
#include "index/classes.h"

#include <algorithm>
#include <bit>

#include "index/combination.h"

namespace merels {
namespace {

using Ring = std::uint8_t;

// How the 8 rotations and reflections (symmetries 0, 2, ..., 14) act on one ring.
struct RingTables {
    std::array<std::array<Ring, 256>, 8> image{};
    std::array<Ring, 256> smallest{};                  // smallest image
    std::array<std::uint8_t, 256> reaches_smallest{};  // set of d with image[d][ring] == smallest[ring]
    std::array<std::int16_t, 256> number{};            // of rings that are their own smallest image, ascending; else -1
    int numbers = 0;
    std::array<std::uint8_t, 256> men{};
    std::array<std::vector<Ring>, 9> by_men;  // ascending

    RingTables() {
        for (int ring = 0; ring < 256; ++ring) {
            men[ring] = static_cast<std::uint8_t>(std::popcount(static_cast<unsigned>(ring)));
            by_men[men[ring]].push_back(static_cast<Ring>(ring));
            smallest[ring] = 255;
            for (int d = 0; d < 8; ++d) {
                image[d][ring] = static_cast<Ring>(map_men(static_cast<Symmetry>(2 * d), static_cast<Mask>(ring)));
                smallest[ring] = std::min(smallest[ring], image[d][ring]);
            }
            for (int d = 0; d < 8; ++d) {
                if (image[d][ring] == smallest[ring]) reaches_smallest[ring] |= static_cast<std::uint8_t>(1u << d);
            }
            number[ring] = static_cast<std::int16_t>(smallest[ring] == ring ? numbers++ : -1);
        }
    }
};

const RingTables& ring_tables() {
    static const RingTables instance;
    return instance;
}

constexpr Ring inner(Mask men) { return static_cast<Ring>(men); }
constexpr Ring outer(Mask men) { return static_cast<Ring>(men >> 16); }

struct Smallest {
    Mask men;
    Symmetry by;
};

// The smallest image of a set, and the lowest-numbered symmetry that makes it.
Smallest smallest_image(const RingTables& rings, Mask men) {
    const Ring kept = rings.smallest[outer(men)];
    const Ring exchanged = rings.smallest[inner(men)];
    Smallest best{~Mask{0}, 0};
    for (int exchange = 0; exchange < 2; ++exchange) {
        if (exchange == 0 ? kept > exchanged : exchanged > kept) continue;
        const Ring top = exchange == 0 ? outer(men) : inner(men);
        for (std::uint32_t d = rings.reaches_smallest[top]; d != 0; d &= d - 1) {
            const auto s = static_cast<Symmetry>(2 * std::countr_zero(d) + exchange);
            const Mask image = map_men(s, men);
            if (image < best.men || (image == best.men && s < best.by)) best = {image, s};
        }
    }
    return best;
}

}  // namespace

void Classes::build(int men) const {
    const std::lock_guard lock(building_);
    OneSize& size = sizes_[men];
    if (size.built.load(std::memory_order_relaxed)) return;  // another thread was faster
    const RingTables& rings = ring_tables();
    const auto buckets = static_cast<std::size_t>(rings.numbers) * 256;
    size.bucket.resize(buckets + 1);
    size.representatives.reserve(std::size_t{binomial(kPoints, men)} / kSymmetries * 5 / 4 + 64);
    for (int top = 0; top < 256; ++top) {
        if (rings.number[top] < 0) continue;
        const bool only_identity_keeps_top = rings.reaches_smallest[top] == 1;
        for (int middle = 0; middle < 256; ++middle) {
            const std::size_t here =
                static_cast<std::size_t>(rings.number[top]) * 256 + static_cast<std::size_t>(middle);
            size.bucket[here] = static_cast<ClassIndex>(size.representatives.size());
            const int left = men - rings.men[top] - rings.men[middle];
            if (left < 0 || left > 8) continue;
            // The middle ring must be as small as the symmetries that keep the top ring can make it.
            bool possible = true;
            for (std::uint32_t d = rings.reaches_smallest[top]; d != 0; d &= d - 1) {
                possible &= rings.image[std::countr_zero(d)][middle] >= middle;
            }
            if (!possible) continue;
            for (const Ring low : rings.by_men[left]) {
                if (rings.smallest[low] < top) continue;
                const Mask set = static_cast<Mask>(top) << 16 | static_cast<Mask>(middle) << 8 | low;
                // Where no other symmetry brings as small a ring to the top, there is nothing to compare.
                const bool alone = only_identity_keeps_top && rings.smallest[low] > top;
                if (alone || smallest_image(rings, set).men == set) size.representatives.push_back(set);
            }
        }
    }
    size.bucket[buckets] = static_cast<ClassIndex>(size.representatives.size());
    size.built.store(true, std::memory_order_release);
}

ClassRef Classes::find(Mask men) const {
    const RingTables& rings = ring_tables();
    const OneSize& size = of_size(count(men));
    const Smallest smallest = smallest_image(rings, men);
    const std::size_t here =
        static_cast<std::size_t>(rings.number[outer(smallest.men)]) * 256 + (smallest.men >> 8 & 255);
    const auto begin = size.representatives.begin();
    const auto found = std::lower_bound(begin + size.bucket[here], begin + size.bucket[here + 1], smallest.men);
    return {static_cast<ClassIndex>(found - begin), smallest.by};
}

const Classes& Classes::get() {
    static const Classes instance;
    return instance;
}

std::uint16_t stabiliser(Mask men) {
    std::uint16_t result = 0;
    for (int s = 1; s < kSymmetries; ++s) {
        if (map_men(static_cast<Symmetry>(s), men) == men) result |= static_cast<std::uint16_t>(1u << s);
    }
    return result;
}

}  // namespace merels
