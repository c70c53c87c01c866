// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_mills.h"

namespace merels::solve {

LowSets::LowSets() {
    std::array<std::uint8_t, 256> rank{};
    std::uint16_t n = 0;
    for (int men = 0; men <= kAxes; ++men) {
        first[static_cast<std::size_t>(men)] = n;
        for (unsigned s = 0; s < 256; ++s) {
            if (std::popcount(s) != men) continue;
            rank[s] = static_cast<std::uint8_t>(n - first[static_cast<std::size_t>(men)]);
            set[n++] = static_cast<std::uint8_t>(s);
        }
    }
    first[kAxes + 1] = n;
    for (unsigned part = 0; part < 256; ++part) {
        for (unsigned i = 0; i < 256; ++i) contains[part][i] = (set[i] & part) == part ? -1 : 0;
    }
    for (unsigned i = 0; i < 256; ++i) {
        std::size_t k = 0;
        for (unsigned axis = 0; axis < kAxes; ++axis) {
            if ((set[i] >> axis & 1) != 0) continue;
            up[i][k++] = {rank[set[i] | 1u << axis], static_cast<std::uint8_t>(axis)};
        }
        for (; k < kAxes; ++k) up[i][k] = {0, 0};
    }
}

const LowSets& low_sets() {
    static const LowSets sets;
    return sets;
}

std::vector<std::uint32_t> block_begins(int axes, int men) {
    std::vector<std::uint32_t> begin(std::size_t{1} << (axes - LowSets::kAxes));
    std::uint32_t at = 0;
    for (std::uint32_t high = 0; high < begin.size(); ++high) {
        begin[high] = at;
        if (is_block(high, men)) at += static_cast<std::uint32_t>(low_sets().size(men - std::popcount(high)));
    }
    return begin;
}

template <class Code>
MillBlocks<Code>::MillBlocks(const UltraIndex& index, const TurnSources<Code>& turns, bool placing)
    : index_(index),
      placing_(placing),
      men_(turns.subspace.own + (placing ? 1 : 0)),
      takes_(turns.takes),
      lost_(turns.lost) {
    static_assert(kPoints - kMaxMen >= LowSets::kAxes);
}

template <class Code>
void MillBlocks<Code>::begin(TurnRow<Code>& row) {
    lines_.clear();
    if (!row.mills_take()) return;
    const Geometry& board = index_.board();
    for (int i = 0; i < board.line_count; ++i) {
        if ((board.lines[i] & row.waiting()) != 0) continue;
        const std::uint32_t axes = index_.axes(board.lines[i], row.free());
        lines_.push_back({axes & LowSets::kMask, axes >> LowSets::kAxes});
    }
    for (int taken = 1; taken <= takes_; ++taken) {
        auto& sources = sources_[static_cast<std::size_t>(taken) - 1];
        const auto& takings = row.takings(taken);
        sources.resize(takings.size());
        for (std::size_t i = 0; i < takings.size(); ++i) {
            Source& source = sources[i];
            source.codes = takings[i].row[placing_ ? 1 : 0];
            if (source.codes == nullptr) continue;
            int axis = 0;
            source.low[0] = 0;
            for (Mask free = row.free(); free != 0; free &= free - 1, ++axis) {
                const Mask image = index_.map(takings[i].symmetry, free & (~free + 1));
                const std::uint32_t one = index_.axes(image, takings[i].free);
                if (axis >= LowSets::kAxes) {
                    source.high[static_cast<std::size_t>(axis - LowSets::kAxes)] = one;
                    continue;
                }
                const std::size_t half = std::size_t{1} << axis;
                for (std::size_t s = 0; s < half; ++s) source.low[half + s] = source.low[s] | one;
            }
        }
    }
}

template <class Code>
void MillBlocks<Code>::look(std::uint32_t high) {
    const LowSets& sets = low_sets();
    const int men = men_ - std::popcount(high);
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
    any_.fill(0);
    for (const Mill& mill : mills_) {
        const auto low = static_cast<std::int16_t>(mill.line.low);
        for (std::size_t i = 0; i < size; ++i) {
            const auto stands = static_cast<std::int16_t>(mill.stands[i] & low);
            in_two_[i] = static_cast<std::int16_t>(in_two_[i] | (in_mill_[i] & stands));
            in_mill_[i] = static_cast<std::int16_t>(in_mill_[i] | stands);
            any_[i] = static_cast<std::int16_t>(any_[i] | mill.stands[i]);
        }
    }
    for (int taken = 0; taken < takes_; ++taken) {
        take(high, men, sources_[static_cast<std::size_t>(taken)], taken_[static_cast<std::size_t>(taken)]);
    }
}

// The smallest code after men were taken, for the sets of the block that have a mill.
template <class Code>
void MillBlocks<Code>::take(std::uint32_t high, int men, const std::vector<Source>& sources, Codes& best) const {
    const LowSets& sets = low_sets();
    const std::size_t size = sets.size(men);
    const std::uint8_t* const set = sets.set.data() + sets.at(men);
    std::array<std::uint8_t, LowSets::kMostInBlock> with_mill;
    std::size_t n = 0;
    for (std::size_t i = 0; i < size; ++i) {
        with_mill[n] = static_cast<std::uint8_t>(i);
        n += any_[i] != 0 ? 1 : 0;
    }
    best.fill(UltraRule<Code>::kNone);
    const std::uint32_t* const low_ranks = index_.low_ranks();
    const std::uint32_t* const high_ranks = index_.high_ranks(men_);
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

template class MillBlocks<std::int16_t>;
template class MillBlocks<std::int32_t>;

}  // namespace merels::solve
