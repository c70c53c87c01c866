#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes tests/data/perft/*.txt: random positions with the number of turns at depths 1, 2 and 3 by the naive rules.

    python3 tests/oracle/make_corpus.py tests/data/perft

The same seed gives the same files. Takes some minutes; existing files are replaced.
"""
import multiprocessing
import pathlib
import random
import sys

import naive_rules as naive

POSITIONS = 240  # a variant
MOST_TURNS_AT_TWO = 5_000  # so that the naive rules can be asked again

HEADER = """\
# {base}: random positions and the number of lines of 1, 2 and 3 turns.
# VARIANT; POSITION; DEPTH_1 DEPTH_2 DEPTH_3
# Made by tests/oracle/make_corpus.py with the naive rules; do not edit by hand.
"""


def random_start(rng, base):
    """The plain game in two of three cases, else another number of men."""
    if rng.random() < 2 / 3:
        return base
    return f"{base}@{rng.randint(3, 12)},{rng.randint(3, 12)}"


def played(rng, variant):
    """A position of a random game; captures are preferred, so that games do not stay in the placing phase."""
    rules, _, _ = naive.rules_of(variant)
    state = naive.start_state(variant)
    for _ in range(rng.randint(0, 60)):
        turns = sorted(naive.turns(rules, state), key=repr)
        if not turns:
            break
        taking = [t for t in turns if t[2]]
        after = naive.play(state, rng.choice(taking if taking and rng.random() < 0.7 else turns))
        if not naive.turns(rules, after) and rng.random() < 0.9:
            break
        state = after
    return state


def scattered(rng, variant, white, black, white_hand, black_hand):
    """Men anywhere."""
    points = rng.sample(naive.POINTS, white + black)
    board = {p: None for p in naive.POINTS}
    for i, point in enumerate(points):
        board[point] = "W" if i < white else "B"
    return naive.State(board, {"W": white_hand, "B": black_hand}, rng.choice("WB"))


def any_counts(rng, variant):
    _, most_white, most_black = naive.rules_of(variant)
    white, black = rng.randint(0, most_white), rng.randint(0, most_black)
    white_hand = rng.choice((0, rng.randint(0, most_white - white)))
    black_hand = rng.choice((0, rng.randint(0, most_black - black)))
    return scattered(rng, variant, white, black, white_hand, black_hand)


def flying(rng, variant):
    """One side has three men in all."""
    _, most_white, most_black = naive.rules_of(variant)
    three, most = rng.choice((("W", most_black), ("B", most_white)))
    few = rng.choice((3, 3, rng.randint(0, 3)))
    many = rng.randint(3, most)
    many_hand = rng.choice((0, rng.randint(0, most - many)))
    counts = (few, many, 3 - few, many_hand) if three == "W" else (many, few, many_hand, 3 - few)
    return scattered(rng, variant, *counts)


def double_mill(rng, variant):
    """A man of the side to move may close two mills: by placing, or (with diagonals) by moving from a third line."""
    rules, most_white, most_black = naive.rules_of(variant)
    lines = naive.LINES[rules.diagonals]
    target = rng.choice([p for p in naive.POINTS if sum(p in line for line in lines) >= 2])
    chosen = rng.sample([line for line in lines if target in line], 2)
    mover = rng.choice("WB")
    most = most_white if mover == "W" else most_black
    if most < 5:
        return None
    board = {p: None for p in naive.POINTS}
    for line in chosen:
        for point in line:
            if point != target:
                board[point] = mover
    free = [p for p in naive.POINTS if board[p] is None and p != target]
    more = rng.randint(0, min(3, most - 5))
    opponents = rng.randint(1, min(9, most_black if mover == "W" else most_white))
    spots = rng.sample(free, more + opponents)
    for i, point in enumerate(spots):
        board[point] = mover if i < more else naive.other(mover)
    hands = {mover: rng.randint(1, most - 4 - more), naive.other(mover): 0}
    most_other = most_black if mover == "W" else most_white
    hands[naive.other(mover)] = rng.randint(0, most_other - opponents)
    if rules.diagonals and rng.random() < 0.5:
        hands = {"W": 0, "B": 0}
    return naive.State(board, hands, mover)


def all_in_mills(rng, variant):
    """Every man of the other side stands in a mill, and the side to move has two of a line."""
    rules, most_white, most_black = naive.rules_of(variant)
    lines = naive.LINES[rules.diagonals]
    mover = rng.choice("WB")
    most = most_white if mover == "W" else most_black
    most_other = most_black if mover == "W" else most_white
    board = {p: None for p in naive.POINTS}
    for line in rng.sample(lines, rng.randint(1, 3)):
        if sum(board[p] is not None for p in naive.POINTS) + 3 <= most_other:
            for point in line:
                board[point] = naive.other(mover)
    open_lines = [line for line in lines if all(board[p] is None for p in line)]
    if not open_lines:
        return None
    line = rng.choice(open_lines)
    for point in rng.sample(line, 2):
        board[point] = mover
    target = [p for p in line if board[p] is None][0]
    free = [p for p in naive.POINTS if board[p] is None and p != target]
    for point in rng.sample(free, rng.randint(0, min(len(free), most - 2))):
        board[point] = mover
    state = naive.State(board, {"W": 0, "B": 0}, mover)
    state.hand[mover] = rng.randint(0, most - len(state.men(mover)))
    state.hand[naive.other(mover)] = rng.randint(0, most_other - len(state.men(naive.other(mover))))
    return state


def crowded(rng, base):
    """Few or no empty points: blocked sides and full boards."""
    variant = base if naive.RULES[base].men == 12 else f"{base}@12,12"
    white = rng.randint(9, 12)
    black = min(12, rng.randint(21, 24) - white)
    white_hand = rng.choice((0, 12 - white))
    black_hand = rng.choice((0, 12 - black))
    return variant, scattered(rng, variant, white, black, white_hand, black_hand)


def candidate(rng, base):
    kind = rng.randrange(13)
    if kind == 0:
        return crowded(rng, base)
    variant = random_start(rng, base)
    if kind < 5:
        return variant, played(rng, variant)
    if kind < 7:
        return variant, any_counts(rng, variant)
    if kind < 9:
        return variant, flying(rng, variant)
    if kind < 11:
        return variant, double_mill(rng, variant)
    return variant, all_in_mills(rng, variant)


def make_file(arguments):
    base, folder = arguments
    rng = random.Random("merels " + base)
    lines = {}
    for variant in (base, f"{base}@11,12", f"{base}@3,3", f"{base}@5,7", f"{base}@12,4"):
        lines[(variant, naive.write_state(naive.start_state(variant)))] = None
    while len(lines) < POSITIONS:
        variant, state = candidate(rng, base)
        if state is None or (variant, naive.write_state(state)) in lines:
            continue
        rules, _, _ = naive.rules_of(variant)
        if naive.perft(rules, state, 1) < 3 and rng.random() < 0.5:  # finished games are dull, but some must be there
            continue
        if naive.perft(rules, state, 2) > MOST_TURNS_AT_TWO:
            continue
        lines[(variant, naive.write_state(state))] = None
    text = HEADER.format(base=base)
    for variant, position in lines:
        rules, _, _ = naive.rules_of(variant)
        state = naive.read_state(position)
        counts = [naive.perft(rules, state, depth) for depth in (1, 2, 3)]
        text += f"{variant}; {position}; {counts[0]} {counts[1]} {counts[2]}\n"
    (pathlib.Path(folder) / f"{base}.txt").write_text(text, encoding="ascii")
    return base


def main(folder):
    with multiprocessing.Pool() as pool:
        for base in pool.imap_unordered(make_file, [(base, folder) for base in naive.RULES]):
            print(f"made {base}.txt", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
