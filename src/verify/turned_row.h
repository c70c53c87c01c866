// SPDX-License-Identifier: MIT
// From rows of one side's men to rows of the other's: where the positions (fixed men, mover's men) of one row of fixed
// men stand in an array that has a row for each class of the mover's men.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "minimax/point_sets.h"

namespace merels::verify {

// Not thread-safe: one for each thread.
class TurnedRow {
  public:
    // The class tables must outlive this.
    TurnedRow(const ClassTables& classes, int fixed_men, int mover_men)
        : fixed_classes_(classes[fixed_men]),
          mover_classes_(classes[mover_men]),
          axes_(kPoints - fixed_men),
          mover_men_(mover_men),
          row_size_(binomial(kPoints - mover_men, fixed_men)) {}

    // Calls visit(rank of the mover's men in the row, their axes, code of `turned`) for the whole row, in order. The
    // bytes are fetched ahead. About 20 ns each when `turned` is far larger than the caches.
    template <class Code, class Visit>
    void for_each(ClassIndex row, const Code* turned, Visit&& visit) {
        for_each_of(
            row, [](ClassIndex) { return true; }, turned, std::forward<Visit>(visit));
    }

    // The same for the positions whose place is in a row of `turned` that is wanted(row). The others cost half as much.
    template <class Wanted, class Code, class Visit>
    void for_each_of(ClassIndex row, Wanted&& wanted, const Code* turned, Visit&& visit) {
        const Mask fixed = fixed_classes_.representative(row);
        const Mask free = kBoardMask & ~fixed;
        for (Symmetry symmetry = 0; symmetry < kSymmetries; ++symmetry) images_[symmetry] = sets_.map(symmetry, fixed);
        const std::uint32_t size = binomial(axes_, mover_men_);
        std::uint32_t axes = (std::uint32_t{1} << mover_men_) - 1;
        for (std::uint32_t done = 0; done < size;) {
            const std::uint32_t block = std::min<std::uint32_t>(kBlock, size - done);
            for (std::uint32_t i = 0; i < block; ++i) {
                block_axes_[i] = axes;
                block_sets_[i] = mover_classes_.fetch(sets_.expand(axes, free));
                if (axes != 0) axes = following_subset(axes);
            }
            std::uint32_t kept = 0;
            for (std::uint32_t i = 0; i < block; ++i) {
                const ClassRef ref = mover_classes_.at(block_sets_[i]);
                if (!wanted(ref.index)) continue;
                const std::size_t place = offset(ref);
                __builtin_prefetch(turned + place);
                block_ranks_[kept] = i;
                block_places_[kept++] = place;
            }
            for (std::uint32_t i = 0; i < kept; ++i) {
                const std::uint32_t rank = block_ranks_[i];
                visit(done + rank, block_axes_[rank], turned[block_places_[i]]);
            }
            done += block;
        }
    }

  private:
    static constexpr std::uint32_t kBlock = 128;

    std::size_t offset(const ClassRef& ref) const {
        const Mask free = kBoardMask & ~mover_classes_.representative(ref.index);
        return ref.index * row_size_ + sets_.rank(sets_.compress(images_[ref.to_representative], free));
    }

    const PointSets& sets_ = PointSets::get();
    const ClassTable& fixed_classes_;
    const ClassTable& mover_classes_;
    int axes_;
    int mover_men_;
    std::size_t row_size_;
    std::array<Mask, kSymmetries> images_{};  // of the fixed men
    std::array<std::uint32_t, kBlock> block_axes_{};
    std::array<std::uint32_t, kBlock> block_sets_{};
    std::array<std::uint32_t, kBlock> block_ranks_{};  // of the wanted ones
    std::array<std::size_t, kBlock> block_places_{};
};

}  // namespace merels::verify
