// SPDX-License-Identifier: MIT
// Where the sweep starts: positions that are decided without looking at another row.
#pragma once

#include "solve/kernel_push.h"

namespace merels::solve::kernels {

template <class X>
struct Seed {
    using P = Push<X>;

    // Black is blocked when no man has an empty neighbour: his men fill whole connected components of the free points.
    // Three men fly and are never blocked.
    static void blocked(PushContext& c, std::uint32_t row) {
        const RowTable& t = *c.table;
        const Mask free = kBoardMask & ~t.men[row];
        Mask components[kPoints];
        int component_count = 0;
        for (Mask rest = free; rest != 0;) {
            Mask component = P::lowest_bit(rest);
            for (Mask grown = 0; grown != component;) {
                grown = component;
                for (Mask men = grown; men != 0; men &= men - 1) component |= t.board->neighbours[lowest(men)] & free;
            }
            rest &= ~component;
            if (__builtin_popcount(component) <= t.max_men) components[component_count++] = component;
        }
        for (std::uint32_t chosen = 1; chosen < (std::uint32_t{1} << component_count); ++chosen) {
            Mask black = 0;
            for (std::uint32_t rest = chosen; rest != 0; rest &= rest - 1) black |= components[__builtin_ctz(rest)];
            const int men = __builtin_popcount(black);
            if (men > kMinMen && men <= t.max_men) P::template add<false>(c, row, P::axes(black, free));
        }
    }

    // White closes a mill against three men, one of whom may be taken.
    static void last_capture(PushContext& c, std::uint32_t row) {
        const RowTable& t = *c.table;
        const Geometry& board = *t.board;
        const Mask men = t.men[row];
        const Mask free = kBoardMask & ~men;
        Mask targets = 0;  // points where some white man can close a mill
        for (Mask rest = free; rest != 0; rest &= rest - 1) {
            const Point to = lowest(rest);
            for (Mask from = t.level[row] == kMinMen ? men : board.neighbours[to] & men; from != 0; from &= from - 1) {
                if (board.mills_at(men ^ P::lowest_bit(from), to) != 0) targets |= mask_of(to);
            }
        }
        if (targets == 0) return;
        for (Mask a = free; a != 0; a &= a - 1) {
            for (Mask b = a & (a - 1); b != 0; b &= b - 1) {
                for (Mask d = b & (b - 1); d != 0; d &= d - 1) {
                    const Mask black = P::lowest_bit(a) | P::lowest_bit(b) | P::lowest_bit(d);
                    if ((targets & ~black) == 0) continue;
                    if (t.rule == AllInMills::kNoneMayBeTaken && board.in_mills(black) == black) continue;
                    P::template add<true>(c, row, P::axes(black, free));
                }
            }
        }
    }
};

}  // namespace merels::solve::kernels
