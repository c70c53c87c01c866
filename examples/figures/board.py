# SPDX-License-Identifier: MIT
"""What the figures share: a board with men and marks, colours of results, one way to save a picture."""
import argparse
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

WIN, DRAW, LOSS, UNKNOWN = "#2c6fa6", "#b9b4a6", "#c0502f", "#dddddd"
WOOD, LINE, INK = "#f3e9d7", "#6b5b45", "#222222"
COLOURS = {1: WIN, 0: DRAW, -1: LOSS, -128: UNKNOWN}
RING = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

plt.rcParams.update({"font.family": "DejaVu Sans", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False,
                     "axes.titlesize": 10, "axes.titleweight": "bold", "figure.facecolor": "white", "text.color": INK,
                     "axes.labelcolor": INK, "svg.hashsalt": "merels"})


def place_of(point):
    """Where a point is: x and y from -3 to 3. Points are numbered as in include/merels/position.h."""
    ring, along = divmod(point, 8)
    return RING[along][0] * (ring + 1), RING[along][1] * (ring + 1)


def point_of(name):
    """The number of a point, from its name: "a1"."""
    place = ("abcdefg".index(name[0]) - 3, int(name[1]) - 4)
    return next(p for p in range(24) if place_of(p) == place)


def draw_board(axes, position=None, title="", below="", labels=None, colours=None, arrows=(), diagonals=False, names=False):
    """A board. `labels` and `colours` are for free points, by number; `arrows` are pairs of points."""
    axes.set_aspect("equal")
    axes.axis("off")
    axes.set_xlim(-3.75, 3.75)
    axes.set_ylim(-3.75, 3.75)
    axes.add_patch(plt.Rectangle((-3.6, -3.6), 7.2, 7.2, facecolor=WOOD, edgecolor="none", zorder=0))
    for size in (1, 2, 3):
        axes.add_patch(plt.Rectangle((-size, -size), 2 * size, 2 * size, fill=False, edgecolor=LINE, linewidth=1.1, zorder=1))
    for x, y in RING:
        if diagonals or 0 in (x, y):
            axes.plot((x, 3 * x), (y, 3 * y), color=LINE, linewidth=1.1, zorder=1)
    for point in range(24):
        x, y = place_of(point)
        axes.add_patch(plt.Circle((x, y), 0.09, color=LINE, zorder=2))
        for men, face, edge in () if position is None else ((position.white, "white", "#444444"), (position.black, "#1d1d1d", "#1d1d1d")):
            if men >> point & 1:
                axes.add_patch(plt.Circle((x, y), 0.37, facecolor=face, edgecolor=edge, linewidth=1, zorder=3))
        if labels and point in labels:
            axes.add_patch(plt.Circle((x, y), 0.44, facecolor=(colours or {}).get(point, "white"), edgecolor="none", zorder=3))
            axes.text(x, y - 0.02, labels[point], ha="center", va="center", fontsize=6.5, color="white", fontweight="bold", zorder=4)
    for origin, target in arrows:
        axes.annotate("", xy=place_of(target), xytext=place_of(origin), zorder=5,
                      arrowprops={"arrowstyle": "-|>", "color": LOSS, "linewidth": 2, "shrinkA": 9, "shrinkB": 2})
    if names:
        for i in range(7):
            axes.text(i - 3, -3.85, "abcdefg"[i], ha="center", va="top", fontsize=6.5, color=LINE)
            axes.text(-3.85, i - 3, str(i + 1), ha="right", va="center", fontsize=6.5, color=LINE)
    axes.set_title(title, pad=4)
    axes.text(0, -4.35 if names else -3.85, below, ha="center", va="top", fontsize=8)


def options(description, **more):
    """Reads the command line: the folder of tables, where pictures go, and what a script wants besides (name=help)."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--db", required=True, help="the complete tables of nine-c1")
    parser.add_argument("--to", default=str(pathlib.Path(__file__).parent), help="where the pictures go")
    for name, text in more.items():
        parser.add_argument(f"--{name}", help=text)
    return parser.parse_args()


def save(figure, folder, name):
    path = pathlib.Path(folder) / f"{name}.png"
    figure.savefig(path, dpi=110, bbox_inches="tight", pad_inches=0.12, metadata={"Software": None})
    plt.close(figure)
    print(f"{path.name}: {path.stat().st_size:,} bytes")
