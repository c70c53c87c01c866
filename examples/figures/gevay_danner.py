# SPDX-License-Identifier: MIT
"""Gevay and Danner (2014), "Calculating ultra-strong and extended solutions": their figures that show values, from tables.

    python3 examples/figures/gevay_danner.py --db DIR --scratch DIR2 [--morabaraba DIR3]

DIR has the complete tables of nine-c1, strong and ultra-strong (values "published"). Figures 3, 5 and 7 of the paper are about
morabaraba, whose complete tables take 24 GB: with --morabaraba they are read there. Without, figures 5 and 7 show nine men's morris
instead, and figure 3 a small morabaraba, six men against four, solved into DIR2 (20 seconds).
"""
import matplotlib.pyplot as plt

import merels
from board import COLOURS, DRAW, LOSS, WIN, draw_board, options, point_of, save

args = options(__doc__.splitlines()[0], scratch="a folder for small tables", morabaraba="the complete tables of morabaraba")
tables = merels.Tablebase(args.db, "nine-c1")
if args.morabaraba:
    whole, whole_game, small, small_game = merels.Tablebase(args.morabaraba, "morabaraba"), "Morabaraba", args.morabaraba, "morabaraba"
else:
    whole, whole_game, small, small_game = tables, "Nine men's morris", args.scratch, "morabaraba@6,4"

# %% Figure 3: every first move of morabaraba
if small:
    merels.solve(small_game, small)
    start = merels.Variant(small_game).start()
    turns = merels.Tablebase(small, small_game).analyse(start).turns
    labels, colours = {}, {}
    for turn in turns:
        point, value = point_of(str(turn.turn)), turn.value
        plies = "" if value.plies is None else str(value.plies)
        labels[point] = {1: "W", 0: "D", -1: "L"}[value.result] + plies + ("!" if turn.best else "")
        colours[point] = COLOURS[value.result]
    figure, place = plt.subplots(figsize=(3.9, 4.1))
    draw_board(place, title=f"{small_game}: the first moves", below="W won in so many plies, D drawn, L lost, ! best", labels=labels, colours=colours,
               diagonals=True)
    save(figure, args.to, "gevay_danner_3")

# %% Figure 5: how many positions are decided in how many plies
# Odd plies are wins of the side to move, even ones losses. The first bar has the draws.
census = whole.stats()
counts, draws = {}, sum(entry["draws"] for entry in census)
for entry in census:
    for plies, number in entry["plies"]:
        counts[plies] = counts.get(plies, 0) + number
figure, place = plt.subplots(figsize=(8.6, 3.6), constrained_layout=True)
place.bar([-3], [draws], color=DRAW, width=2.2, label=f"draws: {draws:,}")
for odd, colour, name in ((1, WIN, "wins"), (0, LOSS, "losses")):
    shown = sorted(plies for plies in counts if plies % 2 == odd)
    place.bar(shown, [counts[plies] for plies in shown], color=colour, width=0.8, label=f"{name}: {sum(counts[p] for p in shown):,}")
place.set(yscale="log", xlabel="plies to the end", ylabel="positions", xlim=(-6, max(counts) + 3),
          title=f"{whole_game}: positions by the length of best play, {sum(entry['positions'] for entry in census):,} in all")
place.legend(frameon=False)
save(figure, args.to, "gevay_danner_5")

# %% Figure 7: the position that takes longest
longest = max((entry[kind] for entry in census for kind in ("longest_win", "longest_loss") if entry[kind]), key=lambda pair: pair[0])
plies, position = longest
value = whole.probe(position)
side, hand = position.to_move.capitalize(), position.hand
figure, place = plt.subplots(figsize=(3.4, 3.8))
draw_board(place, position, f"{whole_game}: {plies} plies",
           f"{side} to move {'wins' if value.result > 0 else 'loses'} in {value.plies};\nto place: White {hand[0]}, Black {hand[1]}",
           names=True, diagonals=whole is not tables)
save(figure, args.to, "gevay_danner_7")

# %% Figure 4: eight men against three, and yet a draw
# White keeps all his men for ever and cannot win. Among the draws of the subspace we ask the ultra-strong tables where each one heads for.


def as_position(record):
    text = "".join("O" if record["white"] >> p & 1 else "@" if record["black"] >> p & 1 else "*" for p in range(24))
    return merels.Position("nine-c1", f"{text[:8]}/{text[8:16]}/{text[16:]} w 0 0")


table, found, drawn = tables.table("8-3"), [], 0
for row in range(0, table.shape[0], 4000):
    rows = min(4000, table.shape[0] - row)
    values, one = table.values(row, rows), table.canonical(row, rows)
    for record in table.positions(row, rows)[one & (values["result"] == 0)]:
        drawn += 1
        position = as_position(record)
        analysis = tables.analyse(position)
        if analysis.ultra and analysis.ultra.ends_in == "8-3":
            found.append((position, analysis))
print(f"8-3: {drawn:,} draws, of which {len(found)} keep eight men against three")
if found:
    figure, axes = plt.subplots(1, len(found), figsize=(3.4 * len(found), 3.7), squeeze=False)
    for place, (position, analysis) in zip(axes[0], found):
        keep = [turn.turn for turn in analysis.turns if turn.ultra and turn.ultra.ends_in == "3-8"]
        draw_board(place, position, "White to move, a draw",
                   "arrow: the only move that keeps 8-3" if len(keep) == 1 else "arrows: the moves that keep 8-3",
                   arrows=[(point_of(turn.origin), point_of(turn.target)) for turn in keep], names=True)
    save(figure, args.to, "gevay_danner_4")

# %% Figures 8 and 9: two games against people, White is their program
# Above the line is good for White. Between the wins and losses stand the values of the subspaces that draws head for.
GAMES = {
    8: "d7 d6 d2 f4 b6 b4 e4 c3 c4 d3 e3 e5 f2 d1 g7 a7 b2xb4 b4 g7-g4 e5-d5 e4-e5 d1-a1 e3-e4 b4-a4xd7 c4-b4xd6 a1-d1 b4-c4 a4-b4 g4-g7"
       " a7-d7 e4-e3 d5-d6 e5-d5 d7-a7 g7-d7 d1-a1 e3-e4 d3-e3 d2-d1 b4-a4xd7 c4-b4xf4 a7-d7 d1-d2xa1",
    9: "f4 b4 a4 d2 f6 f2 b2 d7 d1 g7 a7 a1 d5 g4 g1 c3 e3 c5 f6-d6 d2-d3 f4-e4 b4-c4xd5 d6-d5 g4-f4 d5-e5xa1 c4-b4 e5-d5 b4-c4xd5 b2-b4"
       " d3-d2 a4-a1xf4 g7-g4 e4-f4 c3-d3 b4-a4xc4",
}
LEVEL = 200  # above every value of a draw (the published ones go from -198 to 198)


def height(position):
    """How good it is for White: values of draws as they are, wins above LEVEL, the quicker the higher."""
    analysis = tables.analyse(position)
    sign = 1 if position.to_move == "white" else -1
    value = analysis.value
    if value.result == 0:
        return sign * analysis.ultra.value, analysis.ultra.ends_in if sign > 0 else "-".join(reversed(analysis.ultra.ends_in.split("-")))
    return sign * value.result * (LEVEL + max(0, 100 - value.plies)), f"{'White' if sign * value.result > 0 else 'Black'} wins in {value.plies}"


for number, text in GAMES.items():
    position, game = merels.Variant("nine-c1").start(), text.split()
    line = [height(position)]
    for turn in game:
        position = position.play(turn)
        line.append(height(position))
    heights = [h for h, _ in line]
    figure, place = plt.subplots(figsize=(9, 3.4), constrained_layout=True)
    place.axhspan(LEVEL, LEVEL + 125, color=WIN, alpha=0.16, linewidth=0)
    place.axhspan(-LEVEL - 125, -LEVEL, color=LOSS, alpha=0.16, linewidth=0)
    place.axhline(0, color="#999999", linewidth=0.8)
    place.step(range(len(heights)), heights, where="mid", color="#444444", linewidth=1.2)
    place.scatter(range(len(heights)), heights, s=13, c=["white" if i % 2 == 1 else "#1d1d1d" for i in range(len(heights))],
                  edgecolor="#444444", linewidth=0.7, zorder=3)
    for i in range(1, len(heights)):  # who moved made it worse for himself: by more than the ply that passes anyway
        if (heights[i] - heights[i - 1]) * (1 if i % 2 == 1 else -1) < -1:
            place.annotate(f"{game[i - 1]}?  {line[i][1]}", (i, heights[i]), xytext=(-7, 4), textcoords="offset points", ha="right",
                           fontsize=8, color=LOSS, fontweight="bold")
    place.set(xlabel="ply", ylabel="value for White", xlim=(-0.7, len(heights) - 0.3),
              ylim=(-60 if min(heights) >= -20 else -LEVEL - 125, LEVEL + 125),
              yticks=[0, 59, 112, LEVEL + 50], yticklabels=["0", "59\n(9-8)", "112\n(6-3)", "White\nwins"],
              title=f"The game of their figure {number}, in the light of the ultra-strong tables")
    save(figure, args.to, f"gevay_danner_{number}")
