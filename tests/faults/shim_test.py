# SPDX-License-Identifier: MIT
"""The shim itself, and what the program must say or do about single calls. Run with MERELS and FAULT_SHIM set."""
import pathlib
import unittest

from fault_sweep import SHIM
from jobs import run, scratch


class Shim(unittest.TestCase):
    def setUp(self):
        folder = scratch()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def solve(self, database, **settings):
        environment = {"LD_PRELOAD": SHIM, "FAULT_FOLDER": str(self.folder)}
        environment.update({f"FAULT_{name.upper()}": str(value) for name, value in settings.items()})
        return run(["solve", "nine-c1", "--phase", "moving", "--max-men", "3", "--db", database, "--threads", "1",
                    "--progress", "none"], environment)

    def test_faults_happen(self):
        for calls, kind, code, said in (("write", "enospc", 5, "No space left"), ("write", "eio", 5, "Input/output error"),
                                        ("sync", "eio", 5, "cannot flush"), ("rename", "eio", 5, "cannot rename"),
                                        ("map", "enomem", 5, "memory"), ("write", "kill", -9, ""),
                                        ("rename", "after", -9, "")):
            result = self.solve(self.folder / f"{calls}-{kind}", calls=calls, at=1, kind=kind)
            self.assertEqual(result.returncode, code, (calls, kind, result.stderr))
            self.assertIn(said, result.stderr)

    def test_a_failed_look_at_a_file_is_called_so(self):
        """Issue 12, U."""
        for at in (1, 2):  # of the table, of the manifest
            result = self.solve(self.folder / f"new-{at}", calls="stat", at=at, kind="eio")
            self.assertEqual(result.returncode, 5, result.stderr)
            self.assertRegex(result.stderr, r"\Amerels: cannot look at [^\n]+: Input/output error\n\Z")

    def test_parents_of_new_folders_are_flushed(self):
        """Each new folder is an entry of its parent, which a power cut takes away unless the parent is flushed."""
        log = self.folder / "log"
        database = self.folder / "a" / "b" / "c"
        self.assertEqual(self.solve(database, log=log).returncode, 0)
        calls = [line.split(" ", 2)[1:] for line in log.read_text(encoding="utf-8").splitlines()]
        made = [path for name, path in calls if name == "folder"]
        self.assertEqual(made, [str(p) for p in (self.folder / "a", self.folder / "a" / "b", database,
                                                 database / "nine-capture")])
        for path in made:
            after = calls[calls.index(["folder", path]):]
            self.assertIn(["sync", str(pathlib.Path(path).parent)], after, path)

    def test_every_file_is_flushed_before_it_gets_its_name(self):
        log = self.folder / "log"
        self.assertEqual(self.solve(self.folder / "db", log=log).returncode, 0)
        calls = [line.split(" ", 2)[1:] for line in log.read_text(encoding="utf-8").splitlines()]
        renamed = [i for i, (name, _) in enumerate(calls) if name == "rename"]
        self.assertGreaterEqual(len(renamed), 2)
        for i in renamed:
            path = calls[i][1]
            last_write = max(j for j in range(i) if calls[j] == ["write", path + ".part"])
            self.assertIn(["sync", path + ".part"], calls[last_write:i], path)
            self.assertIn(["sync", str(pathlib.Path(path).parent)], calls[i:], path)


if __name__ == "__main__":
    unittest.main()
