# SPDX-License-Identifier: MIT
"""10,000 malformed requests, the same ones in every run: each is answered or dropped, never by 500, and the server
serves on. MERELS_MALFORMED changes the number."""
import collections
import os
import random
import socket
import time
import unittest

from server_process import ServerTestCase

COUNT = int(os.environ.get("MERELS_MALFORMED", "10000"))
THREE = "O*******/*O****O*/@*@***@*_w_0_0"
PATHS = [b"/", b"/healthz", b"/v1/nine-c1?fen=" + THREE.encode(), b"/v1/nine-c1/line", b"/v1/nine-c1/batch",
         b"/v1/nine-c1/play", b"/v1/nine-c1/stats?subspace=3,3,0,0", b"/v1/compare?fen=" + THREE.encode(), b"/v1/solve",
         b"/v1/variants", b"/metrics", b"/assets/x.js"]
TRICKS = [b"/../../etc/passwd", b"/%2e%2e/%2e%2e/etc/passwd", b"/v1/..%2f..%2f", b"//", b"/v1/%00", b"/%", b"/%4", b"*",
          b"http://x", b"http://[::1/v1", b"\\v1\\nine-c1", b"/v1/nine-c1?fen=%ff%fe%c0%80", b"/v1/nine-c1?" + b"&" * 500,
          b"/v1/nine-c1@99999999999999999999,1", b"/v1/nine-c1?replies=999999999999999999999", b"/v1/nine-c1?fen=" + b"+" * 300,
          b"/v1/nine-c1/line?plies=-1", b"/v1/nine-c1/stats?subspace=" + b"9," * 50, b"/" + b"a/" * 400]
BODIES = [b"{", b"[[[[", b"[" * 50000, b"{\"turns\":[\"d6\",\"d6\"]}", b"{\"turns\":" + b"[" * 2000, b"\xff\xfe\x00",
          b"{\"player\":\"random\",\"seed\":-1}", b"{\"player\":\"random\",\"level\":1e308}", b"{\"positions\":[\"\\ud800\"]}",
          b"{\"position\":\"\\u0000\"}", b"{\"player\":null,\"nodes\":0}", b"{\"turns\":[null]}", b"nul", b"1e99999",
          b"{\"player\":\"random\",\"position\":\"" + b"*" * 1000 + b"\"}"]


def request(rng, path=None, method=None, headers=b"", body=b""):
    path = path if path is not None else rng.choice(PATHS)
    method = method or rng.choice([b"GET", b"POST", b"HEAD", b"OPTIONS"])
    return method + b" " + path + b" HTTP/1.1\r\nHost: localhost\r\n" + headers + b"\r\n" + body


def noise(rng, most):
    return rng.randbytes(rng.randrange(most))


def malformed(rng):
    kind = rng.randrange(14)
    if kind == 0:
        return noise(rng, 2000)
    if kind == 1:  # a good request with some bytes changed
        data = bytearray(request(rng, body=rng.choice(BODIES)))
        for _ in range(rng.randrange(1, 8)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        return bytes(data)
    if kind == 2:  # cut short
        data = request(rng, headers=b"Content-Length: 100\r\nContent-Type: application/json\r\n", body=rng.choice(BODIES))
        return data[:rng.randrange(len(data))]
    if kind == 3:
        return request(rng, headers=b"X-A: " + b"a" * rng.randrange(10000, 40000) + b"\r\n")
    if kind == 4:
        return request(rng, headers=b"".join(b"H%d: v\r\n" % i for i in range(rng.randrange(5000))))
    if kind == 5:
        return request(rng, path=b"/" + b"x" * rng.randrange(7000, 40000))
    if kind == 6:
        return request(rng, path=rng.choice(TRICKS))
    if kind == 7:
        return request(rng, path=b"/v1/nine-c1?fen=" + noise(rng, 100).replace(b" ", b"").replace(b"\r", b"").replace(b"\n", b""))
    if kind == 8:  # bad bodies, right length
        body = rng.choice(BODIES) if rng.random() < 0.7 else noise(rng, 300)
        path = rng.choice([b"/v1/nine-c1/batch", b"/v1/nine-c1/play", b"/v1/solve"])
        return request(rng, path, b"POST", b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body), body)
    if kind == 9:  # lengths that lie
        length = rng.choice([b"-1", b"99999999999999999999999", b"1e3", b"", b"0x10", b"300000", b"5, 6", b"4294967296"])
        twice = rng.choice([b"", b"Content-Length: 3\r\n", b"Transfer-Encoding: chunked\r\n"])
        return request(rng, method=b"POST", headers=b"Content-Length: " + length + b"\r\n" + twice, body=noise(rng, 50))
    if kind == 10:  # chunks that lie
        chunks = rng.choice([b"zz\r\n", b"ffffffffffffffffff\r\n", b"5\r\nab", b"-1\r\n", b"3\r\nabcd\r\n", b"0\r\n" + noise(rng, 30)])
        return request(rng, method=b"POST", headers=b"Transfer-Encoding: chunked\r\n", body=chunks)
    if kind == 11:  # request lines
        line = rng.choice([b"GET", b"GET /", b"GET / HTTP/9.9", b"GET / HTTP/1.", b"G\x00T / HTTP/1.1", b"GET  / HTTP/1.1",
                           b" GET / HTTP/1.1", b"get / http/1.1", b"PRI * HTTP/2.0", b"\x16\x03\x01\x02\x00\x01\x00"])
        return line + b"\r\n\r\n"
    if kind == 12:  # headers
        header = rng.choice([b"no colon\r\n", b": empty\r\n", b"A\x00B: c\r\n", b"Fold: a\r\n b\r\n", b"Host : x\r\n",
                             b"If-None-Match: " + noise(rng, 50).replace(b"\n", b"").replace(b"\r", b"") + b"\r\n",
                             b"Expect: 100-continue\r\nContent-Length: 10\r\n", b"Connection: upgrade\r\nUpgrade: websocket\r\n"])
        return request(rng, headers=header)
    return b"\r\n" * rng.randrange(1, 2000) + request(rng)


class MalformedTest(ServerTestCase):
    def send(self, data):
        """Sends the bytes, says that there are no more, and returns all that comes back."""
        answer = b""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as s:
            try:
                s.sendall(data)
                s.shutdown(socket.SHUT_WR)
                while chunk := s.recv(65536):
                    answer += chunk
            except (ConnectionResetError, BrokenPipeError):
                pass
        return answer

    def test_serves_on(self):
        rng = random.Random(20240607)
        before = self.server.get("/v1/nine-c1?fen=" + THREE).json
        statuses = collections.Counter()
        began = time.monotonic()
        for i in range(COUNT):
            data = malformed(rng)
            answer = self.send(data)
            status = int(answer[9:12]) if answer.startswith(b"HTTP/1.") else None
            self.assertTrue(status is not None or answer == b"", (data[:200], answer[:200]))
            self.assertNotEqual(status, 500, data[:300])
            statuses[status] += 1
            if i % 500 == 0:
                self.assertEqual(self.server.get("/healthz").status, 200)
        self.assertEqual(self.server.get("/v1/nine-c1?fen=" + THREE).json, before)
        self.assertIsNone(self.server.process.poll())
        print(f"{COUNT} in {time.monotonic() - began:.1f} s:", dict(sorted(statuses.items(), key=str)))
        if COUNT >= 1000:  # the requests were what they are meant to be
            for status in (None, 200, 400, 404, 405, 413, 414, 415, 431):
                self.assertGreater(statuses[status], 0, status)


if __name__ == "__main__":
    unittest.main()
