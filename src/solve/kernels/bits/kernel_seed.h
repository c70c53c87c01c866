// SPDX-License-Identifier: MIT
// Where the sweep starts: positions that are lost without a move.
#pragma once

#include "solve/kernels/bits/kernel_push.h"

namespace merels::solve::kernels {

template <class X>
struct Seed {
    using P = Push<X>;

    // Black is blocked when no man has an empty neighbour: his men fill whole connected components of the free points.
    // Three men fly and are never blocked.
    static void blocked(PushContext& c, std::uint32_t row) {
        const RowTable& t = *c.table;
        const Mask free = kBoardMask & ~t.men[row];
        const int most = t.most_black(t.level[row]);
        Mask components[kPoints];
        int component_count = 0;
        for (Mask rest = free; rest != 0;) {
            Mask component = P::lowest_bit(rest);
            for (Mask grown = 0; grown != component;) {
                grown = component;
                for (Mask men = grown; men != 0; men &= men - 1) component |= t.board->neighbours[lowest(men)] & free;
            }
            rest &= ~component;
            if (__builtin_popcount(component) <= most) components[component_count++] = component;
        }
        for (std::uint32_t chosen = 1; chosen < (std::uint32_t{1} << component_count); ++chosen) {
            Mask black = 0;
            for (std::uint32_t rest = chosen; rest != 0; rest &= rest - 1) black |= components[__builtin_ctz(rest)];
            const int men = __builtin_popcount(black);
            if (men > kMinMen && men <= most) P::template add<false>(c, row, P::axes(black, free));
        }
    }
};

}  // namespace merels::solve::kernels
