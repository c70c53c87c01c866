// SPDX-License-Identifier: MIT
// RapidCheck generators for tests: variants with any start, and positions of every kind. Only tests include this.
#pragma once

#include <rapidcheck.h>

#include <algorithm>

#include "merels/position.h"
#include "merels/variant.h"

namespace merels::testing {

inline rc::Gen<Variant> any_variant() {
    return rc::gen::resize(
        rc::kNominalSize, rc::gen::exec([] {
            Variant v = *rc::gen::elementOf(std::vector<Variant>(all_variants().begin(), all_variants().end()));
            if (*rc::gen::inRange(0, 2) == 1) {
                v.white_men = static_cast<std::uint8_t>(*rc::gen::inRange(kMinMen, kMaxMen + 1));
                v.black_men = static_cast<std::uint8_t>(*rc::gen::inRange(kMinMen, kMaxMen + 1));
            }
            return v;
        }));
}

// Any position that the variant allows, reachable or not. Few men are as likely as many, so flying sides, blocked sides
// and finished games all occur.
inline rc::Gen<Position> any_position(const Variant& variant) {
    // At full size from the first case on: small cases are found by the ranges themselves.
    return rc::gen::resize(
        rc::kNominalSize, rc::gen::exec([variant] {
            Position p;
            p.to_move = *rc::gen::element(Side::kWhite, Side::kBlack);
            const int white = *rc::gen::inRange(0, variant.white_men + 1);
            const int black = *rc::gen::inRange(0, variant.black_men + 1);
            for (int man = 0; man < white + black; ++man) {
                // The nth empty point.
                int skip = *rc::gen::inRange(0, kPoints - man);
                Mask empty = p.empty();
                for (; skip > 0; --skip) empty &= empty - 1;
                p.men[man < white ? 0 : 1] |= mask_of(lowest(empty));
            }
            p.hand[0] = static_cast<std::uint8_t>(*rc::gen::inRange(0, variant.white_men - white + 1));
            p.hand[1] = static_cast<std::uint8_t>(*rc::gen::inRange(0, variant.black_men - black + 1));
            if (*rc::gen::inRange(0, 3) == 0) p.hand = {0, 0};
            return p;
        }));
}

}  // namespace merels::testing
