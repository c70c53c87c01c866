# SPDX-License-Identifier: MIT
"""merels-mpi: the bytes of one process for any number of ranks, ranks that are killed, and what may not be shared."""
import os
import random
import re
import signal
import subprocess
import time
import unittest

from solve_process import SolveTest, digests, merels

PROGRAM = os.environ["MERELS_MPI"]
MPIRUN = [os.environ.get("MPIRUN", "mpirun"), "--allow-run-as-root", "--oversubscribe", "--mca",
          "mpi_yield_when_idle", "1", "-n"]
# A name of our own for what Open MPI keeps while it runs: tests run side by side.
ENVIRONMENT = {**os.environ, "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}


def on_ranks(ranks, *words, timeout=600):
    return subprocess.run([*MPIRUN, str(ranks), PROGRAM, *map(str, words)], capture_output=True, text=True,
                          timeout=timeout, check=False, env=ENVIRONMENT)


def ranks_of(process):
    """The processes of the program that an mpirun has started."""
    listed = subprocess.run(["ps", "--ppid", str(process.pid), "-o", "pid="], capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]


class Ranks(SolveTest):
    def compare(self, variant, *more, ranks=(1, 2, 3, 4)):
        words = ["solve", variant, *more, "--progress", "none", "--threads", "1"]
        self.run_well(*words, "--db", self.folder / "plain")
        plain = digests(self.folder / "plain")
        self.assertGreater(len(plain), 2)
        for number in ranks:
            database = self.folder / f"ranks-{number}"
            result = on_ranks(number, *words, "--db", database)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(digests(database), plain, f"{number} ranks")
            self.assertEqual(result.stdout.count("needs "), 1, "one rank speaks")

    def test_moving(self):
        self.compare("nine-c1", "--phase", "moving", "--max-men", "5")

    def test_moving_results(self):
        self.compare("nine-p1", "--phase", "moving", "--max-men", "4", "--values", "wdl", ranks=(3,))

    def test_placing(self):
        self.compare("nine-c1@4,4")

    def test_results_only(self):
        """Two layers at once, from tables to tables."""
        self.compare("nine-c1@4,4", "--values", "wdl")

    def test_lasker(self):
        self.compare("lasker-c1@4,3")

    def test_lasker_take_two(self):
        self.compare("lasker-p2@3,3", "--values", "wdl", ranks=(3,))

    def test_killed_ranks(self):
        """Ten times a rank is killed at a random moment; each time another number of ranks goes on."""
        words = ["solve", "nine-c1@4,4", "--values", "wdl", "--progress", "none", "--threads", "1", "--checkpoint", "1"]
        self.run_well(*words, "--db", self.folder / "plain")
        database = self.folder / "broken"
        start = time.monotonic()
        self.assertEqual(on_ranks(2, *words, "--db", self.folder / "whole").returncode, 0)
        seconds = time.monotonic() - start
        rng = random.Random(13)
        hit = 0
        for kill in range(10):
            process = subprocess.Popen([*MPIRUN, str(2 + kill % 3), PROGRAM, *words, "--db", database],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
            time.sleep(0.3 + rng.uniform(0, seconds / 2))
            started = ranks_of(process)
            if started:
                os.kill(rng.choice(started), signal.SIGKILL)
            _, errors = process.communicate(timeout=300)
            if process.returncode != 0:
                hit += 1
                self.assertRegex(errors, r"rank \d")
        self.assertGreater(hit, 0, "every rank was killed too late")
        last = on_ranks(3, *words, "--db", database)
        self.assertEqual(last.returncode, 0, last.stderr)
        self.assertEqual(digests(database), digests(self.folder / "plain"))

    def test_interrupted_rank_writes_a_checkpoint(self):
        """A signal to any rank stops all after the ply; one process goes on from there."""
        words = ["solve", "nine-c1", "--phase", "moving", "--max-men", "5", "--progress", "none", "--threads", "1"]
        self.run_well(*words, "--db", self.folder / "plain")
        database = self.folder / "stopped"
        process = subprocess.Popen([*MPIRUN, "2", PROGRAM, *words, "--db", database], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        collection = database / "nine-capture"
        while not database.exists():
            time.sleep(0.05)
        time.sleep(0.5)
        os.kill(ranks_of(process)[1], signal.SIGTERM)
        _, errors = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 130, errors)
        self.assertEqual(len(re.findall(r"^merels: interrupted", errors, re.M)), 1, errors)
        self.assertTrue(list(collection.glob("checkpoint-*.mrc")))
        again = merels(*words, "--db", str(database))
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(digests(database), digests(self.folder / "plain"))

    def test_a_rank_that_cannot_write(self):
        """The first rank, which has the file, fails alone: one line with its name, all end, nobody hangs."""
        database = self.folder / "refused"
        (database / "nine-capture" / "3-3.mrl" / "in-the-way").mkdir(parents=True)
        result = on_ranks(2, "solve", "nine-c1@3,3", "--db", database, "--progress", "none", timeout=120)
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(len(re.findall(r"^merels: rank 0: .*3-3", result.stderr, re.M)), 1, result.stderr)

    def test_bad_input(self):
        for words in (["solve", "chess", "--db", "x"], ["solve", "nine-c1"],
                      ["solve", "nine-c1@3,3", "--db", "x", "--values", "ultra"], ["perft", "nine-c1", "2"]):
            result = on_ranks(2, *words)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertEqual(len(re.findall(r"^merels: ", result.stderr, re.M)), 1, result.stderr)


if __name__ == "__main__":
    unittest.main()
