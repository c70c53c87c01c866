# SPDX-License-Identifier: MIT
"""Starting, draining, damaged tables, solving from the page."""
import os
import shutil
import socket
import tempfile
import threading
import time
import unittest

from server_fairness_test import random_positions
from server_process import ServerProcess, make_database, solved

THREE = "O*******/*O****O*/@*@***@* w 0 0"


class FolderTestCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="merels-server-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def serve(self, *arguments, listen="127.0.0.1:0"):
        server = ServerProcess(self.folder, *arguments, listen=listen)
        self.addCleanup(server.end)
        return server


class DrainTest(FolderTestCase):
    def test_requests_under_way_are_finished(self):
        server = self.serve()
        answers = {}

        def play():
            body = {"player": "search", "level": 10, "ms": 3000, "seed": 1}
            answers["play"] = server.post("/v1/nine-c1/play", body)

        idle = socket.create_connection(("127.0.0.1", server.port))
        thread = threading.Thread(target=play)
        thread.start()
        deadline = time.monotonic() + 20
        while b"merels_requests_in_flight 2" not in server.get("/metrics").body:  # the search and this question
            self.assertLess(time.monotonic(), deadline)
        server.process.terminate()
        deadline = time.monotonic() + 20
        while (ready := server.get("/readyz")).status == 200:
            self.assertLess(time.monotonic(), deadline)
        self.assertEqual((ready.status, ready.body), (503, b"draining\n"))
        refused = server.get("/v1/nine-c1")
        self.assertEqual((refused.status, refused.headers["access-control-allow-origin"]), (503, "*"))
        self.assertEqual(refused.headers["connection"], "close")
        self.assertEqual(server.get("/healthz").status, 200)
        thread.join()
        self.assertEqual(answers["play"].status, 200)
        self.assertEqual(server.end(number=0), (0, ""))  # no second signal: it ends by itself
        idle.close()

    def test_ends_at_once_when_idle(self):
        server = self.serve()
        connection = server.connect()
        self.addCleanup(connection.close)
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        began = time.monotonic()
        self.assertEqual(server.end()[0], 0)
        self.assertLess(time.monotonic() - began, 5)


class ListenTest(FolderTestCase):
    def test_loopback_is_quiet_and_others_are_loud(self):
        self.assertEqual(self.serve().end(), (0, ""))
        server = self.serve(listen="0.0.0.0:0")
        self.assertEqual(server.get("/v1/solve").json["allowed"], False)
        self.assertEqual(server.get("/metrics").status, 404)
        refused = server.post("/v1/solve", {"variant": "nine-c1", "phase": "moving", "max_men": 3})
        self.assertEqual(refused.status, 403)
        code, errors = server.end()
        self.assertEqual(code, 0)
        self.assertIn("WARNING", errors)

    def test_bad_addresses_and_folders(self):
        for listen in ("nowhere", "127.0.0.1", "127.0.0.1:99999", "example:80", ":"):
            with self.assertRaisesRegex(RuntimeError, "cannot listen"):
                ServerProcess(self.folder, listen=listen)
        server = self.serve()
        with self.assertRaisesRegex(RuntimeError, "cannot listen"):
            ServerProcess(self.folder, listen=f"127.0.0.1:{server.port}")
        with self.assertRaisesRegex(RuntimeError, "no database"):
            ServerProcess(os.path.join(self.folder, "missing"))


class MemoryTest(unittest.TestCase):
    """Issue 12, T: 978 MB were resident with --cache 256M."""
    def most_resident(self, cache):
        """KiB, after questions that decode all tables of five against five."""
        server = ServerProcess(solved(5), "--cache", cache)
        try:
            for seed in range(4):
                body = {"positions": list(random_positions(seed, 1000, men=5)), "counts": True}
                self.assertEqual(server.post("/v1/nine-c1/batch", body).status, 200)
            with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
                return int(next(line for line in file if line.startswith("VmHWM:")).split()[1])
        finally:
            server.end()

    def test_the_cache_is_bounded(self):
        small, large = self.most_resident("4M"), self.most_resident("1G")
        self.assertLess(small, 40 * 1024)
        self.assertGreater(large, small + 30 * 1024)  # so there was something to bound


class DamageTest(FolderTestCase):
    def test_a_damaged_table_spoils_only_its_positions(self):
        make_database(self.folder)
        good = self.serve()
        four = "OOO*****/@@*@***@/******** w 0 0"  # three against four
        before = {fen: good.position("nine-c1", fen).json for fen in (THREE, four)}
        good.end()
        path = os.path.join(self.folder, "nine-capture", "4-3.mrl")
        with open(path, "r+b") as file:
            file.seek(os.path.getsize(path) // 3)
            file.write(b"\xaa" * (os.path.getsize(path) // 3))
        server = self.serve()
        self.assertEqual(server.position("nine-c1", THREE).json, before[THREE])
        answer = server.position("nine-c1", four)
        self.assertEqual(answer.status, 200)
        damaged = answer.json
        self.assertEqual(sorted(m["text"] for m in damaged["moves"]), sorted(m["text"] for m in before[four]["moves"]))
        known = {m["text"]: (m["category"], m["dtw"]) for m in before[four]["moves"]}
        unknown = 0
        for move in damaged["moves"]:
            if move["category"] == "unknown":
                unknown += 1
            else:
                self.assertEqual((move["category"], move["dtw"]), known[move["text"]])
        self.assertGreater(unknown, 0)
        if damaged["category"] == "unknown":
            self.assertIn("4-3", damaged["reason"])
            self.assertNotIn(self.folder, damaged["reason"])
        else:
            self.assertEqual(damaged["category"], before[four]["category"])
        self.assertNotIn(b"merels_table_errors_total 0\n", server.get("/metrics").body)
        self.assertEqual(server.get("/readyz").status, 200)

    def test_a_table_that_is_cut_short(self):
        make_database(self.folder)
        path = os.path.join(self.folder, "nine-capture", "3-3.mrl")
        os.truncate(path, os.path.getsize(path) // 2)
        server = self.serve()
        answer = server.position("nine-c1", "O**O**O*/@*@***@*/******** w 0 0").json
        self.assertEqual(answer["values"] == "none", answer["category"] == "unknown")
        stats = server.get("/v1/nine-c1/stats?subspace=3,3,0,0").json["subspace"]
        self.assertEqual((stats["solved"], stats["plies"]), (False, []))


class SolveTest(FolderTestCase):
    def wait(self, server):
        fraction = 0
        deadline = time.monotonic() + 120
        while True:
            status = server.get("/v1/solve").json
            if status["job"]:
                self.assertGreaterEqual(status["job"]["fraction"], fraction)
                fraction = status["job"]["fraction"]
            if status["state"] != "running":
                return status
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)

    def test_a_solve_from_the_page(self):
        server = self.serve()
        status = server.get("/v1/solve").json
        self.assertEqual((status["allowed"], status["state"], status["job"]), (True, "idle", None))
        self.assertTrue(status["presets"])
        for preset in status["presets"]:
            self.assertGreater(preset["memory_bytes"], 0)
            self.assertGreaterEqual(preset["seconds"], 0)
            self.assertIn("merels solve nine-c1", preset["command"])
        first = server.position("nine-c1", THREE)
        self.assertEqual(first.json["category"], "unknown")
        started = server.post("/v1/solve", {"variant": "nine-c1", "phase": "moving", "max_men": 3})
        self.assertEqual((started.status, started.json["state"] in ("running", "done")), (202, True), started.body)
        self.assertNotIn("access-control-allow-origin", started.headers)
        done = self.wait(server)
        self.assertEqual((done["state"], done["job"]["fraction"], done["job"]["message"]), ("done", 1, None))
        known = server.position("nine-c1", THREE)
        self.assertIn(known.json["category"], ("win", "loss", "draw"))
        self.assertNotEqual(known.headers["etag"], first.headers["etag"])
        self.assertEqual(server.post("/v1/solve/cancel", {}).status, 409)

    LONG = {"variant": "nine-c1", "phase": "moving", "max_men": 6}

    def start_long(self, server):
        """Starts a solve of some seconds; it needs 2.3 GiB, which a busy machine may not have."""
        started = server.post("/v1/solve", self.LONG)
        if started.status == 503 and "not enough memory" in started.json["detail"]:
            self.skipTest(started.json["detail"])
        self.assertEqual(started.status, 202, started.body)

    def test_cancel_and_resume(self):
        server = self.serve()
        self.start_long(server)
        self.assertEqual(server.post("/v1/solve", self.LONG).status, 409)
        self.assertRegex(server.get("/metrics").body.decode(), "merels_solve_running 1\n")
        self.assertEqual(server.post("/v1/solve/cancel", {}).status, 202)
        self.assertEqual(self.wait(server)["state"], "cancelled")

    def test_the_child_ends_with_the_server(self):
        server = self.serve()
        self.start_long(server)
        children = f"/proc/{server.process.pid}/task"
        pids = []
        for task in os.listdir(children):
            with open(f"{children}/{task}/children", encoding="ascii") as file:
                pids += file.read().split()
        self.assertEqual(len(pids), 1)
        self.assertEqual(server.end()[0], 0)
        self.assertFalse(os.path.exists(f"/proc/{pids[0]}"))

    def test_refusals(self):
        server = self.serve()
        body = {"variant": "nine-c1", "phase": "moving", "max_men": 3}
        for headers in ({"Origin": "http://example.org"}, {"Origin": "null"}, {"Host": "example.org"},
                        {"Origin": "http://example.org", "Host": "example.org"}):
            answer = server.post("/v1/solve", body, headers)
            self.assertEqual(answer.status, 403, headers)
            self.assertNotIn("access-control-allow-origin", answer.headers)
            self.assertEqual(server.post("/v1/solve/cancel", {}, headers).status, 403)
        self.assertNotIn("access-control-allow-origin", server.ask("OPTIONS", "/v1/solve").headers)
        for bad in ({}, {"variant": "ten"}, {**body, "phase": "x"}, {**body, "max_men": 2}, {**body, "values": "x"}):
            self.assertEqual(server.post("/v1/solve", bad).status, 400, bad)
        self.assertEqual(server.ask("POST", "/v1/solve", b"{}", {"Content-Type": "text/plain"}).status, 415)
        self.assertEqual(server.get("/v1/solve?variant=ten").status, 400)
        self.assertEqual(server.get("/v1/solve").json["state"], "idle")
        own = {"Origin": f"http://127.0.0.1:{server.port}"}
        self.assertEqual(server.post("/v1/solve", body, own).status, 202)
        self.wait(server)


if __name__ == "__main__":
    unittest.main()
