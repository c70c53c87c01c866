# SPDX-License-Identifier: MIT
"""Tables are the same bytes as those of earlier versions (tests/data/tables)."""
import hashlib
import json
import os
import pathlib
import sys
import unittest

from solve_process import SolveTest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "tests" / "data" / "tables"
sys.path.insert(0, str(ROOT / "bindings" / "python"))
import merels_table  # noqa: E402

LONG = unittest.skipUnless(os.environ.get("MERELS_LONG_TESTS"), "set MERELS_LONG_TESTS to run it")


def recorded():
    """sha256 by name of table file."""
    lines = (DATA / "table_digests.sha256").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split() for line in lines if not line.startswith("#"))}


def sweep_digest(max_men):
    """The digest of the tables without hands up to so many men, from the lines that are published of each."""
    lines = (ROOT / "data" / "digests" / "nine-c1.txt").read_text(encoding="utf-8").splitlines()
    wanted = {f"nine-capture/{own}-{other}" for own in range(3, max_men + 1) for other in range(3, max_men + 1)}
    tables = [line + "\n" for line in lines if line.split()[0] in wanted and line.split()[1] == "dtw"]
    assert len(tables) == len(wanted)
    return f"{merels_table.checksum(''.join(tables).encode()):016x}"


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
