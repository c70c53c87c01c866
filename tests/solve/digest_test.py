# SPDX-License-Identifier: MIT
"""`merels digest` and `check --published`: digests of what the tables say, made a second time by the reader in Python."""
import json
import pathlib
import subprocess
import sys
import unittest

from solve_process import SolveTest, merels

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bindings" / "python"))
import merels_table  # noqa: E402


def digest_lines(database):
    """The lines of `digest --tables`, by other code."""
    lines = []
    for manifest in sorted(pathlib.Path(database).glob("*/manifest.json")):
        listed = json.loads(manifest.read_text(encoding="utf-8"))
        name = listed["collection"]
        own = []
        for entry in listed["tables"]:
            table = merels_table.open_table(str(database), name, tuple(entry["counts"]))
            said = bytes(table.rows()) + (bytes(table.metadata) if entry["kind"] == "ultra" else b"")
            stem = pathlib.Path(merels_table.table_path("", name, entry["counts"])).stem
            own.append(f"{name}/{stem} {entry['kind']} {merels_table.checksum(said):016x}\n")
        kinds = {entry["kind"] for entry in listed["tables"]}
        kind = kinds.pop() if len(kinds) == 1 else "mixed"
        lines.append(f"{name} {kind} {merels_table.checksum(''.join(own).encode()):016x} {len(own)} tables\n")
        lines += own
    return "".join(lines)


class DigestTest(SolveTest):
    def solved(self, name, *more):
        database = self.folder / name
        self.run_well("solve", "nine-c1@3,3", "--db", database, "--progress", "none", *more)
        return database

    def test_both_readers_agree(self):
        for more in ((), ("--values", "wdl"), ("--values", "ultra", "--subspace-values", "stones")):
            database = self.solved("-".join(("db", *more)), *more)
            text = self.run_well("digest", "--db", database, "--tables")
            self.assertEqual(text, digest_lines(database))
            short = self.run_well("digest", "--db", database, "--threads", 1)
            self.assertEqual(short, "".join(line + "\n" for line in text.splitlines() if line.endswith(" tables")))
            as_json = json.loads(self.run_well("digest", "--db", database, "--json"))
            self.assertEqual([c["digest"] for c in as_json], [line.split()[2] for line in short.splitlines()])

    def test_results_of_all_ways_to_make_them(self):
        depths = self.solved("depths")
        results = self.solved("results", "--values", "wdl")
        self.run_well("pack", "nine-c1@3,3", "--db", depths, "--to", self.folder / "packed")
        expected = self.run_well("digest", "--db", results, "--tables")
        self.assertEqual(self.run_well("digest", "--db", self.folder / "packed", "--tables"), expected)
        self.assertEqual(self.run_well("digest", "--db", depths, "--values", "wdl", "--tables"), expected)
        self.assertNotEqual(self.run_well("digest", "--db", depths, "--tables"), expected)

    def test_published(self):
        database = self.folder / "db"
        self.run_well("solve", "nine-c1", "--phase", "moving", "--max-men", 4, "--db", database, "--progress", "none")
        self.assertIn("\n4 tables say what is published, of 0 no digest", self.run_well("check", "--published", "--db", database))
        # Of morabaraba only results are published, so of its depths nobody can say anything.
        other = self.folder / "other"
        self.run_well("solve", "morabaraba", "--phase", "moving", "--max-men", 4, "--db", other, "--progress", "none")
        result = merels("check", "--published", "--db", str(other))
        self.assertEqual((result.returncode, result.stdout), (3, ""), result.stderr)
        self.assertRegex(result.stderr, r"\Amerels: [^\n]*published\n\Z")

    def test_nothing_to_digest(self):
        for words in (("digest", "--db", self.folder / "nowhere"), ("digest", "--db", self.folder)):
            result = merels(*map(str, words))
            self.assertEqual((result.returncode, result.stdout), (3, ""), result.stderr)
        subprocess.run(["cp", "-r", self.solved("db"), self.folder / "hurt"], check=True)
        table = self.folder / "hurt" / "nine-capture" / "3-3.mrl"
        data = bytearray(table.read_bytes())
        data[1000] ^= 1
        table.write_bytes(data)
        result = merels("digest", "--db", str(self.folder / "hurt"))
        self.assertEqual((result.returncode, result.stdout), (4, ""), result.stderr)
        self.assertIn("3-3.mrl", result.stderr)


if __name__ == "__main__":
    unittest.main()
