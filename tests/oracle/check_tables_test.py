# SPDX-License-Identifier: MIT
"""check_tables.py on small games of each family, and that it finds tables of other rules. Run with MERELS set."""
import os
import random
import subprocess
import tempfile
import unittest

from check_tables import Server, check, draw_position, subspaces, test_the_judge
from naive_rules import RULES

MERELS = os.environ["MERELS"]


class CheckTables(unittest.TestCase):
    def failures(self, variant, positions, rules=None):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([MERELS, "solve", variant, "--db", folder, "--progress", "none"], check=True,
                           stdout=subprocess.DEVNULL)
            spaces = subspaces(MERELS, folder, variant)
            rng = random.Random(1)
            server = Server(MERELS, folder)
            try:
                failures = []
                drawn = [draw_position(rng, rng.choice(spaces), variant) for _ in range(positions)]
                self.assertGreater(check(server, variant, drawn, failures, rules), positions)
                return failures
            finally:
                server.end()

    def test_small_games(self):
        for variant in ("nine-c1@4,3", "nine-p2@3,4", "lasker-p2@3,3", "morabaraba@3,3", "morabaraba-fbd@3,4"):
            self.assertEqual(self.failures(variant, 300), [], variant)

    def test_other_rules_are_found(self):
        self.assertGreater(len(self.failures("nine-c1@3,3", 300, RULES["morabaraba"])), 10)

    def test_the_judge(self):
        test_the_judge()


if __name__ == "__main__":
    unittest.main()
