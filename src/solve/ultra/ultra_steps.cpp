// SPDX-License-Identifier: MIT
#include "solve/ultra/ultra_steps.h"

#include "solve/ultra/ultra_attack.h"
#include "solve/ultra/ultra_exits.h"
#include "solve/ultra/ultra_placing.h"

namespace merels::solve {
namespace {

Error no_memory() { return {ErrorCode::kNoMemory, "the system refuses the memory for a subspace"}; }
Error interrupted() { return {ErrorCode::kInterrupted, "interrupted"}; }

template <class Code>
void fill(WorkerPool& pool, CodeArray<Code>& array, Code code) {
    pool.parallel_for(array.rows(), array.chunk(), [&](std::size_t first, std::size_t last, int) {
        std::fill(array.row(static_cast<ClassIndex>(first)), array.row(static_cast<ClassIndex>(last)), code);
    });
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

// Calls value(smallest code that a turn reaches) for every position, rows by the waiting side's men, and stores what it
// says. Codes below `enough` need not be exact.
template <class Code, class Value>
Status by_waiting_side(const UltraWork& work, const TurnSources<Code>& moves, CodeArray<Code>& rows, Code enough,
                       Value&& value) {
    const Subspace& s = moves.subspace;
    if (!rows.allocate(work.memory, work.index, s.other, s.own)) return no_memory();
    const bool only_places = moves.places && !moves.slides;
    const bool only_slides = moves.slides && !moves.places;
    work.pool.parallel_for(rows.rows(), rows.chunk(), [&](std::size_t first, std::size_t last, int) {
        if (work.stopped()) return;
        TurnRow<Code> turns(work.index, moves);
        PlacingRow<Code> placings(work.index, moves);
        ExitRow<Code> exits(work.index, moves);
        for (std::size_t r = first; r < last; ++r) {
            turns.begin(static_cast<ClassIndex>(r));
            Code* const codes = rows.row(static_cast<ClassIndex>(r));
            if (only_places) {
                placings.run(turns, codes);
                for (std::size_t i = 0; i < rows.row_size(); ++i) codes[i] = value(codes[i]);
                continue;
            }
            if (only_slides) exits.begin(turns);
            std::uint32_t set = (1u << s.own) - 1;
            for (std::size_t i = 0; i < rows.row_size(); ++i, set = set == 0 ? 0 : next_subset(set)) {
                const Mask men = work.index.points(set, turns.free());
                codes[i] = value(only_slides ? worst_slide(turns, exits, men, enough) : turns.worst(men, enough));
            }
        }
    });
    return work.stopped() ? Status(interrupted()) : ok_status();
}

}  // namespace

template <class Code>
Status step_subspace(const UltraWork& work, const UltraRule<Code>& rule, const TurnSources<Code>& turns,
                     CodeArray<Code>& out) {
    CodeArray<Code> rows;
    Status done = by_waiting_side(work, turns, rows, UltraRule<Code>::kCounter, [&rule](Code worst) {
        return worst == UltraRule<Code>::kNone ? rule.lost : rule.step(-worst);
    });
    if (!done) return done;
    if (!out.allocate(work.memory, work.index, turns.subspace.own, turns.subspace.other)) return no_memory();
    turn_rows(work.index, work.pool, rows, out);
    return ok_status();
}

template <class Code>
Status find_losses(const UltraWork& work, const UltraRule<Code>& rule, const TurnSources<Code>& turns,
                   CodeArray<Code>& out) {
    CodeArray<Code> rows;
    Status done = by_waiting_side(work, turns, rows, rule.win_floor, [&rule](Code worst) {
        if (worst == UltraRule<Code>::kNone) return rule.lost;
        return worst >= rule.win_floor ? static_cast<Code>(1 - worst) : Code{0};
    });
    if (!done) return done;
    turn_some(
        work.index, work.pool, rows, out, [&rule](Code found) { return rule.is_loss(found); },
        [](Code& had, Code found) { had = found; });
    return ok_status();
}

template <class Code>
Status solve_unit(const UltraWork& work, const std::array<UnitHalf<Code>, 2>& halves) {
    const bool own_twin = halves[0].array == halves[1].array;
    const std::array<UltraRule<Code>, 2> rules{UltraRule<Code>(work.scale, halves[0].key),
                                               UltraRule<Code>(work.scale, halves[1].key)};
    // Of each half the other side to move, in the same rows.
    std::array<CodeArray<Code>, 2> replies;
    for (int i = 0; i < (own_twin ? 1 : 2); ++i) {
        const UltraRule<Code>& rule = rules[i];
        if (!replies[i].allocate(work.memory, work.index, halves[i].array->row_men(), halves[i].array->set_men())) {
            return no_memory();
        }
        fill(work.pool, replies[i], rule.own);
        turn_some(
            work.index, work.pool, *halves[1 - i].array, replies[i],
            [&rule](Code theirs) { return rule.is_win(theirs); }, [&rule](Code& had, Code) { had = rule.lost; });
    }
    const auto reply = [&](int i) { return &replies[own_twin ? 0 : i]; };
    for (int i = 0; i < (own_twin ? 1 : 2); ++i) {
        const AttackArrays<Code> arrays{halves[i].array, reply(i), reply(1 - i), halves[i].exits, halves[1 - i].exits};
        UltraAttack<Code> attack(work.index, work.pool, rules[i], rules[1 - i], arrays);
        if (Status done = attack.run(work.stopped); !done) return done;
    }
    // What the other side's attack found of this side's positions.
    for (int i = 0; i < (own_twin ? 1 : 2); ++i) {
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

template Status step_subspace(const UltraWork&, const UltraRule<std::int16_t>&, const TurnSources<std::int16_t>&,
                              CodeArray<std::int16_t>&);
template Status step_subspace(const UltraWork&, const UltraRule<std::int32_t>&, const TurnSources<std::int32_t>&,
                              CodeArray<std::int32_t>&);
template Status find_losses(const UltraWork&, const UltraRule<std::int16_t>&, const TurnSources<std::int16_t>&,
                            CodeArray<std::int16_t>&);
template Status find_losses(const UltraWork&, const UltraRule<std::int32_t>&, const TurnSources<std::int32_t>&,
                            CodeArray<std::int32_t>&);
template Status solve_unit(const UltraWork&, const std::array<UnitHalf<std::int16_t>, 2>&);
template Status solve_unit(const UltraWork&, const std::array<UnitHalf<std::int32_t>, 2>&);

}  // namespace merels::solve
