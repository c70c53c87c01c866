// SPDX-License-Identifier: MIT
// How many lines of the board hold what, for all lines and both sides at once: each line is a bit, and three words tell
// who stands on its first end, its middle and its other end. Cost: about 120 instructions.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/search/mill_bits.h"

namespace merels::engine {

// The points of a side by their place in a line. Of the low 24 bits, bit m is the side of a ring with the middle m; the
// eight above are the lines across the rings.
struct LinePlaces {
    std::uint64_t first, middle, last;
};

constexpr LinePlaces line_places(Mask men, Mask spokes) {
    const auto across = [spokes](Mask ring) { return static_cast<std::uint64_t>(ring & spokes & 0xFF) << 24; };
    return {(previous1(men) & kMiddles) | across(men), (men & kMiddles) | across(men >> 8),
            (next1(men) & kMiddles) | across(men >> 16)};
}

// Lines of each content of evaluate.h's kLineContents, three kinds one after the other: own ones less the opponent's.
template <class Number>
constexpr void count_line_contents(Mask own, Mask other, Mask spokes, Number* out) {
    const LinePlaces o = line_places(own, spokes), t = line_places(other, spokes);
    const auto both = [](std::uint64_t a, std::uint64_t b) { return a | b << 32; };
    // The low half is seen by the side to move, the high half by the opponent.
    const std::uint64_t a = both(o.first, t.first), b = both(o.middle, t.middle), c = both(o.last, t.last);
    const std::uint64_t a2 = both(t.first, o.first), b2 = both(t.middle, o.middle), c2 = both(t.last, o.last);
    const std::uint64_t no_a = ~(a | a2), no_b = ~(b | b2), no_c = ~(c | c2);
    const std::uint64_t contents[8] = {
        no_b & ((a & no_c) | (no_a & c)),  // O**
        no_a & b & no_c,                   // *O*
        b & ((a & no_c) | (no_a & c)),     // OO*
        a & no_b & c,                      // O*O
        a & b & c,                         // OOO
        b & ((a & c2) | (a2 & c)),         // OO@
        a & b2 & c,                        // O@O
        b2 & ((a & no_c) | (no_a & c)),    // O@*
    };
    constexpr std::uint64_t kKinds[3] = {0x550055, 0x005500, 0xFF000000};
    for (int kind = 0; kind < 3; ++kind) {
        for (int i = 0; i < 8; ++i) {
            *out++ = static_cast<Number>(std::popcount(contents[i] & kKinds[kind]) -
                                         std::popcount(contents[i] & kKinds[kind] << 32));
        }
    }
}

}  // namespace merels::engine
