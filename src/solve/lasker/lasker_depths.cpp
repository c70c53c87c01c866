// SPDX-License-Identifier: MIT
#include "solve/lasker/lasker_depths.h"

#include <algorithm>
#include <bit>

#include "solve/rows/byte_rows.h"

namespace merels::solve {
std::size_t LaskerDepths::bytes(const PlacingRows& bit_rows, int row_men) {
    const std::size_t level = PlacingArray::largest_level_bytes(bit_rows, row_men);
    return 3 * (level + (level * 8 >> kBlockAxes));
}

bool LaskerDepths::allocate(int row_men) {
    const std::size_t level = PlacingArray::largest_level_bytes(bits_.rows, row_men);
    for (Incoming* incoming : {&won_, &once_, &placed_}) {
        if (!allocate_bytes(incoming->bits, level, bits_.sparse, bits_.spill)) return false;
        if (!allocate_bytes(incoming->next, level * 8 >> kBlockAxes, bits_.sparse, bits_.spill)) return false;
    }
    return true;
}

LaskerSweep::Level LaskerDepths::begin(const Level& level) {
    level_ = level;
    axes_ = kPoints - level.men;
    const bool takes = level.once != nullptr;
    const bool places = level.layer.cube_hand > 0;
    parts_.set(axes_, level.layer.cube_most);
    const std::size_t blocks = std::size_t{1} << (axes_ - kBlockAxes);
    for (Incoming* incoming : {&won_, &once_, &placed_}) {
        incoming->next_row.assign(bits_.classes.size(level.men), kNotWon);
    }
    bits_.for_each_row(level.men, [&](ClassIndex row, PlacingWorkspace::Buffers&) {
        const bool once = takes && bits_.takeable(bits_.classes.representative(level_.men, row)) != 0;
        for (Incoming* incoming : {&won_, &once_, &placed_}) {
            Word* const bits = incoming->bits.as<Word>() + std::size_t{row} * words_of_row(axes_);
            parts_.for_each_word(kAllParts, [&](std::uint32_t word) { bits[word] = 0; });
            if ((incoming == &once_ && !once) || (incoming == &placed_ && !places)) continue;
            std::fill_n(incoming->next.as<std::uint8_t>() + row * blocks, blocks, 0);
            incoming->next_row[row] = 0;
        }
    });
    return {level.men, level.layer, won_.bits.as<std::uint8_t>(), takes ? once_.bits.as<std::uint8_t>() : nullptr,
            places ? placed_.bits.as<std::uint8_t>() : nullptr};
}

// Adds the bits of this round's depth to those that have entered; `fresh` gets those that were not there.
Parts LaskerDepths::take(Word* fresh, Incoming& incoming, const std::uint8_t* level, ClassIndex row) {
    if (incoming.next_row[row] != depth_) {
        if (incoming.next_row[row] != kNotWon) more_to_come_.store(true, std::memory_order_relaxed);
        return 0;
    }
    const std::uint8_t* const bytes = bytes_at(level, row);
    auto* const next = incoming.next.as<std::uint8_t>() + (std::size_t{row} << (axes_ - kBlockAxes));
    Word* const known = incoming.bits.as<Word>() + std::size_t{row} * words_of_row(axes_);
    Parts parts = 0;
    std::uint8_t smallest = kNotWon;
    for (std::uint32_t block = 0; block < std::uint32_t{1} << (axes_ - kBlockAxes); ++block) {
        const int most = level_.layer.cube_most - std::popcount(block);
        if (most < 0) continue;
        Word* const found = fresh + std::size_t{block} * kBlockWords;
        if (next[block] == depth_) {
            next[block] =
                kernels_.find_value(found, bytes + (std::size_t{block} << kBlockAxes), kBlockAxes, most, depth_);
            for (std::uint32_t word = 0; word < kBlockWords; ++word) {
                Word& entered = known[block * kBlockWords + word];
                found[word] &= ~entered;
                entered |= found[word];
                if (found[word] != 0) parts |= parts_.part_of(block * kBlockWords + word);
            }
        } else {
            std::fill_n(found, kBlockWords, 0);
        }
        smallest = std::min(smallest, next[block]);
    }
    incoming.next_row[row] = smallest;
    if (smallest != kNotWon) more_to_come_.store(true, std::memory_order_relaxed);
    return parts;
}

LaskerEvents::Entered LaskerDepths::enter(ClassIndex row, Word* once, Word* placed) {
    Entered entered;
    // The sweep finds the new wins itself: `once` is only lent here.
    entered.won = take(once, won_, level_.won, row);
    if (level_.once != nullptr) entered.once = take(once, once_, level_.once, row);
    if (level_.layer.cube_hand > 0) entered.placed = take(placed, placed_, level_.lost, row);
    return entered;
}

void LaskerDepths::record(std::uint8_t* row, const Word* fresh, Parts parts) const {
    // The bytes are seldom in a cache: ask for all of them before the first is written.
    parts_.for_each_word(parts, [&](std::uint32_t word) {
        if (fresh[word] != 0) __builtin_prefetch(row + std::size_t{word} * 64, 1);
    });
    parts_.for_each_bit(fresh, parts, [&](AxisSet set) { row[set] = depth_; });
}

void LaskerDepths::found(ClassIndex row, const Word* won, Parts won_parts, const Word* lost, Parts lost_parts) {
    record(bytes_at(level_.won, row), won, won_parts);
    record(bytes_at(level_.lost, row), lost, lost_parts);
}

void LaskerDepths::end(const LaskerSweep& sweep) {
    bits_.for_each_row(level_.men, [&](ClassIndex row, PlacingWorkspace::Buffers&) {
        const auto* const lost = reinterpret_cast<const Word*>(sweep.lost(row));
        std::uint8_t* const bytes = bytes_at(level_.lost, row);
        parts_.for_each_word(kAllParts, [&](std::uint32_t word) {
            for (Word rest = ~lost[word] & at_most(word, level_.layer.cube_most); rest != 0; rest &= rest - 1) {
                bytes[std::size_t{word} * 64 + static_cast<unsigned>(std::countr_zero(rest))] = kNotWon;
            }
        });
    });
}

}  // namespace merels::solve
