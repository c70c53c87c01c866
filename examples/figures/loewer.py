# SPDX-License-Identifier: MIT
"""Loewer (2016), "The effects of rule variations": his figures that show values, from tables.

    python3 examples/figures/loewer.py --db DIR --scratch DIR2

DIR has the complete tables of nine-c1 (always capture, take 1). What the other rules need is solved into DIR2, small: seven men against
three, and games of five men against four. Figures 24 to 26 and the left half of 28 need the complete tables of the other rules.
"""
import matplotlib.pyplot as plt
import numpy

import merels
from board import LINE, LOSS, WIN, draw_board, options, save

args = options(__doc__.splitlines()[0], scratch="a folder for small tables of the other rules")
tables = merels.Tablebase(args.db, "nine-c1")
census = {entry["subspace"]: entry for entry in tables.stats()}


def told(value, side):
    """A value in Loewer's words."""
    return "draw" if value.result == 0 else f"{side} {'wins' if value.result > 0 else 'loses'} in {value.plies}"


def position_of(record, variant="nine-c1"):
    text = "".join("O" if record["white"] >> p & 1 else "@" if record["black"] >> p & 1 else "*" for p in range(24))
    return merels.Position(variant, f"{text[:8]}/{text[8:16]}/{text[16:]} w 0 0")


# %% Figures 2 to 4: the first plies of a game, here with the value of each position
# d6, c5, d2; then c4, f4; then Black closes a mill: c3xf4.
position = merels.Variant("nine-c1").start()
figure, axes = plt.subplots(1, 3, figsize=(9, 3.3))
shown = iter(zip(axes, ("2: after 3 plies", "3: after 5 plies", "4: after c3xf4")))
for ply, turn in enumerate("d6 c5 d2 c4 f4 c3xf4".split(), 1):
    position = position.play(turn)
    if ply in (3, 5, 6):
        place, title = next(shown)
        draw_board(place, position, title, told(tables.probe(position), position.to_move.capitalize()), names=True)
save(figure, args.to, "loewer_2_to_4")

# %% Figure 20: the order in which the subspaces without men in hand are solved
# Each needs those that a taking leads to. A disc tells how many positions there are (its area) and the longest win or loss (its colour).
figure, place = plt.subplots(figsize=(7.4, 5.2), constrained_layout=True)
deepest = plt.Normalize(0, 204)
for more in range(3, 10):
    for fewer in range(3, more + 1):
        x, y = more + fewer - 6, more - fewer
        for after in ((more - 1, fewer), (more, fewer - 1)):
            after = tuple(sorted(after, reverse=True))
            if after[1] >= 3:
                place.annotate("", xy=(x, y), xytext=(sum(after) - 6, after[0] - after[1]), zorder=1,
                               arrowprops={"arrowstyle": "-|>", "color": "#999999", "shrinkA": 10, "shrinkB": 13})
        pair = [census[f"{more}-{fewer}"], census[f"{fewer}-{more}"]]
        longest = max(max(plies for plies, _ in entry["plies"]) for entry in pair)
        count = sum(entry["positions"] for entry in (pair if more != fewer else pair[:1]))
        place.scatter(x, y, s=160 + 900 * count / 1.2e9, color=plt.cm.YlOrRd(deepest(longest)), edgecolor=LINE, linewidth=0.6, zorder=2)
        place.text(x, y, f"{more}-{fewer}", ha="center", va="center", fontsize=7, zorder=3, color="white" if longest > 140 else "#222222")
place.set(xlabel="men on the board", ylabel="men more on one side", xticks=range(0, 13), xticklabels=range(6, 19), yticks=range(7),
          title="Subspaces without men in hand, and what each one needs", xlim=(-0.6, 12.6), ylim=(-0.6, 6.7))
figure.colorbar(plt.cm.ScalarMappable(deepest, "YlOrRd"), ax=place, label="longest win or loss, plies", shrink=0.7)
save(figure, args.to, "loewer_20")

# %% Figure 21: the opening, from its last ply to its first (and his Table 9)
# Before ply p there are 18 - p + 1 men in hand. The tables hold what can be reached; Loewer also has positions with fewer men.
plies, counts, longest = range(1, 19), [0] * 18, [None] * 18
for name, entry in census.items():
    board, _, hands = name.partition("+")
    if hands:
        ply = 18 - sum(map(int, hands.split("-")))
        counts[ply] += entry["positions"]
        deep = max((p for p, _ in entry["plies"]), default=None)
        longest[ply] = max((x for x in (longest[ply], deep) if x is not None), default=None)
figure, (upper, lower) = plt.subplots(2, 1, figsize=(7.4, 4.6), sharex=True, constrained_layout=True)
upper.bar(plies, counts, color=WIN, width=0.75)
upper.set(yscale="log", ylabel="positions", title="The opening: positions before each ply, and the longest win or loss among them")
known = [(p, x) for p, x in zip(plies, longest) if x is not None]
lower.plot(*zip(*known), color=LOSS, marker="o", markersize=4)
for p, x in known:
    lower.annotate(str(x), (p, x), textcoords="offset points", xytext=(0, 5), ha="center", fontsize=7)
lower.set(xlabel="ply", ylabel="plies", xticks=plies, ylim=(0, 235))
save(figure, args.to, "loewer_21")

# %% Figure 28, right: the longest of all without men in hand (always capture)
entry = max((e for n, e in census.items() if "+" not in n), key=lambda e: max((p for p, _ in e["plies"]), default=0))
plies_left, position = max((e for e in (entry["longest_win"], entry["longest_loss"]) if e), key=lambda e: e[0])
figure, place = plt.subplots(figsize=(3.3, 3.5))
draw_board(place, position, "Always capture", told(tables.probe(position), position.to_move.capitalize()), names=True)
save(figure, args.to, "loewer_28")

# %% The other rules
if not args.scratch:
    raise SystemExit("Figures 22, 23 and 27 need --scratch")
merels.solve("nine-p1@7,3", args.scratch, moving_only=True)
for rules in ("p1", "p2", "c1", "c2"):
    merels.solve(f"nine-{rules}@5,4", args.scratch)
others = merels.Tablebase(args.scratch, "nine-p1")

# %% Figures 22 and 23: where the rule for men in mills matters
# A position that is a draw where men in mills are always protected, and won in 17 where they may be taken; and one that is won in 23 or
# in 1. Loewer's own positions are pictures; these are the first of their kind in the tables.


def first_with(subspace, protected, capture):
    theirs, ours = others.table(subspace, "nine-p1"), tables.table(subspace)
    number, first = 0, None
    for row in range(0, ours.shape[0], 2000):
        rows = min(2000, ours.shape[0] - row)
        a, b, one = theirs.values(row, rows), ours.values(row, rows), ours.canonical(row, rows)
        here = one & (a["result"] == protected[0]) & (a["plies"] == protected[1]) & (b["result"] == capture[0]) & (b["plies"] == capture[1])
        if first is None and here.any():
            first = position_of(ours.positions(row, rows)[here][0])
        number += int(here.sum())
    return first, number


figure, axes = plt.subplots(1, 2, figsize=(7, 3.5))
for place, title, subspace, protected, capture in ((axes[0], "22", "7-3", (0, -1), (1, 17)), (axes[1], "23", "3-3", (1, 23), (1, 1))):
    position, number = first_with(subspace, protected, capture)
    both = [merels.Position(game, position.text) for game in ("nine-p1", "nine-c1")]
    draw_board(place, position, f"{title}: White to move",
               f"always protected: {told(others.probe(both[0]), 'White')}\nalways capture: {told(tables.probe(both[1]), 'White')}\n"
               f"(one of {number:,} such positions)", names=True)
save(figure, args.to, "loewer_22_23")

# %% Figure 27: what changing a rule does to the results, men in hand
# Of the game with five white and four black men: the smallest in which two mills can be closed at once by one side.
CHANGES = (("p1", "p2"), ("c1", "c2"), ("p1", "c1"), ("p2", "c2"))
KINDS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
WORD = {1: "win", 0: "draw", -1: "loss"}
names = [entry["subspace"] for entry in others.stats("nine-p1@5,4") if "+" in entry["subspace"]]
counted = {change: numpy.zeros(len(KINDS), int) for change in CHANGES}
total = 0
for name in names:
    one = others.table(name, "nine-p1@5,4").canonical()
    results = {rules: others.table(name, f"nine-{rules}@5,4").values()["result"] for rules in ("p1", "p2", "c1", "c2")}
    total += int(one.sum())
    for before, after in CHANGES:
        for i, (was, becomes) in enumerate(KINDS):
            counted[before, after][i] += int((one & (results[before] == was) & (results[after] == becomes)).sum())
seen = [i for i in range(len(KINDS)) if any(counted[change][i] for change in CHANGES)]
figure, place = plt.subplots(figsize=(8.2, 3.4), constrained_layout=True)
colours = [WIN, LOSS, "#8fb7d6", "#e2a48f", "#5b3a8c", "#3a8c5b"]
wide = 0.8 / len(seen)
for at, i in enumerate(seen):
    bars = place.bar(numpy.arange(len(CHANGES)) + (at - (len(seen) - 1) / 2) * wide, [counted[change][i] for change in CHANGES],
                     width=0.92 * wide, color=colours[i], label=f"{WORD[KINDS[i][0]]} to {WORD[KINDS[i][1]]}")
    place.bar_label(bars, [f"{counted[change][i]:,}" for change in CHANGES], fontsize=7.5, padding=2)
LONG = {"p1": "protected, take 1", "p2": "protected, take 2", "c1": "capture, take 1", "c2": "capture, take 2"}
place.set(xticks=range(len(CHANGES)), xticklabels=[f"{LONG[a]}\nto {LONG[b]}" for a, b in CHANGES], ylabel="positions",
          title=f"Results that change with a rule, of {total:,} positions with men in hand (five men against four)")
place.legend(frameon=False, title=None if len(seen) == len(KINDS) else "no other changes occur", loc="upper right", ncol=len(seen))
place.set_ylim(0, 1.25 * max(counted[change].max() for change in CHANGES))
save(figure, args.to, "loewer_27")
