# SPDX-License-Identifier: MIT
"""Ultra-strong values from outside: sets of values, solving, probing, counting, checking, matches, and odd input.

Run by ctest with MERELS set to the program.
"""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

MERELS = os.environ["MERELS"]
START = "nine-c1@4,3"
DRAWN = "O*O*****/**O***O*/@**@*@** w 0 0"  # four against three, White to move and drawn


def run(*arguments, cwd=None):
    return subprocess.run([MERELS, *arguments], capture_output=True, text=True, timeout=500, check=False, cwd=cwd)


class Ultra(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.db = str(cls.folder / "db")
        for values in ("stones", "ratio"):
            cls.solve(values)

    @classmethod
    def solve(cls, values, expected=0):
        done = run("solve", START, "--db", cls.db, "--values", "ultra", "--subspace-values", values, "--progress", "none")
        assert done.returncode == expected, done.stderr
        return done

    def ask(self, *arguments):
        done = run(*arguments, "--db", self.db)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def refused(self, code, words, *arguments):
        """One line on standard error that has these words."""
        done = run(*arguments)
        self.assertEqual(done.returncode, code, (arguments, done.stderr))
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        if code == 2:
            self.assertEqual(done.stdout, "", arguments)
        for word in words:
            self.assertIn(word, done.stderr)

    def values(self, heuristic):
        return json.loads(self.ask("values", START, "--heuristic", heuristic, "--json"))

    def write(self, values, name="edited.json"):
        path = self.folder / name
        path.write_text(json.dumps(values))
        return str(path)

    def test_values(self):
        stones = self.values("stones")
        self.assertEqual((stones["variant"], stones["heuristic"], stones["win"]), (START, "stones", 5))
        for v in stones["values"]:
            self.assertEqual(v["value"], v["own"] + v["own_hand"] - v["other"] - v["other_hand"])
        ratio = self.values("ratio")
        self.assertEqual(len(ratio["values"]), len(stones["values"]))
        by_men = {(v["own"], v["other"]): v["value"] for v in ratio["values"] if v["own_hand"] + v["other_hand"] == 0}
        for (own, other), value in by_men.items():
            self.assertEqual(value, -by_men[other, own])
        self.assertEqual(ratio["win"], 1 + max(abs(v["value"]) for v in ratio["values"]))

    def test_a_file_edited_by_hand(self):
        mine = self.values("stones")
        mine["heuristic"] = "mine"
        mine["win"] = 40
        for v in mine["values"]:
            v["value"] *= -7  # the side with fewer men is the better one
        path = self.write(mine)
        self.solve(path)
        self.assertEqual(self.values(path), mine)
        for source in ("mine", path):
            probe = json.loads(self.ask("probe", START, DRAWN, "--subspace-values", source, "--json"))
            stones = json.loads(self.ask("probe", START, DRAWN, "--subspace-values", "stones", "--json"))
            self.assertEqual(probe["subspace_values"], ["ratio", "stones", "mine"])
            self.assertEqual((probe["category"], stones["category"]), ("draw", "draw"))
            self.assertEqual((probe["ultra"]["value"], stones["ultra"]["value"]), (-7, 1))
            self.ask("verify", START, "--values", "ultra", "--subspace-values", source)
        mine["values"][0]["value"] += 1  # the same name, other values
        other = self.write(mine, "other.json")
        self.refused(4, ["other"], "probe", START, DRAWN, "--db", self.db, "--subspace-values", other)

    def test_files_that_are_wrong(self):
        def changed(change):
            values = self.values("stones")
            change(values)
            return self.write(values, "wrong.json")

        def find(values, own, other):
            return next(v for v in values["values"]
                        if (v["own"], v["other"], v["own_hand"], v["other_hand"]) == (own, other, 0, 0))

        wrong = [
            (lambda v: v["values"].remove(find(v, 4, 3)), ["4-3"]),
            (lambda v: v["values"].append(dict(find(v, 4, 3))), ["4-3"]),
            (lambda v: find(v, 4, 3).update(value=2), ["4-3", "3-4"]),
            (lambda v: find(v, 3, 3).update(value=1), ["3-3"]),
            (lambda v: find(v, 4, 3).update(own=9), ["4-3"]),
            (lambda v: find(v, 4, 3).update(value=1.5), []),
            (lambda v: v.update(variant="nine-c1"), ["nine-c1"]),
            (lambda v: v.pop("win"), ["win"]),
        ]
        for number, (change, words) in enumerate(wrong):
            with self.subTest(number):
                path = changed(change)
                self.refused(2, words, "values", START, "--heuristic", path)
                self.refused(2, words, "solve", START, "--db", self.db, "--values", "ultra", "--subspace-values", path)
        garbage = self.folder / "garbage.json"
        garbage.write_text("{")
        self.refused(2, [], "values", START, "--heuristic", str(garbage))

    def test_plan_before_anything_is_solved(self):
        for values in ("stones", "ratio"):
            text = run("solve", START, "--db", str(self.folder / "none"), "--values", "ultra", "--subspace-values", values,
                       "--dry-run").stdout
            self.assertRegex(text, r"(?s)needs .* roughly .*-ultra-stones: [\d,]+ positions, .*\nneeds .* roughly ")
            self.assertEqual("planned by stones" in text, values == "ratio")
        self.assertFalse((self.folder / "none").exists())

    def test_probe_and_line(self):
        for values in ("stones", "ratio"):
            probe = json.loads(self.ask("probe", START, DRAWN, "--subspace-values", values, "--json"))
            self.assertEqual(set(probe["ultra"]), {"value", "depth", "ends_in"})
            for move in probe["moves"]:
                self.assertEqual(move["ultra"] is not None, move["category"] == "draw", move)
            worth = [-m["ultra"]["value"] for m in probe["moves"] if m["ultra"]]
            self.assertEqual(worth, sorted(worth, reverse=True))
            self.assertEqual(worth[0], probe["ultra"]["value"])
            line = json.loads(self.ask("line", START, DRAWN, "--subspace-values", values, "--json", "--most", "9"))
            self.assertEqual(line["ultra"], probe["ultra"])
        text = self.ask("probe", START, DRAWN, "--subspace-values", "stones")
        self.assertTrue(text.startswith("drawn; heading for 4 against 3, good for White\n"), text)
        # Whoever moves, the side that it is good for stands first.
        self.assertIn("heading for 4 against 3, good for White\n", text.split("\n\n", 1)[1])
        self.assertTrue(self.ask("line", START, DRAWN, "--subspace-values", "stones").startswith("drawn; heading for"))

    def test_statistics_are_the_positions(self):
        stats = json.loads(self.ask("stats", START, "--values", "ultra", "--subspace-values", "stones", "--json"))
        self.assertEqual(stats["subspace_values"], "stones")
        counted = [s for s in stats["subspaces"] if s["ultra"] is not None]  # the others are of larger starts
        self.assertEqual(len(counted), len(self.values("stones")["values"]))
        for s in counted:
            self.assertEqual(sum(count for _, _, count in s["ultra"]), s["draws"], s)
            keys = [(k, d if d is not None else 0) for k, d, _ in s["ultra"]]
            self.assertEqual(keys, sorted(keys))
            own = s["own"] + s["own_hand"] - s["other"] - s["other_hand"]
            for value, depth, _ in s["ultra"]:
                self.assertEqual(depth is None, value == own, s)
        self.assertGreater(sum(s["draws"] for s in counted), 1000)
        self.refused(2, ["ratio", "stones"], "stats", START, "--values", "ultra", "--db", self.db)

    def test_verify(self):
        for values in ("stones", "ratio"):
            self.assertIn("all right", self.ask("verify", START, "--values", "ultra", "--subspace-values", values))

    def test_odd_input(self):
        db = ("--db", self.db)
        for code, words, arguments in (
                (2, ["--subspace-values"], ("stats", START, "--subspace-values", "stones", *db)),
                (2, ["--subspace-values"], ("verify", START, "--subspace-values", "stones", *db)),
                (3, ["published"], ("stats", START, "--values", "ultra", "--subspace-values", "published", *db)),
                (3, ["published"], ("probe", START, "--subspace-values", "published", *db)),
                (3, ["nothing"], ("line", START, "--subspace-values", "nothing", *db)),
                (2, ["nine-c1"], ("values", START, "--heuristic", "published", *db)),
                (2, ["values"], ("match", START, "ultra:values=", "random", *db)),
                (2, ["local"], ("match", START, "ultra:local=luck", "random", *db)),
                (2, ["units"], ("match", START, "perfect:local=units", "random", *db)),
                (2, ["--db"], ("match", START, "ultra", "random")),
                (2, ["gevay-danner"], ("reproduce", "gasser", "--matches", *db)),
                (2, ["luck"], ("reproduce", "gevay-danner", "--matches", "--variant", START, "--players", "luck", *db)),
                (2, ["'5'"], ("reproduce", "gevay-danner", "--matches", "--variant", START, "--players", "stones",
                              "--ranges", "1,5", *db)),
                (3, ["split"], ("reproduce", "gevay-danner", "--matches", "--variant", START, "--players", "split", *db)),
                (3, [], ("bench", "probe", "nine-c1", *db))):
            with self.subTest(arguments):
                self.refused(code, words, *arguments)

    def test_match_by_a_set(self):
        done = run("match", START, "ultra:values=ratio", "random", "--games", "6", "--check", "--quiet", "--json",
                   "--db", self.db)
        self.assertEqual(done.returncode, 0, done.stderr)
        given = json.loads(done.stdout)["given_away"][0]
        self.assertGreater(given["turns"], 6)
        self.assertEqual((given["results"], given["units"], given["plies"]), (0, 0, 0))

    def test_table_ix(self):
        out = self.folder / "ix.json"
        command = ("reproduce", "gevay-danner", "--matches", "--variant", START, "--ranges", "20-40,50-90",
                   "--players", "strong,stones", "--out", str(out), "--threads", "1", "--hash", "1",
                   "--db", self.db)
        done = run(*command, "--games", "10", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        first = json.loads(done.stdout)["cells"]
        self.assertEqual([(c["player"], c["range"]) for c in first],
                         [(p, r) for p in ("strong", "stones") for r in ("20-40", "50-90")])
        for cell in first:
            self.assertEqual(cell["wins"] + cell["draws"] + cell["losses"], 10)
            self.assertGreater(cell["turns_checked"], 10)
            low, high = cell["wins_confidence95"]
            self.assertTrue(0 <= low <= cell["wins"] / 10 <= high + 1e-9 <= 1 + 1e-9, cell)
            self.assertIsNone(cell["published_percent"])
        # It goes on where it was stopped: the first lots are those of the file, more games are more lots.
        kept = json.loads(out.read_text())
        lots = kept["lots"]
        again = json.loads(run(*command, "--games", "20", "--json").stdout)["cells"]
        self.assertEqual({c["games"] for c in again}, {20})
        after = json.loads(out.read_text())["lots"]
        self.assertEqual({key: after[key] for key in lots}, lots)
        self.assertEqual(len(after), 2 * len(lots))
        self.assertIn("nothing was given away", run(*command, "--games", "20").stdout)
        # A lot in which a player of the tables gave something away stops it.
        after["stones/20-40/0"]["given_away"][0]["units"] = 1
        out.write_text(json.dumps({**kept, "lots": after}))
        self.refused(1, ["stones", "gave away"], *command, "--games", "20")
        out.write_text(json.dumps({**kept, "variant": "nine-c1"}))
        self.refused(2, [str(out)], *command)
        out.write_text(json.dumps({**kept, "search": kept["search"] + 1}))
        self.refused(2, [str(out), "another version of the search"], *command)
        out.write_text("{")
        self.refused(2, [str(out)], *command)


if __name__ == "__main__":
    unittest.main()
