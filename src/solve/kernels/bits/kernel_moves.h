// SPDX-License-Identifier: MIT
// The row-local steps: what White's taking does to a row, Black's moves, and Black's placing. Template on the vector
// type.
#pragma once

#include "merels/variant.h"
#include "solve/kernels/bits/kernel_vector.h"

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

        // As build(), for sets that complete two or more of the lines at once.
        void build_double(const RowAxes& row, int axis) {
            build(row, axis);
            V single[3];
            for (std::uint32_t i = 0; i < lines; ++i) single[i] = inside[1u << i];
            for (std::uint32_t set = 0; set < (1u << lines); ++set) {
                inside[set] = V{};
                for (std::uint32_t i = 0; i < lines; ++i) {
                    for (std::uint32_t j = 0; j < i; ++j) {
                        if ((set >> i & set >> j & 1) != 0) inside[set] |= single[i] & single[j];
                    }
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

    // Calls body(h) for all addresses h that have none of the bits `without`.
    template <class Body>
    static void for_addresses(std::uint32_t vectors, std::uint32_t without, Body&& body) {
        const std::uint32_t iterate = (vectors - 1) & ~without;
        std::uint32_t h = 0;
        do {
            body(h);
            h = (h - iterate) & iterate;
        } while (h != 0);
    }

    static constexpr std::uint32_t address_bit(int axis) {
        return axis < X::kAxes ? 0 : std::uint32_t{1} << (axis - X::kAxes);
    }

    // arrive(C) = "Black, arriving on q beside the men C, is not lost", for all C without q. `not_won`: the complement
    // of White's wins, `differ`: what choosing the wins after a capture instead changes.
    static void arrive_on(int q, V* arrive, const V* not_won, const V* differ, const RowAxes& row) {
        const std::uint32_t vectors = std::uint32_t{1} << (row.axes - X::kAxes);
        MillMask mills;
        mills.build(row, q);
        if (q >= X::kAxes) {
            const std::uint32_t bit = address_bit(q);
            if (mills.lines == 0) {
                for_addresses(vectors, bit, [&](std::uint32_t h) { arrive[h] = not_won[h | bit]; });
            } else {
                for_addresses(vectors, bit,
                              [&](std::uint32_t h) { arrive[h] = not_won[h | bit] ^ (differ[h | bit] & mills.at(h)); });
            }
            return;
        }
        unrolled<X::kAxes>([&](auto axis) {
            if (axis != q) return;
            const V outside = ~axis_mask<X>(axis);
            if (mills.lines == 0) {
                for (std::uint32_t h = 0; h < vectors; ++h) arrive[h] = move_down<X, axis>(not_won[h]) & outside;
            } else {
                for (std::uint32_t h = 0; h < vectors; ++h) {
                    arrive[h] = move_down<X, axis>(not_won[h] ^ (differ[h] & mills.at(h))) & outside;
                }
            }
        });
    }

    // not_lost(B) = OR over p in B, q next to p and not in B, of arrive_q(B - p). One q after the other; each of its
    // neighbours p takes the row of arrivals, moved up along p.
    static void not_lost(Word* not_lost_row, const Word* wins_row, Word* after_capture_row, const RowAxes& row,
                         Word* scratch_row) {
        V* result = reinterpret_cast<V*>(not_lost_row);
        const V* wins = reinterpret_cast<const V*>(wins_row);
        V* differ = reinterpret_cast<V*>(after_capture_row);
        const std::uint32_t vectors = std::uint32_t{1} << (row.axes - X::kAxes);
        V* not_won = reinterpret_cast<V*>(scratch_row);
        V* arrive = not_won + vectors;
        for (std::uint32_t h = 0; h < vectors; ++h) {
            differ[h] ^= wins[h];  // choosing by mill is then one AND and one XOR
            not_won[h] = ~wins[h];
            result[h] = V{};
        }
        for (int q = 0; q < row.axes; ++q) {
            if (row.neighbours[q] == 0) continue;
            arrive_on(q, arrive, not_won, differ, row);
            for (AxisSet rest = row.neighbours[q]; rest != 0; rest &= rest - 1) {
                const int p = __builtin_ctz(rest);
                if (p >= X::kAxes) {
                    const std::uint32_t bit = address_bit(p);
                    for_addresses(vectors, bit | address_bit(q),
                                  [&](std::uint32_t h) { result[h | bit] |= arrive[h]; });
                    continue;
                }
                unrolled<X::kAxes>([&](auto axis) {
                    if (axis != p) return;
                    const V inside = axis_mask<X>(axis);
                    for_addresses(vectors, address_bit(q),
                                  [&](std::uint32_t h) { result[h] |= move_up<X, axis>(arrive[h]) & inside; });
                });
            }
        }
    }

    // not_lost(B) = OR over q not in B of "White does not win after Black has placed on q".
    static void place_not_lost(Word* not_lost_row, const Word* wins_row, const Word* once_row, const Word* twice_row,
                               const RowAxes& row, Word* scratch_row) {
        V* result = reinterpret_cast<V*>(not_lost_row);
        const V* wins = reinterpret_cast<const V*>(wins_row);
        const V* once = reinterpret_cast<const V*>(once_row);
        const V* twice = reinterpret_cast<const V*>(twice_row);
        const std::uint32_t vectors = std::uint32_t{1} << (row.axes - X::kAxes);
        V* not_won = reinterpret_cast<V*>(scratch_row);
        V* differ = not_won + vectors;  // what one mill changes
        V* further = differ + vectors;  // what a second one changes beyond that
        for (std::uint32_t h = 0; h < vectors; ++h) {
            not_won[h] = ~wins[h];
            differ[h] = once[h] ^ wins[h];
            if (twice != nullptr) further[h] = twice[h] ^ once[h];
            result[h] = V{};
        }
        for (int q = 0; q < row.axes; ++q) {
            MillMask mills, pairs;
            mills.build(row, q);
            const bool doubled = twice != nullptr && mills.lines > 1;
            if (doubled) pairs.build_double(row, q);
            const auto placed = [&](std::uint32_t h) {
                V value = not_won[h];
                if (mills.lines != 0) value ^= differ[h] & mills.at(h);
                if (doubled) value ^= further[h] & pairs.at(h);
                return value;
            };
            if (const std::uint32_t bit = address_bit(q); bit != 0) {
                for_addresses(vectors, bit, [&](std::uint32_t h) { result[h] |= placed(h | bit); });
                continue;
            }
            unrolled<X::kAxes>([&](auto axis) {
                if (axis != q) return;
                const V outside = ~axis_mask<X>(axis);
                for (std::uint32_t h = 0; h < vectors; ++h) result[h] |= move_down<X, axis>(placed(h)) & outside;
            });
        }
    }
};

}  // namespace merels::solve::kernels
