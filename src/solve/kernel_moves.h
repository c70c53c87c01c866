// SPDX-License-Identifier: MIT
// The two row-local steps: what White's taking does to a row, and Black's moves. Template on the vector type.
#pragma once

#include <cstring>

#include "merels/variant.h"
#include "solve/kernel_vector.h"

namespace merels::solve::kernels {

template <class X>
struct Moves {
    using V = typename X::V;

    // The sets of Black's men that have a mill through one axis (the man there not counted), as a function of the
    // vector's address: each line is a set of address bits that must be there, and a mask within the vector.
    struct MillMask {
        std::uint32_t lines = 0;
        std::uint32_t address[3];
        V inside[8];  // by set of lines whose address bits are there

        void build(const RowAxes& row, int axis) {
            lines = row.line_count[axis];
            V line_mask[3];
            for (std::uint32_t i = 0; i < lines; ++i) {
                address[i] = 0;
                line_mask[i] = ~V{};
                for (const int partner : {row.lines[axis][i].first, row.lines[axis][i].second}) {
                    if (partner < X::kAxes) {
                        line_mask[i] &= axis_mask<X>(partner);
                    } else {
                        address[i] |= std::uint32_t{1} << (partner - X::kAxes);
                    }
                }
            }
            for (std::uint32_t set = 0; set < (1u << lines); ++set) {
                inside[set] = V{};
                for (std::uint32_t i = 0; i < lines; ++i) {
                    if (set >> i & 1) inside[set] |= line_mask[i];
                }
            }
        }

        V at(std::uint32_t h) const {
            std::uint32_t set = (h & address[0]) == address[0];
            if (lines > 1) set |= static_cast<std::uint32_t>((h & address[1]) == address[1]) << 1;
            if (lines > 2) set |= static_cast<std::uint32_t>((h & address[2]) == address[2]) << 2;
            return inside[set];
        }
    };

    // image(B) = OR over removable x in B of lost(B - x). A man is removable when he is in no mill, or when all men
    // are in mills and the rule allows it. Where the rule protects them all, the mill takes nothing: image = lost.
    static void capture_image(Word* image_row, const Word* lost_row, const RowAxes& row, AllInMills rule) {
        V* image = reinterpret_cast<V*>(image_row);
        const V* lost = reinterpret_cast<const V*>(lost_row);
        const std::uint32_t vectors = std::uint32_t{1} << (row.axes - X::kAxes);
        MillMask mills[kPoints];
        for (int x = 0; x < row.axes; ++x) mills[x].build(row, x);
        for (std::uint32_t h = 0; h < vectors; ++h) {
            const V here = lost[h];
            V taken{};
            V some_loose{};  // sets with a man outside mills
            unrolled<X::kAxes>([&](auto x) {
                V loose = axis_mask<X>(x);
                if (mills[x].lines != 0) loose &= ~mills[x].at(h);
                some_loose |= loose;
                taken |= move_up<X, x>(here) & loose;
            });
            for (std::uint32_t rest = h; rest != 0; rest &= rest - 1) {
                const int x = X::kAxes + __builtin_ctz(rest);
                const V source = lost[h ^ (rest & (~rest + 1))];
                if (mills[x].lines != 0) {
                    const V mill = mills[x].at(h);
                    some_loose |= ~mill;
                    taken |= source & ~mill;
                } else {
                    some_loose = ~V{};
                    taken |= source;
                }
            }
            if (X::any(~some_loose)) {
                V any{};
                if (rule == AllInMills::kNoneMayBeTaken) {
                    any = here;
                } else {
                    unrolled<X::kAxes>([&](auto x) { any |= move_up<X, x>(here) & axis_mask<X>(x); });
                    for (std::uint32_t rest = h; rest != 0; rest &= rest - 1) any |= lost[h ^ (rest & (~rest + 1))];
                }
                taken |= any & ~some_loose;
            }
            image[h] = taken;
        }
    }

    struct NeighbourList {
        std::uint8_t count = 0;
        std::uint8_t axis[4];
    };

    // With arrive_q(C) = "Black, arriving on q beside the men C, is not lost":
    //   not_lost(B) = OR over p in B, q next to p and not in B, of arrive_q(B - p).
    // So for each C all arrive_q are made once, and for each p not in C the OR over p's neighbours goes to C + p. One
    // pass over the vectors does both: what a vector contributes to others goes to higher addresses only.
    static void not_lost(Word* not_lost_row, const Word* wins_row, Word* after_capture_row, const RowAxes& row,
                         int most_men) {
        V* result = reinterpret_cast<V*>(not_lost_row);
        const V* wins = reinterpret_cast<const V*>(wins_row);
        V* differ = reinterpret_cast<V*>(after_capture_row);
        const std::uint32_t vectors = std::uint32_t{1} << (row.axes - X::kAxes);
        for (std::uint32_t h = 0; h < vectors; ++h) {
            differ[h] ^= wins[h];  // choosing by mill is then one AND and one XOR
            result[h] = V{};
        }

        MillMask mills[kPoints];
        NeighbourList neighbours[kPoints];
        constexpr int kNever = kPoints;  // an entry of `arrive` that stays empty
        V arrive[kPoints + 1];
        arrive[kNever] = V{};
        std::uint32_t mobile = 0;  // address axes with a neighbour
        for (int p = 0; p < row.axes; ++p) {
            mills[p].build(row, p);
            NeighbourList& list = neighbours[p];
            for (AxisSet rest = row.neighbours[p]; rest != 0; rest &= rest - 1) {
                list.axis[list.count++] = static_cast<std::uint8_t>(__builtin_ctz(rest));
            }
            for (int i = list.count; i < 4; ++i) list.axis[i] = kNever;
            if (p >= X::kAxes && list.count != 0) mobile |= std::uint32_t{1} << (p - X::kAxes);
        }
        const auto leave_to = [&](int p) {
            const NeighbourList& list = neighbours[p];
            V some = arrive[list.axis[0]] | arrive[list.axis[1]];
            if (list.count > 2) some |= arrive[list.axis[2]] | arrive[list.axis[3]];
            return some;
        };

        for (std::uint32_t h = 0; h < vectors; ++h) {
            if (__builtin_popcount(h) > most_men) continue;
            const V won = wins[h];
            const V diff = differ[h];
            unrolled<X::kAxes>([&](auto q) {
                if (neighbours[q].count == 0) return;
                V lost = won;
                if (mills[q].lines != 0) lost ^= diff & mills[q].at(h);
                arrive[q] = ~(move_down<X, q>(lost) | axis_mask<X>(q));
            });
            for (std::uint32_t rest = h & mobile; rest != 0; rest &= rest - 1) {
                arrive[X::kAxes + __builtin_ctz(rest)] = V{};
            }
            const std::uint32_t can_enter = ~h & mobile;
            for (std::uint32_t rest = can_enter; rest != 0; rest &= rest - 1) {
                const int q = X::kAxes + __builtin_ctz(rest);
                const std::uint32_t with = h | (rest & (~rest + 1));
                V lost = wins[with];
                if (mills[q].lines != 0) lost ^= differ[with] & mills[q].at(with);
                arrive[q] = ~lost;
            }
            V here = result[h];
            unrolled<X::kAxes>([&](auto p) {
                if (neighbours[p].count == 0) return;
                here |= move_up<X, p>(leave_to(p)) & axis_mask<X>(p);
            });
            result[h] = here;
            for (std::uint32_t rest = can_enter; rest != 0; rest &= rest - 1) {
                result[h | (rest & (~rest + 1))] |= leave_to(X::kAxes + __builtin_ctz(rest));
            }
        }
    }
};

}  // namespace merels::solve::kernels
