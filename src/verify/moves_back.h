// SPDX-License-Identifier: MIT
// Moves backwards on a board without hands: from which positions can this one have arisen? For the textbook solver.
#pragma once

#include "merels/variant.h"
#include "minimax/point_sets.h"
#include "rules/geometry.h"

namespace merels::verify {

struct MovingRules {
    const Geometry& geometry;
    AllInMills all_in_mills;

    MovingRules(Board board, AllInMills rule) : geometry(merels::geometry(board)), all_in_mills(rule) {}

    Mask takeable(Mask other) const {
        const Mask free = other & ~geometry.in_mills(other);
        if (free != 0 || all_in_mills == AllInMills::kNoneMayBeTaken) return free;
        return other;
    }
    // Points where a man may just have been taken from, so that `rest` is left.
    Mask takeable_back(Mask rest) const {
        Mask result = 0;
        for (Mask points = kBoardMask & ~rest; points != 0; points &= points - 1) {
            const Mask x = points & (~points + 1);
            if ((takeable(rest | x) & x) != 0) result |= x;
        }
        return result;
    }
    Mask targets(Mask own, Point man, Mask empty) const {
        return count(own) == kMinMen ? empty : geometry.neighbours[man] & empty;
    }
};

// The position to look back from is (own to move, other has just moved). Calls visit(before) for every set of men that
// the other side can have moved from without taking: the position before was (before to move, own).
// `can_take` = rules.takeable(own) != 0: then a man that stands in a mill cannot have come quietly.
template <class Visit>
void for_each_quiet_move_back(const MovingRules& rules, Mask own, Mask other, bool can_take, Visit&& visit) {
    const Mask empty = kBoardMask & ~(own | other);
    Mask arrivals = other;
    if (can_take) arrivals &= ~rules.geometry.in_mills(other);
    for (; arrivals != 0; arrivals &= arrivals - 1) {
        const Point to = lowest(arrivals);
        for (Mask from = rules.targets(other, to, empty); from != 0; from &= from - 1) {
            visit((other & ~mask_of(to)) | (from & (~from + 1)));
        }
    }
}

// The same for moves that took a man. Calls visit(before, points): the position before was (before to move, own and a
// man on one of the points). `back` = rules.takeable_back(own).
template <class Visit>
void for_each_taking_move_back(const MovingRules& rules, Mask own, Mask other, Mask back, Visit&& visit) {
    const Mask empty = kBoardMask & ~(own | other);
    if ((back & empty) == 0) return;
    for (Mask arrivals = rules.geometry.in_mills(other); arrivals != 0; arrivals &= arrivals - 1) {
        const Point to = lowest(arrivals);
        for (Mask from = rules.targets(other, to, empty); from != 0; from &= from - 1) {
            const Mask origin = from & (~from + 1);
            visit((other & ~mask_of(to)) | origin, back & empty & ~origin);
        }
    }
}

// Number of legal turns of (own to move, other).
inline int count_moves(const MovingRules& rules, Mask own, Mask other, int takings) {
    const Mask empty = kBoardMask & ~(own | other);
    int moves = 0;
    for (Mask men = own; men != 0; men &= men - 1) {
        const Point from = lowest(men);
        const Mask rest = own & ~mask_of(from);
        for (Mask to = rules.targets(own, from, empty); to != 0; to &= to - 1) {
            moves += takings > 0 && rules.geometry.mills_at(rest, lowest(to)) > 0 ? takings : 1;
        }
    }
    return moves;
}

// True when (own to move, other) can close a mill.
inline bool can_close_mill(const MovingRules& rules, Mask own, Mask other) {
    const Mask empty = kBoardMask & ~(own | other);
    for (Mask men = own; men != 0; men &= men - 1) {
        const Point from = lowest(men);
        const Mask rest = own & ~mask_of(from);
        for (Mask to = rules.targets(own, from, empty); to != 0; to &= to - 1) {
            if (rules.geometry.mills_at(rest, lowest(to)) > 0) return true;
        }
    }
    return false;
}

}  // namespace merels::verify
