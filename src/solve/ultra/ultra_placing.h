// SPDX-License-Identifier: MIT
// A whole row of positions whose mover can only place: by far the most positions of a game. The waiting side's men are
// the row, as in ultra_turns.h.
//
//   PlacingRow<Code> placings(index, turns);
//   placings.run(row, codes);      // codes[i] = row.worst(i-th set of the mover's men), for all of them
//
// Sets are cut in two: eight low axes and the others. Sets with the same high part follow each other (a block), so that
// a man on a high axis joins block to block, many sets at an instruction; only low axes are looked at one by one. What
// a mill leads to depends on the men after the turn, so it is looked up once for all turns that lead there. Cost: 15 to
// 20 ns a position.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solve/ultra/ultra_turns.h"

namespace merels::solve {

template <class Code>
class PlacingRow {
  public:
    PlacingRow(const UltraIndex& index, const TurnSources<Code>& turns);

    // `row` has begun.
    void run(TurnRow<Code>& row, Code* codes);

  private:
    static constexpr int kLowAxes = 8;
    static constexpr std::uint32_t kLowMask = (1u << kLowAxes) - 1;
    static constexpr int kMostInBlock = 70;                // 4 of 8
    using Masks = std::array<std::int16_t, kMostInBlock>;  // a mask for each set of a block
    using Block = std::array<Code, kMostInBlock>;

    struct Line {  // three axes on which a mill can stand
        std::uint32_t low;
        std::uint32_t high;
    };
    // A row that takings lead to: where its axes are.
    struct Source {
        const Code* codes;  // null: the waiting side is short of men
        std::array<std::uint32_t, 1 << kLowAxes> low;
        std::array<std::uint32_t, kPoints> high;  // of single axes
    };

    void look_at_board(TurnRow<Code>& row);
    // The sets after the turn with this high part: lets them enter the codes before it.
    void block_after(std::uint32_t high, const Code* quiet, Code* codes);
    void look_at_mills(std::uint32_t high, int men);
    void take(std::uint32_t high, int men, const std::vector<Source>& sources, Block& best) const;
    void enter_high(std::uint32_t axis, const Code* quiet, std::size_t size, Code* codes) const;
    void enter_low(int men, const Code* quiet, Code* codes) const;

    const UltraIndex& index_;
    int men_;  // of the mover, before the turn
    int takes_;
    Code lost_;
    std::vector<std::uint32_t> before_;  // by high part: where its block begins, before the turn
    std::vector<std::uint32_t> after_;   // and after it

    // Of the row.
    std::vector<Line> lines_;
    std::array<std::vector<Source>, 2> sources_;  // by men taken - 1

    // Of the block.
    struct Mill {  // a line whose high part is there
        Line line;
        const std::int16_t* stands;  // for each set: -1 where the low part is there too
    };
    std::vector<Mill> mills_;
    Masks in_mill_;   // low axes of men in a mill
    Masks in_two_;    // in two mills
    Masks any_mill_;  // -1: there is a mill
    std::array<Block, 2> taken_;
};

}  // namespace merels::solve
