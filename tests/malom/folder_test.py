# SPDX-License-Identifier: MIT
"""A folder of Malom's files as --db: the answers are those of the tables that it was made from, what is not there is unknown, what
is broken is named."""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "malom"), str(ROOT / "tests"), str(ROOT / "tests" / "oracle")]
import export_test  # noqa: E402
import naive_rules  # noqa: E402
from export_test import MERELS, run  # noqa: E402
from server_process import ServerProcess  # noqa: E402


def position(draw, counts, variant):
    """A random one; the side to move is one that may have as many men."""
    points = draw.sample(naive_rules.POINTS, counts[0] + counts[1])
    white = int(variant.split("@")[1].split(",")[0])
    black = int(variant.split(",")[1])
    fits = counts[0] + counts[2] <= white and counts[1] + counts[3] <= black
    me, you = ("W", "B") if fits else ("B", "W")
    board = {p: None for p in naive_rules.POINTS}
    board.update({p: me for p in points[:counts[0]]}, **{p: you for p in points[counts[0]:]})
    return naive_rules.write_state(naive_rules.State(board, {me: counts[2], you: counts[3]}, me))


def counts_of(stats, made):
    """By subspace, of those that have a file. Of lost positions another one may be the example; sizes are those of the files."""
    entries = {tuple(e[k] for k in ("own", "other", "own_hand", "other_hand")): e for e in stats["subspaces"]}
    return {counts: {key: value for key, value in entry.items() if key not in ("longest", "longest_loss", "bytes")}
            for counts, entry in entries.items() if counts in made.files.values}


class Folder(unittest.TestCase):
    def same_answers(self, made, number, seed):
        draw = random.Random(seed)
        fens = [position(draw, draw.choice(made.files.order), made.variant) for _ in range(number)]
        servers = [ServerProcess(folder) for folder in (made.db, made.to)]
        try:
            for fen in fens:
                ours, theirs = (server.position(made.variant, fen, "&replies=1") for server in servers)
                self.assertEqual(ours.status, 200, ours.body)
                self.assertEqual(theirs.json, ours.json, fen)
            lines = [server.get(f"/v1/{made.variant}/line?fen=" + fens[0].replace(" ", "_")).json for server in servers]
            self.assertEqual(*lines)
            players = [server.post(f"/v1/{made.variant}/play", {"position": fens[1], "player": "perfect", "seed": 5}).json["turn"]
                       for server in servers]
            self.assertEqual(*players)
            games = {v["id"]: v for v in servers[1].get("/v1/variants").json["variants"]}
            game = games[made.variant.split("@")[0]]
            self.assertEqual((game["solved"] > 0, game["values"]), (True, "dtw"))
        finally:
            for server in servers:
                self.assertEqual(server.end()[0], 0)

    def same_counts(self, made):
        for more in ((), ("--values", "ultra")):
            ours, theirs = (json.loads(run("stats", made.variant, "--db", db, "--json", *more)) for db in (made.db, made.to))
            self.assertEqual(set(counts_of(theirs, made)), set(made.files.values))
            self.assertEqual(counts_of(theirs, made), counts_of(ours, made))
        self.assertEqual(theirs["subspace_values"], made.values)

    def test_nine(self):
        with tempfile.TemporaryDirectory() as folder:
            made = export_test.Made(folder, "nine-c1@4,3", "ratio", "std")
            self.same_answers(made, 120, 1)
            self.same_counts(made)
            self.players(made)
            self.some_files(made, folder)
            self.only_read(made)

    def test_lasker(self):
        with tempfile.TemporaryDirectory() as folder:
            made = export_test.Made(folder, "lasker-c1@3,3", "ratio", "lask")
            self.same_answers(made, 60, 2)
            self.same_counts(made)

    def test_stones(self):
        with tempfile.TemporaryDirectory() as folder:
            made = export_test.Made(folder, "nine-c1@3,4", "stones", "std")
            self.same_answers(made, 60, 3)
            self.same_counts(made)

    def players(self, made):
        said = json.loads(run("match", made.variant, "perfect", "ultra", "--games", 2, "--db", made.to, "--json"))
        self.assertEqual(said["games"], 2)

    def some_files(self, made, folder):
        """One file of many: what it tells is told, with no value of the turns that leave it; the rest is unknown."""
        draw, target = random.Random(4), os.path.join(folder, "some")
        os.mkdir(target)
        command = ("probe", made.variant)
        fen = position(draw, (4, 3, 0, 0), made.variant)
        shutil.copy(os.path.join(made.to, "std_4_3_0_0.sec2"), target)
        self.assertIn("std.secval", run(*command, fen, "--db", target, code=3))
        for name in ("std.secval", "std.game"):
            shutil.copy(os.path.join(made.to, name), target)
        full = json.loads(run(*command, fen, "--json", "--db", made.db))
        alone = json.loads(run(*command, fen, "--json", "--db", target))
        self.assertEqual([alone[key] for key in ("category", "dtw")], [full[key] for key in ("category", "dtw")])
        self.assertEqual({turn["category"] for turn in alone["moves"]}, {"unknown"})
        # Of the subspaces without a file nothing is told but what follows from this one: 3-4 slides into it.
        self.assertIn("unknown", self.told(command, draw, (3, 2, 1, 1), made, target))
        self.told(command, draw, (3, 4, 0, 0), made, target)
        self.broken(made, pathlib.Path(target), fen, full)

    def told(self, command, draw, counts, made, target):
        """What the folder tells of some positions of a subspace: the truth or nothing."""
        found = set()
        for _ in range(5):
            fen = position(draw, counts, made.variant)
            known, full = (json.loads(run(*command, fen, "--json", "--db", db)) for db in (target, made.db))
            self.assertIn(known["category"], ("unknown", full["category"]))
            found.add(known["category"])
        return found

    def broken(self, made, target, fen, full):
        path = target / "std_4_3_0_0.sec2"
        good = path.read_bytes()
        command = ("probe", made.variant, fen, "--db", target)
        for data in (b"", good[:63], good[:-1], good[:-40], good + b"\0", b"\1" + good[1:]):
            path.write_bytes(data)
            self.assertIn(path.name, run(*command, code=4))
            self.assertIn(path.name, run("stats", made.variant, "--db", target, "--subspace", "4-3", code=4))
        # The entry of the position itself, every bit of it: refused, or an answer; and the counts never go with a broken image.
        draw, codes = random.Random(6), set()
        for _ in range(40):
            data = bytearray(good)
            at = 64 + draw.randrange(len(good) - 68)
            data[at] ^= 1 << draw.randrange(8)
            path.write_bytes(data)
            result = subprocess.run([MERELS, "stats", made.variant, "--db", target, "--json"], capture_output=True, text=True,
                                    check=False)
            self.assertIn(result.returncode, (0, 4), result.stderr)
            codes.add(result.returncode)
            if result.returncode == 4:
                self.assertIn(path.name, result.stderr)
        self.assertEqual(codes, {0, 4})
        path.write_bytes(good)
        self.assertEqual(json.loads(run(*command, "--json"))["category"], full["category"])
        for name, text in (("std.secval", "x"), ("std.secval", (target / "std.secval").read_text()[:-3]), ("std.game", "nine-c1\n"),
                           ("std.game", "lasker-c1 ratio\n"), ("std.game", "nine-c1 ratio\n")):
            before = (target / name).read_text()
            (target / name).write_text(text)
            said = run(*command, code=4)
            self.assertIn(name if text != "nine-c1 ratio\n" else "std.secval", said)
            (target / name).write_text(before)
        run(*command)

    def only_read(self, made):
        before = sorted(os.listdir(made.to))
        self.assertIn("only read", run("solve", made.variant, "--db", made.to, code=2))
        self.assertEqual(sorted(os.listdir(made.to)), before)
        self.assertIn("tables of ours", run("export", "malom", made.variant, "--db", made.to, "--to", made.to + "-2", code=2))
        shutil.copytree(os.path.join(made.db, "nine-capture"), os.path.join(made.to, "nine-capture"))
        self.assertIn("keep them apart", run("stats", made.variant, "--db", made.to, code=2))
        shutil.rmtree(os.path.join(made.to, "nine-capture"))


if __name__ == "__main__":
    unittest.main()
