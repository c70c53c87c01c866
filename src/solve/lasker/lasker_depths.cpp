// SPDX-License-Identifier: MIT
#include "solve/lasker/lasker_depths.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

#include "solve/rows/byte_rows.h"

namespace merels::solve {

std::size_t LaskerDepths::bytes(const PlacingRows& bit_rows, int row_men) {
    const std::size_t level = PlacingArray::largest_level_bytes(bit_rows, row_men);
    return 3 * (level + level * 8 / (std::size_t{1} << kBlockAxes) * sizeof(DepthSet));
}

bool LaskerDepths::allocate(int row_men) {
    const std::size_t level = PlacingArray::largest_level_bytes(bits_.rows, row_men);
    const std::size_t blocks = level * 8 >> kBlockAxes;
    for (Incoming* incoming : {&won_, &once_, &placed_}) {
        if (!allocate_bytes(incoming->bits, level, bits_.sparse, bits_.spill)) return false;
        if (!allocate_bytes(incoming->blocks, blocks * sizeof(DepthSet), bits_.sparse, bits_.spill)) return false;
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
    for (Incoming* incoming : {&won_, &once_, &placed_}) incoming->by_row.assign(bits_.classes.size(level.men), 0);
    std::atomic<int> last = 0;
    bits_.for_each_row(level.men, [&](ClassIndex row, PlacingWorkspace::Buffers&) {
        for (const Incoming* incoming : {&won_, &once_, &placed_}) {
            Word* const bits = incoming->bits.as<Word>() + std::size_t{row} * words_of_row(axes_);
            for (const std::uint32_t word : words_in_range_) bits[word] = 0;
        }
        int largest = look_at(won_, level_.won, row);
        if (takes && bits_.takeable(bits_.classes.representative(level_.men, row)) != 0) {
            largest = std::max(largest, look_at(once_, level_.once, row));
        }
        if (places) largest = std::max(largest, look_at(placed_, level_.lost, row));
        for (int known = last; largest > known && !last.compare_exchange_weak(known, largest);) {
        }
    });
    last_depth_ = last;
    return {level.men, level.layer, won_.bits.as<std::uint8_t>(), takes ? once_.bits.as<std::uint8_t>() : nullptr,
            places ? placed_.bits.as<std::uint8_t>() : nullptr};
}

int LaskerDepths::look_at(Incoming& incoming, const std::uint8_t* level, ClassIndex row) const {
    static constexpr auto kSetOf = [] {
        std::array<DepthSet, 256> sets{};
        for (std::size_t depth = 0; depth < kNotWon; ++depth) sets[depth] = DepthSet{1} << (depth & 63);
        return sets;
    }();
    constexpr std::uint32_t kWords = std::uint32_t{1} << (kBlockAxes - kWordAxes);
    const std::uint8_t* const bytes = bytes_at(level, row);
    DepthSet* const blocks = incoming.blocks.as<DepthSet>() + (std::size_t{row} << (axes_ - kBlockAxes));
    DepthSet all = 0;
    int largest = 0;  // plus one
    for (std::uint32_t block = 0; block < std::uint32_t{1} << (axes_ - kBlockAxes); ++block) {
        if (std::popcount(block) > level_.layer.cube_most) continue;
        DepthSet found = 0;
        const auto note = [&](std::uint8_t depth) {
            found |= kSetOf[depth];
            largest = std::max<int>(largest, static_cast<std::uint8_t>(depth + 1));  // kNotWon becomes 0
        };
        for (std::uint32_t word = block * kWords; word < (block + 1) * kWords; ++word) {
            const std::uint8_t* const at = bytes + std::size_t{word} * 64;
            const Word used = at_most(word, level_.layer.cube_most);
            if (used == ~Word{0}) {
                std::for_each(at, at + 64, note);
            } else {
                for (Word rest = used; rest != 0; rest &= rest - 1) note(at[std::countr_zero(rest)]);
            }
        }
        blocks[block] = found;
        all |= found;
    }
    incoming.by_row[row] = all;
    return std::max(0, largest - 1);
}

// Adds the bits of this round's depth to those that have entered; `fresh` gets those that were not there.
bool LaskerDepths::take(Word* fresh, Incoming& incoming, const std::uint8_t* level, ClassIndex row) const {
    const DepthSet wanted = DepthSet{1} << (depth_ & 63);
    if ((incoming.by_row[row] & wanted) == 0) return false;
    constexpr std::uint32_t kWords = std::uint32_t{1} << (kBlockAxes - kWordAxes);
    const std::uint8_t* const bytes = bytes_at(level, row);
    const DepthSet* const blocks = incoming.blocks.as<DepthSet>() + (std::size_t{row} << (axes_ - kBlockAxes));
    Word* const known = incoming.bits.as<Word>() + std::size_t{row} * words_of_row(axes_);
    Word any = 0;
    for (std::uint32_t block = 0; block < std::uint32_t{1} << (axes_ - kBlockAxes); ++block) {
        const int most = level_.layer.cube_most - std::popcount(block);
        if (most < 0) continue;
        const std::uint32_t first = block * kWords;
        if ((blocks[block] & wanted) == 0) {
            std::fill_n(fresh + first, kWords, 0);
            continue;
        }
        kernels_.equal(fresh + first, bytes + (std::size_t{block} << kBlockAxes), kBlockAxes, most, depth_);
        for (std::uint32_t word = first; word < first + kWords; ++word) {
            fresh[word] &= at_most(word, level_.layer.cube_most) & ~known[word];
            known[word] |= fresh[word];
            any |= fresh[word];
        }
    }
    return any != 0;
}

LaskerEvents::Entered LaskerDepths::enter(ClassIndex row, Word* once, Word* placed) {
    Entered entered;
    // The sweep finds the new wins itself: `once` is only lent here.
    entered.won = take(once, won_, level_.won, row);
    if (level_.once != nullptr) entered.once = take(once, once_, level_.once, row);
    if (level_.layer.cube_hand > 0) entered.placed = take(placed, placed_, level_.lost, row);
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
