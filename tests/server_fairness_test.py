# SPDX-License-Identifier: MIT
"""A few clients must not keep the others waiting: abandoned work ends, lanes are fair, idle connections make room."""
import json
import random
import socket
import time
import unittest
from urllib.parse import quote

from server_process import ServerProcess, ServerTestCase, solved

THREE = "O*******/*O****O*/@*@***@* w 0 0"


def random_positions(seed, count, men=4):
    rng = random.Random(seed)
    for _ in range(count):
        points = rng.sample(range(24), 2 * men)
        board = ["*"] * 24
        for i, point in enumerate(points):
            board[point] = "O" if i < men else "@"
        text = "".join(board)
        yield f"{text[:8]}/{text[8:16]}/{text[16:]} w 0 0"


def batch_request(seed):
    body = json.dumps({"positions": list(random_positions(seed, 1024)), "counts": True}).encode()
    return (b"POST /v1/nine-c1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body)) + body


class AbandonedWorkTest(ServerTestCase):
    def slowest(self, target, times=20):
        worst = 0
        for _ in range(times):
            began = time.monotonic()
            self.assertEqual(self.server.get(target).status, 200)
            worst = max(worst, time.monotonic() - began)
        return worst

    def test_batches_whose_clients_hang_up(self):
        """Issue 12, B: 62 batches kept /v1/variants waiting for a minute."""
        request = batch_request(1)
        alone = self.slowest("/v1/variants", 5)
        for _ in range(62):
            s = socket.create_connection(("127.0.0.1", self.server.port))
            s.sendall(request)
            s.close()
        self.assertLess(self.slowest("/v1/variants"), 2 + 10 * alone)
        self.assertLess(self.slowest("/v1/nine-c1?replies=1&fen=" + quote(THREE)), 5 + 10 * alone)
        # They end without being worked off: the work of 62 batches would take longer.
        deadline = time.monotonic() + 20
        while b"merels_requests_in_flight 1\n" not in self.server.get("/metrics").body:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        self.assertRegex(self.server.get("/metrics").body, rb"merels_requests_abandoned_total [1-9]")

    def test_another_client_gets_its_turn(self):
        greedy = []
        for i in range(40):
            s = socket.create_connection(("127.0.0.1", self.server.port), source_address=("127.0.0.2", 0))
            s.sendall(batch_request(i)[:-1])
            greedy.append((s, batch_request(i)[-1:]))
        for s, last in greedy:  # all at once
            s.sendall(last)
        began = time.monotonic()
        answer = self.server.get("/v1/nine-c1/line?fen=" + quote(THREE))
        waited = time.monotonic() - began
        self.assertEqual(answer.status, 200)
        served = 0
        for s, _ in greedy:
            s.setblocking(False)
            try:
                served += s.recv(12) == b"HTTP/1.1 200"  # others wait, or were told that they ask too much (429)
            except BlockingIOError:
                pass
            s.close()
        # It came before most of what was asked before it.
        self.assertLess(served, 20, f"answered after {waited:.2f} s")


class ConnectionTest(unittest.TestCase):
    def test_idle_connections_make_room(self):
        """Issue 12, E: 1,030 idle connections gave everybody 503 for 75 seconds."""
        server = ServerProcess(solved(3))
        self.addCleanup(server.end)
        idle = []
        try:
            for _ in range(1030):
                idle.append(socket.create_connection(("127.0.0.1", server.port)))
            for s in idle[::2]:
                try:
                    s.sendall(b"GET /healthz HTT")  # half of them have begun a request
                except (BrokenPipeError, ConnectionResetError):
                    pass
            for _ in range(30):
                self.assertEqual(server.get("/healthz").status, 200)
                self.assertEqual(server.get("/v1/nine-c1?fen=" + quote(THREE)).status, 200)
        finally:
            for s in idle:
                s.close()

    def test_a_limit_for_each_address(self):
        """With --public, and wherever the server listens beyond loopback."""
        self.assertGreaterEqual(self.refused_of(40, "--public"), 5)
        self.assertGreaterEqual(self.refused_of(80, listen="0.0.0.0:0"), 10)
        self.assertEqual(self.refused_of(80), 0)

    def refused_of(self, count, *arguments, **where):
        """How many are refused of so many that wait for the rest of a body: none of them is idle. Others are let in."""
        server = ServerProcess(solved(3), *arguments, **where)
        self.addCleanup(server.end)
        head = (b"POST /v1/nine-c1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                b"Content-Length: 1000\r\n\r\n{")
        greedy = []
        refused = 0
        for _ in range(count):
            s = socket.create_connection(("127.0.0.1", server.port), source_address=("127.0.0.2", 0))
            s.settimeout(5)
            s.sendall(head)
            greedy.append(s)
            time.sleep(0.01)
        time.sleep(0.5)
        for s in greedy:
            s.setblocking(False)
            try:
                refused += s.recv(12).startswith(b"HTTP/1.1 503")
            except (BlockingIOError, ConnectionResetError):
                pass
        self.assertEqual(server.get("/healthz").status, 200)
        for s in greedy:
            s.close()
        return refused


if __name__ == "__main__":
    unittest.main()
