# SPDX-License-Identifier: MIT
"""Players that read ultra-strong tables, from outside: solve a small start, play, and give nothing away.

Run by ctest with MERELS set to the program.
"""
import json
import os
import subprocess
import tempfile
import unittest

MERELS = os.environ["MERELS"]
START = "nine-c1@4,4"


def run(*arguments):
    return subprocess.run([MERELS, *arguments], capture_output=True, text=True, timeout=500, check=False)


class UltraPlayers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        for values in ("stones", "split"):
            done = run("solve", START, "--db", cls.folder.name, "--values", "ultra", "--subspace-values", values,
                       "--progress", "none")
            assert done.returncode == 0, done.stderr

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def match(self, player, games, opponent="random"):
        done = run("match", START, player, opponent, "--games", str(games), "--db", self.folder.name, "--check",
                   "--quiet", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_nothing_is_given_away(self):
        for values in ("stones", "split"):
            for settings, games in (("local=random", 30), ("local=replies", 6), ("local=units", 6),
                                    ("local=trap,nodes=500", 6), ("local=combined,nodes=500", 6), ("nodes=200", 6)):
                player = f"ultra:values={values},{settings}"
                with self.subTest(player=player):
                    result = self.match(player, games)
                    given = result["given_away"][0]
                    self.assertGreater(given["turns"], 10 * games // 3)
                    self.assertEqual((given["results"], given["units"], given["plies"]), (0, 0, 0))
                    self.assertEqual(result["notes"], [])
                    self.assertGreater(result["given_away"][1]["results"] + result["given_away"][1]["units"], 0)

    def test_a_set_that_is_missing_is_named(self):
        self.assertEqual(self.match("ultra", 1)["notes"], [])
        result = self.match("ultra:values=published", 1)
        self.assertIn("published", result["notes"][0])


if __name__ == "__main__":
    unittest.main()
