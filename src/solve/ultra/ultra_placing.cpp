// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_placing.h"

namespace merels::solve {
namespace {

template <class Code>
Code choose(Code quiet, Code taken, std::int16_t mask) {
    return mask != 0 ? taken : quiet;
}

}  // namespace

template <class Code>
PlacingRow<Code>::PlacingRow(const UltraIndex& index, const TurnSources<Code>& turns)
    : blocks_(index, turns, true),
      before_(block_begins(kPoints - turns.subspace.other, turns.subspace.own)),
      after_(block_begins(kPoints - turns.subspace.other, turns.subspace.own + 1)) {}

// The sets after the turn enter the codes of those before it, block by block.
template <class Code>
void PlacingRow<Code>::run(TurnRow<Code>& row, Code* codes) {
    blocks_.begin(row);
    std::fill_n(codes, binomial(std::popcount(row.free()), blocks_.men() - 1), UltraRule<Code>::kNone);
    for (std::uint32_t high = 0; high < after_.size(); ++high) {
        if (!is_block(high, blocks_.men())) continue;
        const int men = blocks_.men() - std::popcount(high);  // on low axes
        const Code* const here = row.quiet_placings() + after_[high];
        blocks_.look(high);
        for (std::uint32_t rest = high; rest != 0; rest &= rest - 1) {
            const std::uint32_t axis = rest & (~rest + 1);
            enter_high(axis, here, low_sets().size(men), codes + before_[high & ~axis]);
        }
        if (men > 0) enter_low(men, here, codes + before_[high]);
    }
}

// The man on this axis was placed last.
template <class Code>
void PlacingRow<Code>::enter_high(std::uint32_t axis, const Code* quiet, std::size_t size, Code* codes) const {
    const std::int16_t* first = nullptr;
    const std::int16_t* second = nullptr;
    const std::int16_t* third = nullptr;
    for (const auto& mill : blocks_.mills()) {
        if ((mill.line.high & axis) == 0) continue;
        (first == nullptr ? first : second == nullptr ? second : third) = mill.stands;
    }
    const Code* const once = blocks_.taken(1).data();
    if (first == nullptr) {
        for (std::size_t i = 0; i < size; ++i) codes[i] = std::min(codes[i], quiet[i]);
    } else if (second == nullptr) {
        for (std::size_t i = 0; i < size; ++i) codes[i] = std::min(codes[i], choose(quiet[i], once[i], first[i]));
    } else {
        if (third == nullptr) third = second;
        const Code* const two_men = twice();
        for (std::size_t i = 0; i < size; ++i) {
            const auto one = static_cast<std::int16_t>(first[i] | second[i] | third[i]);
            const auto two = static_cast<std::int16_t>((first[i] & (second[i] | third[i])) |
                                                       (second == third ? 0 : second[i] & third[i]));
            codes[i] = std::min(codes[i], choose(choose(quiet[i], once[i], one), two_men[i], two));
        }
    }
}

// The man on any of the low axes was placed last; `men` of them with it.
template <class Code>
void PlacingRow<Code>::enter_low(int men, const Code* quiet, Code* codes) const {
    const LowSets& sets = low_sets();
    const auto* const up = sets.up.data() + sets.at(men - 1);
    const std::size_t size = sets.size(men - 1);
    const int empty = LowSets::kAxes - (men - 1);
    if (blocks_.mills().empty()) {
        for (std::size_t i = 0; i < size; ++i) {
            Code least = codes[i];
            for (int k = 0; k < empty; ++k) least = std::min(least, quiet[up[i][static_cast<std::size_t>(k)].rank]);
            codes[i] = least;
        }
        return;
    }
    const Code* const once = blocks_.taken(1).data();
    const Code* const two_men = twice();
    for (std::size_t i = 0; i < size; ++i) {
        Code least = codes[i];
        for (int k = 0; k < empty; ++k) {
            const auto [rank, axis] = up[i][static_cast<std::size_t>(k)];
            const bool one = (blocks_.in_mill()[rank] >> axis & 1) != 0;
            const bool two = (blocks_.in_two()[rank] >> axis & 1) != 0;
            const Code code = one ? (two ? two_men[rank] : once[rank]) : quiet[rank];
            least = std::min(least, code);
        }
        codes[i] = least;
    }
}

template class PlacingRow<std::int16_t>;
template class PlacingRow<std::int32_t>;

}  // namespace merels::solve
