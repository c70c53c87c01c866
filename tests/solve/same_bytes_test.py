# SPDX-License-Identifier: MIT
"""The same bytes for any number of threads, any kernel, any memory limit; and what the commands say about them."""
import json
import random
import unittest

from solve_process import SolveTest, digests, merels, solve

VARIANTS = ["nine-c1", "nine-p1", "morabaraba"]


class SameBytes(SolveTest):
    def test_threads_kernels_and_memory(self):
        for variant in VARIANTS:
            solve(self.folder / variant / "reference", variant=variant)
            reference = digests(self.folder / variant / "reference")
            for number, options in enumerate((["--threads", "1"], ["--kernel", "portable"], ["--memory", "800M"])):
                database = self.folder / variant / str(number)
                solve(database, *options, variant=variant)
                self.assertEqual(digests(database), reference, (variant, options))

    def test_shared_tables_are_solved_once(self):
        solve(self.folder / "db", variant="nine-c1")
        self.assertIn("nothing to do", solve(self.folder / "db", variant="nine-c2"))
        self.assertIn("nothing to do", solve(self.folder / "db", variant="lasker-c1"))
        self.assertNotIn("nothing to do", solve(self.folder / "db", variant="nine-p1"))

    def test_dry_run_and_refusals(self):
        database = str(self.folder / "none")
        result = merels("solve", "nine-c1", "--max-men", "9", "--db", database, "--dry-run")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("8,904,593,601 positions", result.stdout)
        result = merels("solve", "nine-c1", "--max-men", "9", "--db", database, "--memory", "1M")
        self.assertEqual(result.returncode, 5)
        self.assertRegex(result.stderr, r"\Amerels: [^\n]+\n\Z")
        for bad in (["--max-men", "2"], ["--max-men", "13"], ["--memory", "much"], ["--threads", "0"]):
            result = merels("solve", "nine-c1", "--db", database, *bad)
            self.assertEqual(result.returncode, 2, bad)
            self.assertRegex(result.stderr, r"\Amerels: [^\n]+\n\Z")

    def test_every_flipped_byte_is_detected(self):
        database = self.folder / "db"
        solve(database, max_men=3)
        table = next(database.rglob("3-3.mrl"))
        good = table.read_bytes()
        rng = random.Random(7)
        # Every byte is tried by the store's own tests; here the whole way from the command line, some of them.
        for at in sorted(rng.sample(range(len(good)), 60)):
            bad = bytearray(good)
            bad[at] ^= 1 << rng.randrange(8)
            table.write_bytes(bad)
            result = merels("check", "--db", str(database))
            self.assertEqual(result.returncode, 4, at)
            probe = merels("probe", "nine-c1", "OO******/**O*****/@@*****@ w 0 0", "--db", str(database), "--json")
            if probe.returncode == 0:  # the flip is in a block that the answer does not need
                table.write_bytes(good)
                right = merels("probe", "nine-c1", "OO******/**O*****/@@*****@ w 0 0", "--db", str(database), "--json")
                self.assertEqual(probe.stdout, right.stdout, at)
            else:
                self.assertEqual(probe.returncode, 4, at)
                self.assertRegex(probe.stderr, r"\Amerels: [^\n]+\n\Z")
        table.write_bytes(good)
        self.assertEqual(merels("check", "--db", str(database)).returncode, 0)

    def test_verify_and_published_counts(self):
        database = self.folder / "db"
        solve(database)
        result = merels("verify", "nine-c1", "--db", str(database), "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        report = json.loads(result.stdout)
        self.assertTrue(report["passed"])
        self.assertEqual(report["positions"], 169_626 + 2 * 760_398 + 3_225_597)
        stats = json.loads(merels("stats", "nine-c1", "--db", str(database), "--json").stdout)
        four = next(s for s in stats["subspaces"] if (s["own"], s["other"]) == (4, 4))
        # Loewer's Table 2
        self.assertEqual(four["plies"], [[0, 6], [1, 29], [2, 3], [3, 24], [4, 10], [5, 46], [6, 6], [7, 48], [8, 4], [9, 12]])
        self.assertEqual((four["wins"], four["draws"], four["losses"], four["max_ply"]), (159, 3_225_409, 29, 9))
        cells = json.loads(merels("reproduce", "--db", str(database), "--json").stdout)["tables"]
        states = [cell["state"] for table in cells for cell in table["cells"]]
        self.assertEqual(states.count("equal"), 57)  # Gasser 20, Stahlhacke the number of subspaces, Loewer 11 + 4 + 4 + 3, Gevay and Danner 4 + 4 + 6 numbers of positions
        self.assertNotIn("different", states)

    def test_results_without_depth_reproduce_what_they_tell_and_no_more(self):
        database = self.folder / "db"
        solve(database, "--values", "wdl")
        tables = json.loads(merels("reproduce", "--db", str(database), "--json").stdout)["tables"]
        states = [cell["state"] for table in tables for cell in table["cells"]]
        self.assertEqual(states.count("equal"), 30)  # Gasser 12, Stahlhacke the number of subspaces, Loewer 4 + 3, Gevay and Danner 4 + 6 numbers of positions
        self.assertNotIn("different", states)

    def test_lines_end_where_the_depth_says(self):
        database = self.folder / "db"
        solve(database)
        stats = json.loads(merels("stats", "nine-c1", "--db", str(database), "--json").stdout)
        for subspace in stats["subspaces"]:
            for kind in ("longest_win", "longest_loss"):
                if subspace[kind] is None:
                    continue
                position = subspace[kind]["position"]
                line = json.loads(merels("line", "nine-c1", position, "--db", str(database), "--json").stdout)
                self.assertEqual(line["dtw"], subspace[kind]["ply"])
                self.assertEqual(len(line["line"]), subspace[kind]["ply"], position)


if __name__ == "__main__":
    unittest.main()
