// SPDX-License-Identifier: MIT
// Exits: the turns that leave a unit. ExitRow has the slides of a row that take men, for all sets of the row at once,
// where the mover cannot place. find_exits looks for the positions that exits decide.
#pragma once

#include <array>
#include <vector>

#include "base/worker_pool.h"
#include "solve/ultra/ultra_entries.h"
#include "solve/ultra/ultra_mills.h"

namespace merels::solve {

template <class Code>
class ExitRow {
  public:
    ExitRow(const UltraIndex& index, const TurnSources<Code>& turns)
        : index_(index),
          turns_(turns),
          blocks_(index, turns, false),
          begins_(block_begins(kPoints - turns.subspace.other, turns.subspace.own)) {}

    // `row` has begun. Looks at all sets with a mill.
    void begin(TurnRow<Code>& row) {
        row_ = &row;
        if (!row.mills_take()) return;
        blocks_.begin(row);
        for (int taken = 1; taken <= turns_.takes; ++taken)
            at(taken).resize(binomial(std::popcount(row.free()), men()));
        for (std::uint32_t high = 0; high < begins_.size(); ++high) {
            if (!is_block(high, men())) continue;
            blocks_.look(high);
            if (blocks_.mills().empty()) continue;
            const std::size_t size = low_sets().size(men() - std::popcount(high));
            for (int taken = 1; taken <= turns_.takes; ++taken) {
                std::copy_n(blocks_.taken(taken).begin(), size, at(taken).begin() + begins_[high]);
            }
        }
    }

    // The smallest code that a slide which takes men leads to; kNone where there is none.
    Code worst(Mask set) const {
        Code least = UltraRule<Code>::kNone;
        if (!row_->mills_take()) return least;
        for (Mask targets = index_.targets(set) & row_->free() & ~set; targets != 0; targets &= targets - 1) {
            const Point to = lowest(targets);
            for (Mask origins = row_->origins_of(set, to); origins != 0; origins &= origins - 1) {
                const Mask rest = set & ~(origins & (~origins + 1));
                const int takes = std::min(index_.board().mills_at(rest, to), turns_.takes);
                if (takes == 0) continue;
                const std::uint32_t rank = index_.rank_on(rest | mask_of(to), row_->free(), men());
                least = std::min(least, taken_[static_cast<std::size_t>(takes) - 1][rank]);
            }
        }
        return least;
    }

  private:
    int men() const { return blocks_.men(); }
    std::vector<Code>& at(int taken) { return taken_[static_cast<std::size_t>(taken) - 1]; }

    const UltraIndex& index_;
    const TurnSources<Code>& turns_;
    MillBlocks<Code> blocks_;
    std::vector<std::uint32_t> begins_;
    const TurnRow<Code>* row_ = nullptr;
    std::array<std::vector<Code>, 2> taken_;  // by men taken - 1; by set after the slide, of sets with a mill
};

// One side of a unit is to move, rows by the men of the side that waits.
template <class Code>
struct ExitSearch {
    const UltraRule<Code>& mover;
    const UltraRule<Code>& waiter;
    const TurnSources<Code>& exits;  // of the mover, without quiet slides
    const CodeArray<Code>& open;     // mover to move: the waiter's own code where the mover has not won
    const CodeArray<Code>& answers;  // waiter to move, in the same rows: his wins
};
// Positions that exits decide: they are worth more than the unit to the mover, who attacks; or less, and all his quiet
// slides lose or there is none: then no entry of the waiter's attack will ever touch the position. A schedule for
// each worker.
template <class Code>
void find_exits(const UltraIndex& index, WorkerPool& pool, const ExitSearch<Code>& search,
                std::vector<Schedule>& attack, std::vector<Schedule>& defence);

}  // namespace merels::solve
