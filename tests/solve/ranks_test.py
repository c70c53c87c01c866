# SPDX-License-Identifier: MIT
"""merels-mpi: the bytes of one process for any number of ranks, ranks that are killed, and what may not be shared."""
import concurrent.futures
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import time
import unittest

from solve_process import SolveTest, digests, merels

PROGRAM = os.environ["MERELS_MPI"]
MPIRUN = [os.environ.get("MPIRUN", "mpirun"), "--allow-run-as-root", "--oversubscribe", "--mca",
          "mpi_yield_when_idle", "1", "-n"]
FAULT_SHIM = os.environ.get("FAULT_SHIM", "")
# A name of our own for what Open MPI keeps while it runs: tests run side by side.
ENVIRONMENT = {**os.environ, "OMPI_MCA_btl_vader_single_copy_mechanism": "none", "NO_COLOR": "1"}


def on_ranks(ranks, *words, timeout=600):
    return subprocess.run([*MPIRUN, str(ranks), PROGRAM, *map(str, words)], capture_output=True, text=True,
                          timeout=timeout, check=False, env=ENVIRONMENT)


def with_fault(ranks, faulty, fault, *words):
    """Calls to the system by one of the ranks go wrong (tests/faults/fault_shim.c)."""
    settings = "".join(f" FAULT_{name}={shlex.quote(str(value))}" for name, value in fault.items())
    script = (f'if [ "$OMPI_COMM_WORLD_RANK" = {faulty} ]; then export LD_PRELOAD={shlex.quote(FAULT_SHIM)}{settings}; fi;'
              ' exec "$@"')
    return subprocess.run([*MPIRUN, str(ranks), "sh", "-c", script, "sh", PROGRAM, *map(str, words)],
                          capture_output=True, text=True, timeout=300, check=False, env=ENVIRONMENT)


def ranks_of(process):
    """The processes of the program that an mpirun has started."""
    listed = subprocess.run(["ps", "--ppid", str(process.pid), "-o", "pid="], capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]


SOLVED = {}  # by number of ranks (0: one process without MPI) and words: digests and seconds; several tests use some


class Ranks(SolveTest):
    def solved(self, number, *words):
        """Digests of a whole solve, and how long it took."""
        if (number, words) not in SOLVED:
            database = self.folder / f"whole-{number}"
            start = time.monotonic()
            result = on_ranks(number, *words, "--db", database) if number else merels(*words, "--db", str(database))
            seconds = time.monotonic() - start
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(result.stdout.count("needs "), 1, "one rank speaks")
            SOLVED[number, words] = digests(database), seconds
        return SOLVED[number, words]

    def compare(self, variant, *more, ranks=(1, 2, 3, 4)):
        words = ["solve", variant, *more, "--progress", "none", "--threads", "1"]
        # One process takes one processor, so the first two go side by side.
        with concurrent.futures.ThreadPoolExecutor() as pool:
            plain, *_ = pool.map(lambda number: self.solved(number, *words)[0], (0, *(n for n in ranks if n == 1)))
        self.assertGreater(len(plain), 2)
        for number in ranks:
            self.assertEqual(self.solved(number, *words)[0], plain, f"{number} ranks")

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

    def ultra_words(self, variant):
        """The ultra-strong values of a start, its strong tables being there: they are solved by one process before."""
        strong = self.folder / "strong"
        self.run_well("solve", variant, "--db", strong, "--progress", "none")
        return strong, ["solve", variant, "--values", "ultra", "--subspace-values", "stones", "--progress", "none",
                        "--threads", "1"]

    def test_ultra(self):
        """Items side by side: the bytes of one process. In Lasker's game layers with men in hand have cycles, too."""
        for variant, ranks in (("nine-c1@4,4", (1, 2, 3, 4)), ("lasker-c1@3,3", (2,))):
            with self.subTest(variant=variant):
                strong, words = self.ultra_words(variant)
                self.run_well(*words, "--db", shutil.copytree(strong, self.folder / "plain"))
                plain = digests(self.folder / "plain")
                for number in ranks:
                    database = shutil.copytree(strong, self.folder / f"ultra-{number}")
                    result = on_ranks(number, *words, "--db", database)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    self.assertEqual(result.stdout.count("ultra-strong values in"), 1, "one rank speaks")
                    self.assertEqual(digests(database), plain, f"{number} ranks")
                for folder in self.folder.iterdir():
                    shutil.rmtree(folder)

    def test_ultra_killed_and_gone_on(self):
        """A rank is killed as soon as some tables are listed; another number of ranks goes on."""
        strong, words = self.ultra_words("nine-c1@4,4")
        self.run_well(*words, "--db", shutil.copytree(strong, self.folder / "plain"))
        database = shutil.copytree(strong, self.folder / "broken")
        manifest = database / "nine-c1-4-4-ultra-stones" / "manifest.json"
        for number, tables in ((2, 1), (4, 6), (3, 12)):
            process = subprocess.Popen([*MPIRUN, str(number), PROGRAM, *words, "--db", database],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
            while process.poll() is None and not (manifest.exists() and manifest.read_text().count("counts") >= tables):
                time.sleep(0.01)
            if process.poll() is None:
                os.kill(ranks_of(process)[-1], signal.SIGKILL)
            _, errors = process.communicate(timeout=300)
            self.assertNotEqual(process.returncode, 0, f"too late: {tables} tables")
            self.assertRegex(errors, r"rank \d")
        last = on_ranks(2, *words, "--db", database)
        self.assertEqual(last.returncode, 0, last.stderr)
        self.assertEqual(digests(database), digests(self.folder / "plain"))

    def test_ultra_of_other_values(self):
        """What every rank refuses, and what one alone cannot write: one line."""
        strong, words = self.ultra_words("nine-c1@3,3")
        other = on_ranks(2, *words, "--subspace-values", "/no/such/file", "--db", strong)
        self.assertNotEqual(other.returncode, 0)
        self.assertEqual(len(re.findall(r"^merels: ", other.stderr, re.M)), 1, other.stderr)
        (strong / "nine-c1-3-3-ultra-stones" / "3-3.mrl" / "in-the-way").mkdir(parents=True)
        result = on_ranks(2, *words, "--db", strong, timeout=120)
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(len(re.findall(r"^merels: rank 0: .*3-3", result.stderr, re.M)), 1, result.stderr)

    def test_killed_ranks(self):
        """Ten times a rank is killed at a random moment; each time another number of ranks goes on."""
        words = ["solve", "nine-c1@4,4", "--values", "wdl", "--progress", "none", "--threads", "1"]
        plain = self.solved(0, *words)[0]
        seconds = self.solved(2, *words)[1]
        words += ["--checkpoint", "1"]
        database = self.folder / "broken"
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
        self.assertEqual(digests(database), plain)

    def test_interrupted_rank_writes_a_checkpoint(self):
        """A signal to any rank stops all after the ply; one process goes on from there."""
        words = ["solve", "nine-c1", "--phase", "moving", "--max-men", "5", "--progress", "none", "--threads", "1"]
        plain = self.solved(0, *words)[0]
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
        self.assertEqual(digests(database), plain)

    def test_a_rank_that_cannot_write(self):
        """The first rank, which has the file, fails alone: one line with its name, all end, nobody hangs."""
        database = self.folder / "refused"
        (database / "nine-capture" / "3-3.mrl" / "in-the-way").mkdir(parents=True)
        result = on_ranks(2, "solve", "nine-c1@3,3", "--db", database, "--progress", "none", timeout=120)
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(len(re.findall(r"^merels: rank 0: .*3-3", result.stderr, re.M)), 1, result.stderr)

    @unittest.skipUnless(FAULT_SHIM, "built without the shim")
    def test_full_disk_of_one_rank(self):
        """The disk of the tables, or the scratch folder of another rank: one line that names the rank, and the same
        command goes on with another number of ranks."""
        scratch = self.folder / "scratch"
        scratch.mkdir()
        small = ["--phase", "moving", "--max-men", "4", "--memory", "860M"]
        for faulty, folder, at, game in ((0, "database", 20, ["nine-c1@3,3"]), (1, "scratch", 3, ["nine-c1", *small])):
            with self.subTest(rank=faulty):
                words = ["solve", *game, "--progress", "none", "--threads", "1", "--scratch", scratch]
                plain, database = self.folder / f"plain-{faulty}", self.folder / f"full-{faulty}"
                self.run_well(*words, "--db", plain)
                fault = {"FOLDER": database if folder == "database" else scratch, "CALLS": "write", "AT": at,
                         "KIND": "enospc"}
                failed = with_fault(2, faulty, fault, *words, "--db", database)
                self.assertEqual(failed.returncode, 5, failed.stderr)
                lines = re.findall(r"^merels: .*", failed.stderr, re.M)
                self.assertEqual(len(lines), 1, failed.stderr)
                self.assertRegex(lines[0], rf"^merels: rank {faulty}: .*No space left on device")
                again = on_ranks(3, *words, "--db", database)
                self.assertEqual(again.returncode, 0, again.stderr)
                self.assertEqual(digests(database), digests(plain))
                self.assertEqual(list(scratch.iterdir()), [])

    def test_starts(self):
        """Starts side by side: the bytes and the matrix of one process."""
        words = ["starts", "nine-c1", "--men", "3..4", "--progress", "none", "--threads", "1"]
        plain = self.run_well(*words, "--db", self.folder / "plain")
        for number, groups in ((2, 2), (3, 2)):
            database = self.folder / f"ranks-{number}"
            result = on_ranks(number, *words, "--db", database)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(f"{groups} groups of ranks", result.stdout)
            self.assertEqual(result.stdout.splitlines()[-3:], plain.splitlines()[-3:])
            self.assertEqual(digests(database), digests(self.folder / "plain"), f"{number} ranks")
        # A rank of one group is killed while both are at work; one process goes on.
        database = self.folder / "broken"
        with subprocess.Popen([*MPIRUN, "2", PROGRAM, *words, "--db", database], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT) as process:
            for line in process.stdout:
                if "groups of ranks" in line:
                    os.kill(ranks_of(process)[1], signal.SIGKILL)
            self.assertNotEqual(process.wait(timeout=120), 0)
        self.run_well(*words, "--db", database)
        self.assertEqual(digests(database), digests(self.folder / "plain"))

    def test_bench(self):
        """With two ranks what one says the other hears. Plies, layers and tables are there, and the sums are right."""
        for words, kinds in ((["nine-c1", "--max-men", "3"], {"ply", "table", "other"}),
                             (["nine-c1@3,3", "--values", "wdl"], {"ply", "table", "layer", "layer's tables", "other"}),
                             (["lasker-c1@3,3", "--values", "wdl"],
                              {"ply", "table", "layer", "layer, by all", "layer's tables", "other"})):
            result = on_ranks(2, "bench", "mpi", *words, "--threads", "1", "--folder", self.folder, "--json")
            self.assertEqual(result.returncode, 0, result.stderr)
            report = json.loads(result.stdout)
            self.assertEqual({kind["kind"] for kind in report["kinds"]}, kinds)
            first, second = report["by_rank"]
            self.assertGreater(first["sent"], 0)
            self.assertEqual((first["sent"], second["sent"]), (second["received"], first["received"]))
            for of in ("kinds", "stages"):
                self.assertEqual(sum(entry["sent"] for entry in report[of]), first["sent"] + second["sent"])
            plies = [stage["name"] for stage in report["stages"] if stage["kind"] == "ply"]
            self.assertEqual(plies, [str(ply) for ply in range(len(plies))])
            for stage in report["stages"]:
                self.assertEqual(sum(stage["sent_by_rank"]), stage["sent"])
                self.assertLessEqual(stage["compute_least"], stage["compute_most"])
            self.assertEqual(list(self.folder.iterdir()), [])
        text = on_ranks(2, "bench", "mpi", "nine-c1", "--max-men", "3", "--threads", "1", "--folder", self.folder)
        self.assertRegex(text.stdout, r"(?m)^ply \(\d+\) +[\d.]+ ")
        alone = merels("bench", "mpi")
        self.assertEqual((alone.returncode, alone.stdout), (2, ""))
        self.assertRegex(alone.stderr, r"\Amerels: bench mpi [^\n]*merels-mpi[^\n]*\n\Z")

    def test_bad_input(self):
        for words in (["solve", "chess", "--db", "x"], ["solve", "nine-c1"],
                      ["solve", "nine-c1@3,3", "--db", "x", "--values", "ultra", "--max-men", "3"], ["perft", "nine-c1", "2"],
                      ["bench", "mpi", "chess"], ["bench", "mpi", "--folder", "/nowhere/at/all"],
                      ["bench", "mpi", "--max-men", "13"]):
            result = on_ranks(2, *words)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertEqual(len(re.findall(r"^merels: ", result.stderr, re.M)), 1, result.stderr)


if __name__ == "__main__":
    unittest.main()
