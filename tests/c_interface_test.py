# SPDX-License-Identifier: MIT
"""Solves a small game, runs the test in plain C on it (its argument is the program), and holds the values that it prints
against those of the command line."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

MERELS = os.environ["MERELS"]
PROGRAM = sys.argv.pop()
GAME = "nine-c1@3,3"
WORDS = {-1: "loss", 0: "draw", 1: "win"}


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if result.returncode != 0:
        raise AssertionError(f"{command}\n{result.stdout}\n{result.stderr}")
    return result.stdout


class CInterface(unittest.TestCase):
    def test_values(self):
        with tempfile.TemporaryDirectory() as folder:
            run(MERELS, "solve", GAME, "--db", folder, "--progress", "none")
            lines = run(PROGRAM, folder).splitlines()
            self.assertGreater(len(lines), 10)
            for line in lines:
                position, result, plies = line.split("\t")
                known = json.loads(run(MERELS, "probe", GAME, position, "--db", folder, "--json"))
                self.assertEqual((WORDS[int(result)], int(plies)),
                                 (known["category"], -1 if known["dtw"] is None else known["dtw"]), position)


if __name__ == "__main__":
    unittest.main()
