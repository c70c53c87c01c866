// SPDX-License-Identifier: MIT
#include "solve/lasker/lasker_depths.h"

#include <algorithm>
#include <bit>

#include "solve/rows/byte_rows.h"

namespace merels::solve {

std::size_t LaskerDepths::bytes(const PlacingRows& bit_rows, int row_men) {
    return 3 * PlacingArray::largest_level_bytes(bit_rows, row_men);
}

bool LaskerDepths::allocate(int row_men) {
    const std::size_t level = PlacingArray::largest_level_bytes(bits_.rows, row_men);
    for (BigMemory* memory : {&won_, &once_, &placed_}) {
        if (!allocate_bytes(*memory, level, bits_.sparse, bits_.spill)) return false;
    }
    return true;
}

LaskerSweep::Level LaskerDepths::begin(const Level& level) {
    level_ = level;
    axes_ = kPoints - level.men;
    const bool takes = level.once != nullptr;
    const bool places = level.layer.cube_hand > 0;
    words_in_range_.clear();
    for (std::uint32_t word = 0; word < words_of_row(axes_); ++word) {
        if (std::popcount(word) <= level.layer.cube_most) words_in_range_.push_back(word);
    }
    const ClassIndex rows = bits_.classes.size(level.men);
    won_depths_.assign(rows, {});
    once_depths_.assign(rows, {});
    placed_depths_.assign(rows, {});
    bits_.for_each_row(level.men, [&](ClassIndex row, PlacingWorkspace::Buffers&) {
        for (const BigMemory* memory : {&won_, &once_, &placed_}) {
            for (const std::uint32_t word : words_in_range_) bits_at(*memory, row)[word] = 0;
        }
        won_depths_[row] = depths_in(bytes_at(level_.won, row));
        if (takes && bits_.takeable(bits_.classes.representative(level_.men, row)) != 0) {
            once_depths_[row] = depths_in(level_.once + (std::size_t{row} << axes_));
        }
        if (places) placed_depths_[row] = depths_in(bytes_at(level_.lost, row));
    });
    Depths all{};
    for (const auto* some : {&won_depths_, &once_depths_, &placed_depths_}) {
        for (const Depths& depths : *some) {
            for (std::size_t i = 0; i < all.size(); ++i) all[i] |= depths[i];
        }
    }
    last_depth_ = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i] != 0) last_depth_ = static_cast<int>(64 * i) + std::bit_width(all[i]) - 1;
    }
    return {level.men, level.layer, won_.as<std::uint8_t>(), takes ? once_.as<std::uint8_t>() : nullptr,
            places ? placed_.as<std::uint8_t>() : nullptr};
}

LaskerDepths::Depths LaskerDepths::depths_in(const std::uint8_t* row) const {
    std::array<bool, 256> seen{};
    for (const std::uint32_t word : words_in_range_) {
        const Word mask = at_most(word, level_.layer.cube_most);
        const std::uint8_t* const at = row + std::size_t{word} * 64;
        if (mask == ~Word{0}) {
            for (std::size_t i = 0; i < 64; ++i) seen[at[i]] = true;
        } else {
            for (Word rest = mask; rest != 0; rest &= rest - 1) seen[at[std::countr_zero(rest)]] = true;
        }
    }
    Depths depths{};
    for (std::size_t depth = 0; depth < kNotWon; ++depth)
        depths[depth >> 6] |= std::uint64_t{seen[depth]} << (depth & 63);
    return depths;
}

// Adds the bits of this round's depth to `known`; `fresh` gets those that were not there.
bool LaskerDepths::take(Word* fresh, Word* known, const std::uint8_t* row, const Depths& depths) const {
    if ((depths[depth_ >> 6] >> (depth_ & 63) & 1) == 0) return false;
    kernels_.equal(fresh, row, axes_, level_.layer.cube_most, depth_);
    Word any = 0;
    for (const std::uint32_t word : words_in_range_) {
        fresh[word] &= at_most(word, level_.layer.cube_most) & ~known[word];
        known[word] |= fresh[word];
        any |= fresh[word];
    }
    return any != 0;
}

LaskerEvents::Entered LaskerDepths::enter(ClassIndex row, Word* once, Word* placed) {
    Entered entered;
    // The sweep finds the new wins itself: `once` is only lent here.
    entered.won = take(once, bits_at(won_, row), bytes_at(level_.won, row), won_depths_[row]);
    if (level_.once != nullptr) {
        entered.once = take(once, bits_at(once_, row), level_.once + (std::size_t{row} << axes_), once_depths_[row]);
    }
    if (level_.layer.cube_hand > 0) {
        entered.placed = take(placed, bits_at(placed_, row), bytes_at(level_.lost, row), placed_depths_[row]);
    }
    return entered;
}

void LaskerDepths::record(std::uint8_t* row, const Word* fresh) const {
    for (const std::uint32_t word : words_in_range_) {
        std::uint8_t* const at = row + std::size_t{word} * 64;
        for (Word bits = fresh[word]; bits != 0; bits &= bits - 1) at[std::countr_zero(bits)] = depth_;
    }
}

void LaskerDepths::found(ClassIndex row, const Word* won, const Word* lost) {
    if (won != nullptr) record(bytes_at(level_.won, row), won);
    if (lost != nullptr) record(bytes_at(level_.lost, row), lost);
}

void LaskerDepths::end(const LaskerSweep& sweep) {
    bits_.for_each_row(level_.men, [&](ClassIndex row, PlacingWorkspace::Buffers&) {
        const auto* const lost = reinterpret_cast<const Word*>(sweep.lost(row));
        for (const std::uint32_t word : words_in_range_) {
            std::uint8_t* const at = bytes_at(level_.lost, row) + std::size_t{word} * 64;
            for (Word rest = ~lost[word] & at_most(word, level_.layer.cube_most); rest != 0; rest &= rest - 1) {
                at[std::countr_zero(rest)] = kNotWon;
            }
        }
    });
}

}  // namespace merels::solve
