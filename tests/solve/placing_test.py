# SPDX-License-Identifier: MIT
"""The placing phase from outside: kills and resumes, equal bytes, results without depth, packing."""
import json
import unittest

from solve_process import SolveTest, digests, kill_and_resume, merels

VARIANT = "nine-p2@4,4"


def arguments(database, *more, variant=VARIANT):
    return ["solve", variant, "--db", str(database), "--progress", "none", *more]


class Placing(SolveTest):
    def test_kill_and_resume(self):
        kill_and_resume(self, self.folder, VARIANT, kills=12, seed=3)

    def test_threads_and_kernels(self):
        for values in ("dtw", "wdl"):
            kind = ["--values", values]
            self.run_well(*arguments(self.folder / values, *kind, variant="nine-c2@3,4"))
            for number, options in enumerate((["--threads", "1"], ["--kernel", "portable"])):
                database = self.folder / f"{values}{number}"
                self.run_well(*arguments(database, *kind, *options, variant="nine-c2@3,4"))
                self.assertEqual(digests(database), digests(self.folder / values), options)

    def test_results_without_depth(self):
        full, small, packed = (self.folder / name for name in ("full", "small", "packed"))
        self.run_well(*arguments(full))
        self.run_well(*arguments(small, "--values", "wdl"))
        self.run_well("pack", VARIANT, "--db", full, "--to", packed)
        stats = {db: json.loads(self.run_well("stats", VARIANT, "--db", db, "--json"))["subspaces"]
                 for db in (full, small, packed)}
        for with_depth, *others in zip(stats[full], stats[small], stats[packed]):
            self.assertEqual(with_depth["values"], "dtw")
            self.assertEqual(with_depth["wins"] + with_depth["draws"] + with_depth["losses"], with_depth["positions"])
            for other in others:
                self.assertEqual(other["values"], "wdl")
                self.assertIsNone(other["max_ply"])
                for key in ("own", "other", "own_hand", "other_hand", "positions", "wins", "draws", "losses"):
                    self.assertEqual(other[key], with_depth[key])
        for database in (full, small, packed):
            report = json.loads(self.run_well("verify", VARIANT, "--db", database, "--json"))
            self.assertTrue(report["passed"])
            self.assertEqual((report["missing"], report["unchecked"]), ([], []))
            self.run_well("check", "--db", database)
        start = "********/********/******** w 4 4"
        values = [json.loads(self.run_well("probe", VARIANT, start, "--db", database, "--json"))
                  for database in (full, small, packed)]
        self.assertEqual([v["category"] for v in values], ["draw"] * 3)
        self.assertEqual(len({tuple(sorted((m["text"], m["category"]) for m in v["moves"])) for v in values}), 1)
        # Depths serve where results are wanted; where depths are wanted, results do not serve.
        self.assertIn("nothing to do", self.run_well(*arguments(full, "--values", "wdl")))
        self.run_well(*arguments(small))
        self.assertEqual(digests(small), digests(full))

    def test_results_beside_depths(self):
        """A larger start as results leaves the depths of a smaller one, and what was counted with them."""
        for game in ("nine-c1", "lasker-c1"):
            database = self.folder / game
            self.run_well(*arguments(database, variant=f"{game}@3,3"))
            question = ("stats", f"{game}@3,3", "--db", database, "--json")
            before = self.run_well(*question)
            self.run_well(*arguments(database, "--values", "wdl", variant=f"{game}@4,3"))
            self.assertEqual(self.run_well(*question), before)
            self.run_well("verify", f"{game}@4,3", "--db", database)

    def test_damaged_counts_are_found(self):
        database = self.folder / "db"
        self.run_well(*arguments(database, variant="nine-c1@3,3"))
        notes = next(database.rglob("*.notes"))
        bytes_ = bytearray(notes.read_bytes())
        bytes_[len(bytes_) // 2] ^= 1
        notes.write_bytes(bytes_)
        self.assertEqual(merels("check", "--db", str(database)).returncode, 4)
        self.assertEqual(merels("stats", "nine-c1@3,3", "--db", str(database)).returncode, 4)

    def test_pack_refuses(self):
        database = self.folder / "db"
        self.run_well(*arguments(database, variant="nine-c1@3,3"))
        same = merels("pack", "nine-c1@3,3", "--db", str(database), "--to", str(database))
        self.assertEqual(same.returncode, 2)
        self.assertRegex(same.stderr, r"\Amerels: [^\n]+\n\Z")
        nothing = merels("pack", "nine-p1", "--db", str(database), "--to", str(self.folder / "to"))
        self.assertNotEqual(nothing.returncode, 0)
        self.assertFalse((self.folder / "to").exists())


if __name__ == "__main__":
    unittest.main()
