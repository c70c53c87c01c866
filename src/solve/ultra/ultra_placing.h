// SPDX-License-Identifier: MIT
// A whole row of positions whose mover can only place: by far the most positions of a game. The waiting side's men are
// the row, as in ultra_turns.h.
//
//   PlacingRow<Code> placings(index, turns);
//   placings.run(row, codes);      // codes[i] = row.worst(i-th set of the mover's men), for all of them
//
// A man on a high axis joins block to block (ultra_mills.h), many sets at an instruction; only low axes are looked at
// one by one. Cost: some 30 ns a position.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/ultra/ultra_mills.h"

namespace merels::solve {

template <class Code>
class PlacingRow {
  public:
    PlacingRow(const UltraIndex& index, const TurnSources<Code>& turns);

    // `row` has begun.
    void run(TurnRow<Code>& row, Code* codes);

  private:
    void enter_high(std::uint32_t axis, const Code* quiet, std::size_t size, Code* codes) const;
    void enter_low(int men, const Code* quiet, Code* codes) const;
    // After the taking of two men, where the game has it.
    const Code* twice() const { return blocks_.taken(blocks_.takes()).data(); }

    MillBlocks<Code> blocks_;
    std::vector<std::uint32_t> before_;  // by high part: where its block begins, before the turn
    std::vector<std::uint32_t> after_;   // and after it
};

}  // namespace merels::solve
