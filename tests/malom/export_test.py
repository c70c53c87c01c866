# SPDX-License-Identifier: MIT
"""merels export malom and compare-malom, on small starts. The files are read by malom_reader.py, which was written from their
description alone, and held against
* the tables, read by the second reader of the table format: every win and every draw, with depth and unit;
* the counts of the solver: losses by ply (tables do not store losses);
* the definition of the values: a sample of positions against all their successors by the naive rules of tests/oracle, which needs
  nothing but the files.
"""
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "malom"), str(ROOT / "tests" / "oracle"), str(ROOT / "bindings" / "python")]
import malom_reader  # noqa: E402
import merels_table  # noqa: E402
import naive_rules  # noqa: E402

MERELS = os.environ["MERELS"]


def run(*arguments, code=0):
    result = subprocess.run([MERELS, *map(str, arguments)], capture_output=True, text=True, timeout=600, check=False)
    if result.returncode != code:
        raise AssertionError(f"{arguments}: {result.returncode}\n{result.stdout}\n{result.stderr}")
    return result.stderr if code else result.stdout


# --- Where a position stands in a table of ours, by the names of its points (docs/architecture.md) -------------------------

OUR_BIT = {name: bit for bit, name in enumerate(naive_rules.TEXT_ORDER)}
OURS = [OUR_BIT[name] for name in malom_reader.POINTS]  # our bit by Malom's


def our_mask(mask):
    return sum(1 << OURS[i] for i in range(24) if mask >> i & 1)


class OurRow:
    """The row of a set of own men, given in Malom's numbering, and what its free points are there."""

    def __init__(self, own):
        self.smallest, symmetry = min((our_mask(malom_reader.apply(s, own)), s) for s in range(16))
        self.row = our_classes(bin(own).count("1"))[self.smallest]
        free = [i for i in range(24) if not own >> i & 1]
        # The axis of ours for each free point of Malom's.
        self.axes = [1 << bin(~self.smallest & ((1 << OURS[malom_reader.SYMMETRIES[symmetry][i]]) - 1)).count("1")
                     for i in free]


def our_classes(men, known={}):
    if men not in known:
        smallest = {min(our_mask(malom_reader.apply(s, mask)) for s in range(16)) for mask in malom_reader.classes(men)}
        known[men] = {mask: number for number, mask in enumerate(sorted(smallest))}
    return known[men]


def name_of(counts):
    hands = "+{}-{}".format(*counts[2:]) if counts[2] or counts[3] else ""
    return "{}-{}".format(*counts[:2]) + hands


class Made:
    """The tables of a start and the files made from them."""

    def __init__(self, folder, variant, values, prefix):
        self.variant, self.prefix = variant, prefix
        self.db, self.to = os.path.join(folder, "db"), os.path.join(folder, "malom-" + values)
        run("solve", variant, "--db", self.db, "--progress", "none")
        run("solve", variant, "--values", "ultra", "--subspace-values", values, "--db", self.db, "--progress", "none")
        run("export", "malom", variant, "--db", self.db, "--to", self.to, "--subspace-values", values)
        self.values = values
        self.files = malom_reader.Folder(self.to, prefix)
        self.sectors = {counts: self.files.sector(counts) for counts in self.files.values}
        self.read_stats()

    def read_stats(self):
        stats = json.loads(run("stats", self.variant, "--db", self.db, "--json"))
        entries = stats["subspaces"] if isinstance(stats, dict) else stats
        self.stats = {tuple(e[k] for k in ("own", "other", "own_hand", "other_hand")): e for e in entries}

    def table(self, counts, ultra):
        paths = [p for p in pathlib.Path(self.db).glob(f"*/{name_of(counts)}.mrl")
                 if ("-ultra-" in p.parent.name) == ultra and (not ultra or p.parent.name.endswith(self.values))]
        assert len(paths) == 1, paths
        return merels_table.open_table(self.db, paths[0].parent.name, counts)


class Export(unittest.TestCase):
    def whole_sector(self, made, counts):
        files, sector = made.files, made.sectors[counts]
        wins = made.table(counts, False)
        wins_bytes, row_size = wins.rows(), wins.header.row_size
        ultra = merels_table.UltraTable(made.table(counts, True))
        codes, planes = ultra.table.rows(), ultra.planes
        losses, drawn, mistakes = collections.Counter(), collections.Counter(), []
        numbers = malom_reader.squeezed_numbers(24 - counts[0], counts[1])
        places = [[i for i in range(24 - counts[0]) if bits >> i & 1] for bits in numbers]
        v, number = files.values[counts], -1
        for own in malom_reader.classes(counts[0]):
            ours = OurRow(own)
            keeping = [s for s in range(16) if malom_reader.apply(s, own) == own]
            free = [i for i in range(24) if not own >> i & 1]
            for bits in places:
                number += 1
                k1, k2 = sector.entry(number)
                if len(keeping) > 1 or number % 101 == 0:
                    other = sum(1 << free[i] for i in bits)
                    image = sector.expected_image(own, other)
                    if sector.number(own, other) != number or (k1 == 0 and k2 < 0) != (image is not None):
                        mistakes.append(number)
                    if image is not None:
                        if k2 != -(image + 1):
                            mistakes.append(number)
                        continue
                rank = numbers[sum(ours.axes[i] for i in bits)]
                stored = wins_bytes[ours.row * row_size + rank]
                if v + k1 == files.win:
                    right = stored > 0 and k2 == 2 * stored - 1
                elif v + k1 == files.loss:
                    right = stored == 0
                    losses[k2] += 1
                else:
                    code = sum(codes[(ours.row * planes + i) * row_size + rank] << 8 * i for i in range(planes))
                    value = (v + k1, None if k1 == 0 else k2)
                    right = stored == 0 and value == ultra.entries[code] and (k1 != 0 or k2 == 0)
                    drawn[value] += 1
                if not right:
                    mistakes.append(number)
        self.assertEqual(mistakes[:3], [])
        self.assertEqual(number + 1, sector.size)
        census = made.stats[counts]
        self.assertEqual(sorted(losses.items()), [tuple(p) for p in census["plies"] if p[0] % 2 == 0])
        self.assertEqual(sum(drawn.values()), census["draws"])
        self.assertEqual({(k, d): n for k, d, n in ultra.draws}, dict(drawn))

    def definition(self, made, number, seed):
        """X and U of random positions follow from those of their successors (docs/solving_ultra.md)."""
        rules = naive_rules.rules_of(made.variant)[0]
        files, draw = made.files, random.Random(seed)

        def masks(state):
            mine = [malom_reader.mask_of(state.men(c)) for c in (state.turn, naive_rules.other(state.turn))]
            return mine, (len(state.men(state.turn)), len(state.men(naive_rules.other(state.turn))),
                          state.hand[state.turn], state.hand[naive_rules.other(state.turn)])

        def pair(state):
            """(X, U) for the side to move, by the files."""
            if state.in_all(state.turn) < 3:
                return files.loss, 0
            (own, other), counts = masks(state)
            k1, k2 = made.sectors[counts].look_up(own, other)
            return files.values[counts] + k1, 0 if k1 == 0 else -k2 if k1 > 0 else k2

        outcomes = collections.Counter()
        for _ in range(number):
            counts = draw.choice(files.order)
            points = draw.sample(naive_rules.POINTS, counts[0] + counts[1])
            board = {p: None for p in naive_rules.POINTS}
            board.update({p: "W" for p in points[:counts[0]]}, **{p: "B" for p in points[counts[0]:]})
            state = naive_rules.State(board, {"W": counts[2], "B": counts[3]}, "W")
            after = [pair(naive_rules.play(state, turn)) for turn in naive_rules.turns(rules, state)]
            v = files.values[counts]
            if not after:
                expected = files.loss, 0
            else:
                x, u = max((-x, -u) for x, u in after)
                expected = x, 0 if x == v else u + (1 if v > x else -1)
            self.assertEqual(pair(state), expected, naive_rules.write_state(state))
            outcomes[{files.win: "win", files.loss: "loss", v: "equal"}.get(expected[0], "draw")] += 1
        return outcomes

    def test_nine_by_ranks(self):
        with tempfile.TemporaryDirectory() as folder:
            made = Made(folder, "nine-c1@4,3", "ratio", "std")
            self.assertEqual(sorted(made.files.values), sorted(made.sectors))
            for counts in made.sectors:
                with self.subTest(counts=counts):
                    self.whole_sector(made, counts)
            self.assertEqual(set(self.definition(made, 1500, 1)), {"win", "loss", "equal", "draw"})
            self.again(made)
            self.compare(made, folder)

    def test_nine_by_stones(self):
        with tempfile.TemporaryDirectory() as folder:
            made = Made(folder, "nine-c1@3,4", "stones", "std")
            self.assertTrue(all(sector.stones for sector in made.sectors.values()))
            for counts in draw_some(made, 40_000):
                with self.subTest(counts=counts):
                    self.whole_sector(made, counts)
            self.definition(made, 800, 2)

    def test_lasker(self):
        with tempfile.TemporaryDirectory() as folder:
            made = Made(folder, "lasker-c1@3,3", "ratio", "lask")
            for counts in draw_some(made, 40_000):
                with self.subTest(counts=counts):
                    self.whole_sector(made, counts)
            self.definition(made, 800, 3)

    def again(self, made):
        """What is there is not written twice; what is not there or not complete is."""
        paths = sorted(pathlib.Path(made.to).iterdir())
        before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in paths}
        paths[3].unlink()
        paths[5].write_bytes(before[paths[5]][0][:-1])
        command = ("export", "malom", made.variant, "--db", made.db, "--to", made.to)
        self.assertRegex(run(*command, "--dry-run"), r"\A2 files to write")
        self.assertRegex(run(*command, "--threads", 2), r"\A2 files, ")
        for path, (data, when) in before.items():
            self.assertEqual(path.read_bytes(), data)
            self.assertEqual(path.stat().st_mtime_ns == when, path not in (paths[3], paths[5]))
        for arguments, code, word in (
                (("nine-p2@4,3", "--to", made.to), 3, "nine-p2"),
                ((made.variant, "--to", made.to, "--subspaces", "9-9"), 2, "9-9"),
                ((made.variant, "--to", made.to, "--subspaces", "x"), 2, "'x'"),
                ((made.variant, "--to", made.to, "--subspace-values", "stones"), 3, "stones")):
            self.assertIn(word, run("export", "malom", *arguments, "--db", made.db, code=code))

    def compare(self, made, folder):
        command = ("compare-malom", "--variant", made.variant, "--db", made.db)
        self.assertIn("all equal", run(*command, made.to))
        target = pathlib.Path(folder) / "some"
        target.mkdir()
        self.assertIn("std.secval", run(*command, target, code=3))
        sector = next(s for s in sorted(made.sectors.values(), key=lambda s: s.size)
                      if {"draw", "other"} <= {"draw" if s.entry(n) == (0, 0) else "other" for n in range(s.size)
                                               if s.entry(n)[0] != 0 or s.entry(n)[1] == 0})
        counts = sector.counts
        names = ["std.secval", "std_{}_{}_{}_{}.sec2".format(*counts)]
        good = {name: (pathlib.Path(made.to) / name).read_bytes() for name in names}
        for name in names:
            (target / name).write_bytes(good[name])
        self.assertRegex(run(*command, target), r"\A1 files, ")
        path = target / names[1]
        # A value changed: the entry, its position and both pairs are named.
        number = next(n for n in range(sector.size // 2, sector.size) if sector.entry(n)[0] != 0)
        data = bytearray(good[names[1]])
        data[64 + 3 * number] ^= 1
        path.write_bytes(data)
        said = run(*command, target, code=1)
        self.assertRegex(said, rf"\Amerels: 1 of [\d,]+ entries differ; the first: {names[1]}, entry {number}, \S+ w {counts[2]} {counts[3]}: ")
        self.assertEqual(json.loads(self.json(command, target))["first"]["entry"], number)
        # An equal-valued draw may have any number.
        number = next(n for n in range(sector.size) if sector.entry(n) == (0, 0))
        data = bytearray(good[names[1]])
        data[64 + 3 * number + 1] |= 0x30
        path.write_bytes(data)
        self.assertIn("all equal", run(*command, target))
        # Broken files are refused by name, or differ; nothing crashes.
        draw = random.Random(9)
        for broken in (b"", good[names[1]][:63], good[names[1]][:-1], good[names[1]] + b"\0"):
            path.write_bytes(broken)
            self.assertIn(names[1], run(*command, target, code=4))
        for _ in range(12):
            data = bytearray(good[names[1]])
            at = draw.choice([draw.randrange(64), draw.randrange(len(data)), len(data) - 1 - draw.randrange(4)])
            data[at] ^= 1 << draw.randrange(8)
            path.write_bytes(data)
            result = subprocess.run([MERELS, *command, target], capture_output=True, text=True, check=False)
            self.assertIn(result.returncode, (0, 1, 4), (at, result.stderr))
            self.assertTrue(result.returncode or at >= 64, at)
        path.write_bytes(good[names[1]])
        values = good["std.secval"].decode()
        last = values.splitlines()[-1]
        for wrong, code in ((values.replace(last, last.rsplit(" ", 1)[0] + " 1"), 4), (values[:-5], 4), ("", 4)):
            (target / "std.secval").write_text(wrong)
            self.assertIn("std.secval", run(*command, target, code=code))

    def json(self, command, target):
        return subprocess.run([MERELS, *command, target, "--json"], capture_output=True, text=True, check=False).stdout


def draw_some(made, most):
    """Sectors of at most so many entries, every one of them where there are few."""
    return [counts for counts, sector in made.sectors.items() if sector.size <= most]


if __name__ == "__main__":
    unittest.main()
