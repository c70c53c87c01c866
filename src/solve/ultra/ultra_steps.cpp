// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_steps.h"

#include <algorithm>
#include <atomic>

#include "solve/ultra/ultra_attack.h"
#include "solve/ultra/ultra_exits.h"
#include "solve/ultra/ultra_placing.h"

namespace merels::solve {
namespace {

Error interrupted() { return {ErrorCode::kInterrupted, "interrupted"}; }

template <class Code>
void fill(WorkerPool& pool, CodeArray<Code>& array, Code code) {
    pool.parallel_for(array.rows(), array.chunk(), [&](std::size_t first, std::size_t last, int) {
        std::fill(array.row(static_cast<ClassIndex>(first)), array.row(static_cast<ClassIndex>(last)), code);
    });
}

// `lost` where the other side to move wins, else the subspace's own code. `theirs` has the rows of that side's men.
template <class Code>
void enter_losses(const UltraWork& work, const UltraRule<Code>& rule, const CodeArray<Code>& theirs,
                  CodeArray<Code>& replies) {
    std::atomic<std::size_t> wins = 0;
    work.pool.parallel_for(theirs.rows(), theirs.chunk(), [&](std::size_t first, std::size_t last, int) {
        const Code* const begin = theirs.row(static_cast<ClassIndex>(first));
        const Code* const end = theirs.row(static_cast<ClassIndex>(last));
        wins += static_cast<std::size_t>(std::count_if(begin, end, [&rule](Code c) { return rule.is_win(c); }));
    });
    // Only the rarer kind is entered one by one.
    const bool most_win = wins > theirs.rows() * theirs.row_size() / 2;
    fill(work.pool, replies, most_win ? rule.lost : rule.own);
    turn_some(
        work.index, work.pool, theirs, replies, [&rule, most_win](Code c) { return rule.is_win(c) != most_win; },
        [&rule, most_win](Code& had, Code) { had = most_win ? rule.own : rule.lost; });
}

// turns.worst(men, enough) where the mover can only slide: quiet slides first, which are cheaper.
template <class Code>
Code worst_slide(const TurnRow<Code>& turns, const ExitRow<Code>& exits, Mask men, Code enough) {
    Code least = UltraRule<Code>::kNone;
    const bool none = turns.quiet_slides(men, [&](Mask after) {
        least = std::min(least, turns.quiet_slide(after));
        return least >= enough;
    });
    return none ? std::min(least, exits.worst(men)) : least;
}

// The smallest code that a turn reaches, for all sets of a row of the waiting side's men. Codes below `enough` need not
// be exact.
template <class Code>
class WorstOfRow {
  public:
    WorstOfRow(const UltraIndex& index, const TurnSources<Code>& moves)
        : index_(index),
          moves_(moves),
          turns_(index, moves),
          placings_(index, moves),
          exits_(index, moves),
          codes_(binomial(kPoints - moves.subspace.other, moves.subspace.own)) {}

    const std::vector<Code>& run(ClassIndex row, Code enough) {
        turns_.begin(row);
        if (!moves_.slides) {
            placings_.run(turns_, codes_.data());
            return codes_;
        }
        if (!moves_.places) exits_.begin(turns_);
        std::uint32_t set = (1u << moves_.subspace.own) - 1;
        for (Code& code : codes_) {
            const Mask men = index_.points(set, turns_.free());
            code = moves_.places ? turns_.worst(men, enough) : worst_slide(turns_, exits_, men, enough);
            set = set == 0 ? 0 : next_subset(set);
        }
        return codes_;
    }
    Mask waiting() const { return turns_.waiting(); }
    Mask free() const { return turns_.free(); }

  private:
    const UltraIndex& index_;
    const TurnSources<Code>& moves_;
    TurnRow<Code> turns_;
    PlacingRow<Code> placings_;
    ExitRow<Code> exits_;
    std::vector<Code> codes_;
};

}  // namespace

template <class Code>
Status step_subspace(const UltraWork& work, const UltraRule<Code>& rule, const TurnSources<Code>& turns, StepUse use,
                     CodeArray<Code>& out) {
    const Subspace& s = turns.subspace;
    CodeArray<Code> rows;
    if (!rows.allocate(work.memory, work.index, s.other, s.own)) return work.memory.refused();
    work.pool.parallel_for(rows.rows(), rows.chunk(), [&](std::size_t first, std::size_t last, int) {
        if (work.stopped()) return;
        WorstOfRow<Code> worst(work.index, turns);
        for (std::size_t r = first; r < last; ++r) {
            const auto& codes = worst.run(static_cast<ClassIndex>(r), UltraRule<Code>::kCounter);
            std::transform(codes.begin(), codes.end(), rows.row(static_cast<ClassIndex>(r)),
                           [&rule](Code c) { return c == UltraRule<Code>::kNone ? rule.lost : rule.step(-c); });
        }
    });
    if (work.stopped()) return interrupted();
    const bool all = use == StepUse::kAll;
    turn_rows(work.index, work.pool, rows, out, [&rule, all](Code had) { return all || !rule.is_win(had); });
    return ok_status();
}

template <class Code>
Status find_losses(const UltraWork& work, const UltraRule<Code>& rule, const TurnSources<Code>& turns,
                   CodeArray<Code>& out) {
    const Subspace& s = turns.subspace;
    const std::size_t chunk = 1 + 60000 / binomial(kPoints - s.other, s.own);
    work.pool.parallel_for(work.index.rows(s.other), chunk, [&](std::size_t first, std::size_t last, int) {
        if (work.stopped()) return;
        WorstOfRow<Code> worst(work.index, turns);
        TurnedEntries losses(work.index, out, [](Code& had, Code found) { had = found; });
        for (std::size_t r = first; r < last; ++r) {
            std::uint32_t set = (1u << s.own) - 1;
            for (const Code code : worst.run(static_cast<ClassIndex>(r), rule.win_floor)) {
                if (code >= rule.win_floor) {  // kNone, where there is no turn, too
                    losses.add(worst.waiting(), work.index.points(set, worst.free()),
                               code == UltraRule<Code>::kNone ? rule.lost : static_cast<Code>(1 - code));
                }
                set = set == 0 ? 0 : next_subset(set);
            }
        }
    });
    return work.stopped() ? Status(interrupted()) : ok_status();
}

namespace {

// Throws std::bad_alloc where a list finds no room.
template <class Code>
Status attack_both_ways(const UltraWork& work, const std::array<UnitHalf<Code>, 2>& halves) {
    const bool own_twin = halves[0].array == halves[1].array;
    const std::array<UltraRule<Code>, 2> rules{UltraRule<Code>(work.scale, halves[0].key),
                                               UltraRule<Code>(work.scale, halves[1].key)};
    const int sides = own_twin ? 1 : 2;
    // Of each half the other side to move, in the same rows: lost where that side wins.
    std::array<CodeArray<Code>, 2> replies;
    for (int i = 0; i < sides; ++i) {
        if (!replies[i].allocate(work.memory, work.index, halves[i].array->row_men(), halves[i].array->set_men())) {
            return work.memory.refused();
        }
        enter_losses(work, rules[i], *halves[1 - i].array, replies[i]);
    }
    const auto reply = [&](int i) { return &replies[own_twin ? 0 : i]; };
    EntryPool entries(work.memory.spill());
    std::array<std::vector<Schedule>, 2> attackers, defenders;  // by the side that attacks, by worker
    for (auto* schedules : {&attackers, &defenders}) {
        for (std::vector<Schedule>& by_worker : *schedules) {
            by_worker.reserve(static_cast<std::size_t>(work.pool.threads()));
            for (int w = 0; w < work.pool.threads(); ++w) by_worker.emplace_back(entries);
        }
    }
    for (int i = 0; i < sides; ++i) {
        const int other = own_twin ? i : 1 - i;
        const ExitSearch<Code> search{rules[i], rules[1 - i], *halves[i].exits, *reply(1 - i), *halves[1 - i].array};
        find_exits(work.index, work.pool, search, attackers[i], defenders[other]);
        if (work.stopped()) return interrupted();
    }
    for (int i = 0; i < sides; ++i) {
        const AttackArrays<Code> arrays{halves[i].array, reply(i), halves[i].exits, halves[1 - i].exits};
        UltraAttack<Code> attack(work.index, work.pool, entries, rules[i], arrays, std::move(attackers[i]),
                                 std::move(defenders[i]));
        if (Status done = attack.run(work.stopped); !done) return done;
    }
    // What the other side's attack found of this side's positions.
    for (int i = 0; i < sides; ++i) {
        const UltraRule<Code>& rule = rules[i];
        const Code theirs = rules[1 - i].own;
        turn_some(
            work.index, work.pool, *reply(1 - i), *halves[i].array,
            [&rule, theirs](Code found) {
                return found > theirs && !rule.is_loss(found) && found >= UltraRule<Code>::kCounter + 256;
            },
            [&rule](Code& had, Code found) {
                if (had == rule.own) had = static_cast<Code>(-found);
            });
    }
    return ok_status();
}

}  // namespace

template <class Code>
Status solve_unit(const UltraWork& work, const std::array<UnitHalf<Code>, 2>& halves) {
    try {
        return attack_both_ways(work, halves);
    } catch (const std::bad_alloc&) {
        return work.memory.refused();
    }
}

template Status step_subspace(const UltraWork&, const UltraRule<std::int16_t>&, const TurnSources<std::int16_t>&,
                              StepUse, CodeArray<std::int16_t>&);
template Status step_subspace(const UltraWork&, const UltraRule<std::int32_t>&, const TurnSources<std::int32_t>&,
                              StepUse, CodeArray<std::int32_t>&);
template Status find_losses(const UltraWork&, const UltraRule<std::int16_t>&, const TurnSources<std::int16_t>&,
                            CodeArray<std::int16_t>&);
template Status find_losses(const UltraWork&, const UltraRule<std::int32_t>&, const TurnSources<std::int32_t>&,
                            CodeArray<std::int32_t>&);
template Status solve_unit(const UltraWork&, const std::array<UnitHalf<std::int16_t>, 2>&);
template Status solve_unit(const UltraWork&, const std::array<UnitHalf<std::int32_t>, 2>&);

}  // namespace merels::solve
