# SPDX-License-Identifier: MIT
"""Kills the solver at random moments and starts it again: the tables end up the same to the byte."""
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest

from solve_process import MERELS, digests, solve, solve_arguments

MEN = 5
KILLS = 20


class KillAndResume(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        start = time.monotonic()
        solve(f"{self.folder}/whole", max_men=MEN)
        self.seconds = time.monotonic() - start
        self.whole = digests(f"{self.folder}/whole")
        self.assertTrue(any(name.endswith("5-5.mrl") for name in self.whole), self.whole)

    def interrupt(self, database, how, rng):
        """One start that is stopped after a random part of the time that a whole run takes."""
        process = subprocess.Popen([MERELS, *solve_arguments(database, "--checkpoint", "0.1", max_men=MEN)],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0, self.seconds))
        process.send_signal(how)
        return process.wait(timeout=120)

    def check(self, how, seed, kills=KILLS):
        rng = random.Random(seed)
        database = f"{self.folder}/broken-{seed}"
        codes = [self.interrupt(database, how, rng) for _ in range(kills)]
        solve(database, max_men=MEN)
        self.assertEqual(digests(database), self.whole, codes)
        return codes

    def test_kill(self):
        self.assertIn(-signal.SIGKILL, self.check(signal.SIGKILL, 1))

    def test_control_c(self):
        # 130: interrupted with a checkpoint; 0: it was done before; -SIGINT: before the program listened.
        self.assertLessEqual(set(self.check(signal.SIGINT, 2)), {0, 130, -signal.SIGINT})

    def test_closed_terminal(self):
        self.assertLessEqual(set(self.check(signal.SIGHUP, 3, kills=5)), {0, 130, -signal.SIGHUP})

    def test_closed_terminal_leaves_a_checkpoint(self):
        """In the midst of the sweep, with no checkpoint due for a day."""
        database = f"{self.folder}/hung-up"
        words = solve_arguments(database, "--checkpoint", "86400", max_men=MEN)
        with subprocess.Popen([MERELS, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            for line in process.stdout:
                if line.startswith("needs"):  # the plan; then it begins
                    break
            time.sleep(self.seconds / 5)
            process.send_signal(signal.SIGHUP)
            process.stdout.read()
            code = process.wait(timeout=120)
        self.assertEqual(code, 130)
        self.assertEqual(len(list(pathlib.Path(database).rglob("checkpoint-*.mrc"))), 1)
        solve(database, max_men=MEN)
        self.assertEqual(digests(database), self.whole)

    def test_a_checkpoint_that_was_left_goes(self):
        """Found by crash_replay.py: ended between its last table and the removal, a solve left its checkpoint for ever."""
        database = f"{self.folder}/left"
        left = pathlib.Path(database) / "nine-capture" / "checkpoint-dtw-3-6.mrc"
        for arguments in (solve_arguments(database, max_men=3), ["solve", "nine-c1@3,3", "--db", database, "--progress", "none"]):
            solve(database, max_men=3)
            left.write_bytes(b"half a sweep")
            subprocess.run([MERELS, *arguments, "--dry-run"], check=True, stdout=subprocess.DEVNULL)
            self.assertTrue(left.exists())
            subprocess.run([MERELS, *arguments], check=True, stdout=subprocess.DEVNULL)
            self.assertFalse(left.exists(), arguments)

    def test_a_smaller_solve_keeps_a_larger_ones_checkpoint(self):
        database = f"{self.folder}/two"
        large = pathlib.Path(database) / "nine-capture" / "checkpoint-dtw-9-24.mrc"
        large.parent.mkdir(parents=True)
        large.write_bytes(b"the work of hours")
        solve(database, max_men=3)
        self.assertTrue(large.exists())


if __name__ == "__main__":
    unittest.main()
