# SPDX-License-Identifier: MIT
"""merels fetch and merels pack --tier: from a folder, from `python3 -m http.server` (no ranges) and from nginx (ranges, slow), killed and
interrupted ten times each; identical files in the end. What is not what its manifest says is refused by name. All on loopback, ports
chosen by the kernel (nginx gets one that was free a moment before)."""
import filecmp
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

MERELS = os.environ["MERELS"]
GAME = "nine-c1@4,4"


def run(*arguments, code=0):
    result = subprocess.run([MERELS, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False)
    if result.returncode != code:
        raise AssertionError(f"{arguments}: {result.returncode}\n{result.stdout}\n{result.stderr}")
    return result.stderr if code else result.stdout


class Server:
    """A process that serves a folder at .url until it is closed."""

    def __init__(self, command, port=None):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if port is None:
            port = int(re.search(r"port (\d+)", self.process.stdout.readline()).group(1))
        self.url = f"http://127.0.0.1:{port}/"
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=60)
        self.process.stdout.close()


def python_server(folder):
    return Server([sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, "0"])


def nginx(folder, scratch, rate):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    configuration = os.path.join(scratch, "nginx.conf")
    temporary = "".join(f"{name}_temp_path {scratch}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    with open(configuration, "w", encoding="utf-8") as file:
        file.write(f"daemon off; master_process off; pid {scratch}/pid; error_log {scratch}/error.log; events {{}}\n"
                   f"http {{ access_log off; {temporary} server {{ listen 127.0.0.1:{port}; root {folder}; limit_rate {rate}; }} }}\n")
    return Server(["nginx", "-c", configuration, "-p", scratch, "-e", f"{scratch}/error.log"], port)


def files_of(folder):
    return sorted(str(p.relative_to(folder)) for p in pathlib.Path(folder).rglob("*") if p.is_file() and p.name != ".lock")


class Fetch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.source = os.path.join(cls.folder, "source")
        run("solve", GAME, "--db", cls.source, "--progress", "none")
        run("solve", GAME, "--values", "ultra", "--subspace-values", "ratio", "--db", cls.source, "--progress", "none")
        cls.collections = sorted(p.name for p in pathlib.Path(cls.source).iterdir() if p.is_dir())
        assert len(cls.collections) == 3

    def same(self, target, source=None):
        source = source or self.source
        names = files_of(source)
        self.assertEqual(files_of(target), names)
        self.assertEqual(filecmp.cmpfiles(source, target, names, shallow=False), (names, [], []))
        run("check", "--db", target)

    def interrupted(self, source, target, more):
        """Ends the command ten times, in turn by the signals of Ctrl-C and of kill, each time after some new bytes."""
        def copied():
            total = 0
            for folder, _, names in os.walk(target):
                for name in names:
                    try:
                        total += os.path.getsize(os.path.join(folder, name))
                    except FileNotFoundError:  # renamed meanwhile
                        pass
            return total

        command = [MERELS, "fetch", source, "--db", target, "--collections", *self.collections]
        for i in range(10):
            before = copied()
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while copied() < before + more:
                self.assertIsNone(process.poll(), f"ended before interruption {i}")
                time.sleep(0.002)
            process.send_signal(signal.SIGINT if i % 2 else signal.SIGKILL)
            self.assertNotEqual(process.wait(timeout=60), 0)
        said = json.loads(run(*command[1:], "--json"))
        self.assertEqual(said["tables"] + said["there"], sum(name.endswith(".mrl") for name in files_of(self.source)))
        self.same(target)
        self.assertEqual(json.loads(run(*command[1:], "--json"))["tables"], 0)
        return said

    def test_folder(self):
        target = os.path.join(self.folder, "from-folder")
        self.assertIn("0 were there", run("fetch", self.source, "--db", target))
        self.same(target)

    def test_python_server(self):
        target = os.path.join(self.folder, "from-python")
        with python_server(self.source) as server:
            self.interrupted(server.url, target, 4000)

    def test_nginx_goes_on_within_a_file(self):
        target, scratch = os.path.join(self.folder, "from-nginx"), os.path.join(self.folder, "nginx")
        os.mkdir(scratch)
        with nginx(self.source, scratch, "30k") as server:
            largest = max(pathlib.Path(self.source).rglob("*.mrl"), key=lambda p: p.stat().st_size)
            self.interrupted(server.url, target, 12_000)
            # The rest of one file, and no more, is asked for.
            os.remove(os.path.join(target, largest.relative_to(self.source)))
            part = os.path.join(target, str(largest.relative_to(self.source)) + ".fetching")
            data, half = largest.read_bytes(), largest.stat().st_size // 2
            pathlib.Path(part).write_bytes(data[:half])
            command = ("fetch", server.url, "--db", target, "--collections", *self.collections, "--json")
            self.assertEqual(json.loads(run(*command))["read"], len(data) - half)
            self.same(target)
            # A half of something else: noticed, and read again from the beginning.
            os.remove(os.path.join(target, largest.relative_to(self.source)))
            pathlib.Path(part).write_bytes(bytes(half))
            self.assertEqual(json.loads(run(*command))["read"], 2 * len(data) - half)
            self.same(target)

    def test_games_that_are_there_are_found(self):
        target = os.path.join(self.folder, "found")
        with python_server(self.source) as server:
            run("fetch", server.url, "--db", target)
        self.assertEqual(sorted(p.name for p in pathlib.Path(target).iterdir() if p.is_dir()), ["nine-c1", "nine-capture"])
        ours, theirs = (json.loads(run("probe", GAME, "--json", "--db", db)) for db in (self.source, target))
        self.assertEqual(theirs["category"], ours["category"])

    def test_corrupted_sources(self):
        bad, number = os.path.join(self.folder, "bad"), 0
        shutil.copytree(self.source, bad)
        with python_server(bad) as server:
            for name in ("nine-capture/4-4.mrl", "nine-c1/manifest.json", "nine-c1-4-4-ultra-ratio/values.json",
                         next(n for n in files_of(self.source) if n.endswith(".notes"))):
                path = pathlib.Path(bad) / name
                good = path.read_bytes()
                changed = bytearray(good)
                changed[len(good) // 2] ^= 1
                for data in (changed, good[:-1], good + b"\n") if name.endswith(".mrl") else (changed, good[:-1]):
                    path.write_bytes(data)
                    for source in (bad, server.url):
                        number += 1
                        target = os.path.join(self.folder, f"refused-{number}")
                        said = run("fetch", source, "--db", target, "--collections", name.split("/")[0], code=4)
                        self.assertIn(name, said)
                        self.assertTrue(said.splitlines()[-1].startswith("merels: "), said)
                        self.assertFalse((pathlib.Path(target) / name).exists())
                path.write_bytes(good)

    def test_refusals(self):
        target = os.path.join(self.folder, "none")
        empty = os.path.join(self.folder, "empty")
        os.mkdir(empty)
        with python_server(empty) as server:
            for source, code in ((empty, 3), (os.path.join(empty, "not"), 3), (server.url, 3), ("ftp://127.0.0.1/", 2)):
                self.assertIn(source.rstrip("/"), run("fetch", source, "--db", target, code=code))
        self.assertIn("../x", run("fetch", self.source, "--db", target, "--collections", "../x", code=2))
        self.assertIn("nine-x", run("fetch", self.source, "--db", target, "--collections", "nine-x", code=3))
        gone = python_server(empty)
        gone.__exit__()
        self.assertIn(gone.url, run("fetch", gone.url, "--db", target, "--collections", "nine-c1", code=5))

    def test_tiers(self):
        for tier in ("small", "medium", "full"):
            run("pack", GAME, "--db", self.source, "--to", os.path.join(self.folder, tier), "--tier", tier)
            run("check", "--db", os.path.join(self.folder, tier))
        self.same(os.path.join(self.folder, "full"))
        self.assertEqual(files_of(os.path.join(self.folder, "small")),
                         [n for n in files_of(self.source) if n.startswith("nine-capture/")])
        kinds = {e["kind"] for c in ("nine-c1", "nine-capture")
                 for e in json.loads((pathlib.Path(self.folder) / "medium" / c / "manifest.json").read_text())["tables"]}
        self.assertEqual(kinds, {"wdl"})
        # Depths are not replaced by results.
        self.assertIn("0 tables", run("fetch", os.path.join(self.folder, "medium"), "--db", os.path.join(self.folder, "full")))
        self.same(os.path.join(self.folder, "full"))
        self.assertIn("of their own", run("pack", GAME, "--db", self.source, "--to", self.source, "--tier", "full", code=2))


if __name__ == "__main__":
    unittest.main()
