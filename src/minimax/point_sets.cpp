// SPDX-License-Identifier: MIT
#include "minimax/point_sets.h"

namespace merels {

PointSets::PointSets() {
    for (std::uint32_t free = 0; free < 256; ++free) {
        size_[free] = static_cast<std::uint8_t>(std::popcount(free));
        for (std::uint32_t set = 0; set < 256; ++set) {
            compress_[free][set] = static_cast<std::uint8_t>(to_axes(set, free));
            expand_[free][set] = static_cast<std::uint8_t>(to_points(set, free));
        }
    }
    for (std::uint32_t half = 0; half < 4096; ++half) {
        low_[half] = {static_cast<std::uint16_t>(colex_rank(half)), static_cast<std::uint16_t>(std::popcount(half))};
        for (int below = 0; below <= 12; ++below) {
            int k = below;
            for (std::uint32_t rest = half; rest != 0; rest &= rest - 1) {
                high_[half][below] += binomial(12 + std::countr_zero(rest), ++k);
            }
        }
    }
    for (Symmetry symmetry = 0; symmetry < kSymmetries; ++symmetry) {
        for (int byte = 0; byte < 3; ++byte) {
            for (Mask set = 0; set < 256; ++set) image_[symmetry][byte][set] = map_men(symmetry, set << 8 * byte);
        }
    }
}

const PointSets& PointSets::get() {
    static const PointSets instance;
    return instance;
}

ClassTable::ClassTable(int men) : sets_(PointSets::get()) {
    constexpr std::uint32_t kUnset = ~std::uint32_t{0};
    const auto representatives = Classes::get().representatives(men);
    representatives_.assign(representatives.begin(), representatives.end());
    entry_.assign(binomial(kPoints, men), kUnset);
    for (ClassIndex index = 0; index < representatives_.size(); ++index) {
        // `back` maps the image onto the representative; the lowest-numbered one that does so stays.
        for (Symmetry back = 0; back < kSymmetries; ++back) {
            std::uint32_t& entry = entry_[sets_.rank(map_men(inverse(back), representatives_[index]))];
            if (entry == kUnset) entry = index << 4 | back;
        }
        stabiliser_.push_back(merels::stabiliser(representatives_[index]));
    }
}

}  // namespace merels
