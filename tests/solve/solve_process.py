# SPDX-License-Identifier: MIT
"""Running `merels solve` from tests, and comparing databases."""
import hashlib
import os
import pathlib
import random
import resource
import signal
import subprocess
import tempfile
import time
import unittest

MERELS = os.environ["MERELS"]


def merels(*arguments, timeout=300):
    return subprocess.run([MERELS, *arguments], capture_output=True, text=True, timeout=timeout, check=False)


def solve_arguments(database, *more, variant="nine-c1", max_men=4):
    return ["solve", variant, "--phase", "moving", "--max-men", str(max_men), "--db", str(database),
            "--progress", "none", *more]


def solve(database, *more, **which):
    result = merels(*solve_arguments(database, *more, **which))
    assert result.returncode == 0, result.stderr
    return result.stdout


def digests(database):
    """Every file that a finished solve leaves, by name."""
    root = pathlib.Path(database)
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(root.rglob("*")) if path.is_file() and path.name != ".lock"}


def merels_on_full_disk(*arguments, most_bytes):
    """No file may grow beyond `most_bytes`: what the system then says is what it says about a full disk."""
    def no_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
    return subprocess.run([MERELS, *arguments], capture_output=True, text=True, timeout=300, check=False,
                          preexec_fn=no_room)


class SolveTest(unittest.TestCase):
    """Each test has a folder of its own."""
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_well(self, *words):
        result = merels(*map(str, words))
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout


def kill_and_resume(case, folder, variant, kills, seed):
    """Solves once in one go and once with kills at random moments; the databases must be equal to the byte."""
    def words(database):
        return ["solve", variant, "--db", str(database), "--progress", "none"]
    start = time.monotonic()
    whole = merels(*words(folder / "whole"))
    case.assertEqual(whole.returncode, 0, whole.stderr)
    seconds = time.monotonic() - start
    rng = random.Random(seed)
    for kill in range(kills):
        process = subprocess.Popen([MERELS, *words(folder / "broken")], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0, seconds))
        process.send_signal(signal.SIGKILL if kill % 3 else signal.SIGINT)
        case.assertIn(process.wait(timeout=120), (-signal.SIGKILL, -signal.SIGINT, 130, 0))
    last = merels(*words(folder / "broken"))
    case.assertEqual(last.returncode, 0, last.stderr)
    case.assertEqual(digests(folder / "broken"), digests(folder / "whole"))
    case.assertIn("nothing to do", merels(*words(folder / "broken")).stdout)
