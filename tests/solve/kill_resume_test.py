# SPDX-License-Identifier: MIT
"""Kills the solver at random moments and starts it again: the tables end up the same to the byte."""
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


if __name__ == "__main__":
    unittest.main()
