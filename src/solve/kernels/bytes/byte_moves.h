// SPDX-License-Identifier: MIT
// The row-local steps of rows of bytes: takings, placings and slides. Template on the vector type.
//
// A vector holds the low axes of a row, the others are bits of the vector's number. A condition on a set of axes, such
// as "both partners of this mill line are occupied", is then a test of the vector's number and a constant set of bytes.
//
// Kernel files are compiled with their own instruction set options, so nothing here may leak into other files:
// everything is a member of a template on the vector type (one type a file). A vector type X has
//   X::V, X::kAxes               a vector of bytes, and how many axes lie inside it
//   X::M                         a set of its bytes, with & | ~; X::none(), X::all(), X::is_all(m)
//   X::contains(axes)            the bytes whose number contains these inner axes
//   X::load(bytes), X::store(bytes, v), X::zero(), X::ones()
//   X::all_ones(v)               whether every byte is 255
//   X::max(u, v), X::add_one(v)  the sum stays at 255
//   X::blend(u, v, m)            v on m, u elsewhere
//   X::min_outside(u, v, m)      the minimum, but u on m
//   X::min_without(u, v, x, m)   u, and for bytes with axis x outside m: the minimum with v at the number without x
//   X::max_with(u, v, x)         u, and for bytes without axis x: the maximum with v at the number with x
//   X::Shuffle, X::make_shuffle(from, to), X::shuffle(v, s)   from, to: sets of at most one inner axis. For bytes with
//                                `from` and without `to`: v at the number without the one and with the other; others: 0
//   X::extract(bits, mask)       pext
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "merels/variant.h"
#include "solve/rows/row_axes.h"

namespace merels::solve::kernels {

template <class X>
struct ByteMoves {
    using V = typename X::V;
    using M = typename X::M;

    static constexpr std::uint32_t kInner = (std::uint32_t{1} << X::kAxes) - 1;

    static std::size_t offset(std::uint32_t v) { return std::size_t{v} << X::kAxes; }
    static V vector_of(const std::uint8_t* row, std::uint32_t v) { return X::load(row + offset(v)); }
    static std::uint32_t vectors_of(const RowAxes& axes) { return std::uint32_t{1} << (axes.axes - X::kAxes); }
    static std::uint32_t lowest(std::uint32_t set) { return set & (~set + 1); }

    // Where a man on one axis stands in a mill (or would close one), by the number of the vector: the bits of the
    // number that matter (the outer partners of the lines, at most six) select the set of bytes.
    struct MillMasks {
        std::uint32_t partners = 0;  // outer bits
        int lines = 0;
        M one[64];  // at least one line is complete
        M two[64];  // at least two

        template <bool kTwice>
        void make(const RowAxes& axes, int axis) {
            lines = axes.line_count[axis];
            partners = 0;
            std::uint32_t outer[3];
            M inner[3];
            for (int i = 0; i < lines; ++i) {
                const RowAxes::Line line = axes.lines[axis][i];
                const std::uint32_t set = std::uint32_t{1} << line.first | std::uint32_t{1} << line.second;
                outer[i] = set >> X::kAxes;
                inner[i] = X::contains(set & kInner);
                partners |= outer[i];
            }
            const int choices = 1 << std::popcount(partners);
            for (int i = 0; i < lines; ++i) outer[i] = X::extract(outer[i], partners);
            for (int c = 0; c < choices; ++c) {
                M some = X::none();
                M more = X::none();
                for (int i = 0; i < lines; ++i) {
                    if ((static_cast<std::uint32_t>(c) & outer[i]) != outer[i]) continue;
                    if (kTwice) more = more | (some & inner[i]);
                    some = some | inner[i];
                }
                one[c] = some;
                if (kTwice) two[c] = more;
            }
        }
        std::uint32_t choice(std::uint32_t number) const { return X::extract(number, partners); }
        M at(std::uint32_t number) const { return one[choice(number)]; }
    };

    // ---- the row side takes a man ----

    // The best over all men of the sets of a vector; kNotWon for the empty set.
    static V take_any(const std::uint8_t* row, std::uint32_t v, V own) {
        V any = X::ones();
        for (int x = 0; x < X::kAxes; ++x) any = X::min_without(any, own, x, X::none());
        for (std::uint32_t rest = v; rest != 0; rest &= rest - 1) {
            any = X::min_outside(any, vector_of(row, v ^ lowest(rest)), X::none());
        }
        return any;
    }

    // The image of one vector; with_lines: outer axes that can be in a mill at all.
    static V take_best(const std::uint8_t* row, std::uint32_t v, const MillMasks* mills, std::uint32_t with_lines,
                       AllInMills rule) {
        const V own = vector_of(row, v);
        V best = X::ones();
        M some_free = X::none();  // some man stands in no mill
#pragma GCC unroll 6
        for (int x = 0; x < X::kAxes; ++x) {
            const M mill = mills[x].at(v);
            best = X::min_without(best, own, x, mill);
            some_free = some_free | (X::contains(std::uint32_t{1} << x) & ~mill);
        }
        for (std::uint32_t rest = v & ~with_lines; rest != 0; rest &= rest - 1) {
            best = X::min_outside(best, vector_of(row, v ^ lowest(rest)), X::none());
            some_free = X::all();
        }
        for (std::uint32_t rest = v & with_lines; rest != 0; rest &= rest - 1) {
            const M mill = mills[X::kAxes + std::countr_zero(rest)].at(v);
            best = X::min_outside(best, vector_of(row, v ^ lowest(rest)), mill);
            some_free = some_free | ~mill;
        }
        if (X::is_all(some_free)) return best;
        // Somewhere all men stand in mills, or there are none.
        return X::min_outside(best, rule == AllInMills::kAnyMayBeTaken ? take_any(row, v, own) : own, some_free);
    }

    static void capture_min(std::uint8_t* image, const std::uint8_t* row, const RowAxes& axes, AllInMills rule,
                            int most) {
        MillMasks mills[kPoints];
        std::uint32_t with_lines = 0;
        for (int x = 0; x < axes.axes; ++x) {
            mills[x].template make<false>(axes, x);
            if (mills[x].lines > 0) with_lines |= std::uint32_t{1} << x;
        }
        for (std::uint32_t v = 0; v < vectors_of(axes); ++v) {
            if (std::popcount(v) > most) continue;
            X::store(image + offset(v), take_best(row, v, mills, with_lines >> X::kAxes, rule));
        }
        image[0] = row[0];  // nothing to take
    }

    // ---- the cube side places ----

    struct Placing {
        const std::uint8_t* row;
        const std::uint8_t* once;
        const std::uint8_t* twice;
        std::uint32_t with_lines = 0;
        MillMasks mills[kPoints];
    };

    // Values after arriving on q, for the sets of vector `after`; the lines are judged by the vector's number `v`.
    template <bool kTwice>
    static V arrive(const Placing& p, int q, std::uint32_t v, std::uint32_t after) {
        const MillMasks& mills = p.mills[q];
        const std::uint32_t c = mills.choice(v);
        const V x = X::blend(vector_of(p.row, after), vector_of(p.once, after), mills.one[c]);
        return kTwice ? X::blend(x, vector_of(p.twice, after), mills.two[c]) : x;
    }

    template <bool kTwice>
    static V place_worst(const Placing& p, std::uint32_t v, std::uint32_t vectors) {
        const V own = vector_of(p.row, v);
        V worst = X::zero();
#pragma GCC unroll 6
        for (int q = 0; q < X::kAxes; ++q) {
            worst = X::max_with(worst, p.with_lines >> q & 1 ? arrive<kTwice>(p, q, v, v) : own, q);
        }
        const std::uint32_t with_lines = p.with_lines >> X::kAxes;
        const std::uint32_t empty = ~v & (vectors - 1);
        for (std::uint32_t rest = empty & ~with_lines; rest != 0; rest &= rest - 1) {
            worst = X::max(worst, vector_of(p.row, v | lowest(rest)));
        }
        std::uint32_t rest = empty & with_lines;
        if (X::all_ones(worst)) rest = 0;  // nothing is won: it cannot get worse
        for (; rest != 0; rest &= rest - 1) {
            const int q = X::kAxes + std::countr_zero(rest);
            worst = X::max(worst, arrive<kTwice>(p, q, v, v | lowest(rest)));
        }
        return worst;
    }

    template <bool kTwice>
    static void place_rows(std::uint8_t* row, const std::uint8_t* once, const std::uint8_t* twice, const RowAxes& axes,
                           int most) {
        Placing p;
        p.row = row;
        p.once = once;
        p.twice = twice;
        for (int q = 0; q < axes.axes; ++q) {
            if (axes.line_count[q] == 0) continue;
            p.mills[q].template make<kTwice>(axes, q);
            p.with_lines |= std::uint32_t{1} << q;
        }
        for (std::uint32_t v = 0; v < vectors_of(axes); ++v) {
            if (std::popcount(v) > most) continue;
            X::store(row + offset(v), place_worst<kTwice>(p, v, vectors_of(axes)));
        }
    }

    static void place_max(std::uint8_t* row, const std::uint8_t* once, const std::uint8_t* twice, const RowAxes& axes,
                          int most) {
        if (twice != nullptr) {
            place_rows<true>(row, once, twice, axes, most);
        } else {
            place_rows<false>(row, once, twice, axes, most);
        }
    }

    // ---- the cube side slides ----

    // One man from axis p to axis q, one of them inside the vector.
    struct InnerSlide {
        typename X::Shuffle shuffle;
        std::uint32_t origin;  // outer bit of p, 0 when it is an inner axis
        std::uint32_t target;
        int q;
    };
    struct Slides {
        MillMasks mills[kPoints];
        std::uint32_t origins[kPoints];  // by axis: the outer axes from which a man gets to this outer axis
        std::uint32_t targets = 0;       // outer axes that have some
        InnerSlide inner[kPoints * 4];   // those that change what is inside a vector
        int inner_count = 0;

        explicit Slides(const RowAxes& axes) {
            for (int q = 0; q < axes.axes; ++q) {
                mills[q].template make<false>(axes, q);
                origins[q] = 0;
                for (AxisSet from = axes.neighbours[q]; from != 0; from &= from - 1) add(std::countr_zero(from), q);
            }
        }
        void add(int p, int q) {
            const std::uint32_t from = std::uint32_t{1} << p;
            const std::uint32_t to = std::uint32_t{1} << q;
            if (p < X::kAxes || q < X::kAxes) {
                inner[inner_count++] = {X::make_shuffle(from & kInner, to & kInner), from >> X::kAxes, to >> X::kAxes,
                                        q};
            } else {
                origins[q] |= from >> X::kAxes;
                targets |= to >> X::kAxes;
            }
        }
    };

    // Most positions have a way out, so that looking stops early: first the slides that concern all sets of a vector.
    static V slide_worst(const std::uint8_t* row, const std::uint8_t* once, const Slides& slides, std::uint32_t v) {
        const auto arrival = [&](int q, std::uint32_t after) {
            const V x = vector_of(row, after);
            const MillMasks& mills = slides.mills[q];
            return mills.lines == 0 ? x : X::blend(x, vector_of(once, after), mills.at(after));
        };
        V worst = X::zero();
        for (std::uint32_t rest = ~v & slides.targets; rest != 0; rest &= rest - 1) {
            const int q = X::kAxes + std::countr_zero(rest);
            const std::uint32_t with = v | lowest(rest);
            for (std::uint32_t from = v & slides.origins[q]; from != 0; from &= from - 1) {
                worst = X::max(worst, arrival(q, with ^ lowest(from)));
                if (X::all_ones(worst)) return worst;
            }
        }
        for (int i = 0; i < slides.inner_count; ++i) {
            const InnerSlide& s = slides.inner[i];
            if ((v & s.origin) != s.origin || (v & s.target) != 0) continue;
            worst = X::max(worst, X::shuffle(arrival(s.q, (v ^ s.origin) | s.target), s.shuffle));
            if (X::all_ones(worst)) return worst;
        }
        return worst;
    }

    static void slide_max(std::uint8_t* out, const std::uint8_t* row, const std::uint8_t* once, const RowAxes& axes,
                          int most) {
        const Slides slides(axes);
        for (std::uint32_t v = 0; v < vectors_of(axes); ++v) {
            if (std::popcount(v) <= most) X::store(out + offset(v), slide_worst(row, once, slides, v));
        }
    }

    static void increment(std::uint8_t* row, std::size_t bytes) {
        for (std::size_t i = 0; i < bytes; i += kInner + 1) X::store(row + i, X::add_one(X::load(row + i)));
    }
};

}  // namespace merels::solve::kernels
