// SPDX-License-Identifier: MIT
// (X, U) as one whole number in order (docs/solving_ultra.md): index of X times a stride, plus U, seen by one side. The
// other side sees the negative. Won and lost positions are the largest and the smallest index, with U = -DTW and DTW.
//
// 16 bits hold up to 59 values of X, 32 bits all that occur.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <vector>

#include "index/subspace_values.h"
#include "index/ultra_table.h"

namespace merels::solve {

// A subspace of a set of values: in a split set also who of the two moves.
struct UltraKey {
    Subspace subspace;
    bool computer_moves = true;  // always true where the set is not split
    friend constexpr bool operator==(const UltraKey&, const UltraKey&) = default;
    friend constexpr auto operator<=>(const UltraKey&, const UltraKey&) = default;
};

template <class Code>
struct CodeSize;
template <>
struct CodeSize<std::int16_t> {
    static constexpr int kShift = 10;
    static constexpr int kMostIndex = 30;
};
template <>
struct CodeSize<std::int32_t> {
    static constexpr int kShift = 16;
    static constexpr int kMostIndex = 16000;
};

// What the codes of one set of values mean.
class UltraScale {
  public:
    explicit UltraScale(const SubspaceValues& values);

    bool split() const { return split_; }
    UltraKey key(const Subspace& s, bool computer_moves) const { return {s, !split_ || computer_moves}; }
    // The same men with the other side to move; who the computer is stays.
    UltraKey after(const UltraKey& from, const Subspace& s) const { return key(s, !from.computer_moves); }
    UltraKey twin_of(const UltraKey& k) const { return after(k, twin(k.subspace)); }

    int won() const { return won_; }  // index of a win; a loss is its negative
    bool fits_16_bits() const { return won_ <= CodeSize<std::int16_t>::kMostIndex; }
    int own_value(const UltraKey& key) const { return values_.value(key.subspace, key.computer_moves); }
    // The value of X with this index, for the side to move of such a position.
    int value_of(const UltraKey& key, int index) const {
        return key.computer_moves ? list_[static_cast<std::size_t>(std::ptrdiff_t{index} + middle_)]
                                  : -list_[static_cast<std::size_t>(std::ptrdiff_t{middle_} - index)];
    }
    int first_index(const UltraKey& key) const { return key.computer_moves ? -middle_ : -last_; }
    int last_index(const UltraKey& key) const { return key.computer_moves ? last_ : middle_; }
    const SubspaceValues& values() const { return values_; }

  private:
    const SubspaceValues& values_;
    bool split_;
    std::vector<int> list_;  // of X for the computer, ascending
    int middle_;             // list_[middle_] has index 0
    int last_;               // the largest index
    int won_;
};

// How a position of one subspace follows from its best successor.
template <class Code>
struct UltraRule {
    static constexpr int kShift = CodeSize<Code>::kShift;
    static constexpr int kStride = 1 << kShift;
    static constexpr int kHalf = kStride / 2;
    static constexpr Code kCounter = std::numeric_limits<Code>::min();  // and 255 more: not a value
    static constexpr Code kNone = std::numeric_limits<Code>::max();     // no successor

    static constexpr int index_of(Code c) { return (c + kHalf) >> kShift; }
    static constexpr int distance_of(Code c) { return c - index_of(c) * kStride; }  // U

    UltraRule(const UltraScale& scale, const UltraKey& key);

    int above;                 // smallest index better than the subspace itself
    int below;                 // largest index worse than it
    Code own;                  // an equal-valued draw; a code that nothing else has where no draw is equal
    Code win_floor;            // codes from here on are wins
    Code loss_ceiling;         // codes up to here are losses
    Code lost;                 // lost in 0
    std::optional<int> equal;  // index of the subspace's own value

    bool is_win(Code c) const { return c >= win_floor; }
    bool is_loss(Code c) const { return c <= loss_ceiling; }
    Code win_in(int plies) const { return static_cast<Code>(-lost - plies); }
    // From the best successor, seen by the side to move here.
    Code step(int best) const {
        const int index = (best + kHalf) >> kShift;
        return static_cast<Code>(index >= above ? best - 1 : index <= below ? best + 1 : own);
    }
};

}  // namespace merels::solve
