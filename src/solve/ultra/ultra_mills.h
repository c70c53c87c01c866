// SPDX-License-Identifier: MIT
// What mills lead to, for all sets of the mover's men after the turn at once: which men stand in a mill, and the
// smallest code after one or two of the waiting side's men are taken. It depends on the men after the turn only, so it
// is looked up once for all turns that lead there.
//
// Sets are cut in two: eight low axes and the others. Sets with the same high part follow each other in a row: a block.
// Cost: a look-up for each set with a mill and man that may be taken.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solve/ultra/ultra_turns.h"

namespace merels::solve {

// The sets of eight axes by number of men, in ascending order.
struct LowSets {
    static constexpr int kAxes = 8;
    static constexpr std::uint32_t kMask = (1u << kAxes) - 1;
    static constexpr std::size_t kMostInBlock = 70;  // 4 of 8

    std::array<std::uint8_t, 256> set;
    std::array<std::uint16_t, kAxes + 2> first;               // by men
    std::array<std::array<std::int16_t, 256>, 256> contains;  // [part][i]: -1 where set[i] contains it
    struct Up {
        std::uint8_t rank;  // with one man more
        std::uint8_t axis;
    };
    std::array<std::array<Up, kAxes>, 256> up;  // [i]: for each axis that is empty in set[i]

    LowSets();
    std::size_t at(int men) const { return first[static_cast<std::size_t>(men)]; }
    std::size_t size(int men) const { return at(men + 1) - at(men); }
};
const LowSets& low_sets();

// By high part: where its block begins among the sets of so many men.
std::vector<std::uint32_t> block_begins(int axes, int men);
inline bool is_block(std::uint32_t high, int men) {
    const int low = men - std::popcount(high);
    return low >= 0 && low <= LowSets::kAxes;
}

template <class Code>
class MillBlocks {
  public:
    using Masks = std::array<std::int16_t, LowSets::kMostInBlock>;  // a mask for each set of a block
    using Codes = std::array<Code, LowSets::kMostInBlock>;
    struct Line {  // three axes on which a mill can stand
        std::uint32_t low;
        std::uint32_t high;
    };
    struct Mill {  // a line whose high part is there
        Line line;
        const std::int16_t* stands;  // for each set: -1 where the low part is there too
    };

    MillBlocks(const UltraIndex& index, const TurnSources<Code>& turns, bool placing);

    // `row` has begun.
    void begin(TurnRow<Code>& row);
    // The block with this high part.
    void look(std::uint32_t high);

    int men() const { return men_; }  // after the turn
    int takes() const { return takes_; }
    // Of the block. Without mills the rest is not there.
    const std::vector<Mill>& mills() const { return mills_; }
    const Masks& in_mill() const { return in_mill_; }  // low axes of men in a mill
    const Masks& in_two() const { return in_two_; }    // in two mills
    const Masks& any() const { return any_; }          // -1: there is a mill
    const Codes& taken(int men) const { return taken_[static_cast<std::size_t>(men) - 1]; }

  private:
    // A row that takings lead to: where its axes are.
    struct Source {
        const Code* codes;  // null: the waiting side is short of men
        std::array<std::uint32_t, 1 << LowSets::kAxes> low;
        std::array<std::uint32_t, kPoints> high;  // of single axes
    };
    void take(std::uint32_t high, int men, const std::vector<Source>& sources, Codes& best) const;

    const UltraIndex& index_;
    bool placing_;
    int men_;
    int takes_;
    Code lost_;
    std::vector<Line> lines_;                     // of the row
    std::array<std::vector<Source>, 2> sources_;  // by men taken - 1
    std::vector<Mill> mills_;
    Masks in_mill_, in_two_, any_;
    std::array<Codes, 2> taken_;
};

}  // namespace merels::solve
