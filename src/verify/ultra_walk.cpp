// SPDX-License-Identifier: MIT
#include "verify/ultra_walk.h"

#include <algorithm>

#include "minimax/canonical_ranks.h"
#include "minimax/successor_subspaces.h"
#include "verify/wrong_position.h"

namespace merels::verify {

void UltraWalk::Findings::merge(const Findings& other) {
    positions += other.positions;
    wrong += other.wrong;
    if (other.first) keep_smaller(first, *other.first);
}

UltraWalk::UltraWalk(const UltraParts& parts, const UltraPart& part, const ClassTables& classes, int workers,
                     const FindRows& rows)
    : parts_(parts),
      part_(part),
      classes_(classes),
      stored_(rows(part).data()),
      without_turn_(parts.expected_without_turn(part)) {
    const Subspace& s = part.subspace;
    const MoverRights rights = rights_of(parts.variant(), s);
    BasicMoverSetup<Code> setup;
    setup.fixed_men = s.other;
    setup.mover_men = s.own;
    setup.may_place = rights.may_place;
    setup.may_move = rights.may_move;
    setup.flies = rights.flies;
    for (const UltraParts::Turn& turn : parts.turns(part)) {
        setup.after[turn.takes][turn.placed ? 1 : 0].bytes = rows(turn.after).data();
    }
    for (int best = 0; best <= parts.pairs().size(); ++best) expected_.push_back(parts.expected_of(part, best));
    for (int i = 0; i < workers; ++i) {
        workers_.push_back({WideRowKernel(parts.variant(), classes, setup), TurnedRow(classes, s.other, s.own)});
    }
}

UltraWalk::Findings UltraWalk::check(ClassIndex first, ClassIndex end, const RowFlags& movers, int worker,
                                     std::uint64_t limit, Counts* counts) {
    const Subspace& s = part_.subspace;
    const ClassTable& classes = classes_[s.other];
    WideRowKernel& kernel = workers_[worker].kernel;
    Findings found;
    for (ClassIndex row = first; row < end && found.positions < limit; ++row) {
        kernel.begin(row);
        const CanonicalRanks canonical(classes.representative(row), classes.stabiliser_of(row));
        const auto wanted = [&](ClassIndex mover) { return movers[mover] != 0; };
        workers_[worker].turned.for_each_of(row, wanted, stored_, [&](std::uint32_t, std::uint32_t men, Code code) {
            if (!canonical.contains(men) || found.positions == limit) return;
            ++found.positions;
            if (code == 0) return;
            const Code expected = expected_by_best(kernel.best(men));
            if (expected == 0) return;  // lost
            if (counts != nullptr && code != PairCodes::kNone) ++(*counts)[code];
            if (code == expected && code != PairCodes::kNone) return;
            Position position;
            position.men[1] = classes.representative(row);
            position.men[0] = to_points(men, kBoardMask & ~position.men[1]);
            position.hand = {s.own_hand, s.other_hand};
            ++found.wrong;
            keep_smaller(found.first, parts_.wrong_position(part_, address_of(position), code, expected));
        });
    }
    return found;
}

Result<UltraWalk::Findings> UltraWalk::check_images(ClassIndex row) const {
    const Subspace& s = part_.subspace;
    const ClassTable& classes = classes_[s.own];
    const PointSets& sets = PointSets::get();
    const std::uint16_t stabiliser = classes.stabiliser_of(row);
    Findings found;
    if (stabiliser == 0) return found;
    const Code* const codes = stored_ + std::size_t{row} * row_size(s);
    const Mask free = kBoardMask & ~classes.representative(row);
    std::uint32_t rank = 0;
    std::optional<Error> failure;
    for_each_subset(kPoints - s.own, s.other, [&](std::uint32_t axes) {
        const Mask men = sets.expand(axes, free);
        Mask smallest = men;
        for (std::uint32_t stay = stabiliser; stay != 0; stay &= stay - 1) {
            smallest = std::min(smallest, sets.map(static_cast<Symmetry>(std::countr_zero(stay)), men));
        }
        const Code first = codes[sets.rank(sets.compress(smallest, free))];
        const Address address{row, rank++};
        const Code code = codes[address.rank];
        if (first == code) return;
        const auto expected = parts_.expected_at(part_, position_at(s, address));
        if (!expected.ok()) {
            failure = expected.error();
        } else if (*expected != 0 || first == 0 || code == 0) {
            ++found.wrong;
            keep_smaller(found.first, parts_.wrong_position(part_, address, code, first));
        }
    });
    if (failure) return *failure;
    return found;
}

}  // namespace merels::verify
