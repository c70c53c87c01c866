#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the values of tables against the naive rules (naive_rules.py): what the server says of a position must be what
minimax makes of what it says of all positions after one turn, and those turns are found by the naive rules.

    check_tables.py --merels PROGRAM --db DIR VARIANT [--positions N] [--seed S] [--seconds S]

Positions are drawn evenly over subspaces (the men on the board and in hand of both sides), and evenly in each; subspaces are
looked at one after the other, so that the server decodes each table only a few times. A win in n
plies has a turn to a loss in n - 1 and none to a quicker one; a loss in n has only turns to wins, the longest in n - 1; a
draw has a turn to a draw and none to a loss. Starts its own server. Ends with 1 where something does not agree.
"""
import argparse
import http.client
import json
import random
import re
import subprocess
import sys
import time

from naive_rules import POINTS, State, play, read_state, rules_of, turns, write_state

MOST_IN_A_BATCH = 1000  # the server takes 1024


class Server:
    def __init__(self, merels, database, cache="512M"):
        self.process = subprocess.Popen([merels, "serve", "--db", database, "--listen", "127.0.0.1:0", "--no-solve",
                                         "--cache", cache], stdout=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline()).group(1))
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)

    def values(self, variant, positions):
        """(category, dtw, values) of each."""
        found = []
        for first in range(0, len(positions), MOST_IN_A_BATCH):
            body = json.dumps({"positions": positions[first:first + MOST_IN_A_BATCH]})
            self.connection.request("POST", f"/v1/{variant}/batch", body, {"Content-Type": "application/json"})
            answer = self.connection.getresponse()
            data = json.loads(answer.read())
            if answer.status != 200:
                raise RuntimeError(f"{answer.status}: {data}")
            found += [(r["category"], r["dtw"], r["values"]) for r in data["results"]]
        return found

    def end(self):
        self.connection.close()
        self.process.terminate()
        self.process.wait(timeout=60)
        self.process.stdout.close()


def subspaces(merels, database, variant):
    """Those with tables, as (own, other, own hand, other hand)."""
    done = subprocess.run([merels, "stats", variant, "--db", database, "--json"], check=True, capture_output=True)
    return [(s["own"], s["other"], s["own_hand"], s["other_hand"]) for s in json.loads(done.stdout)["subspaces"]]


def draw_position(rng, subspace, variant):
    own, other_men, own_hand, other_hand = subspace
    points = rng.sample(POINTS, own + other_men)
    _, white, black = rules_of(variant)  # a side has no more men than it began with
    fits = {"W": own + own_hand <= white and other_men + other_hand <= black,
            "B": own + own_hand <= black and other_men + other_hand <= white}
    side = rng.choice([colour for colour in "WB" if fits[colour]])
    against = "B" if side == "W" else "W"
    board = dict.fromkeys(POINTS)
    board.update({p: side for p in points[:own]})
    board.update({p: against for p in points[own:]})
    return State(board, {side: own_hand, against: other_hand}, side)


def by_minimax(after):
    """The value of a position from those after each turn, which are values for the opponent. Depths may be unknown."""
    if not after:
        return ("loss", 0)
    for category, pick in (("loss", min), ("draw", None), ("win", max)):
        depths = [dtw for c, dtw in after if c == category]
        if category == "win" and len(depths) < len(after):
            raise ValueError(f"neither win, draw nor loss: {after}")
        if not depths:
            continue
        mine = {"loss": "win", "draw": "draw", "win": "loss"}[category]
        return (mine, None if pick is None or None in depths else 1 + pick(depths))
    raise AssertionError


def disagrees(said, after):
    """A text where what was said of a position is not what its turns make of it, else nothing."""
    category, dtw, _ = said
    try:
        expected = by_minimax(after)
    except ValueError as error:
        return str(error)
    if category != expected[0] or (dtw is not None and expected[1] is not None and dtw != expected[1]):
        return f"said {category} {dtw}, its turns say {expected[0]} {expected[1]}"
    return ""


def check(server, variant, drawn, failures, rules=None):
    """Number of values that were looked at. Other rules than the variant's are for tests: they must not agree."""
    rules = rules or rules_of(variant)[0]
    texts = []
    followers = []
    for state in drawn:
        after = sorted({write_state(play(state, turn)) for turn in turns(rules, state)})
        followers.append(after)
        texts += [write_state(state), *after]
    found = server.values(variant, texts)
    at = 0
    for state, after in zip(drawn, followers, strict=True):
        said = found[at]
        values = [(category, dtw) for category, dtw, _ in found[at + 1:at + 1 + len(after)]]
        at += 1 + len(after)
        if rules.full_board_draw and not after and len(state.men("W")) + len(state.men("B")) == len(POINTS):
            continue  # final by another rule
        if wrong := disagrees(said, values):
            failures.append(f"{write_state(state)}: {wrong}")
    return len(texts)


def test_the_judge():
    assert by_minimax([]) == ("loss", 0)
    assert by_minimax([("win", 3), ("loss", 4), ("loss", 2), ("draw", None)]) == ("win", 3)
    assert by_minimax([("win", 3), ("win", 7)]) == ("loss", 8)
    assert by_minimax([("win", 3), ("draw", None)]) == ("draw", None)
    assert by_minimax([("win", None), ("win", 7)]) == ("loss", None)
    assert disagrees(("win", 3, "dtw"), [("loss", 2)]) == ""
    for said in (("win", 5, "dtw"), ("draw", None, "dtw"), ("loss", 3, "dtw"), ("unknown", None, "none")):
        assert disagrees(said, [("loss", 2)]), said
    assert disagrees(("win", 3, "dtw"), [("unknown", None)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("variant")
    parser.add_argument("--merels", required=True)
    parser.add_argument("--db", required=True)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=1e9, help="end earlier, after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cache", default="512M", help="of the server")
    options = parser.parse_args()
    test_the_judge()
    assert read_state(write_state(draw_position(random.Random(0), (3, 4, 2, 1), "nine-c1"))).in_all("W") == 5
    rng = random.Random(options.seed)
    spaces = subspaces(options.merels, options.db, options.variant)
    server = Server(options.merels, options.db, options.cache)
    start = last = time.monotonic()
    failures = []
    done = values = 0
    counts = dict.fromkeys(spaces, 0)
    for number in range(options.positions):
        counts[spaces[number % len(spaces)]] += 1
    rng.shuffle(spaces)
    seen = 0
    try:
        for space in spaces:
            left = counts[space]
            seen += left > 0 and time.monotonic() - start < options.seconds
            while left > 0 and len(failures) < 100 and time.monotonic() - start < options.seconds:
                drawn = [draw_position(rng, space, options.variant) for _ in range(min(200, left))]
                values += check(server, options.variant, drawn, failures)
                left -= len(drawn)
                done += len(drawn)
                if time.monotonic() - last > 60:
                    last = time.monotonic()
                    print(f"{done} positions, {seen} subspaces, {len(failures)} disagree, {last - start:.0f} s",
                          file=sys.stderr, flush=True)
    finally:
        server.end()
    for failure in failures:
        print(failure)
    print(f"{options.variant}: {done} positions of {seen} subspaces ({len(spaces)} have tables; "
          f"seed {options.seed}), {values} values asked for, {len(failures)} disagree, {time.monotonic() - start:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
