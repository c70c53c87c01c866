// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_index.h"

#include <memory>

namespace merels::solve {

const AxisBytes& axis_bytes() {
    static const auto tables = [] {
        auto t = std::make_unique<AxisBytes>();
        for (std::uint32_t free = 0; free < 256; ++free) {
            t->count[free] = static_cast<std::uint8_t>(std::popcount(free));
            for (std::uint32_t men = 0; men < 256; ++men) {
                t->extract[free][men] = static_cast<std::uint8_t>(to_axes(men, free));
                t->deposit[free][men] = static_cast<std::uint8_t>(to_points(men, free));
            }
        }
        return t;
    }();
    return *tables;
}

UltraIndex::UltraIndex(Board board, int most_men, WorkerPool& pool, CpuSets cpu)
    : kind_(board), bmi2_((cpu & kCpuBmi2) != 0), board_(geometry(board)), bytes_(axis_bytes()) {
    for (int s = 0; s < kSymmetries; ++s) {
        for (Mask m = 0; m < 4096; ++m) {
            low_[s][m] = map_men(static_cast<Symmetry>(s), m);
            high_[s][m] = map_men(static_cast<Symmetry>(s), m << 12);
        }
    }
    for (std::uint32_t axes = 0; axes < 4096; ++axes) {
        rank_low_[axes] = colex_rank(axes);
        for (int size = 0; size <= kMaxMen + 1; ++size) {
            std::uint32_t rank = 0;
            int k = size - std::popcount(axes);
            for (std::uint32_t rest = k < 0 ? 0 : axes; rest != 0; rest &= rest - 1) {
                rank += binomial(12 + std::countr_zero(rest), ++k);
            }
            rank_high_[size][axes] = rank;
        }
    }
    for (int men = 0; men <= most_men; ++men) {
        const auto all = Classes::get().representatives(men);
        representatives_[men].assign(all.begin(), all.end());
        stabilisers_[men].resize(all.size());
        auto& class_of = class_of_[men];
        class_of.resize(binomial(kPoints, men));
        pool.parallel_for(all.size(), 4096, [&](std::size_t first, std::size_t last, int) {
            for (std::size_t i = first; i < last; ++i) {
                stabilisers_[men][i] = stabiliser(all[i]);
                // Several symmetries may lead to the representative: the lowest one stays.
                for (int s = kSymmetries - 1; s >= 0; --s) {
                    const auto symmetry = static_cast<Symmetry>(s);
                    class_of[rank(map_men(inverse(symmetry), all[i]), men)] =
                        static_cast<std::uint32_t>(i) << 4 | static_cast<std::uint32_t>(s);
                }
            }
        });
    }
}

}  // namespace merels::solve
