# SPDX-License-Identifier: MIT
"""merels openings: counts of recorded games, and bad input. Run by ctest with MERELS set to the program."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

MERELS = os.environ["MERELS"]
START = "nine-c1@3,3"


class Openings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.db = str(cls.folder / "db")
        cls.games = str(cls.folder / "games.txt")
        cls.run_ok("solve", START, "--db", cls.db, "--progress", "none")
        cls.run_ok("match", START, "random", "perfect", "--games", "40", "--db", cls.db, "--save", cls.games, "--quiet")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @staticmethod
    def run_any(*arguments):
        return subprocess.run([MERELS, *arguments], capture_output=True, text=True, timeout=120, check=False)

    @classmethod
    def run_ok(cls, *arguments):
        result = cls.run_any(*arguments)
        assert result.returncode == 0, result.stderr
        return result.stdout

    def test_counts(self):
        data = json.loads(self.run_ok("openings", self.games, "--db", self.db, "--least", "1", "--note", "a test"))
        self.assertEqual((data["variant"], data["made_by"]), (START, "a test"))
        players = {p["player"].split(":")[0]: p for p in data["players"]}
        self.assertEqual({name: p["games"] for name, p in players.items()}, {"random": 40, "perfect": 40})
        wrong = {name: sum(w for _, w in p["plies"]) for name, p in players.items()}
        self.assertEqual(wrong["perfect"], 0)
        self.assertGreater(wrong["random"], 0)
        # Six men are placed: three turns a side and game, unless it ends before.
        self.assertEqual([sum(p["plies"][i][0] for p in players.values()) for i in range(4)], [40] * 4)
        start = data["positions"]["********/********/******** w 3 3"]
        self.assertEqual(sum(turns for _, turns, _ in start["players"]), 40)
        self.assertEqual(sum(n for list_ in start["successors"].values() for _, n in list_), 40)

    def test_seldom_positions_are_left_out(self):
        counts = [len(json.loads(self.run_ok("openings", self.games, "--db", self.db, "--least", str(n)))["positions"])
                  for n in (1, 3, 20, 1000)]
        self.assertEqual(sorted(counts, reverse=True), counts)
        self.assertEqual((counts[0] > counts[1], counts[3]), (True, 0))

    def test_bad_input(self):
        other = self.folder / "other.txt"
        other.write_text(pathlib.Path(self.games).read_text().replace("nine-c1@3,3", "nine-c2@3,3"))
        words = self.folder / "words.txt"
        words.write_text("not a game\n")
        nameless = self.folder / "nameless.txt"
        nameless.write_text('[variant "nine-c1@3,3"]\n[start "********/********/******** w 3 3"]\n[result "*"]\n\n1. d6 f4\n')
        empty = self.folder / "empty"
        empty.mkdir()
        for code, files, db in ((2, [str(words)], self.db), (2, ["/nonexistent"], self.db), (2, [str(nameless)], self.db),
                                (2, [self.games, str(other)], self.db), (3, [self.games], str(empty))):
            result = self.run_any("openings", *files, "--db", db)
            self.assertEqual((result.returncode, result.stdout), (code, ""), (files, result.stderr))
            self.assertRegex(result.stderr, r"\Amerels: [^\n]+\n\Z")


if __name__ == "__main__":
    unittest.main()
