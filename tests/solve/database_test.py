# SPDX-License-Identifier: MIT
"""What a database is worth after somebody meddled with it: unlisted, replaced and damaged files, leftovers, locks."""
import fcntl
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import time
import unittest

from solve_process import MERELS, SolveTest, digests, merels, solve, solve_arguments

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "bindings" / "python"))
from merels_table import HEADER, HEADER_BYTES, checksum  # noqa: E402

WON_IN_3 = "*@O*O***/********/*O**@**@ w 0 0"
POSITION = "O***@***/***O***@/*@****O* w 0 0"  # three against three, nobody can close a mill at once


def zeros_like(table):
    """A valid table file of the same subspace in which nobody wins (docs/table_format.md): every block is constant."""
    fields = list(HEADER.unpack_from(table))
    metadata = table[len(table) - fields[19]:]
    blocks = fields[13]
    index = b"".join(struct.pack("<QQ", 1 << 48 | i, checksum(b"\0")) for i in range(blocks))
    size = HEADER_BYTES + blocks + len(index) + len(metadata)
    fields[14:19] = size, 0, checksum(b""), blocks, checksum(index)
    header = HEADER.pack(*fields) + table[HEADER.size:248]
    return header + struct.pack("<Q", checksum(header)) + bytes(blocks) + index + metadata


def write_manifest(path, listed):
    """With a checksum that holds."""
    listed = {key: value for key, value in listed.items() if key != "checksum"}
    text = json.dumps(listed, separators=(",", ":"), ensure_ascii=False)
    path.write_text(json.dumps({**listed, "checksum": f"{checksum(text.encode()):016x}"}, indent=1) + "\n", encoding="utf-8")


class DatabaseTest(SolveTest):
    def probe(self, database, position=POSITION):
        result = merels("probe", "nine-c1", position, "--db", str(database), "--json")
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

    def test_a_table_of_zeros_that_is_not_listed_is_not_believed(self):
        """Issue 12, G: it gave "draw" for a win in 3."""
        database = self.solved(max_men=4)
        win = self.probe(database, WON_IN_3)
        self.assertEqual((win["category"], win["dtw"]), ("win", 3))
        table, manifest = (database / "nine-capture" / name for name in ("3-3.mrl", "manifest.json"))
        listed = json.loads(manifest.read_text(encoding="utf-8"))
        write_manifest(manifest, listed)
        self.assertEqual(self.probe(database, WON_IN_3)["dtw"], 3)  # so the manifest was written as it should be
        forged = zeros_like(table.read_bytes())
        table.write_bytes(forged)
        refused = merels("probe", "nine-c1", WON_IN_3, "--db", str(database))
        self.assertEqual((refused.returncode, refused.stdout), (4, ""))
        self.assertIn("not the table that the manifest lists", refused.stderr)
        others = [entry for entry in listed["tables"] if entry["counts"] != [3, 3, 0, 0]]
        self.assertEqual(len(others), len(listed["tables"]) - 1)
        write_manifest(manifest, {**listed, "tables": others})
        self.assertEqual(self.probe(database, WON_IN_3)["category"], "unknown")  # none is listed
        self.assertEqual(merels("check", "--db", str(database)).returncode, 4)
        # It is a good bait: where it is listed it is believed.
        (mine,) = (entry for entry in listed["tables"] if entry["counts"] == [3, 3, 0, 0])
        mine.update(bytes=len(forged), digest=f"{checksum(forged):016x}")
        write_manifest(manifest, listed)
        self.assertEqual(self.probe(database, WON_IN_3)["category"], "draw")

    def test_files_that_no_manifest_names(self):
        """Issue 12, C: a table beside a manifest that does not list it is not right."""
        database, larger = self.solved(), self.solved("larger", max_men=4)
        shutil.copy(larger / "nine-capture" / "3-4.mrl", database / "nine-capture")
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
