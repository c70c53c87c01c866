# SPDX-License-Identifier: MIT
"""The naive rules (naive_rules.py) for many positions at once, on NumPy arrays: what can be asked a million times.

Written from docs/rules.md and held against naive_rules.py, position by position (naive_arrays_test.py, and check_many.py on
the way); lines and neighbours come from there. A set of points is a number: bit i is the i-th point of position texts. Positions are seen by
the side to move: own men, the other side's men, and the men in hand of both, an array each.
"""
import dataclasses

import numpy

from naive_rules import LINES, NEXT_TO, TEXT_ORDER, State

BIT = {point: 1 << number for number, point in enumerate(TEXT_ORDER)}
FULL = (1 << 24) - 1


@dataclasses.dataclass
class Positions:
    own: numpy.ndarray  # sets of points
    other: numpy.ndarray
    own_hand: numpy.ndarray
    other_hand: numpy.ndarray

    def __len__(self):
        return len(self.own)

    def __getitem__(self, which):
        return Positions(self.own[which], self.other[which], self.own_hand[which], self.other_hand[which])


def joined(parts):
    return Positions(*(numpy.concatenate([getattr(part, field.name) for part in parts])
                       for field in dataclasses.fields(Positions)))


def from_sets(own, other, own_hand, other_hand):
    def hands(number):
        return numpy.broadcast_to(numpy.asarray(number, numpy.int8), len(own))
    return Positions(numpy.asarray(own, numpy.int32), numpy.asarray(other, numpy.int32), hands(own_hand), hands(other_hand))


def from_state(state):
    """The position of naive_rules.py, as arrays of one."""
    def men(colour):
        return [sum(BIT[point] for point in state.men(colour))]
    against = "B" if state.turn == "W" else "W"
    return from_sets(men(state.turn), men(against), state.hand[state.turn], state.hand[against])


def to_state(positions, number, side="W"):
    """One of them for naive_rules.py."""
    against = "B" if side == "W" else "W"
    board = {point: side if positions.own[number] & BIT[point] else against if positions.other[number] & BIT[point] else None
             for point in TEXT_ORDER}
    return State(board, {side: int(positions.own_hand[number]), against: int(positions.other_hand[number])}, side)


def men_in(sets):
    """How many points each set has."""
    return sum((sets >> bit) & 1 for bit in range(24)).astype(numpy.int8)


def sets_of_lines(rules):
    return [sum(BIT[point] for point in line) for line in LINES[rules.diagonals]]


def men_to_take(rules, men):
    """Of each set of men those that may be taken now."""
    in_mills = numpy.zeros_like(men)
    for line in sets_of_lines(rules):
        in_mills |= numpy.where(men & line == line, line, 0).astype(men.dtype)
    unprotected = men & ~in_mills
    return numpy.where(unprotected != 0, unprotected, men if rules.all_in_mills_free else 0).astype(men.dtype)


def steps(rules, at):
    """Placings and moves as (which positions, own men afterwards, mills closed, men placed), a piece for each pair of points."""
    empty = FULL & ~(at.own | at.other)
    on_board = men_in(at.own)
    alive = (on_board + at.own_hand >= 3) & (men_in(at.other) + at.other_hand >= 3)
    moves = alive & ((at.own_hand == 0) | rules.may_mix)
    flies = moves & (on_board + at.own_hand == 3)
    walks = moves & ~flies
    lines = sets_of_lines(rules)
    for target, bit in BIT.items():
        through = [line for line in lines if line & bit]
        open_to = empty & bit != 0
        sources = [(None, alive & open_to & (at.own_hand > 0))]
        if flies.any():
            sources += [(origin, flies & open_to & (at.own & BIT[origin] != 0)) for origin in TEXT_ORDER if origin != target]
        if walks.any():
            sources += [(origin, walks & open_to & (at.own & BIT[origin] != 0)) for origin in NEXT_TO[rules.diagonals][target]]
        for origin, legal in sources:
            which = numpy.flatnonzero(legal)
            if len(which) == 0:
                continue
            own = (at.own[which] & ~(BIT[origin] if origin else 0)) | bit
            mills = sum((own & line == line).astype(numpy.int8) for line in through)
            yield which, own, mills, numpy.full(len(which), origin is None, numpy.int8)


def taken_sets(rules, men, number):
    """All sets that may go when `number` men of each set are to be taken one after the other: (which, taken), each once."""
    choices = men_to_take(rules, men) if number > 0 else numpy.zeros_like(men)
    nothing = numpy.flatnonzero(choices == 0)
    parts = [(nothing, numpy.zeros(len(nothing), men.dtype))]
    for bit in BIT.values():
        which = numpy.flatnonzero(choices & bit)
        if len(which) == 0:
            continue
        rest_of, rest = taken_sets(rules, men[which] & ~bit, number - 1)
        parts.append((which[rest_of], rest | bit))
    which, taken = (numpy.concatenate(arrays) for arrays in zip(*parts))
    if number < 2:
        return which, taken
    once = numpy.unique((which.astype(numpy.int64) << 24) | taken)  # two men in either order are one set
    return once >> 24, (once & FULL).astype(men.dtype)


def followers(rules, at):
    """Every position after one legal turn, as (which position of `at`, positions seen by the other side)."""
    pieces = list(steps(rules, at))
    if not pieces:
        return numpy.empty(0, numpy.int64), at[:0]
    which, own, mills, placed = (numpy.concatenate(arrays) for arrays in zip(*pieces))
    number = numpy.minimum(mills, rules.most_taken)
    found_which, found = [], []
    for takes in range(rules.most_taken + 1):
        here = numpy.flatnonzero(number == takes)
        taken_from, taken = taken_sets(rules, at.other[which[here]], takes)
        here = here[taken_from]
        before = which[here]
        found_which.append(before)
        found.append(Positions(at.other[before] & ~taken, own[here], at.other_hand[before],
                               (at.own_hand[before] - placed[here]).astype(numpy.int8)))
    return numpy.concatenate(found_which), joined(found)
