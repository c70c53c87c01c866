# SPDX-License-Identifier: MIT
"""Starts `merels serve` on a free port for the server's tests, makes them a small database, asks and ends it.

The program is named by the environment variable MERELS, the source folder by MERELS_SOURCE (ctest sets both).
Traffic stays on loopback."""
import atexit
import functools
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
from urllib.parse import quote

PROGRAM = os.environ["MERELS"]
SOURCE = os.environ["MERELS_SOURCE"]
MAX_MEN = 4


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body.decode("utf-8"))


class ServerProcess:
    """A running server. `database` is a folder that the caller owns."""

    def __init__(self, database, *arguments, listen="127.0.0.1:0"):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--db", database, "--listen", listen, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://([^/ ]+):(\d+)/", line)
        if not found:
            _, errors = self.process.communicate(timeout=60)
            raise RuntimeError(f"no address in {line!r}: {errors}")
        self.host, self.port = found.group(1), int(found.group(2))

    def connect(self, timeout=60):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method, target, body=None, headers=None):
        connection = self.connect()
        try:
            connection.request(method, target, body=body, headers=headers or {})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, target, headers=None):
        return self.ask("GET", target, headers=headers)

    def post(self, target, body, headers=None):
        text = body if isinstance(body, (bytes, str)) else json.dumps(body)
        return self.ask("POST", target, text, {"Content-Type": "application/json", **(headers or {})})

    def position(self, variant, fen, more=""):
        return self.get(f"/v1/{variant}?fen={quote(fen)}{more}")

    def end(self, number=signal.SIGTERM, timeout=60):
        """Ends the server and returns its exit code and what it wrote on standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            _, errors = self.process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return self.process.returncode, errors


@functools.cache
def solved(max_men):
    """A folder with the tables of nine-c1 up to so many men a side, made once and removed at the end."""
    folder = tempfile.mkdtemp(prefix="merels-server-test-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    subprocess.run([PROGRAM, "solve", "nine-c1", "--phase", "moving", "--max-men", str(max_men), "--db", folder,
                    "--progress", "none"], check=True, stdout=subprocess.DEVNULL)
    return folder


def make_database(folder):
    """Fills the folder with a copy of those tables."""
    shutil.copytree(solved(MAX_MEN), folder, dirs_exist_ok=True)


class ServerTestCase(unittest.TestCase):
    """One server for all tests of a class, over a database of nine-c1 up to four men a side."""
    arguments = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = solved(MAX_MEN)
        cls.server = ServerProcess(cls.folder, *cls.arguments)

    @classmethod
    def tearDownClass(cls):
        code, errors = cls.server.end()
        if code != 0:
            raise AssertionError(f"the server ended with {code}: {errors}")
