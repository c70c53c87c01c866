# SPDX-License-Identifier: MIT
"""Weber (2009), "The perfect computer": his figures that show values, from tables.

    python3 examples/figures/weber.py --db DIR

DIR has the complete tables of nine-c1. Everything but figure 1 is read from the census of the tables, in a second.
"""
import matplotlib.pyplot as plt
import numpy

import merels
from board import draw_board, options, save

args = options(__doc__.splitlines()[0])
tables = merels.Tablebase(args.db, "nine-c1")

# %% Figure 1: a situation with value '+' and four possible moves
# The value of a situation is '+', '0' or '-' for the side to move. After a move the opponent is to move, so the moves to choose are
# those that lead to a '-'. We look for the first position, seven men against seven, with exactly four moves, two to win, one to draw
# and one to lose.
SIGN = {1: "+", 0: "0", -1: "\N{MINUS SIGN}"}


def with_four_moves(subspace, first_row):
    table = tables.table(subspace)
    for row in range(first_row, table.shape[0]):
        values, positions = table.values(row, 1), table.positions(row, 1)
        for record in positions[(values["result"] == 1) & (values["plies"] > 5)]:
            text = "".join("O" if record["white"] >> p & 1 else "@" if record["black"] >> p & 1 else "*" for p in range(24))
            position = merels.Position("nine-c1", f"{text[:8]}/{text[8:16]}/{text[16:]} w 0 0")
            if len(position.turns()) == 4:
                turns = tables.analyse(position).turns
                if sorted(turn.value.result for turn in turns) == [-1, 0, 1, 1]:
                    return position, sorted(turns, key=lambda turn: str(turn.turn))
    raise LookupError(subspace)


position, turns = with_four_moves("7-7", 5000)  # not the first rows, whose men all stand together
figure, axes = plt.subplot_mosaic([[".", "root", "root", "."], list("0123")], figsize=(8, 4.6), gridspec_kw={"hspace": 0.24, "wspace": 0.08})
draw_board(axes["root"], position, f"{SIGN[tables.probe(position).result]}    White to move wins in {tables.probe(position).plies} plies")
for i, turn in enumerate(turns):
    value = tables.probe(turn.after)
    draw_board(axes[str(i)], turn.after, f"{SIGN[value.result]}    {turn.turn}",
               "a draw" if value.result == 0 else f"Black {'wins' if value.result > 0 else 'loses'} in {value.plies}")
save(figure, args.to, "weber_1")

# %% The layers: how many men each side has
# Weber keeps the situations of m men against n in one layer, whatever is in hand: 100 layers for the setting phase, 100 for the moving
# phase. A census has one entry for each subspace, which tells the men in hand too; we add them up.
layers = {phase: {name: numpy.zeros((10, 10)) for name in ("positions", "wins")} for phase in ("moving", "setting")}
for entry in tables.stats():
    board, _, hands = entry["subspace"].partition("+")
    own, other = map(int, board.split("-"))
    layer = layers["setting" if hands else "moving"]
    layer["positions"][own, other] += entry["positions"]
    layer["wins"][own, other] += entry["wins"]


def grid(axes, values, texts, title, **look):
    shown = axes.imshow(values, origin="lower", **look)
    axes.set(title=title, xlabel="men of the other side", ylabel="men of the side to move", xticks=range(10), yticks=range(10))
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for (own, other), text in texts.items():
        dark = shown.norm(values[own, other]) > 0.55
        axes.text(other, own, text, ha="center", va="center", fontsize=6.5, color="white" if dark else "#333333")
    return shown


def short(number):
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.0f}"


# %% Figure 6: the layers, with the positions that each one has
figure, axes = plt.subplots(1, 2, figsize=(9.6, 4.8), constrained_layout=True)
most = max(layer["positions"].max() for layer in layers.values())
for place, phase in zip(axes, ("setting", "moving")):
    counts = layers[phase]["positions"]
    shown = numpy.ma.masked_equal(counts, 0)
    grid(place, shown, {cell: short(counts[cell]) for cell in zip(*counts.nonzero())},
         f"{phase.capitalize()} phase: {int(counts.sum()):,} positions", cmap="YlGnBu", norm=plt.matplotlib.colors.LogNorm(1, most))
save(figure, args.to, "weber_6")

# %% Figure 11: fraction of win situations
figure, axes = plt.subplots(1, 2, figsize=(9.6, 4.8), constrained_layout=True)
for place, phase in zip(axes, ("setting", "moving")):
    counts, wins = layers[phase]["positions"], layers[phase]["wins"]
    share = numpy.ma.masked_invalid(100 * wins / numpy.where(counts > 0, counts, numpy.nan))
    texts = {cell: f"{share[cell]:.0f}" if share[cell] in (0, 100) else f"{share[cell]:.1f}" for cell in zip(*counts.nonzero())}
    grid(place, share, texts, f"{phase.capitalize()} phase: {100 * wins.sum() / counts.sum():.1f} % of all are won",
         cmap="Blues", vmin=0, vmax=100)
figure.suptitle("Positions that the side to move wins, percent", fontsize=10)
save(figure, args.to, "weber_11")
