// SPDX-License-Identifier: MIT
// Reading a row through a permutation of its axes (axis_plan.h has the steps). Template on the vector type.
#pragma once

#include "solve/kernels/bits/kernel_vector.h"
#include "solve/rows/axis_plan.h"

namespace merels::solve::kernels {

template <class X>
struct Permute {
    using V = typename X::V;

    // One exchange pass. Visits the addresses whose bits are a subset of step.iterate.
    template <int L>
    static void exchange_pass(V* to, const V* from, const AxisPlan::Exchange& step) {
        const std::uint32_t bit = step.address;
        const std::uint32_t iterate = step.iterate;
        std::uint32_t h = 0;
        if (step.halves) {
            do {
                to[h] = X::template exchange_low<L>(from[h], from[h | bit]);
                h = (h - iterate) & iterate;
            } while (h != 0);
        } else {
            do {
                V u = from[h];
                V v = from[h | bit];
                X::template exchange<L>(u, v);
                to[h] = u;
                to[h | bit] = v;
                h = (h - iterate) & iterate;
            } while (h != 0);
        }
    }

    static void exchange_pass(V* to, const V* from, const AxisPlan::Exchange& step) {
        unrolled<X::kAxes>([&](auto l) {
            if (l == step.inner) exchange_pass<l>(to, from, step);
        });
    }

    // Steps 2 and 3, straight into the accumulator.
    struct Final {
        typename X::Shuffle first;
        typename X::Shuffle last;
        int shift[kBitAxes];
        V swap_mask[kBitAxes];
        V keep;
    };

    // A delta swap exchanges axes low < high < 6: bits with low set and high clear change places with their partners
    // `shift` further up.
    static V swap(V v, int shift, V mask) {
        const V t = ((v >> shift) ^ v) & mask;
        return v ^ t ^ (t << shift);
    }

    template <bool kAnd, bool kFirst, int kSwaps, bool kLast>
    static void final_pass(V* accumulator, const V* from, const AxisPlan& plan, const Final& f) {
        // Addresses: the lowest four bits through a table, the others by counting.
        constexpr int kTableBits = 4;
        const int inner_bits = plan.address_bits < kTableBits ? plan.address_bits : kTableBits;
        const std::uint32_t inner = std::uint32_t{1} << inner_bits;
        std::uint32_t source_table[1 << kTableBits];
        std::uint32_t target_table[1 << kTableBits];
        source_table[0] = target_table[0] = 0;
        for (int b = 0; b < inner_bits; ++b) {
            for (std::uint32_t k = 0; k < (std::uint32_t{1} << b); ++k) {
                source_table[k | 1u << b] = source_table[k] | plan.source_bit[b];
                target_table[k | 1u << b] = target_table[k] | plan.target_bit[b];
            }
        }
        const std::uint32_t outer = std::uint32_t{1} << (plan.address_bits - inner_bits);
        std::uint32_t source = 0;
        std::uint32_t target = 0;
        for (std::uint32_t o = 0;;) {
            for (std::uint32_t k = 0; k < inner; ++k) {
                V v = from[source + source_table[k]];
                if constexpr (kFirst) v = X::shuffle(v, f.first);
                if constexpr (kSwaps > 0) v = swap(v, f.shift[0], f.swap_mask[0]);
                if constexpr (kSwaps > 1) v = swap(v, f.shift[1], f.swap_mask[1]);
                if constexpr (kSwaps > 2) v = swap(v, f.shift[2], f.swap_mask[2]);
                if constexpr (kLast) v = X::shuffle(v, f.last);
                V& sum = accumulator[target + target_table[k]];
                if constexpr (kAnd) {
                    sum &= v;
                } else {
                    sum |= v & f.keep;
                }
            }
            if (++o == outer) break;
            for (std::uint32_t changed = o ^ (o - 1); changed != 0; changed &= changed - 1) {
                const int b = inner_bits + __builtin_ctz(changed);
                source ^= plan.source_bit[b];
                target ^= plan.target_bit[b];
            }
        }
    }

    template <bool kAnd>
    static void run(Word* accumulator_row, const Word* source_row, const AxisMap& map, Word* scratch_row) {
        AxisPlan plan;
        make_axis_plan(map, X::kAxes, plan);
        const V* from = reinterpret_cast<const V*>(source_row);
        V* scratch = reinterpret_cast<V*>(scratch_row);
        for (int i = 0; i < plan.exchange_count; ++i) {
            exchange_pass(scratch, from, plan.exchanges[i]);
            from = scratch;
        }
        Final f{};
        if (plan.shuffle_first) f.first = X::make_shuffle(plan.first_order.data());
        if (plan.shuffle_last) f.last = X::make_shuffle(plan.last_order.data());
        for (int i = 0; i < plan.swap_count; ++i) {
            const auto [low, high] = plan.swaps[i];
            f.shift[i] = (1 << high) - (1 << low);
            f.swap_mask[i] = axis_mask<X>(low) & ~axis_mask<X>(high);
        }
        f.keep = ~V{};
        if (plan.absent_inside != kNoAxis) f.keep = ~axis_mask<X>(plan.absent_inside);

        V* accumulator = reinterpret_cast<V*>(accumulator_row);
        const auto with_swaps = [&]<bool kFirst, bool kLast>() {
            switch (plan.swap_count) {
                case 0: return final_pass<kAnd, kFirst, 0, kLast>(accumulator, from, plan, f);
                case 1: return final_pass<kAnd, kFirst, 1, kLast>(accumulator, from, plan, f);
                case 2: return final_pass<kAnd, kFirst, 2, kLast>(accumulator, from, plan, f);
                default: return final_pass<kAnd, kFirst, 3, kLast>(accumulator, from, plan, f);
            }
        };
        if (plan.shuffle_first) {
            plan.shuffle_last ? with_swaps.template operator()<true, true>()
                              : with_swaps.template operator()<true, false>();
        } else {
            plan.shuffle_last ? with_swaps.template operator()<false, true>()
                              : with_swaps.template operator()<false, false>();
        }
    }
};

}  // namespace merels::solve::kernels
