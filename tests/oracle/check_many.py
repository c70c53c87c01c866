#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the values of a million positions against the naive rules: what the tables say of a position must be what minimax
makes of what they say of all positions after one turn, and those turns are found by naive_arrays.py.

    PYTHONPATH=build/release/bindings/python check_many.py --db DIR VARIANT [--positions N] [--seed S] [--seconds S]
                                                           [--together N] [--threads N]

The same question as check_tables.py asks the server, here asked of the Python package. Positions are drawn evenly over
subspaces (the men on the board and in hand of both sides), and each position of a subspace is as likely as any other; `--together` of them
share the men of the side to move, because what is read for one serves the others. The turns of a few positions of each subspace are found by
naive_rules.py too. A value that the tables do not tell counts as a disagreement. Ends with 1 where something does not agree.
"""
import argparse
import sys
import time

import merels
import numpy

from naive_arrays import FULL, followers, from_sets, men_in, to_state
from naive_rules import other, play, rules_of, turns, write_state

AT_ONCE = 1 << 13  # positions; they have some 30 followers each
OPEN_TURNS = 3  # positions of each subspace whose turns are compared with naive_rules.py
WON = 1 << 14  # score of a win in 0 plies


def draw(rng, subspace, number, together):
    """Positions of one subspace (own, other, own hand, other hand)."""
    own_men, other_men, own_hand, other_hand = subspace
    bits = (1 << numpy.arange(24)).astype(numpy.int32)
    rows = -(-number // together)
    order = rng.random((rows, 24)).argsort(axis=1)
    own = bits[order[:, :own_men]].sum(axis=1, dtype=numpy.int32).repeat(together)[:number]
    free = order[:, own_men:].repeat(together, axis=0)[:number]
    chosen = rng.random(free.shape).argsort(axis=1)[:, :other_men]
    against = bits[numpy.take_along_axis(free, chosen, axis=1)].sum(axis=1, dtype=numpy.int32)
    return from_sets(own, against, own_hand, other_hand)


def draw_sides(rng, subspace, variant, number):
    """Who is to move: 0 White, 1 Black. A side has no more men than it began with."""
    own_men, other_men, own_hand, other_hand = subspace
    _, white, black = rules_of(variant)
    sides = [side for side, (mine, theirs) in enumerate(((white, black), (black, white)))
             if own_men + own_hand <= mine and other_men + other_hand <= theirs]
    return rng.choice(sides, number)


def as_records(at, black_to_move):
    """For the package."""
    records = numpy.zeros(len(at), merels.position_dtype)
    for colour, mine in (("white", black_to_move == 0), ("black", black_to_move == 1)):
        records[colour] = numpy.where(mine, at.own, at.other)
        records[colour + "_hand"] = numpy.where(mine, at.own_hand, at.other_hand)
    records["to_move"] = black_to_move
    return records


def ask(tables, at, black_to_move, threads):
    """The values, asked for in an order in which neighbours stand in one row of a table."""
    order = numpy.lexsort((at.own, men_in(at.other), men_in(at.own), at.own_hand, at.other_hand))
    values = tables.probe_many(as_records(at[order], black_to_move[order]), threads=threads, strict=False)
    back = numpy.empty_like(values)
    back[order] = values
    return back


def score(result, plies):
    """A number for the side to move: wins above draws above losses, quick wins and slow losses higher."""
    return result * WON - numpy.where(result == 0, 0, result * plies)


def text_of(scores):
    """Backwards, for messages."""
    return "draw" if scores == 0 else f"win in {WON - scores}" if scores > 0 else f"loss in {WON + scores}"


def by_minimax(number, which, values, full_board_drawn):
    """The scores of `number` positions from the values of their followers, which are those of the opponent, in one ply more."""
    best = numpy.full(number, -WON, numpy.int64)  # no turn: lost in 0
    best[full_board_drawn] = 0
    here = -score(values["result"].astype(numpy.int64), values["plies"].astype(numpy.int64) + 1)
    order = which.argsort(kind="stable")
    first = numpy.flatnonzero(numpy.diff(which[order], prepend=-1))
    if len(order):
        best[which[order][first]] = numpy.maximum.reduceat(here[order], first)
    return best


def without_plies(values):
    """Where one value of a win or loss has no plies, all are compared by their results."""
    return ((values["result"] != 0) & (values["plies"] < 0)).any()


def disagreements(tables, rules, at, black_to_move, threads, open_turns=OPEN_TURNS):
    """Texts, one for each position that does not agree, and the number of values that were looked at."""
    which, after = followers(rules, at)
    found = []
    for number in range(min(open_turns, len(at))):
        found += turns_that_differ(rules, at, number, "WB"[black_to_move[number]], after[which == number])
    said = ask(tables, at, black_to_move, threads)
    values = ask(tables, after, 1 - black_to_move[which], threads)
    unknown = numpy.zeros(len(at), bool)
    unknown[which[values["result"] == -128]] = True
    unknown |= said["result"] == -128
    if without_plies(said) or without_plies(values):
        said["plies"] = 0
        values["plies"] = -1
    full = ((at.own | at.other) == FULL) & rules.full_board_draw
    expected = by_minimax(len(at), which, values, full)
    mine = score(said["result"].astype(numpy.int64), said["plies"].astype(numpy.int64))
    for number in numpy.flatnonzero(unknown | (mine != expected))[:20]:
        text = write_state(to_state(at, number, "WB"[black_to_move[number]]))
        found.append(f"{text}: not all is known" if unknown[number] else
                     f"{text}: said {text_of(mine[number])}, its turns say {text_of(expected[number])}")
    return found, len(at) + len(after)


def turns_that_differ(rules, at, number, side, after):
    """A text where naive_rules.py knows other turns."""
    state = to_state(at, number, side)
    plain = sorted(write_state(play(state, turn)) for turn in turns(rules, state))
    mine = sorted(write_state(to_state(after, i, other(side))) for i in range(len(after)))
    return [] if plain == mine else [f"{write_state(state)}: naive_rules.py has other turns than naive_arrays.py"]


def subspaces(tables):
    """Those with tables, as (own, other, own hand, other hand)."""
    names = [entry["subspace"] for entry in tables.stats() if entry["solved"]]
    return [tuple(int(n) for part in (name + "+0-0").split("+")[:2] for n in part.split("-")) for name in names]


def test_the_judge():
    def values(*pairs):
        return numpy.array(list(pairs), merels.value_dtype)

    def one(*pairs):
        return int(by_minimax(1, numpy.zeros(len(pairs), numpy.int64), values(*pairs), numpy.zeros(1, bool))[0])
    assert text_of(one()) == "loss in 0"
    assert text_of(one((1, 3), (-1, 4), (-1, 2), (0, -1))) == "win in 3"
    assert text_of(one((1, 3), (1, 7))) == "loss in 8"
    assert text_of(one((1, 3), (0, -1))) == "draw"
    both = by_minimax(3, numpy.array([2, 0, 2]), values((-1, 0), (1, 1), (-1, 6)), numpy.array([False, True, False]))
    assert [text_of(score) for score in both] == ["loss in 2", "draw", "win in 1"]
    assert score(numpy.array([1, -1, 0]), numpy.array([3, 8, -1])).tolist() == [WON - 3, 8 - WON, 0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("--db", required=True)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=1e9, help="end earlier, after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--together", type=int, default=16, help="positions with the same men of the side to move")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--cache", type=float, default=1, help="GiB of decoded blocks")
    options = parser.parse_args()
    test_the_judge()
    rules = rules_of(options.variant)[0]
    rng = numpy.random.default_rng(options.seed)
    tables = merels.Tablebase(options.db, options.variant, cache_bytes=int(options.cache * 2**30))
    spaces = subspaces(tables)
    start = last = time.monotonic()
    counts = {space: options.positions // len(spaces) + (number < options.positions % len(spaces))
              for number, space in enumerate(spaces)}
    failures, done, values, seen = [], 0, 0, 0
    for space in rng.permutation(spaces).tolist():
        left = counts[tuple(space)]
        while left > 0 and len(failures) < 100 and time.monotonic() - start < options.seconds:
            seen += left == counts[tuple(space)]
            at = draw(rng, space, min(AT_ONCE, left), options.together)
            wrong, looked_at = disagreements(tables, rules, at, draw_sides(rng, space, options.variant, len(at)), options.threads)
            failures += wrong
            values += looked_at
            left -= len(at)
            done += len(at)
            if time.monotonic() - last > 30:
                last = time.monotonic()
                print(f"{done} positions, {seen} of {len(spaces)} subspaces, {len(failures)} disagree, {last - start:.0f} s",
                      file=sys.stderr, flush=True)
    for failure in failures:
        print(failure)
    print(f"{options.variant}: {done} positions of {seen} subspaces ({len(spaces)} have tables; seed {options.seed}, "
          f"{options.together} together), {values} values asked for, {len(failures)} disagree, {time.monotonic() - start:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
