# SPDX-License-Identifier: MIT
"""check_many.py on small games of each family, and that it finds tables of other rules and tables that are not there."""
import pathlib
import tempfile
import unittest

import merels
import numpy

from check_many import disagreements, draw, draw_sides, subspaces, test_the_judge
from naive_arrays import men_in
from naive_rules import RULES, rules_of


class CheckMany(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def found(self, variant, rules=None, number=20, values="dtw"):
        """What does not agree in tables of `variant`."""
        merels.solve(variant, self.folder.name, values=values)
        return self.found_in_tables(variant, rules, number)

    def found_in_tables(self, variant, rules=None, number=20):
        tables = merels.Tablebase(self.folder.name, variant)
        rng = numpy.random.default_rng(1)
        failures = []
        for space in subspaces(tables):
            at = draw(rng, space, number, 4)
            sides = draw_sides(rng, space, variant, len(at))
            wrong, looked_at = disagreements(tables, rules or rules_of(variant)[0], at, sides, 1, 1)
            self.assertGreaterEqual(looked_at, number)
            failures += wrong
        return failures

    def test_small_games(self):
        for variant in ("nine-c1@4,3", "nine-p2@3,4", "lasker-p2@3,3", "morabaraba@3,3", "morabaraba-fbd@3,4"):
            self.assertEqual(self.found(variant), [], variant)

    def test_results_without_plies(self):
        self.assertEqual(self.found("nine-c1@3,3", values="wdl"), [])

    def test_other_rules_are_found(self):
        failures = self.found("nine-c1@3,3", RULES["morabaraba"], 300)
        self.assertGreater(len([text for text in failures if "its turns say" in text]), 10)

    def test_a_missing_table_is_found(self):
        self.assertEqual(self.found("nine-c1@4,3"), [])
        (pathlib.Path(self.folder.name) / "nine-capture" / "3-3.mrl").unlink()
        failures = self.found_in_tables("nine-c1@4,3")
        self.assertTrue(failures and all("not all is known" in text for text in failures), failures)

    def test_drawn_positions(self):
        at = draw(numpy.random.default_rng(1), (4, 5, 1, 2), 1000, 8)
        self.assertFalse((at.own & at.other).any())
        self.assertEqual((set(men_in(at.own)), set(men_in(at.other))), ({4}, {5}))
        self.assertTrue(all(len(set(at.own[i:i + 8])) == 1 for i in range(0, 1000, 8)))
        self.assertGreater(len(set(at.own)), 100)
        self.assertGreater(len(set(zip(at.own, at.other))), 990)

    def test_the_judge(self):
        test_the_judge()


if __name__ == "__main__":
    unittest.main()
