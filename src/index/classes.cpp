// SPDX-License-Identifier: MIT
#include "index/classes.h"

namespace merels {

Classes::Classes() : entry_(std::size_t{1} << kPoints, ~std::uint32_t{0}) {
    // Ascending masks: the first one of an orbit that is met is its smallest. Symmetries are tried in ascending order
    // and the first that fits stays, so the choice does not depend on anything else.
    for (Mask men = 0; men <= kBoardMask; ++men) {
        const int n = count(men);
        if (n > kMostMen || entry_[men] != ~std::uint32_t{0}) continue;
        const auto index = static_cast<std::uint32_t>(representatives_[n].size());
        representatives_[n].push_back(men);
        for (int s = 0; s < kSymmetries; ++s) {
            // `back` maps the image onto the representative.
            const auto back = static_cast<Symmetry>(s);
            std::uint32_t& entry = entry_[map_men(inverse(back), men)];
            if (entry == ~std::uint32_t{0}) entry = index << 4 | back;
        }
    }
}

const Classes& Classes::get() {
    static const Classes instance;
    return instance;
}

std::uint16_t stabiliser(Mask men) {
    std::uint16_t result = 0;
    for (int s = 1; s < kSymmetries; ++s) {
        if (map_men(static_cast<Symmetry>(s), men) == men) result |= static_cast<std::uint16_t>(1u << s);
    }
    return result;
}

}  // namespace merels
