// SPDX-License-Identifier: MIT
// One side's attack in a unit with cycles: all positions in which it can force more than the value of the unit.
//
// Rows are the attacker's men. `mine` has the attacker to move, `theirs` the defender, both seen by the attacker. A
// position enters once, the best codes first: what enters at code c lets its predecessors enter at c - 1.
//   attacker to move: enters as soon as a slide reaches a member, or an exit is worth as much;
//   defender to move: enters when all quiet slides lead to members and no exit is worse.
// Exits are turns that leave the unit: takings, placings. See docs/solving_ultra.md.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "merels/result.h"
#include "solve/ultra/ultra_entries.h"
#include "solve/ultra/ultra_turns.h"

namespace merels::solve {

template <class Code>
struct AttackArrays {
    CodeArray<Code>* mine = nullptr;    // wins of the attacker, else the unit's own code; entries are added
    CodeArray<Code>* theirs = nullptr;  // `lost` where the defender wins, else the unit's own code
    const TurnSources<Code>* exits_of_attacker = nullptr;  // without quiet slides
    const TurnSources<Code>* exits_of_defender = nullptr;
};

template <class Code>
class UltraAttack {
  public:
    // `mine` and `theirs`: what find_exits found, by worker.
    UltraAttack(const UltraIndex& index, WorkerPool& pool, EntryPool& entries, const UltraRule<Code>& rule,
                const AttackArrays<Code>& arrays, std::vector<Schedule>&& mine, std::vector<Schedule>&& theirs)
        : index_(index),
          pool_(pool),
          rule_(rule),
          arrays_(arrays),
          mine_(std::move(mine)),
          theirs_(std::move(theirs)),
          now_(entries, arrays.mine->rows(), pool.threads()),
          next_(entries, arrays.mine->rows(), pool.threads()) {}

    // kInterrupted when stopped; kInternal when a depth does not fit its code.
    Status run(const std::function<bool()>& stopped);

  private:
    // Claimed: entries of one code.
    struct Round {
        Round(EntryPool& pool, ClassIndex rows, int threads) : mine(pool, rows, threads), theirs(pool, rows, threads) {}
        EntryGroups mine, theirs;
    };

    static bool is_counter(Code c) { return c < UltraRule<Code>::kCounter + 256; }

    bool claim(CodeArray<Code>& array, ClassIndex row, Mask& men, Code code);
    void claim_scheduled(CodeArray<Code>& array, std::vector<Schedule>& scheduled, int code, EntryGroups& claimed);
    void defender_back(EntryGroups& entered, Code code);
    void attacker_back(EntryGroups& entered, Code code);
    void count_down(TurnRow<Code>& turns, int worker, ClassIndex row, Mask men, std::uint32_t rank, Code code);
    int highest_scheduled() const;

    const UltraIndex& index_;
    WorkerPool& pool_;
    const UltraRule<Code>& rule_;
    AttackArrays<Code> arrays_;
    std::vector<Schedule> mine_, theirs_;  // entries to come, by worker
    Round now_, next_;
};

}  // namespace merels::solve
