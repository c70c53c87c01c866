// SPDX-License-Identifier: MIT
#include "solve/lasker/lasker_depths.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

#include "solve/rows/byte_rows.h"

namespace merels::solve {
namespace {

// For each number of further men that a word has room for (-1: the word is not used): 255 where an entry is not used.
constexpr auto kUnused = [] {
    std::array<std::array<std::uint8_t, 64>, kWordAxes + 2> bytes{};
    for (int room = -1; room <= kWordAxes; ++room) {
        for (unsigned i = 0; i < 64; ++i) bytes[room + 1][i] = std::popcount(i) <= room ? 0 : kNotWon;
    }
    return bytes;
}();
const std::uint8_t* unused(std::uint32_t word, int most) {
    return kUnused[static_cast<std::size_t>(std::clamp(most - std::popcount(word), -1, kWordAxes) + 1)].data();
}

// Of a block whose entries may have `most` men more: the smallest depth of at least `from`, kNotWon if there is none.
std::uint8_t first_depth(const std::uint8_t* block, std::uint32_t words, int most, std::uint8_t from) {
    std::array<std::uint8_t, 64> smallest;
    smallest.fill(kNotWon);
    for (std::uint32_t word = 0; word < words; ++word) {
        const std::uint8_t* const at = block + std::size_t{word} * 64;
        const std::uint8_t* const not_used = unused(word, most);
        for (std::size_t i = 0; i < 64; ++i) {
            const auto depth = static_cast<std::uint8_t>(at[i] | not_used[i]);
            smallest[i] = std::min(smallest[i], depth >= from ? depth : kNotWon);
        }
    }
    return *std::min_element(smallest.begin(), smallest.end());
}

// The largest depth of a block, 0 if there is none.
std::uint8_t largest_depth(const std::uint8_t* block, std::uint32_t words, int most) {
    std::array<std::uint8_t, 64> largest{};  // plus one, so that kNotWon becomes 0
    for (std::uint32_t word = 0; word < words; ++word) {
        const std::uint8_t* const at = block + std::size_t{word} * 64;
        const std::uint8_t* const not_used = unused(word, most);
        for (std::size_t i = 0; i < 64; ++i) {
            largest[i] = std::max(largest[i], static_cast<std::uint8_t>((at[i] | not_used[i]) + 1));
        }
    }
    const std::uint8_t found = *std::max_element(largest.begin(), largest.end());
    return found == 0 ? 0 : static_cast<std::uint8_t>(found - 1);
}

}  // namespace

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
    for (Incoming* incoming : {&won_, &once_, &placed_}) {
        incoming->next_row.assign(bits_.classes.size(level.men), kNotWon);
    }
    std::atomic<int> last = 0;
    bits_.for_each_row(level.men, [&](ClassIndex row, PlacingWorkspace::Buffers&) {
        for (const Incoming* incoming : {&won_, &once_, &placed_}) {
            Word* const bits = incoming->bits.as<Word>() + std::size_t{row} * words_of_row(axes_);
            parts_.for_each_word(kAllParts, [&](std::uint32_t word) { bits[word] = 0; });
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
    const std::uint8_t* const bytes = bytes_at(level, row);
    auto* const next = incoming.next.as<std::uint8_t>() + (std::size_t{row} << (axes_ - kBlockAxes));
    std::uint8_t smallest = kNotWon;
    std::uint8_t largest = 0;
    for (std::uint32_t block = 0; block < std::uint32_t{1} << (axes_ - kBlockAxes); ++block) {
        const int most = level_.layer.cube_most - std::popcount(block);
        if (most < 0) continue;
        const std::uint8_t* const at = bytes + (std::size_t{block} << kBlockAxes);
        next[block] = first_depth(at, kBlockWords, most, 0);
        smallest = std::min(smallest, next[block]);
        largest = std::max(largest, largest_depth(at, kBlockWords, most));
    }
    incoming.next_row[row] = smallest;
    return largest;
}

// Adds the bits of this round's depth to those that have entered; `fresh` gets those that were not there.
Parts LaskerDepths::take(Word* fresh, Incoming& incoming, const std::uint8_t* level, ClassIndex row) const {
    if (incoming.next_row[row] != depth_) return 0;
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
            const std::uint8_t* const at = bytes + (std::size_t{block} << kBlockAxes);
            kernels_.equal(found, at, kBlockAxes, most, depth_);
            for (std::uint32_t word = 0; word < kBlockWords; ++word) {
                Word& entered = known[block * kBlockWords + word];
                found[word] &= at_most(word, most) & ~entered;
                entered |= found[word];
                if (found[word] != 0) parts |= parts_.part_of(block * kBlockWords + word);
            }
            next[block] = first_depth(at, kBlockWords, most, static_cast<std::uint8_t>(depth_ + 1));
        } else {
            std::fill_n(found, kBlockWords, 0);
        }
        smallest = std::min(smallest, next[block]);
    }
    incoming.next_row[row] = smallest;
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
