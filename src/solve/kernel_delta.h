// SPDX-License-Identifier: MIT
// Taking the new bits of a row: range, counts, depths. Template on the vector type.
#pragma once

#include "solve/cube_kernels.h"
#include "solve/depth_row.h"
#include "solve/kernel_vector.h"

namespace merels::solve::kernels {

template <class X>
struct Delta {
    using V = typename X::V;
    static constexpr int kLayers = X::kAxes + 1;

    // Sets of fewest..most men in a vector whose address has `above` bits set.
    static V range_mask(int above, int fewest, int most) {
        V mask{};
        for (int inside = 0; inside < kLayers; ++inside) {
            if (above + inside >= fewest && above + inside <= most) mask |= as_vector<X>(kLayerMask[inside]);
        }
        return mask;
    }

    // Binary counter of carry-save adders: plane i takes two vectors at a time and hands one on.
    static void count(LayerCounts& counts, int above, V bits) {
        std::uint64_t number = counts.count[above]++;
        int plane = 0;
        for (; (number & 1) != 0; number >>= 1, ++plane) {
            V& sum = *reinterpret_cast<V*>(counts.sum[above][plane]);
            const V other = *reinterpret_cast<const V*>(counts.pending[above][plane]);
            const V half = sum ^ other;
            const V carry = (sum & other) | (half & bits);
            sum = half ^ bits;
            bits = carry;
        }
        *reinterpret_cast<V*>(counts.pending[above][plane]) = bits;
    }

    static void sum_counts(LayerCounts& counts, std::uint64_t* by_men) {
        for (int above = 0; above < LayerCounts::kAddressLayers; ++above) {
            if (counts.count[above] == 0) continue;
            for (int plane = 0; plane < LayerCounts::kPlanes; ++plane) {
                if (counts.count[above] >> plane == 0) break;
                const bool pending = counts.count[above] >> plane & 1;
                for (int inside = 0; inside < kLayers; ++inside) {
                    std::uint64_t bits = 0;
                    for (std::size_t word = 0; word < sizeof(V) / sizeof(Word); ++word) {
                        const Word layer = kLayerMask[inside][word];
                        bits += __builtin_popcountll(counts.sum[above][plane][word] & layer);
                        if (pending) bits += __builtin_popcountll(counts.pending[above][plane][word] & layer);
                    }
                    if (bits != 0) by_men[above + inside] += bits << plane;
                }
                *reinterpret_cast<V*>(counts.sum[above][plane]) = V{};
            }
            counts.count[above] = 0;
        }
    }

    static RowDelta take_new(Word* known_row, const Word* found_row, bool complement, Word* delta_row, int axes,
                             int fewest, int most, const Word* canonical_row, LayerCounts& counts) {
        V* known = reinterpret_cast<V*>(known_row);
        const V* found = reinterpret_cast<const V*>(found_row);
        const V* canonical = reinterpret_cast<const V*>(canonical_row);
        V* delta = reinterpret_cast<V*>(delta_row);
        const int above_axes = axes - X::kAxes;
        V range[kPoints];
        V seen[kPoints];
        for (int above = 0; above <= above_axes; ++above) {
            range[above] = range_mask(above, fewest, most);
            seen[above] = V{};
        }
        const V flip = complement ? ~V{} : V{};
        const std::uint32_t vectors = std::uint32_t{1} << above_axes;
        RowDelta result;
        for (std::uint32_t h = 0; h < vectors; ++h) {
            const int above = __builtin_popcount(h);
            const V old = known[h];
            const V fresh = (found[h] ^ flip) & ~old & range[above];
            delta[h] = fresh;
            if (!X::any(fresh)) continue;
            known[h] = old | fresh;
            seen[above] |= fresh;
            if (canonical == nullptr) {
                count(counts, above, fresh);
            } else {
                const V once = fresh & canonical[h];
                if (X::any(once)) count(counts, above, once);
            }
            for (std::size_t word = 0; word < sizeof(V) / sizeof(Word); ++word) {
                result.bits += __builtin_popcountll(delta_row[h * (sizeof(V) / sizeof(Word)) + word]);
            }
        }
        if (result.bits == 0) return result;
        for (int above = 0; above <= above_axes; ++above) {
            if (!X::any(seen[above])) continue;
            for (int inside = 0; inside < kLayers; ++inside) {
                if (X::any(seen[above] & as_vector<X>(kLayerMask[inside]))) result.layers |= 1u << (above + inside);
            }
        }
        return result;
    }

    static void record(const DepthRow& depths, const Word* delta, int axes, std::uint8_t value) {
        constexpr int kFew = 6;  // up to here one store a bit is cheaper than one a group
        const std::uint32_t words = words_of_row(axes);
        for (std::uint32_t k = 0; k < words; ++k) {
            Word bits = delta[k];
            if (bits == 0) continue;
            std::uint8_t* const* begin = depths.begin.data() + __builtin_popcount(k);
            const std::uint32_t* rank = depths.rank_of_word + std::size_t{k} * 8;
            if (X::kGroupStores && __builtin_popcountll(bits) > kFew) {
                std::uint8_t* const* end = depths.end.data() + __builtin_popcount(k);
                unrolled<kWordAxes + 1>([&](auto size) {
                    const auto group = static_cast<std::uint32_t>(X::extract(bits, kSizeMask[size]));
                    if (group != 0) X::store_group(begin[size] + rank[size], end[size], group, value);
                });
                continue;
            }
            do {
                const int low = __builtin_ctzll(bits);
                const int size = __builtin_popcount(low);
                begin[size][rank[size] + kRankInWord[low]] = value;
                bits &= bits - 1;
            } while (bits != 0);
        }
    }
};

}  // namespace merels::solve::kernels
