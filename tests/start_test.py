#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""./merels without arguments: solves the small endgames, serves the page, says where; ends with 0 on Ctrl-C.

Runs the script in a folder of its own, where the build is the program in MERELS and counts as fresh."""
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.request

PROGRAM = os.environ["MERELS"]
SOURCE = pathlib.Path(os.environ["MERELS_SOURCE"])


class StartTest(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="merels-start-test-"))
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)
        shutil.copy(SOURCE / "merels", self.root)
        shutil.copytree(SOURCE / "tools", self.root / "tools")
        for name in ("CMakeLists.txt", "cmake", "include", "src", "apps", "web"):
            (self.root / name).symlink_to(SOURCE / name)
        program = self.root / "build/release/apps/cli/merels"
        program.parent.mkdir(parents=True)
        program.symlink_to(PROGRAM)
        (self.root / "build/release/.merels-is-built").touch()
        # The linked page may have been built a moment ago; the program in MERELS holds it whatever the clock says.
        later = time.time() + 3600
        os.utime(self.root / "build/release/.merels-is-built", (later, later))

    def start(self, listen="127.0.0.1:0"):
        process = subprocess.Popen([self.root / "merels"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "MERELS_LISTEN": listen})
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        return process

    def address(self, process):
        """Reads up to the line with the address. Returns it and the seconds until the first line of output."""
        began = time.monotonic()
        first = None
        for line in process.stdout:
            first = first or time.monotonic() - began
            found = re.search(r"http://127\.0\.0\.1:\d+/", line)
            if found:
                return found.group(0), first
        self.fail(f"no address: {process.stderr.read()}")

    def end(self, process):
        process.send_signal(signal.SIGINT)
        return process.wait(timeout=60)

    def test_solves_serves_and_ends(self):
        process = self.start()
        url, _ = self.address(process)
        with urllib.request.urlopen(url, timeout=30) as page:
            self.assertIn(b"<title>", page.read())
        with urllib.request.urlopen(url + "v1/nine-c1/stats?subspace=5,5,0,0", timeout=30) as stats:
            self.assertIn(b'"wins":28819,', stats.read())
        self.assertTrue((self.root / "db/nine-capture/5-5.mrl").is_file())
        self.assertEqual(self.end(process), 0)

        quickest = 10.0
        for _ in range(3):  # others may keep the machine busy
            process = self.start()
            _, seconds = self.address(process)
            quickest = min(quickest, seconds)
            self.assertEqual(self.end(process), 0)
        self.assertLess(quickest, 1)

    def test_a_taken_port_is_one_line(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            process = self.start(f"127.0.0.1:{taken.getsockname()[1]}")
            _, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 2, errors)
        last = errors.strip().splitlines()[-1]
        self.assertRegex(last, r"^merels: cannot listen at 127\.0\.0\.1:\d+: the port is taken; .*--listen")

    def test_arguments_go_to_the_program(self):
        done = subprocess.run([self.root / "merels", "variants"], capture_output=True, text=True, check=True, timeout=60)
        self.assertIn("morabaraba-fbd", done.stdout)


if __name__ == "__main__":
    unittest.main()
