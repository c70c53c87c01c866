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
#include <unordered_map>
#include <vector>

#include "merels/result.h"
#include "solve/ultra/ultra_turns.h"

namespace merels::solve {

template <class Code>
struct AttackArrays {
    CodeArray<Code>* mine = nullptr;          // wins of the attacker, else the unit's own code; entries are added
    CodeArray<Code>* theirs = nullptr;        // `lost` where the defender wins, else the unit's own code
    const CodeArray<Code>* turned = nullptr;  // attacker to move, rows by the defender's men, seen by the defender
    const TurnSources<Code>* exits_of_attacker = nullptr;  // without quiet slides
    const TurnSources<Code>* exits_of_defender = nullptr;
};

template <class Code>
class UltraAttack {
  public:
    UltraAttack(const UltraIndex& index, WorkerPool& pool, const UltraRule<Code>& rule,
                const UltraRule<Code>& rule_of_defender, const AttackArrays<Code>& arrays)
        : index_(index), pool_(pool), rule_(rule), defender_(rule_of_defender), arrays_(arrays) {
        workers_.resize(static_cast<std::size_t>(pool.threads()));
    }

    // kInterrupted when stopped; kInternal when a depth does not fit its code.
    Status run(const std::function<bool()>& stopped);

  private:
    using Entry = std::uint64_t;  // row << 24 | men of the defender
    using Entries = std::vector<Entry>;
    struct Worker {
        std::unordered_map<int, Entries> mine, theirs;  // entries to come, by code
        Entries next_mine, next_theirs;                 // claimed, of the next round
    };
    static Entry pack(ClassIndex row, Mask men) { return Entry{row} << kPoints | men; }
    static ClassIndex row_of(Entry e) { return static_cast<ClassIndex>(e >> kPoints); }
    static Mask men_of(Entry e) { return static_cast<Mask>(e) & kBoardMask; }

    static bool is_counter(Code c) { return c < UltraRule<Code>::kCounter + 256; }

    void find_exits_of_attacker();
    void find_exits_of_defender();
    bool claim(CodeArray<Code>& array, ClassIndex row, Mask& men, Code code);
    void claim_scheduled(CodeArray<Code>& array, int code, bool mine, Entries& out);
    void sort_by_row(Entries& entries);
    void defender_back(const Entries& entered, Code code);
    void attacker_back(const Entries& entered, Code code);
    void count_down(TurnRow<Code>& turns, Worker& worker, ClassIndex row, Mask men, std::uint32_t rank, Code code);
    int highest_scheduled() const;

    const UltraIndex& index_;
    WorkerPool& pool_;
    const UltraRule<Code>& rule_;
    const UltraRule<Code>& defender_;
    AttackArrays<Code> arrays_;
    std::vector<Worker> workers_;
    Entries scratch_;
};

}  // namespace merels::solve
