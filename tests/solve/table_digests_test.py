# SPDX-License-Identifier: MIT
"""Tables are the same bytes as those of earlier versions (tests/data/tables)."""
import hashlib
import json
import os
import pathlib
import unittest

from solve_process import SolveTest

DATA = pathlib.Path(__file__).resolve().parent.parent / "data" / "tables"
LONG = unittest.skipUnless(os.environ.get("MERELS_LONG_TESTS"), "set MERELS_LONG_TESTS to run it")


def recorded():
    """sha256 by name of table file."""
    lines = (DATA / "table_digests.sha256").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split() for line in lines if not line.startswith("#"))}


def sweep_digest(max_men):
    lines = (DATA / "sweep_digests.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines if not line.startswith("#"))[str(max_men)]


class TableDigests(SolveTest):
    def solve_and_compare(self, variant, tables, *more):
        database = self.folder / "db"
        self.run_well("solve", variant, "--db", database, "--progress", "none", *more)
        digests = {path.relative_to(database).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
                   for path in sorted(database.rglob("*.mrl"))}
        self.assertEqual(len(digests), tables)
        expected = recorded()
        self.assertEqual({name: expected.get(name) for name in digests}, digests)

    def bench_and_compare(self, max_men, *more):
        words = ["bench", "solve", "--sweep-only", "--json", "--max-men", max_men, "--folder", self.folder, *more]
        self.assertEqual(json.loads(self.run_well(*words))["digest"], sweep_digest(max_men))

    def test_five_men(self):
        self.solve_and_compare("nine-c1@5,5", 9 + 67)

    def test_five_men_of_bench_solve(self):
        self.bench_and_compare(5)

    def test_five_men_of_bench_solve_on_one_thread(self):
        self.bench_and_compare(5, "--threads", 1)

    def test_morabaraba_of_four_men(self):
        self.solve_and_compare("morabaraba@4,4", 4 + 27)

    @LONG
    def test_lasker_of_four_men(self):
        self.solve_and_compare("lasker-c1@4,4", 4 + 77)

    @LONG
    def test_seven_men(self):
        self.solve_and_compare("nine-c1", 25, "--phase", "moving", "--max-men", "7")

    @LONG
    def test_seven_men_of_bench_solve(self):
        self.bench_and_compare(7)


if __name__ == "__main__":
    unittest.main()
