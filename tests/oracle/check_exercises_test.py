# SPDX-License-Identifier: MIT
"""check_exercises.py on a small game, and that it finds exercises with two answers. Run with MERELS set."""
import os
import subprocess
import tempfile
import unittest

from check_exercises import KINDS, check, draw, faults, needed
from check_tables import Server
from naive_rules import rules_of

MERELS = os.environ["MERELS"]
VARIANT = "nine-c1@5,4"


class CheckExercises(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([MERELS, "solve", VARIANT, "--db", cls.folder.name, "--progress", "none"], check=True,
                       stdout=subprocess.DEVNULL)
        cls.server = Server(MERELS, cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.server.end()
        cls.folder.cleanup()

    def test_every_kind(self):
        for kind in KINDS:
            failures = []
            drawn, different = check(self.server, VARIANT, kind, 25, 1, failures)
            self.assertEqual((drawn, failures), (25, []), kind)
            self.assertGreater(different, 20, kind)

    def test_two_answers_are_found(self):
        rules = rules_of(VARIANT)[0]
        exercise = draw(self.server, VARIANT, {"kind": "only", "seed": 3})
        texts = needed(exercise, rules)
        values = {t: (c, d) for t, (c, d, _) in zip(texts, self.server.values(VARIANT, texts), strict=True)}
        self.assertEqual(faults(exercise, values, rules), [])
        # A second turn that wins, another solution, another depth, another question: each is a fault.
        second = next(text for text, (category, _) in values.items() if category != "loss")
        self.assertTrue(faults(exercise, {**values, second: ("loss", 2)}, rules))
        self.assertTrue(faults({**exercise, "solution": "a1-a4"}, values, rules))
        self.assertTrue(faults({**exercise, "dtw": exercise["dtw"] + 2}, values, rules))
        self.assertTrue(faults({**exercise, "kind": "hold"}, values, rules))


if __name__ == "__main__":
    unittest.main()
