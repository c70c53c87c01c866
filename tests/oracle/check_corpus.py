#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks tests/data/perft against the naive rules.

    python3 tests/oracle/check_corpus.py          some lines of each file, seconds
    python3 tests/oracle/check_corpus.py --all    every line, minutes

Also proves that every file has enough lines, and enough of each difficult rule.
"""
import collections
import multiprocessing
import pathlib
import sys

import features
import naive_rules as naive

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "perft"
ENOUGH_LINES = 200
ENOUGH_OF_A_FEATURE = 8
SAMPLE = 16  # every sixteenth line


def read_lines(path):
    for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), 1):
        if line and not line.startswith("#"):
            variant, position, counts = line.split("; ")
            yield number, variant, position, [int(n) for n in counts.split()]


def check_file(arguments):
    path, every = arguments
    base = path.stem
    problems = []
    seen = collections.Counter()
    lines = list(read_lines(path))
    if len(lines) < ENOUGH_LINES:
        problems.append(f"{path.name}: only {len(lines)} lines")
    if len({(variant, position) for _, variant, position, _ in lines}) != len(lines):
        problems.append(f"{path.name}: a position stands there twice")
    checked = 0
    for index, (number, variant, position, counts) in enumerate(lines):
        rules, _, _ = naive.rules_of(variant)
        state = naive.read_state(position)
        seen.update(features.features(variant, state))
        if variant.partition("@")[0] != base:
            problems.append(f"{path.name}:{number}: {variant} does not belong here")
        if index % every == 0:
            checked += 1
            for depth in (1, 2, 3):
                turns = naive.perft(rules, state, depth)
                if turns != counts[depth - 1]:
                    problems.append(f"{path.name}:{number}: depth {depth} has {turns} turns, not {counts[depth - 1]}")
    for feature in sorted(features.expected(base)):
        if seen[feature] < ENOUGH_OF_A_FEATURE:
            problems.append(f"{path.name}: only {seen[feature]} positions with '{feature}'")
    return path.name, len(lines), checked, seen, problems


def main(every):
    paths = sorted(FOLDER.glob("*.txt"))
    problems = []
    if {p.stem for p in paths} != set(naive.RULES):
        problems.append("there is not exactly one file for each variant")
    with multiprocessing.Pool(2) as pool:
        for name, lines, checked, seen, found in pool.imap(check_file, [(p, every) for p in paths]):
            summary = ", ".join(f"{seen[f]} {f}" for f in features.FEATURES)
            print(f"{name}: {lines} positions, {checked} worked out again ({summary})", flush=True)
            problems += found
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(1 if "--all" in sys.argv[1:] else SAMPLE))
