# SPDX-License-Identifier: MIT
"""What a database is worth after somebody meddled with it: unlisted, replaced and damaged files, leftovers, locks."""
import fcntl
import json
import os
import re
import shutil
import subprocess
import time
import unittest

from solve_process import MERELS, SolveTest, digests, merels, solve, solve_arguments

POSITION = "O***@***/***O***@/*@****O* w 0 0"  # three against three, nobody can close a mill at once


class DatabaseTest(SolveTest):
    def probe(self, database):
        result = merels("probe", "nine-c1", POSITION, "--db", str(database), "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def solved(self, name="db", *more, max_men=3):
        database = self.folder / name
        solve(database, *more, max_men=max_men)
        return database

    def test_unlisted_tables_do_not_count(self):
        database = self.solved()
        self.assertNotEqual(self.probe(database)["category"], "unknown")
        (database / "nine-capture" / "manifest.json").unlink()
        self.assertEqual(self.probe(database)["category"], "unknown")
        check = merels("check", "--db", str(database))
        self.assertEqual(check.returncode, 4)
        self.assertIn("3-3.mrl", check.stderr)
        (database / "nine-capture" / "3-3.mrl").unlink()
        check = merels("check", "--db", str(database))
        self.assertEqual(check.returncode, 3)
        self.assertRegex(check.stderr, r"\Amerels: [^\n]*nothing to check[^\n]*\n\Z")

    def test_files_that_no_manifest_names(self):
        """Issue 12, C and G: a table beside a manifest that does not list it is neither right nor read."""
        database, larger = self.solved(), self.solved("larger", max_men=4)
        four = "O***@***/***O***@/*@*O**O* b 0 0"  # three against four
        shutil.copy(larger / "nine-capture" / "3-4.mrl", database / "nine-capture")
        known = merels("probe", "nine-c1", four, "--db", str(larger), "--json")
        self.assertNotEqual(json.loads(known.stdout)["table"], None)
        unknown = merels("probe", "nine-c1", four, "--db", str(database), "--json")
        self.assertEqual(json.loads(unknown.stdout)["category"], "unknown", unknown.stdout)
        check = merels("check", "--db", str(database))
        self.assertEqual(check.returncode, 4)
        self.assertIn("3-4.mrl", check.stderr)
        # Damaged, and no manifest any more: that is not "0 tables: all checksums are right".
        table = larger / "nine-capture" / "4-4.mrl"
        damaged = bytearray(table.read_bytes())
        damaged[len(damaged) // 2] ^= 1
        table.write_bytes(damaged)
        (larger / "nine-capture" / "manifest.json").unlink()
        check = merels("check", "--db", str(larger))
        self.assertEqual(check.returncode, 4)
        self.assertIn("(and 3 more)", check.stderr)
        self.assertNotIn("right", check.stdout + check.stderr)

    def test_plans_believe_the_manifest_and_runs_mend(self):
        database = self.solved()
        before = digests(database)
        table = database / "nine-capture" / "3-3.mrl"
        good = table.read_bytes()
        for bad in (bytes(len(good)), good[:-1], b""):
            table.write_bytes(bad)
            plan = merels(*solve_arguments(database, "--dry-run", max_men=3))
            self.assertIn("nothing to do", plan.stdout, plan.stderr)
            solve(database, max_men=3)
            self.assertEqual(digests(database), before)
        table.unlink()
        solve(database, max_men=3)
        self.assertEqual(digests(database), before)

    def test_a_damaged_manifest_says_what_to_do(self):
        database = self.solved()
        before = digests(database)
        manifest = database / "nine-capture" / "manifest.json"
        manifest.write_bytes(manifest.read_bytes().replace(b"3", b"4", 1))
        result = merels(*solve_arguments(database, max_men=3))
        self.assertEqual(result.returncode, 4)
        self.assertRegex(result.stderr, r"\Amerels: [^\n]*manifest.json[^\n]*solve again[^\n]*\n\Z")
        manifest.unlink()
        solve(database, max_men=3)
        self.assertEqual(digests(database), before)

    def test_damaged_counts_are_made_again(self):
        database = self.folder / "db"
        words = ("solve", "nine-c1@3,3", "--db", database, "--progress", "none")
        self.run_well(*words)
        before = digests(database)
        for notes in sorted(database.rglob("*.notes")):
            damaged = bytearray(notes.read_bytes())
            damaged[len(damaged) // 2] ^= 1
            notes.write_bytes(damaged)
        self.run_well(*words)
        self.run_well("check", "--db", database)
        self.assertEqual(digests(database), before)

    def test_manifests_of_older_versions(self):
        database = self.solved()
        text = (database / "nine-capture" / "manifest.json").read_text()
        self.assertIn("merels rules 1: board nine, all in mills any may be taken", text)

    def test_leftovers_of_killed_writers_are_removed(self):
        database = self.solved()
        left = database / "nine-capture" / "4-3.mrl.part"
        left.write_bytes(b"half a table")
        solve(database, max_men=4)
        self.assertFalse(left.exists())

    def test_one_writer(self):
        database = self.solved()
        with open(database / ".lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            result = merels(*solve_arguments(database, max_men=4))
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("another solver", result.stderr)
            plan = merels(*solve_arguments(database, "--dry-run", max_men=4))
            self.assertEqual(plan.returncode, 0, plan.stderr)

    def test_a_server_sees_depths_that_come_later(self):
        database = self.solved("db", "--values", "wdl")
        server = subprocess.Popen([MERELS, "serve", "--db", str(database), "--listen", "127.0.0.1:0", "--no-solve"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            port = re.search(r":(\d+)/", server.stdout.readline()).group(1)
            address = f"http://127.0.0.1:{port}/v1/nine-c1?fen=" + POSITION.replace(" ", "_")

            def ask():
                return json.loads(subprocess.run(["curl", "--silent", address], check=True, capture_output=True).stdout)
            first = ask()
            self.assertEqual(first["values"], "wdl")
            solve(database, max_men=3)
            deadline = time.monotonic() + 10
            while ask()["values"] != "dtw" and time.monotonic() < deadline:
                time.sleep(0.1)
            later = ask()
            self.assertEqual((later["values"], later["category"]), ("dtw", first["category"]))
        finally:
            server.terminate()
            server.wait(timeout=30)
            server.stdout.close()


if __name__ == "__main__":
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    unittest.main()
