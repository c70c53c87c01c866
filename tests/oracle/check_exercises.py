#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws exercises from a server and holds each against the tables: turns by the naive rules (naive_rules.py), the value of
every position after one from the tables. There must be exactly one right answer, and it must be the one that was told.

    check_exercises.py --merels PROGRAM --db DIR VARIANT [--count N] [--phase moving|placing] [--seed S]

N exercises of each kind. Starts its own server. Ends with 1 where an exercise is wrong or cannot be had.
"""
import argparse
import json
import sys
import time
from collections import Counter

from check_tables import Server, by_minimax
from naive_rules import play, read_state, rules_of, turns, write_state

KINDS = ("win", "only", "hold", "refute")
IN_A_BATCH = 40  # exercises whose values are asked for together


def turn_text(turn):
    origin, target, taken = turn
    return (f"{origin}-" if origin else "") + target, frozenset(taken)


def read_text(text):
    step, _, taken = text.partition("x")
    return step, frozenset(taken.split(",") if taken else ())


def outcome(category):
    return {"win": "loss", "loss": "win", "draw": "draw"}.get(category, "unknown")


def faults(exercise, values, rules):
    """What is wrong with an exercise. `values`: text of a position -> (category, dtw) for its side to move."""
    state = read_state(exercise["position"])
    after = {turn_text(turn): values[write_state(play(state, turn))] for turn in turns(rules, state)}
    wrong = []
    if len(after) < 4:
        wrong.append(f"only {len(after)} turns")
    category, depth = by_minimax(list(after.values()))
    if (category, depth) != (exercise["category"], exercise["dtw"]):
        wrong.append(f"said {exercise['category']} {exercise['dtw']}, its turns say {category} {depth}")
    if category != ("draw" if exercise["kind"] == "hold" else "win"):
        wrong.append(f"{exercise['kind']}: the position is a {category}")
    if exercise["kind"] == "win":
        fastest = min((dtw for c, dtw in after.values() if c == "loss"), default=None)
        right = [turn for turn, (c, dtw) in after.items() if c == "loss" and dtw == fastest]
    else:
        right = [turn for turn, (c, _) in after.items() if outcome(c) == category]
    if right != [read_text(exercise["solution"])]:
        wrong.append(f"{len(right)} answers {right}, told {exercise['solution']}")
    if exercise["kind"] == "refute":
        before = read_state(exercise["before"])
        made = {turn_text(turn): write_state(play(before, turn)) for turn in turns(rules, before)}
        if made.get(read_text(exercise["mistake"])) != exercise["position"]:
            wrong.append("the mistake does not lead to the position")
        elif by_minimax([values[text] for text in made.values()])[0] == "loss":
            wrong.append("the mistake gave nothing away")
    elif (exercise["before"], exercise["mistake"]) != (None, None):
        wrong.append("a mistake where none belongs")
    return wrong


def needed(exercise, rules):
    """Texts of all positions whose values decide the exercise."""
    states = [read_state(exercise[key]) for key in ("position", "before") if exercise[key]]
    return [write_state(play(state, turn)) for state in states for turn in turns(rules, state)]


def draw(server, variant, wishes):
    """The exercise, or nothing where there is none."""
    server.connection.request("GET", f"/v1/{variant}/exercise?" + "&".join(f"{k}={v}" for k, v in wishes.items()))
    answer = server.connection.getresponse()
    data = json.loads(answer.read())
    if answer.status not in (200, 404):
        raise RuntimeError(f"{answer.status}: {data}")
    return data if answer.status == 200 else None


def check(server, variant, kind, count, seed, failures, phase=""):
    """Draws `count` exercises of a kind; how many there were, and how many positions were different ones."""
    rules = rules_of(variant)[0]
    seen = Counter()
    for first in range(0, count, IN_A_BATCH):
        drawn = []
        for i in range(first, min(count, first + IN_A_BATCH)):
            exercise = draw(server, variant, {"kind": kind, "seed": seed + i, **({"phase": phase} if phase else {})})
            if exercise:
                drawn.append(exercise)
        texts = sorted({text for exercise in drawn for text in needed(exercise, rules)})
        found = server.values(variant, texts)
        values = {text: (category, dtw) for text, (category, dtw, _) in zip(texts, found, strict=True)}
        for exercise in drawn:
            seen[exercise["position"]] += 1
            failures += [f"{kind} {exercise['position']}: {fault}" for fault in faults(exercise, values, rules)]
    return sum(seen.values()), len(seen)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("variant")
    parser.add_argument("--merels", required=True)
    parser.add_argument("--db", required=True)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--phase", choices=("moving", "placing"), default="")
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    server = Server(options.merels, options.db)
    failures = []
    missing = 0
    try:
        for kind in options.kind or KINDS:
            start = time.monotonic()
            drawn, different = check(server, options.variant, kind, options.count, options.seed, failures, options.phase)
            missing += options.count - drawn
            print(f"{kind}: {drawn} of {options.count} drawn, {different} different, {len(failures)} faults so far, "
                  f"{time.monotonic() - start:.0f} s", flush=True)
    finally:
        server.end()
    for failure in failures:
        print(failure)
    return 1 if failures or missing else 0


if __name__ == "__main__":
    sys.exit(main())
