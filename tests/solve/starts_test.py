# SPDX-License-Identifier: MIT
"""`merels starts` from outside: published values, kills and resumes, a full disk, starts that do not fit."""
import json
import pathlib
import random
import re
import signal
import subprocess
import time
import unittest

from solve_process import MERELS, SolveTest, digests, merels, merels_on_full_disk

PUBLISHED = json.loads((pathlib.Path(__file__).parents[2] / "data/published/gevay-danner-2014.json").read_text())
TABLES = {"nine-c1": PUBLISHED["table_2_starts_nine_c1"], "morabaraba": PUBLISHED["table_4_starts_morabaraba"]}


def arguments(game, database, *more, men="3..4"):
    return ["starts", game, "--men", men, "--max-total", "8", "--db", str(database), "--progress", "none", *more]


def text_of(entry):
    letter = {"win": "W", "loss": "L", "draw": "D"}[entry["category"]]
    return letter if entry["dtw"] is None else f"{letter}{entry['dtw']}"


class Starts(SolveTest):
    def test_values_are_the_published_ones(self):
        for game, table in TABLES.items():
            database = self.folder / game
            found = json.loads(self.run_well(*arguments(game, database, "--json", men="3..5")))
            pairs = {(w, b) for w in range(3, 6) for b in range(3, 6) if w + b <= 8}
            self.assertEqual({(e["white"], e["black"]) for e in found}, pairs)
            for entry in found:
                self.assertEqual(text_of(entry), table[str(entry["white"])][str(entry["black"])], (game, entry))
            # Again: nothing to solve, the same as a matrix.
            text = self.run_well(*arguments(game, database, men="3..5"))
            self.assertNotIn("to be solved", text)
            for white, line in zip((3, 4, 5), text.splitlines()[1:]):
                expected = [table[str(white)][str(black)] for black in (3, 4, 5) if white + black <= 8]
                self.assertEqual("".join(line.split()), f"{white}" + "".join(expected))
        # Each smaller start has its own tables there: nothing is left for `solve`.
        self.assertIn("nothing to do", self.run_well("solve", "nine-c1@3,4", "--db", self.folder / "nine-c1"))
        report = json.loads(self.run_well("verify", "nine-c1@5,3", "--db", self.folder / "nine-c1", "--json"))
        self.assertTrue(report["passed"])
        self.assertEqual((report["missing"], report["unchecked"]), ([], []))

    def test_results_only(self):
        found = json.loads(self.run_well(*arguments("nine-c1", self.folder / "db", "--values", "wdl", "--json")))
        for entry in found:
            self.assertIsNone(entry["dtw"])
            self.assertEqual(text_of(entry), TABLES["nine-c1"][str(entry["white"])][str(entry["black"])][0])

    def test_kill_and_resume(self):
        start = time.monotonic()
        self.run_well(*arguments("nine-c1", self.folder / "whole"))
        seconds = time.monotonic() - start
        rng = random.Random(5)
        database = self.folder / "broken"
        for kill in range(6):
            with subprocess.Popen([MERELS, *arguments("nine-c1", database, "--checkpoint", "0.1")],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                time.sleep(rng.uniform(0, seconds))
                process.send_signal(signal.SIGKILL if kill % 2 else signal.SIGINT)
                self.assertIn(process.wait(timeout=120), (-signal.SIGKILL, -signal.SIGINT, 130, 0))
        self.run_well(*arguments("nine-c1", database))
        self.assertEqual(digests(database), digests(self.folder / "whole"))

    def test_full_disk(self):
        database = self.folder / "db"
        failed = merels_on_full_disk(*arguments("nine-c1", database), most_bytes=20_000)
        self.assertEqual(failed.returncode, 5, failed.stderr)
        self.assertRegex(failed.stderr, r"\Amerels: cannot [^\n]+\n\Z")
        self.run_well(*arguments("nine-c1", database))
        self.run_well(*arguments("nine-c1", self.folder / "whole"))
        self.assertEqual(digests(database), digests(self.folder / "whole"))

    def test_what_does_not_fit_is_named(self):
        text = self.run_well("starts", "nine-c1", "--men", "3..12", "--memory", "400M", "--db", self.folder / "db",
                             "--dry-run")
        self.assertRegex(text, r"12,12 was not solved: [^\n]*needs? [^\n]*\n")
        self.assertRegex(text, r"to be solved, with all starts that they contain:( \d+,\d+)+\n")
        self.assertFalse((self.folder / "db").exists())

    def test_what_each_start_needs(self):
        text = self.run_well("starts", "nine-c1", "--men", "3..4", "--db", self.folder / "db", "--dry-run")
        rows = re.findall(r"^(\d,\d|no hands) +([\d,]+) +(\d+) +[\d.]+ \w+ +[\d.]+ \w+ +[\d.:]+", text, re.M)
        listed = re.search(r"they contain: (.*)\n", text).group(1).split()
        self.assertEqual([name for name, _, _ in rows], [*listed, "no hands"])
        for start, positions, tables in rows[:-1]:  # as solve counts them
            alone = self.run_well("solve", f"nine-c1@{start}", "--db", self.folder / "db", "--dry-run")
            self.assertIn(f"{positions} positions with men in hand, {tables} tables", alone)

    def test_bad_input(self):
        for words in (["nine-c1", "--men", "2..4"], ["nine-c1", "--men", "5..4"], ["nine-c1", "--men", "3.."],
                      ["nine-c1", "--men", "3..4x"], ["nine-c1", "--max-total", "5"], ["chess"]):
            result = merels("starts", *words, "--db", str(self.folder / "db"))
            self.assertEqual(result.returncode, 2, words)
            self.assertRegex(result.stderr, r"\Amerels: [^\n]+\n\Z")


if __name__ == "__main__":
    unittest.main()
