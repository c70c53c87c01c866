# SPDX-License-Identifier: MIT
"""Input that is no plain file, numbers below nothing, and a system that gives no memory: one line and an exit code each,
at once. Run by ctest with MERELS set to the program."""
import os
import pathlib
import re
import resource
import subprocess
import tempfile
import unittest

MERELS = os.environ["MERELS"]
LINE = r"\Amerels: [^\n]+\n\Z"


def run(*words, timeout=60, **options):
    return subprocess.run([MERELS, *map(str, words)], capture_output=True, text=True, timeout=timeout, check=False,
                          **options)


class OddInput(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.folder = pathlib.Path(cls.scratch.name)
        cls.database = cls.folder / "db"
        solved = run("solve", "nine-c1@3,3", "--db", cls.database, "--progress", "none")
        assert solved.returncode == 0, solved.stderr

    def refused(self, code, *words, **options):
        result = run(*words, **options)
        self.assertEqual(result.returncode, code, (words, result.stderr))
        self.assertRegex(result.stderr, LINE)
        return result.stderr

    def test_numbers_below_nothing(self):
        for words in (("verify", "nine-c1@3,3", "--sample", "-1"), ("verify", "nine-c1@3,3", "--seed=-1"),
                      ("verify", "nine-c1@3,3", "--sample", "-0")):
            self.refused(2, *words, "--db", self.database)
        self.refused(2, "match", "nine-c1", "random", "random", "--seed", "-5")

    def test_pipes_and_devices(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for odd in (pipe, "/dev/zero", self.folder):
            for words in (("game", odd), ("values", "nine-c1@3,3", "--db", self.database, "--heuristic", odd)):
                self.refused(2, *words)
            self.refused(5, "annotate", odd, "--db", self.database)

    def test_a_text_that_is_too_large(self):
        large = self.folder / "large"
        with open(large, "wb") as file:
            file.truncate(1 << 40)
        self.refused(2, "game", large)
        self.refused(2, "annotate", large, "--db", self.database)

    def test_pipes_in_a_database(self):
        for name in ("3-3.mrl", "manifest.json"):
            odd = self.folder / f"odd-{name}"
            subprocess.run(["cp", "-r", self.database, odd], check=True)
            (odd / "nine-capture" / name).unlink()
            os.mkfifo(odd / "nine-capture" / name)
            result = run("check", "--db", odd)
            self.assertIn(result.returncode, (4, 5), result.stderr)
            self.assertEqual(run("probe", "nine-c1@3,3", "--db", odd).returncode in (0, 3, 4, 5), True)

    def test_little_memory(self):
        """20 MiB of address space gave exit code 1 and 'Resource temporarily unavailable'."""
        for kib in (20 * 1024, 40 * 1024, 60 * 1024, 100 * 1024):
            def limit(size=kib * 1024):
                resource.setrlimit(resource.RLIMIT_AS, (size, size))
            result = run("solve", "nine-c1@3,3", "--db", self.folder / "little", "--threads", 8, "--progress", "none",
                         preexec_fn=limit)
            self.assertEqual(result.returncode, 5, (kib, result.stderr))
            self.assertRegex(result.stderr, LINE)
            self.assertTrue(re.search("memory|thread", result.stderr), result.stderr)


if __name__ == "__main__":
    unittest.main()
