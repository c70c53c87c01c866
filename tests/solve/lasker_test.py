# SPDX-License-Identifier: MIT
"""Lasker Morris from outside: kills and resumes, equal bytes, and the commands that read its tables."""
import json
import re
import unittest

from solve_process import SolveTest, digests, kill_and_resume, merels_on_full_disk


class Lasker(SolveTest):
    def solve(self, name, variant, *more):
        self.run_well("solve", variant, "--db", self.folder / name, "--progress", "none", *more)
        return self.folder / name

    def test_kill_and_resume(self):
        kill_and_resume(self, self.folder, "lasker-c1@3,3", kills=8, seed=5)

    def test_full_disk(self):
        """No room for a table: one line says so, what is complete stays, and the next solve goes on."""
        variant = "lasker-c1@3,3"
        whole = digests(self.solve("whole", variant))
        database = self.solve("full", variant, "--phase", "moving")
        result = merels_on_full_disk("solve", variant, "--db", str(database), "--progress", "none", most_bytes=8000)
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assertRegex(result.stderr, r"\Amerels: [^\n]+\n\Z")
        written = {path.name for path in (database / "lasker-c1").iterdir()}
        self.assertIn("3-2+0-1.mrl", written)
        self.assertNotIn("2-3+1-0.mrl", written)
        self.assertEqual(digests(self.solve("full", variant)), whole)

    def test_threads_and_kernels(self):
        for values in ("dtw", "wdl"):
            kind = ["--values", values]
            whole = digests(self.solve(values, "lasker-p2@3,3", *kind))
            other = self.solve(values + "-plain", "lasker-p2@3,3", *kind, "--threads", "1", "--kernel", "portable")
            self.assertEqual(digests(other), whole)

    def test_results_with_many_news(self):
        """The smallest start in which so much is new in a row at once that it is read as a whole."""
        database = self.solve("large", "lasker-c1@6,4", "--values", "wdl")
        self.assertIn("all right", self.run_well("verify", "lasker-c1@6,4", "--db", database))

    def test_starts_share_tables(self):
        """@3,4 and @4,3 differ in who begins, so the second has nothing left to solve."""
        database = self.solve("db", "lasker-c1@3,4")
        self.assertIn("nothing to do", self.run_well("solve", "lasker-c1@4,3", "--db", database))
        self.assertIn("nothing to do", self.run_well("solve", "lasker-c1@3,3", "--db", database))

    def test_commands(self):
        variant = "lasker-c1@3,3"
        full, small = self.solve("full", variant), self.solve("small", variant, "--values", "wdl")
        packed = self.folder / "packed"
        self.run_well("pack", variant, "--db", full, "--to", packed)
        stats = {db: json.loads(self.run_well("stats", variant, "--db", db, "--json"))["subspaces"]
                 for db in (full, small, packed)}
        for with_depth, *others in zip(stats[full], stats[small], stats[packed]):
            self.assertEqual(with_depth["wins"] + with_depth["draws"] + with_depth["losses"], with_depth["positions"])
            for other in others:
                for key in ("own", "other", "own_hand", "other_hand", "positions", "wins", "draws", "losses"):
                    self.assertEqual(other[key], with_depth[key])
        for database in (full, small, packed):
            report = json.loads(self.run_well("verify", variant, "--db", database, "--json"))
            self.assertTrue(report["passed"])
            self.assertEqual((report["missing"], report["unchecked"]), ([], []))
            self.run_well("check", "--db", database)
        # Every layer has a name of its own: hands alone do not tell the side to move.
        lines = self.run_well("compare", variant, variant, "--db", full).splitlines()
        names = [line[:5] for line in lines if re.match(r"[wb] \d \d ", line)]
        self.assertEqual(len(names), len(set(names)))
        self.assertLess({"w 3 3", "w 3 2", "b 3 2"}, set(names))
        # Gevay and Danner, Table III: the side to move wins in 23 plies.
        start = "********/********/******** w 3 3"
        value = json.loads(self.run_well("probe", variant, start, "--db", full, "--json"))
        self.assertEqual((value["category"], value["dtw"]), ("win", 23))
        self.assertEqual(json.loads(self.run_well("probe", variant, start, "--db", small, "--json"))["category"], "win")


if __name__ == "__main__":
    unittest.main()
