#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gevay and Danner's Table IX with our search as the opponent: how often players that read tables win.

  tools/table_ix.py --db DB --out results.json [--players strong,ratio,...] [--ranges 1,2,3,4] [--games 200]

Plays `merels match` for each player against `search:nodes=FROM-TO` at the four ranges of nodes a turn, sides
alternating, drawn after 50 moves without placing or taking, every turn held against the tables. Games are played in
lots, each with a seed of its own; a lot that ended is in the output file, so the script goes on where it was stopped.
Writes OUT (JSON) and OUT with .md (the table). Exit code 1 if a player that reads tables gave anything away.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys

RANGES = {"1": (100_000, 200_000), "2": (200_000, 400_000), "3": (400_000, 800_000), "4": (800_000, 1_600_000)}
PLAYERS = {
    "strong": "perfect:local=random",
    "strong+replies": "perfect:local=replies",
    "strong+trap": "perfect:local=trap",
    "published": "ultra:values=published,local=random",
    "ratio": "ultra:values=ratio,local=random",
    "stones": "ultra:values=stones,local=random",
    "split": "ultra:values=split,local=random",
    "published+replies": "ultra:values=published,local=replies",
    "published+units": "ultra:values=published,local=units",
    "published+trap": "ultra:values=published,local=trap",
    "published+combined": "ultra:values=published,local=combined",
    "stones+replies": "ultra:values=stones,local=replies",
    "stones+units": "ultra:values=stones,local=units",
    "stones+trap": "ultra:values=stones,local=trap",
    "stones+combined": "ultra:values=stones,local=combined",
    "split+trap": "ultra:values=split,local=trap",
}
LOT = 10
PUBLISHED = {"strong": (17, 21, 17, 12), "published": (57, 42, 28, 25), "stones": (52, 51, 36, 32)}


def wilson(part, games):
    z, n = 1.959964, games
    share = part / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def play_lot(options, player, nodes, seed):
    command = [options.merels, "match", options.variant, player, f"search:nodes={nodes[0]}-{nodes[1]}",
               "--games", str(LOT), "--seed", str(seed), "--draw-after", "50", "--repetitions", "0", "--check",
               "--db", options.db, "--threads", str(options.threads), "--hash", str(options.hash), "--json", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return json.loads(done.stdout)


def cell(lots):
    games = sum(lot["games"] for lot in lots)
    wins, losses, draws = (sum(part) for part in zip(*((l["wins"][0], l["wins"][1], l["draws"]) for l in lots)))
    given = {key: sum(lot["given_away"][0][key] for lot in lots) for key in ("turns", "results", "units", "plies")}
    low, high = wilson(wins, games)
    return {"games": games, "wins": wins, "draws": draws, "losses": losses, "low": low, "high": high,
            "given_away": given, "opponent_errors": sum(lot["given_away"][1]["results"] for lot in lots),
            "seconds": sum(lot["seconds"] for lot in lots), "notes": sorted({n for lot in lots for n in lot["notes"]})}


def markdown(cells, options):
    lines = [f"Wins of players that read tables against our search, {options.variant}, in % (95 %: from to; games)", "",
             "| player | " + " | ".join(f"{a // 1000}-{b // 1000}k nodes" for a, b in RANGES.values()) + " |",
             "|---" * 5 + "|"]
    for player in PLAYERS:
        row = [cells.get(f"{player}/{r}") for r in RANGES]
        if not any(row):
            continue
        texts = [f"{100 * c['wins'] / c['games']:.1f} ({100 * c['low']:.0f} to {100 * c['high']:.0f}; {c['games']})"
                 if c else "" for c in row]
        lines.append(f"| {player} | " + " | ".join(texts) + " |")
    for player, shares in PUBLISHED.items():
        lines.append(f"| *{player}, as published (another search)* | " + " | ".join(str(s) for s in shares) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--merels", default="build/release/apps/cli/merels")
    parser.add_argument("--variant", default="nine-c1")
    parser.add_argument("--db", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--players", default="strong,published,stones,split")
    parser.add_argument("--ranges", default="1,2,3,4")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--hash", type=int, default=16)
    options = parser.parse_args()
    out = pathlib.Path(options.out)
    data = json.loads(out.read_text()) if out.exists() else {"variant": options.variant, "lots": {}}
    for player in options.players.split(","):
        if player not in PLAYERS:
            parser.error(f"unknown player {player}; known are {', '.join(PLAYERS)}")
    for lot in range(math.ceil(options.games / LOT)):  # all cells grow together
        for name in options.ranges.split(","):
            for player in options.players.split(","):
                key = f"{player}/{name}/{lot}"
                if key not in data["lots"]:
                    data["lots"][key] = play_lot(options, PLAYERS[player], RANGES[name], 1000 + lot)
                    cells = {}
                    for k, v in data["lots"].items():
                        cells.setdefault(k.rsplit("/", 1)[0], []).append(v)
                    data["cells"] = {k: cell(v) for k, v in cells.items()}
                    partial = out.with_suffix(".part")
                    partial.write_text(json.dumps(data, indent=1) + "\n")
                    partial.replace(out)
                    out.with_suffix(".md").write_text(markdown(data["cells"], options))
    print(markdown(data["cells"], options), end="")
    bad = [k for k, c in data["cells"].items() if any(c["given_away"][x] for x in ("results", "units", "plies"))]
    for key in bad:
        print(f"{key}: gave away {data['cells'][key]['given_away']}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
