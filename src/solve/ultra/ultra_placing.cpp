// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_placing.h"

namespace merels::solve {
namespace {

constexpr int kLow = 8;

// The sets of eight axes by number of men, in ascending order.
struct LowSets {
    std::array<std::uint8_t, 256> set;
    std::array<std::uint16_t, kLow + 2> first;                // by men
    std::array<std::array<std::int16_t, 256>, 256> contains;  // [part][i]: -1 where set[i] contains it
    struct Up {
        std::uint8_t rank;  // with one man more
        std::uint8_t axis;
    };
    std::array<std::array<Up, kLow>, 256> up;  // [i]: for each axis that is empty in set[i]

    LowSets() {
        std::array<std::uint8_t, 256> rank{};
        std::uint16_t n = 0;
        for (int men = 0; men <= kLow; ++men) {
            first[static_cast<std::size_t>(men)] = n;
            for (unsigned s = 0; s < 256; ++s) {
                if (std::popcount(s) != men) continue;
                rank[s] = static_cast<std::uint8_t>(n - first[static_cast<std::size_t>(men)]);
                set[n++] = static_cast<std::uint8_t>(s);
            }
        }
        first[kLow + 1] = n;
        for (unsigned part = 0; part < 256; ++part) {
            for (unsigned i = 0; i < 256; ++i) contains[part][i] = (set[i] & part) == part ? -1 : 0;
        }
        for (unsigned i = 0; i < 256; ++i) {
            std::size_t k = 0;
            for (unsigned axis = 0; axis < kLow; ++axis) {
                if ((set[i] >> axis & 1) != 0) continue;
                up[i][k++] = {rank[set[i] | 1u << axis], static_cast<std::uint8_t>(axis)};
            }
            for (; k < kLow; ++k) up[i][k] = {0, 0};
        }
    }
    std::size_t size(int men) const {
        return first[static_cast<std::size_t>(men) + 1] - first[static_cast<std::size_t>(men)];
    }
    std::size_t at(int men) const { return first[static_cast<std::size_t>(men)]; }
};

const LowSets& low_sets() {
    static const LowSets sets;
    return sets;
}

// Where the block of each high part begins among the sets of so many men.
std::vector<std::uint32_t> blocks_of(int axes, int men) {
    std::vector<std::uint32_t> begin(std::size_t{1} << (axes - kLow));
    std::uint32_t at = 0;
    for (std::uint32_t high = 0; high < begin.size(); ++high) {
        begin[high] = at;
        const int low = men - std::popcount(high);
        if (low >= 0 && low <= kLow) at += static_cast<std::uint32_t>(low_sets().size(low));
    }
    return begin;
}

template <class Code>
Code choose(Code quiet, Code taken, std::int16_t mask) {
    return mask != 0 ? taken : quiet;
}

}  // namespace

template <class Code>
PlacingRow<Code>::PlacingRow(const UltraIndex& index, const TurnSources<Code>& turns)
    : index_(index),
      men_(turns.subspace.own),
      takes_(turns.takes),
      lost_(turns.lost),
      before_(blocks_of(kPoints - turns.subspace.other, turns.subspace.own)),
      after_(blocks_of(kPoints - turns.subspace.other, turns.subspace.own + 1)) {
    static_assert(kPoints - kMaxMen >= kLowAxes && kLowAxes == kLow);
}

template <class Code>
void PlacingRow<Code>::run(TurnRow<Code>& row, Code* codes) {
    look_at_board(row);
    std::fill_n(codes, binomial(std::popcount(row.free()), men_), UltraRule<Code>::kNone);
    for (std::uint32_t high = 0; high < after_.size(); ++high) {
        const int low = men_ + 1 - std::popcount(high);
        if (low >= 0 && low <= kLowAxes) block_after(high, row.quiet_placings(), codes);
    }
}

template <class Code>
void PlacingRow<Code>::look_at_board(TurnRow<Code>& row) {
    lines_.clear();
    if (!row.mills_take()) return;
    const Geometry& board = index_.board();
    for (int i = 0; i < board.line_count; ++i) {
        if ((board.lines[i] & row.waiting()) != 0) continue;
        const std::uint32_t axes = index_.axes(board.lines[i], row.free());
        lines_.push_back({axes & kLowMask, axes >> kLowAxes});
    }
    for (int taken = 1; taken <= takes_; ++taken) {
        auto& sources = sources_[static_cast<std::size_t>(taken) - 1];
        const auto& takings = row.takings(taken);
        sources.resize(takings.size());
        for (std::size_t i = 0; i < takings.size(); ++i) {
            Source& source = sources[i];
            source.codes = takings[i].row[1];
            if (source.codes == nullptr) continue;
            int axis = 0;
            source.low[0] = 0;
            for (Mask free = row.free(); free != 0; free &= free - 1, ++axis) {
                const Mask image = index_.map(takings[i].symmetry, free & (~free + 1));
                const std::uint32_t one = index_.axes(image, takings[i].free);
                if (axis >= kLowAxes) {
                    source.high[static_cast<std::size_t>(axis - kLowAxes)] = one;
                    continue;
                }
                const std::size_t half = std::size_t{1} << axis;
                for (std::size_t s = 0; s < half; ++s) source.low[half + s] = source.low[s] | one;
            }
        }
    }
}

template <class Code>
void PlacingRow<Code>::block_after(std::uint32_t high, const Code* quiet, Code* codes) {
    const int men = men_ + 1 - std::popcount(high);  // on low axes
    const Code* const here = quiet + after_[high];
    look_at_mills(high, men);
    const std::size_t size = low_sets().size(men);
    for (std::uint32_t rest = high; rest != 0; rest &= rest - 1) {
        const std::uint32_t axis = rest & (~rest + 1);
        enter_high(axis, here, size, codes + before_[high & ~axis]);
    }
    if (men > 0) enter_low(men, here, codes + before_[high]);
}

template <class Code>
void PlacingRow<Code>::look_at_mills(std::uint32_t high, int men) {
    const LowSets& sets = low_sets();
    mills_.clear();
    for (const Line& line : lines_) {
        if ((line.high & ~high) == 0 && std::popcount(line.low) <= men) {
            mills_.push_back({line, sets.contains[line.low].data() + sets.at(men)});
        }
    }
    if (mills_.empty()) return;
    const std::size_t size = sets.size(men);
    in_mill_.fill(0);
    in_two_.fill(0);
    any_mill_.fill(0);
    for (const Mill& mill : mills_) {
        const auto low = static_cast<std::int16_t>(mill.line.low);
        for (std::size_t i = 0; i < size; ++i) {
            const auto stands = static_cast<std::int16_t>(mill.stands[i] & low);
            in_two_[i] = static_cast<std::int16_t>(in_two_[i] | (in_mill_[i] & stands));
            in_mill_[i] = static_cast<std::int16_t>(in_mill_[i] | stands);
            any_mill_[i] = static_cast<std::int16_t>(any_mill_[i] | mill.stands[i]);
        }
    }
    for (int taken = 0; taken < takes_; ++taken) {
        take(high, men, sources_[static_cast<std::size_t>(taken)], taken_[static_cast<std::size_t>(taken)]);
    }
}

// The smallest code after a man was taken, for the sets of the block that have a mill.
template <class Code>
void PlacingRow<Code>::take(std::uint32_t high, int men, const std::vector<Source>& sources, Block& best) const {
    const LowSets& sets = low_sets();
    const std::size_t size = sets.size(men);
    const std::uint8_t* const set = sets.set.data() + sets.at(men);
    std::array<std::uint8_t, kMostInBlock> with_mill;
    std::size_t n = 0;
    for (std::size_t i = 0; i < size; ++i) {
        with_mill[n] = static_cast<std::uint8_t>(i);
        n += any_mill_[i] != 0 ? 1 : 0;
    }
    best.fill(UltraRule<Code>::kNone);
    const std::uint32_t* const low_ranks = index_.low_ranks();
    const std::uint32_t* const high_ranks = index_.high_ranks(men_ + 1);
    for (const Source& source : sources) {
        if (source.codes == nullptr) {
            best.fill(lost_);
            return;
        }
        std::uint32_t image = 0;
        for (std::uint32_t rest = high; rest != 0; rest &= rest - 1) {
            image |= source.high[static_cast<std::size_t>(std::countr_zero(rest))];
        }
        for (std::size_t k = 0; k < n; ++k) {
            const std::size_t i = with_mill[k];
            const std::uint32_t axes = image | source.low[set[i]];
            const Code code =
                source.codes[low_ranks[axes & UltraIndex::kLowMask] + high_ranks[axes >> UltraIndex::kLowAxes]];
            best[i] = std::min(best[i], code);
        }
    }
}

// The man on this axis was placed last.
template <class Code>
void PlacingRow<Code>::enter_high(std::uint32_t axis, const Code* quiet, std::size_t size, Code* codes) const {
    const std::int16_t* first = nullptr;
    const std::int16_t* second = nullptr;
    const std::int16_t* third = nullptr;
    for (const Mill& mill : mills_) {
        if ((mill.line.high & axis) == 0) continue;
        (first == nullptr ? first : second == nullptr ? second : third) = mill.stands;
    }
    const Code* const once = taken_[0].data();
    if (first == nullptr) {
        for (std::size_t i = 0; i < size; ++i) codes[i] = std::min(codes[i], quiet[i]);
    } else if (second == nullptr) {
        for (std::size_t i = 0; i < size; ++i) codes[i] = std::min(codes[i], choose(quiet[i], once[i], first[i]));
    } else {
        if (third == nullptr) third = second;
        const Code* const twice = taken_[takes_ == 2 ? 1 : 0].data();
        for (std::size_t i = 0; i < size; ++i) {
            const auto one = static_cast<std::int16_t>(first[i] | second[i] | third[i]);
            const auto two = static_cast<std::int16_t>((first[i] & (second[i] | third[i])) |
                                                       (second == third ? 0 : second[i] & third[i]));
            codes[i] = std::min(codes[i], choose(choose(quiet[i], once[i], one), twice[i], two));
        }
    }
}

// The man on any of the low axes was placed last; `men` of them with it.
template <class Code>
void PlacingRow<Code>::enter_low(int men, const Code* quiet, Code* codes) const {
    const LowSets& sets = low_sets();
    const auto* const up = sets.up.data() + sets.at(men - 1);
    const std::size_t size = sets.size(men - 1);
    const int empty = kLowAxes - (men - 1);
    if (mills_.empty()) {
        for (std::size_t i = 0; i < size; ++i) {
            Code least = codes[i];
            for (int k = 0; k < empty; ++k) least = std::min(least, quiet[up[i][static_cast<std::size_t>(k)].rank]);
            codes[i] = least;
        }
        return;
    }
    // By number of mills: none, one, two or more.
    const Code* const once = taken_[0].data();
    const Code* const twice = taken_[takes_ == 2 ? 1 : 0].data();
    for (std::size_t i = 0; i < size; ++i) {
        Code least = codes[i];
        for (int k = 0; k < empty; ++k) {
            const auto [rank, axis] = up[i][static_cast<std::size_t>(k)];
            const bool one = (in_mill_[rank] >> axis & 1) != 0;
            const bool two = (in_two_[rank] >> axis & 1) != 0;
            const Code code = one ? (two ? twice[rank] : once[rank]) : quiet[rank];
            least = std::min(least, code);
        }
        codes[i] = least;
    }
}

template class PlacingRow<std::int16_t>;
template class PlacingRow<std::int32_t>;

}  // namespace merels::solve
