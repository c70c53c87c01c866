// SPDX-License-Identifier: MIT
// Taking the new bits of a row: range, counts, depths. Template on the vector type.
#pragma once

#include "solve/kernels/bits/cube_kernels.h"
#include "solve/kernels/bits/kernel_vector.h"
#include "solve/rows/depth_row.h"

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

    static V& vector(LayerCounts::Vector& words) { return *reinterpret_cast<V*>(words); }

    // Adds two vectors to `sum` and returns the carries.
    static V add(V& sum, V a, V b) {
        const V half = sum ^ a;
        const V carry = (sum & a) | (half & b);
        sum = half ^ b;
        return carry;
    }

    static void count(LayerCounts& counts, int above, V bits) {
        std::uint32_t& waiting = counts.waiting[above];
        vector(counts.block[above][waiting]) = bits;
        if (++waiting == LayerCounts::kBlock) count_block(counts, above);
    }

    static void count_block(LayerCounts& counts, int above) {
        auto& b = counts.block[above];
        V ones = vector(counts.low[above][0]);
        V twos = vector(counts.low[above][1]);
        V fours = vector(counts.low[above][2]);
        const V twos_a = add(ones, vector(b[0]), vector(b[1]));
        const V twos_b = add(ones, vector(b[2]), vector(b[3]));
        const V fours_a = add(twos, twos_a, twos_b);
        const V twos_c = add(ones, vector(b[4]), vector(b[5]));
        const V twos_d = add(ones, vector(b[6]), vector(b[7]));
        const V fours_b = add(twos, twos_c, twos_d);
        V eights = add(fours, fours_a, fours_b);
        vector(counts.low[above][0]) = ones;
        vector(counts.low[above][1]) = twos;
        vector(counts.low[above][2]) = fours;
        counts.waiting[above] = 0;
        int plane = 0;
        for (std::uint64_t number = counts.blocks[above]++; (number & 1) != 0; number >>= 1, ++plane) {
            eights = add(vector(counts.sum[above][plane]), vector(counts.pending[above][plane]), eights);
        }
        vector(counts.pending[above][plane]) = eights;
    }

    // Adds the bits of one vector of the counters, times 2^shift, by number of men; and clears it.
    static void sum_vector(LayerCounts::Vector& words, int above, int shift, std::uint64_t* by_men) {
        for (std::size_t word = 0; word < sizeof(V) / sizeof(Word); ++word) {
            if (words[word] == 0) continue;
            for (int inside = 0; inside < kLayers; ++inside) {
                const int bits = __builtin_popcountll(words[word] & kLayerMask[inside][word]);
                if (bits != 0) by_men[above + inside] += static_cast<std::uint64_t>(bits) << shift;
            }
            words[word] = 0;
        }
    }

    static void sum_counts(LayerCounts& counts, std::uint64_t* by_men) {
        for (int above = 0; above < LayerCounts::kAddressLayers; ++above) {
            for (std::uint32_t i = 0; i < counts.waiting[above]; ++i) {
                sum_vector(counts.block[above][i], above, 0, by_men);
            }
            counts.waiting[above] = 0;
            if (counts.blocks[above] == 0) continue;
            for (int plane = 0; plane < LayerCounts::kLowPlanes; ++plane) {
                sum_vector(counts.low[above][plane], above, plane, by_men);
            }
            for (int plane = 0; counts.blocks[above] >> plane != 0; ++plane) {
                const int shift = LayerCounts::kLowPlanes + plane;
                sum_vector(counts.sum[above][plane], above, shift, by_men);
                if (counts.blocks[above] >> plane & 1) sum_vector(counts.pending[above][plane], above, shift, by_men);
            }
            counts.blocks[above] = 0;
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

    // Words with few bits are first flattened into a list of sets, eight at a time whether they are there or not: a
    // loop whose length depends on the number of bits would be mispredicted at every word.
    static void record(const DepthRow& depths, const Word* delta, int axes, std::uint8_t value) {
        constexpr std::uint32_t kFew = 8;  // up to here one store a bit is cheaper than one a group
        constexpr std::uint32_t kList = 256;
        std::uint32_t list[kList + kFew];
        std::uint32_t listed = 0;
        const auto flush = [&] {
            for (std::uint32_t i = 0; i < listed; ++i) {
                const AxisSet set = list[i];
                const std::uint32_t low = set & 63;
                const std::uint32_t* rank = depths.rank_of_word + std::size_t{set >> 6} * 8;
                depths.begin[__builtin_popcount(set)][rank[__builtin_popcount(low)] + kRankInWord[low]] = value;
            }
            listed = 0;
        };
        const std::uint32_t words = words_of_row(axes);
        for (std::uint32_t k = 0; k < words; ++k) {
            Word bits = delta[k];
            const auto number = static_cast<std::uint32_t>(__builtin_popcountll(bits));
            if (X::kGroupStores && number > kFew) {
                std::uint8_t* const* begin = depths.begin.data() + __builtin_popcount(k);
                std::uint8_t* const* end = depths.end.data() + __builtin_popcount(k);
                const std::uint32_t* rank = depths.rank_of_word + std::size_t{k} * 8;
                unrolled<kWordAxes + 1>([&](auto size) {
                    const auto group = static_cast<std::uint32_t>(X::extract(bits, kSizeMask[size]));
                    if (group != 0) X::store_group(begin[size] + rank[size], end[size], group, value);
                });
                continue;
            }
            for (std::uint32_t done = 0;; done += kFew) {  // once, but for the portable kernel
                for (std::uint32_t i = 0; i < kFew; ++i) {
                    list[listed + i] = k << 6 | static_cast<std::uint32_t>(__builtin_ctzll(bits | Word{1} << 63));
                    bits &= bits - 1;
                }
                if (number <= done + kFew) {
                    listed += number - done;
                    break;
                }
                listed += kFew;
                if (listed >= kList) flush();
            }
            if (listed >= kList) flush();
        }
        flush();
    }
};

}  // namespace merels::solve::kernels
