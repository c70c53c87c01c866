// SPDX-License-Identifier: MIT
// A row of bits in 64 equal parts. Most rounds of a sweep bring a few bits to a row; a number with a bit for each part
// says where, so that nobody goes through the rest of the row.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "solve/rows/row_axes.h"

namespace merels::solve {

using Parts = std::uint64_t;
inline constexpr Parts kAllParts = ~Parts{0};

class RowParts {
  public:
    // For rows of so many axes (at least 12) in which sets of at most `most` men are used.
    void set(int axes, int most) {
        shift_ = axes - 2 * kWordAxes;
        words_.clear();
        for (std::uint32_t word = 0; word < words_of_row(axes); ++word) {
            if ((word & ((1u << shift_) - 1)) == 0) first_[word >> shift_] = static_cast<std::uint32_t>(words_.size());
            if (std::popcount(word) <= most) words_.push_back(word);
        }
        first_.back() = static_cast<std::uint32_t>(words_.size());
    }

    Parts part_of(std::uint32_t word) const { return Parts{1} << (word >> shift_); }

    // Calls visit(word) for the words of some parts that have sets in use, in ascending order.
    template <class Visit>
    void for_each_word(Parts parts, Visit&& visit) const {
        while (parts != 0) {
            // Neighbouring parts at once.
            const int begin = std::countr_zero(parts);
            const int end = begin + std::countr_one(parts >> begin);
            for (std::uint32_t i = first_[begin]; i < first_[end]; ++i) visit(words_[i]);
            parts = end == kParts ? 0 : parts >> end << end;
        }
    }
    // Calls visit(set) for the bits of a row.
    template <class Visit>
    void for_each_bit(const Word* row, Parts parts, Visit&& visit) const {
        for_each_word(parts, [&](std::uint32_t word) {
            for (Word bits = row[word]; bits != 0; bits &= bits - 1) {
                visit(static_cast<AxisSet>(word << kWordAxes | static_cast<std::uint32_t>(std::countr_zero(bits))));
            }
        });
    }

  private:
    static constexpr int kParts = 64;
    int shift_ = 0;
    std::vector<std::uint32_t> words_;               // in use
    std::array<std::uint32_t, kParts + 1> first_{};  // of each part, in words_
};

}  // namespace merels::solve
