#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of docs/cluster.md: times of whole solves with depths on a cluster, by the formula there.

    tools/estimate_cluster.py [BYTES_OF_THE_SWEEP]

What goes in stands below, with where it is from. BYTES_OF_THE_SWEEP, for a position, is `sent` of the kind "ply" of
`bench mpi nine-c1 --max-men 9 --json`, divided by its positions.
"""
import sys

CORES = 16
NODES = (1, 4, 16, 64)
GBITS = (10, 100)
DISK = 1e9  # bytes a second that the first rank writes to the shared file system. Assumed

# By positions without hands, positions with hands, CPU seconds of both on one machine, men a side.
#   nine-c1: measured (docs/results, 33b3715). Lasker: `solve --dry-run --threads 1`, 32 ns a position without hands.
GAMES = {
    "nine-c1": (8_904_593_601, 17_856_763_819, 284, 477, 9),
    "lasker-c1": (12_658_488_857, 120_807_757_914, 405, 12_634, 10),
    "Lasker, 3 to 12 men": (16_528_583_563, 381_754_785_370, 529, 32_521, 12),
}
TABLE_BYTES = 2.0 / 8  # a position: 1.6 bits without and 2.0 with hands in nine-c1
# `bench mpi nine-c1 --max-men 9` on 2 ranks: 1,656,004,300 bytes for 8,904,593,601 positions.
SWEEP_BYTES = float(sys.argv[1]) if len(sys.argv) > 1 else 0.186
# CPU of the sweep and its tables on two ranks of one thread, by that of one process with two: 238 and 201 s, nine men.
SWEEP_AGAIN = 1.18
# A level of Lasker's layers goes round as rows pressed by zstd, its losses before that. Assumed: twice the tables.
LASKER_BYTES = 2 * TABLE_BYTES
# Mean by most CPU of a rank, stage by stage: `bench mpi` of nine-c1 --max-men 4 on 4 ranks (0.93 with --max-men 6 on 2),
# nine-c1@4,4 as results on 4, lasker-c1@3,3 on 2.
BALANCE = {"sweep": 0.84, "placing": 0.84, "lasker": 0.92}
# Two layers at once against in place (solve/costs/costs.h), and how often a row of the layer between is made: plan_pair
# for nine-c1; half of the work is on these rows.
PAIRS = 1.3
ROWS_MADE = {1: 1.0, 4: 2.27, 16: 3.69, 64: 4.45}
# What every rank of a Lasker solve does: 0.52 of the CPU at 3 men (lasker-c1@3,3 on 2 ranks). It goes by the size of the
# rows, and the whole by men ^ 1.65 more (solve/costs/costs.h).
LASKER_BY_ALL, LASKER_BY_ALL_MEN, LASKER_GROWTH = 0.52, 3, 1.65


def over_network(sent, nodes, gbits):
    return sent * (nodes - 1) / nodes / (gbits * 1e9 / 8)


def seconds(game, nodes, gbits):
    without, with_hands, cpu_without, cpu_with, men = GAMES[game]
    dealt = 1 / (CORES * nodes)
    uneven = (lambda part: 1 if nodes == 1 else 1 / BALANCE[part])
    sweep_again = 1 if nodes == 1 else SWEEP_AGAIN
    time = cpu_without * sweep_again * dealt * uneven("sweep") + over_network(SWEEP_BYTES * without, nodes, gbits)
    if game.startswith("nine"):
        again = 1 if nodes == 1 else PAIRS * (1 + ROWS_MADE[nodes]) / 2
        time += cpu_with * again * dealt * uneven("placing")
    else:
        by_all = LASKER_BY_ALL * (LASKER_BY_ALL_MEN / men) ** LASKER_GROWTH
        time += cpu_with * ((1 - by_all) * dealt * uneven("lasker") + by_all / CORES)
        time += over_network(LASKER_BYTES * with_hands, nodes, gbits)
    tables = TABLE_BYTES * (without + with_hands)
    return time + over_network(tables, nodes, gbits) + tables / DISK


def text(value):
    return f"{value:.0f} s" if value < 100 else f"{value / 60:.0f} min" if value < 6000 else f"{value / 3600:.1f} h"


print("| game | " + " | ".join(f"{nodes} node{'s' * (nodes > 1)}" for nodes in NODES) + " |")
print("|---" * (1 + len(NODES)) + "|")
for name in GAMES:
    cells = [" / ".join(dict.fromkeys(text(seconds(name, nodes, gbits)) for gbits in GBITS)) for nodes in NODES]
    print(f"| {name} | " + " | ".join(cells) + " |")
