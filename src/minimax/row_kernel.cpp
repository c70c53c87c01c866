// SPDX-License-Identifier: MIT
#include "minimax/row_kernel.h"

#include <algorithm>
#include <bit>

namespace merels {

template <class Code>
BasicRowKernel<Code>::BasicRowKernel(const Variant& variant, const ClassTables& classes,
                                     const BasicMoverSetup<Code>& setup)
    : geometry_(geometry(variant.board)),
      all_in_mills_(variant.all_in_mills),
      most_takes_(variant.takes),
      classes_(classes),
      setup_(setup) {
    axes_ = kPoints - setup.fixed_men;
    low_axes_ = (axes_ + 1) / 2;
    all_axes_ = (std::uint32_t{1} << axes_) - 1;
    const std::size_t subsets = std::size_t{1} << axes_;
    const bool dense = axes_ <= 18;
    quiet_ = BigArray<Code>(subsets, dense);
    for (int takes = 1; takes <= most_takes_; ++takes) taken_memo_[takes - 1] = BigArray<Memo>(subsets, dense);
}

template <class Code>
void BasicRowKernel<Code>::begin(ClassIndex row) {
    const Mask fixed = classes_[setup_.fixed_men].representative(row);
    if (++stamp_ == 256) {
        for (auto& memo : taken_memo_) std::ranges::fill(memo.span(), Memo{0});
        stamp_ = 1;
    }
    begin_geometry(fixed);
    begin_removals(fixed);
    begin_quiet(row);
}

template <class Code>
void BasicRowKernel<Code>::begin_geometry(Mask fixed) {
    const Mask free = kBoardMask & ~fixed;
    int axis = 0;
    for (Mask rest = free; rest != 0; rest &= rest - 1) point_[axis++] = lowest(rest);
    for (axis = 0; axis < axes_; ++axis) {
        const Point point = point_[axis];
        neighbours_[axis] = sets_.compress(geometry_.neighbours[point], free);
        for (int i = 0; i < Geometry::kLinesOfPoint; ++i) {
            const Mask pair = geometry_.partners[point][i];
            // A set that nobody has stands for a line that cannot be closed.
            pairs_[axis][i] = (pair & ~free) != 0 ? ~std::uint32_t{0} : sets_.compress(pair, free);
        }
    }
}

template <class Code>
Mask BasicRowKernel<Code>::takeable(Mask men) const {
    Mask in_mills = 0;
    for (int i = 0; i < geometry_.line_count; ++i) {
        if ((geometry_.lines[i] & ~men) == 0) in_mills |= geometry_.lines[i];
    }
    if (in_mills != men) return men & ~in_mills;
    return all_in_mills_ == AllInMills::kAnyMayBeTaken ? men : 0;
}

template <class Code>
void BasicRowKernel<Code>::begin_removals(Mask fixed) {
    removal_count_ = {0, 0};
    const Mask first_set = takeable(fixed);
    may_take_ = first_set != 0;
    const auto add = [&](int takes, Mask taken) {
        auto& list = removals_[takes - 1];
        std::size_t& used = removal_count_[takes - 1];
        if (used == list.size()) list.emplace_back();
        fill_removal(list[used++], fixed, taken);
    };
    for (Mask firsts = first_set; firsts != 0; firsts &= firsts - 1) {
        const Mask first = firsts & (~firsts + 1);
        add(1, first);
        if (most_takes_ < 2) continue;
        const Mask second_set = takeable(fixed & ~first);
        if (second_set == 0) add(2, first);
        for (Mask seconds = second_set; seconds != 0; seconds &= seconds - 1) {
            const Mask second = seconds & (~seconds + 1);
            // Either order takes the same two: list them once where both orders are there.
            const bool again = second < first && (first_set & second) != 0 && (takeable(fixed & ~second) & first) != 0;
            if (!again) add(2, first | second);
        }
    }
}

template <class Code>
void BasicRowKernel<Code>::fill_removal(Removal& removal, Mask fixed, Mask taken) {
    const int takes = count(taken);
    const int men_left = setup_.fixed_men - takes;
    const ClassTable& classes = classes_[men_left];
    const ClassRef ref = classes.find(fixed & ~taken);
    for (int placed = 0; placed < 2; ++placed) {
        const Code* const bytes = setup_.after[takes][placed].bytes;
        const std::size_t row_size = binomial(kPoints - men_left, setup_.mover_men + placed);
        removal.row[placed] = bytes == nullptr ? nullptr : bytes + ref.index * row_size;
    }
    if (removal.row[0] == nullptr && removal.row[1] == nullptr) return;
    const Mask free = kBoardMask & ~classes.representative(ref.index);
    const auto fill = [&](std::vector<std::uint32_t>& images, int first, int size) {
        images.resize(std::size_t{1} << size);
        images[0] = 0;
        for (int axis = 0; axis < size; ++axis) {
            const Mask image = sets_.map(ref.to_representative, mask_of(point_[first + axis]));
            const std::uint32_t bit = sets_.compress(image, free);
            const std::uint32_t step = std::uint32_t{1} << axis;
            for (std::uint32_t set = 0; set < step; ++set) images[step + set] = images[set] | bit;
        }
    };
    fill(removal.low, 0, low_axes_);
    fill(removal.high, low_axes_, axes_ - low_axes_);
}

template <class Code>
void BasicRowKernel<Code>::begin_quiet(ClassIndex row) {
    for (int placed = 0; placed < 2; ++placed) {
        const Code* bytes = setup_.after[0][placed].bytes;
        if (bytes == nullptr) continue;
        const int men = setup_.mover_men + placed;
        bytes += row * std::size_t{binomial(axes_, men)};
        for_each_subset(axes_, men, [&](std::uint32_t set) { quiet_[set] = *bytes++; });
    }
}

template <class Code>
int BasicRowKernel<Code>::after_taking(std::uint32_t men, int takes, bool placed) {
    Memo& memo = taken_memo_[takes - 1][men];
    if (memo >> kCodeBits == stamp_) return static_cast<int>(memo & kBestCode);
    int best = 0;
    const auto& list = removals_[takes - 1];
    for (std::size_t i = 0; i < removal_count_[takes - 1] && best < kBestCode; ++i) {
        const Removal& removal = list[i];
        const Code* const row = removal.row[placed ? 1 : 0];
        if (row == nullptr) {
            best = kBestCode;
            break;
        }
        const std::uint32_t low = men & ((std::uint32_t{1} << low_axes_) - 1);
        const std::uint32_t image = removal.low[low] | removal.high[men >> low_axes_];
        best = std::max<int>(best, row[sets_.rank(image)]);
    }
    memo = static_cast<Memo>(static_cast<Memo>(stamp_ << kCodeBits) | static_cast<Memo>(best));
    return best;
}

template <class Code>
inline int BasicRowKernel<Code>::arrival(std::uint32_t rest, int to, bool placed) {
    const std::uint32_t men = rest | std::uint32_t{1} << to;
    int mills = 0;
    for (const std::uint32_t pair : pairs_[to]) mills += (pair & ~rest) == 0;
    if (mills == 0 || !may_take_) return quiet_[men];
    return after_taking(men, std::min(mills, most_takes_), placed);
}

template <class Code>
int BasicRowKernel<Code>::best(std::uint32_t men) {
    int best = -1;
    const std::uint32_t empty = all_axes_ & ~men;
    if (setup_.may_place) {
        for (std::uint32_t targets = empty; targets != 0; targets &= targets - 1) {
            best = std::max(best, arrival(men, std::countr_zero(targets), true));
            if (best == kBestCode) return best;
        }
    }
    if (!setup_.may_move) return best;
    for (std::uint32_t origins = men; origins != 0; origins &= origins - 1) {
        const int from = std::countr_zero(origins);
        const std::uint32_t rest = men & ~(std::uint32_t{1} << from);
        for (std::uint32_t targets = setup_.flies ? empty : neighbours_[from] & empty; targets != 0;
             targets &= targets - 1) {
            best = std::max(best, arrival(rest, std::countr_zero(targets), false));
            if (best == kBestCode) return best;
        }
    }
    return best;
}

template class BasicRowKernel<std::uint8_t>;
template class BasicRowKernel<std::uint16_t>;

}  // namespace merels
