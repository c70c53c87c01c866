// SPDX-License-Identifier: MIT
// Three men of the cube side fly: each set of three reads every set that has two men with it in common. Going by pairs
// is ten times cheaper than going by sets: for each pair that stays the worst arrival of the third man, and the worst
// one on another axis, which the set that already has a man on the first one needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "solve/rows/row_axes.h"

namespace merels::solve {

// arrivals(a, b) gives a function of an axis q: the value of {a, b, q} when the man on q came last. write(set, worst)
// is called for every set of three axes.
template <class Arrivals, class Write>
void worst_flights(int axes, Arrivals&& arrivals, Write&& write) {
    struct Worst {
        std::uint8_t first = 0;
        std::uint8_t second = 0;
        std::int8_t axis = -1;  // of the first
    };
    std::array<std::array<Worst, kPoints>, kPoints> worst;
    for (int b = 1; b < axes; ++b) {
        for (int a = 0; a < b; ++a) {
            Worst& w = worst[a][b] = {};
            const auto arrival = arrivals(a, b);
            for (int q = 0; q < axes; ++q) {
                if (q == a || q == b) continue;
                const std::uint8_t value = arrival(q);
                if (value >= w.first) {
                    w.second = w.first;
                    w.first = value;
                    w.axis = static_cast<std::int8_t>(q);
                } else if (value > w.second) {
                    w.second = value;
                }
            }
        }
    }
    const auto without = [](const Worst& w, int axis) { return w.axis == axis ? w.second : w.first; };
    for (int c = 2; c < axes; ++c) {
        for (int b = 1; b < c; ++b) {
            for (int a = 0; a < b; ++a) {
                write(AxisSet{1} << a | AxisSet{1} << b | AxisSet{1} << c,
                      std::max({without(worst[b][c], a), without(worst[a][c], b), without(worst[a][b], c)}));
            }
        }
    }
}

}  // namespace merels::solve
