# SPDX-License-Identifier: MIT
"""What the server refuses: names that are bent to it, other sites, requests that are not quite HTTP, wrong parameters."""
import socket
import unittest

from server_process import ServerProcess, ServerTestCase, solved

THREE = "O*******/*O****O*/@*@***@*_w_0_0"
SOLVE = {"variant": "nine-c1", "phase": "moving", "max_men": 3}


class RebindingTest(ServerTestCase):
    def test_only_loopback_names(self):
        port = self.server.port
        for name in ("127.evil.example", "[::1].evil.example", "127.0.0.1.evil.example", "evil.example", "localhost.evil"):
            host = f"{name}:{port}"
            for headers in ({"Host": host}, {"Host": host, "Origin": f"http://{host}"}):
                self.assertEqual(self.server.post("/v1/solve", SOLVE, headers).status, 403, headers)
                for target in ("/v1/solve", "/v1/variants", "/v1/nine-c1", "/", "/metrics", "/healthz"):
                    answer = self.server.get(target, headers)
                    self.assertEqual(answer.status, 403, (target, headers))
                    self.assertNotIn(self.folder.encode(), answer.body)
                    self.assertNotIn("access-control-allow-origin", answer.headers)
        self.assertEqual(self.server.get("/v1/solve").json["state"], "idle")
        for name in ("localhost", f"LocalHost:{port}", "127.0.0.1", f"127.8.9.10:{port}", f"[::1]:{port}"):
            self.assertEqual(self.server.get("/v1/solve", {"Host": name}).status, 200, name)

    def test_the_target_may_name_a_host_too(self):
        answer = raw(self.server, b"GET http://evil.example/v1/solve HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        self.assertEqual(status_of(answer), 403)

    def test_state_changes_want_a_proof(self):
        body = b'{"variant":"nine-c1","phase":"moving","max_men":3}'
        json_type = {"Content-Type": "application/json"}
        for headers, status in (({"Content-Type": "text/plain"}, 415), ({}, 415),
                                ({**json_type, "Sec-Fetch-Site": "cross-site"}, 403),
                                ({**json_type, "Sec-Fetch-Site": "same-site"}, 403),
                                ({**json_type, "Origin": "null"}, 403)):
            for target in ("/v1/solve", "/v1/solve/cancel"):
                self.assertEqual(self.server.ask("POST", target, body, headers).status, status, (target, headers))
        self.assertEqual(self.server.get("/v1/solve", {"Origin": "http://evil.example"}).status, 403)
        self.assertEqual(self.server.get("/v1/solve").json["state"], "idle")


class HeaderTest(ServerTestCase):
    def test_16_kib_of_header_fields(self):
        def ask(size):
            fields = b"".join(b"X-%03d: %s\r\n" % (i, b"a" * 1000) for i in range(size // 1009))
            return status_of(raw(self.server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                 + fields + b"\r\n"))
        self.assertEqual(ask(12000), 200)
        for size in (18000, 40000, 100_000):
            self.assertEqual(ask(size), 431, size)

    def test_odd_requests(self):
        line = b"GET /healthz HTTP/1.1\r\n"
        host = b"Host: localhost\r\n"
        end = b"Connection: close\r\n\r\n"
        self.assertEqual(status_of(raw(self.server, line + host + end)), 200)
        for fields in (b"", host + host, host + b"X-Folded: a\r\n b\r\n", host + b"X-Folded: a\r\n\tb\r\n",
                       host + b"Transfer-Encoding: identity\r\n", host + b"Transfer-Encoding: gzip, chunked\r\n",
                       host + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n",
                       host + b"Content-Length: 3\r\nContent-Length: 4\r\n"):
            self.assertEqual(status_of(raw(self.server, line + fields + end + b"0\r\n\r\n")), 400, fields)
        self.assertEqual(status_of(raw(self.server, b"GET /healthz HTTP/1.0\r\n\r\n")), 200)

    def test_nobody_may_frame_an_answer(self):
        for target in ("/", "/v1/nine-c1", "/nothing", "/v1/nine-c1/board.svg", "/healthz"):
            headers = self.server.get(target).headers
            self.assertIn("frame-ancestors 'none'", headers["content-security-policy"], target)
            self.assertEqual(headers["x-frame-options"], "DENY", target)

    def test_the_board_to_embed_may_be_framed(self):
        answer = self.server.get("/embed")
        self.assertEqual((answer.status, answer.headers["content-type"]), (200, "text/html; charset=utf-8"))
        self.assertIn("frame-ancestors *", answer.headers["content-security-policy"])
        self.assertNotIn("x-frame-options", answer.headers)
        self.assertEqual(answer.body, self.server.get("/").body)


class ParameterTest(ServerTestCase):
    def test_unknown_parameters(self):
        for target in (f"/v1/nine-c1?fen={THREE}&reply=1", f"/v1/nine-c1?Fen={THREE}", "/v1/variants?x=1", "/healthz?x",
                       f"/v1/nine-c1/line?fen={THREE}&ply=3", "/v1/nine-c1/stats?space=3,3,0,0",
                       f"/v1/compare?fen={THREE}&variants=nine-c1", "/v1/solve?v=nine-c1"):
            answer = self.server.get(target)
            self.assertEqual(answer.status, 400, target)
            self.assertIn("parameter", answer.json["detail"])


class NoSolveTest(unittest.TestCase):
    def test_tells_the_truth(self):
        server = ServerProcess(solved(3), "--no-solve")
        self.addCleanup(server.end)
        status = server.get("/v1/solve").json
        self.assertEqual((status["allowed"], status["db"], status["presets"]), (False, "", []))
        refused = server.post("/v1/solve", SOLVE)
        self.assertEqual(refused.status, 403)
        self.assertNotIn("loopback", refused.json["detail"])  # it does listen on loopback


class PublicTest(unittest.TestCase):
    def test_no_solve_no_metrics_no_paths(self):
        folder = solved(3)
        server = ServerProcess(folder, "--public", "--metrics", "127.0.0.1:0")
        self.addCleanup(server.end)
        second = server.process.stdout.readline()
        self.assertIn("/metrics", second)
        port = int(second.rsplit(":", 1)[1].split("/")[0])
        self.assertEqual(server.get("/metrics").status, 404)
        self.assertEqual(server.get("/v1/variants", {"Host": "merels.example"}).status, 200)
        self.assertEqual(server.post("/v1/solve", SOLVE).status, 403)
        for target in ("/v1/solve", "/v1/nine-c1", "/v1/variants", "/v1/nine-c1/stats"):
            self.assertNotIn(folder.encode(), server.get(target).body, target)
        server.port, main = port, server.port
        self.assertIn(b"merels_connections", server.get("/metrics").body)
        self.assertEqual(server.get("/v1/variants").status, 404)
        server.port = main

    def test_one_client_cannot_ask_for_ever(self):
        server = ServerProcess(solved(3), "--public")
        self.addCleanup(server.end)
        connection = server.connect()
        self.addCleanup(connection.close)
        statuses = set()
        for _ in range(400):
            connection.request("GET", "/healthz")
            answer = connection.getresponse()
            answer.read()
            statuses.add(answer.status)
            if answer.status == 429:
                self.assertGreater(int(answer.getheader("Retry-After")), 0)
                break
        self.assertEqual(statuses, {200, 429})
        # Another address is not concerned, nor is one that a proxy names where --proxy was not said.
        other = socket.create_connection(("127.0.0.1", server.port), source_address=("127.0.0.2", 0))
        self.addCleanup(other.close)
        other.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        self.assertEqual(status_of(read_all(other)), 200)

    def test_behind_a_proxy(self):
        server = ServerProcess(solved(3), "--public", "--proxy")
        self.addCleanup(server.end)
        connection = server.connect()
        self.addCleanup(connection.close)

        def ask(forwarded):
            connection.request("GET", "/healthz", headers={"X-Forwarded-For": forwarded})
            answer = connection.getresponse()
            answer.read()
            return answer.status

        while ask("198.51.100.7") == 200:
            pass
        self.assertEqual(ask("198.51.100.8, 198.51.100.7"), 429)  # only the last one was written by the proxy
        self.assertEqual(ask("198.51.100.8"), 200)


def read_all(connection):
    data = b""
    try:
        while chunk := connection.recv(65536):
            data += chunk
    except ConnectionResetError:
        pass
    return data


def raw(server, data):
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        try:
            connection.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass
        return read_all(connection)


def status_of(answer):
    return int(answer[9:12]) if answer.startswith(b"HTTP/1.") else None


if __name__ == "__main__":
    unittest.main()
