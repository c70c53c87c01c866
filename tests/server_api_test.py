# SPDX-License-Identifier: MIT
"""Every address of the server: what it answers, and how it refuses."""
import gzip
import json
import re
import socket
import subprocess
import time
import unittest
from urllib.parse import quote

from server_process import PROGRAM, ServerTestCase

START = "********/********/******** w 9 9"
THREE = "O*******/*O****O*/@*@***@* w 0 0"  # three against three, solved
FIVE = "OOOOO***/@@@@@***/******** w 0 0"  # five against five, not solved
BLOCKED = "@*@*****/@*******/O******* w 0 0"


class PositionTest(ServerTestCase):
    def test_probe_says_the_same(self):
        for fen in (THREE, "O**O*O**/*@****@*/@******* b 0 0", "OOO*****/@@*@***@/******** w 0 0"):
            mine = self.server.position("nine-c1", fen).json
            probe = json.loads(subprocess.run([PROGRAM, "probe", "nine-c1", fen, "--db", self.folder, "--json"],
                                              check=True, capture_output=True, text=True).stdout)
            self.assertNotEqual(mine["category"], "unknown")
            # `probe --json` is a subset of the answer: nothing else, nothing different.
            self.assertLessEqual(set(probe), set(mine))
            for key in set(probe) - {"moves"}:
                self.assertEqual(probe[key], mine[key], key)
            self.assertEqual(len(probe["moves"]), len(mine["moves"]))
            flip = {"win": "loss", "loss": "win", "draw": "draw", "unknown": "unknown"}
            for move, other in zip(mine["moves"], probe["moves"]):
                self.assertEqual(move["category"], flip[move["outcome"]])
                self.assertEqual(other, {key: move[key] for key in other})

    def test_fields(self):
        answer = self.server.position("nine-c1", THREE).json
        self.assertEqual(answer["variant"], "nine-c1")
        self.assertRegex(answer["fingerprint"], "^[0-9a-f]{16}$")
        self.assertEqual((answer["side"], answer["phase"], answer["over"]), ("white", "flying", None))
        self.assertEqual(answer["men"], {"white": 3, "black": 3})
        self.assertEqual(answer["values"], "dtw")
        self.assertEqual(answer["table"]["subspace"]["text"], "3-3")
        self.assertEqual(answer["table"]["row_size"], 1330)
        self.assertLess(answer["table"]["row"], answer["table"]["rows"])
        outcomes = [m["outcome"] for m in answer["moves"]]
        self.assertEqual(answer["counts"], {k: outcomes.count(k) for k in ("win", "draw", "loss", "unknown")})
        best = [m for m in answer["moves"] if m["best"]]
        self.assertTrue(best)
        self.assertEqual(answer["moves"][0], best[0])
        self.assertTrue(all(m["delta"] == 0 for m in best))
        if answer["category"] == "win":
            self.assertEqual(best[0]["dtw"], answer["dtw"] - 1)
        self.assertNotIn("replies", answer["moves"][0])

    def test_canonical_form_is_the_same_for_all_images(self):
        a = self.server.position("nine-c1", THREE).json
        for image in ("**O*****/O**O****/@*@*@*** w 0 0",  # a quarter turn on
                      "@*@***@*/*O****O*/O******* w 0 0",  # inner and outer ring exchanged
                      "@*******/*@****@*/O*O***O* b 0 0"):  # colours exchanged
            b = self.server.position("nine-c1", image).json
            self.assertEqual(a["canonical"], b["canonical"])
            self.assertEqual((a["category"], a["dtw"], a["counts"]), (b["category"], b["dtw"], b["counts"]))
        c = self.server.position("nine-c1", "O*******/*O***O**/@*@***@* w 0 0").json
        self.assertNotEqual(a["canonical"], c["canonical"])

    def test_symmetric_turns_share_a_class(self):
        answer = self.server.position("nine-c1", START).json
        # 24 placings of an empty board: corners and middles of the middle ring, and of the other two.
        self.assertEqual(len({m["class"] for m in answer["moves"]}), 4)
        self.assertEqual(answer["moves"][0]["class"], 0)
        for i, move in enumerate(answer["moves"]):
            self.assertLessEqual(move["class"], i)
            self.assertEqual(answer["moves"][move["class"]]["class"], move["class"])

    def test_without_fen_it_is_the_start(self):
        self.assertEqual(self.server.get("/v1/nine-c1").json["position"], START)
        other = self.server.get("/v1/nine-c1@5,4").json
        self.assertEqual((other["variant"], other["hand"]), ("nine-c1@5,4", {"white": 5, "black": 4}))

    def test_spaces_may_be_written_in_three_ways(self):
        texts = [self.server.get("/v1/nine-c1?fen=" + THREE.replace(" ", by)).body for by in ("_", "+", "%20")]
        self.assertEqual(len(set(texts)), 1)

    def test_unknown_is_unknown_and_lists_all_turns(self):
        answer = self.server.position("nine-c1", FIVE).json
        self.assertEqual((answer["category"], answer["dtw"], answer["values"]), ("unknown", None, "none"))
        self.assertTrue(answer["reason"])
        self.assertNotIn(self.folder, answer["reason"])
        self.assertTrue(answer["moves"])
        self.assertFalse(any(m["best"] for m in answer["moves"]))

    def test_a_finished_game_needs_no_table(self):
        answer = self.server.position("nine-c1", "OO******/@@@*****/******** w 0 0").json
        self.assertEqual((answer["over"], answer["category"], answer["dtw"]), ("few men", "loss", 0))
        self.assertEqual((answer["phase"], answer["moves"], answer["values"]), ("over", [], "dtw"))

    def test_replies_are_counted_on_request(self):
        answer = self.server.position("nine-c1", THREE, "&replies=1").json
        for move in answer["moves"]:
            after = self.server.position("nine-c1", move["position"]).json
            self.assertEqual(move["replies"], after["counts"], move)

    def test_refusals_name_the_column(self):
        bad = self.server.get("/v1/nine-c1?fen=O*******/*O**x*O*/@*@***@*_w_0_0")
        self.assertEqual((bad.status, bad.headers["content-type"]), (400, "application/problem+json"))
        self.assertEqual(bad.json["column"], 14)
        self.assertEqual(bad.json["status"], 400)
        self.assertEqual(self.server.position("nine-c1", "OOOOOOOO/OO******/******** w 0 0").status, 400)
        self.assertEqual(self.server.get("/v1/nine-c1?replies=7").status, 400)
        self.assertEqual(self.server.get("/v1/nine-c1?fen=%ff%fe").status, 400)
        self.assertEqual(self.server.get("/v1/nine-c1?fen=%zz").status, 400)
        for name in ("ten", "nine-c1@2,9", "nine-c1@", "..", "%2e%2e"):
            self.assertEqual(self.server.get(f"/v1/{name}").status, 404, name)


class GameTest(ServerTestCase):
    def test_line_reaches_the_end(self):
        target = "/v1/nine-c1/line?fen=" + quote(THREE)
        answer = self.server.get(target).json
        self.assertIn(answer["category"], ("win", "loss"))
        self.assertEqual(len(answer["line"]), answer["dtw"])
        self.assertEqual(answer["end"], "over")
        self.assertEqual([p["dtw"] for p in answer["line"]], list(range(answer["dtw"] - 1, -1, -1)))
        self.assertEqual(self.server.get(target + "&plies=1").json["end"],
                         "limit" if answer["dtw"] > 1 else "over")
        self.assertEqual(self.server.get("/v1/nine-c1/line").json["end"], "unknown")
        self.assertEqual(self.server.get(target + "&plies=1001").status, 400)

    def test_batch_of_turns(self):
        answer = self.server.post("/v1/nine-c1/batch", {"turns": ["d6", "f4", "d2"], "counts": True}).json
        self.assertEqual([r["turn"] for r in answer["results"]], ["d6", "f4", "d2", None])
        self.assertEqual([r["side"] for r in answer["results"]], ["white", "black", "white", "black"])
        self.assertEqual(sum(answer["results"][1]["counts"].values()), 23)
        bad = self.server.post("/v1/nine-c1/batch", {"turns": ["d6", "d6"]})
        self.assertEqual((bad.status, bad.json["index"]), (400, 1))

    def test_batch_of_positions(self):
        answer = self.server.post("/v1/nine-c1/batch", {"positions": [THREE, START]}).json
        single = self.server.position("nine-c1", THREE).json
        self.assertEqual((answer["results"][0]["category"], answer["results"][0]["dtw"]),
                         (single["category"], single["dtw"]))
        self.assertIsNone(answer["results"][0]["counts"])
        bad = self.server.post("/v1/nine-c1/batch", {"positions": [THREE, "nonsense"]})
        self.assertEqual((bad.status, bad.json["index"]), (400, 1))

    def test_batch_limits_and_bodies(self):
        post = self.server.post
        self.assertEqual(post("/v1/nine-c1/batch", {"positions": [THREE] * 1024}).status, 200)
        self.assertEqual(post("/v1/nine-c1/batch", {"positions": [THREE] * 1025}).status, 413)
        self.assertEqual(post("/v1/nine-c1/batch", b"x" * (256 * 1024 + 1)).status, 413)
        for body in (b"", b"{", b"[]", b"null", b"{}", b'{"turns":1}', b'{"turns":[1]}', b'{"turns":[],"positions":[]}',
                     b'{"turns":["d6"],"start":7}', b'{"turns":["d6"],"counts":"yes"}', b"\xff\xfe", b"[" * 100000):
            self.assertEqual(post("/v1/nine-c1/batch", body).status, 400, body[:40])
        plain = self.server.ask("POST", "/v1/nine-c1/batch", b"{}", {"Content-Type": "text/plain"})
        self.assertEqual(plain.status, 415)

    def test_players(self):
        for player, source in (("random", "random"), ("search", "search"), ("perfect", "table")):
            body = {"position": THREE, "player": player, "seed": 7, "level": 2}
            answer = self.server.post("/v1/nine-c1/play", body).json
            self.assertEqual((answer["player"], answer["source"], answer["seed"]), (player, source, 7))
            legal = {m["text"]: m["position"] for m in self.server.position("nine-c1", THREE).json["moves"]}
            self.assertEqual(legal[answer["turn"]["text"]], answer["turn"]["position"])
            again = self.server.post("/v1/nine-c1/play", body).json
            self.assertEqual(answer["turn"], again["turn"])
            self.assertEqual(answer["level"], 2 if player == "search" else None)
        best = {m["text"] for m in self.server.position("nine-c1", THREE).json["moves"] if m["best"]}
        self.assertIn(self.server.post("/v1/nine-c1/play", {"position": THREE, "player": "perfect"}).json["turn"]["text"],
                      best)

    def test_player_limits(self):
        post = lambda **body: self.server.post("/v1/nine-c1/play", body)
        self.assertEqual(post(player="search", ms=5001).status, 400)
        self.assertEqual(post(player="search", nodes=20_000_001).status, 400)
        self.assertEqual(post(player="search", level=11).status, 400)
        self.assertEqual(post(player="clairvoyant").status, 400)
        self.assertEqual(post(player="random", position="OO******/@@@*****/******** w 0 0").status, 400)
        self.assertEqual(post(player="random", history=[START] * 1001).status, 413)
        self.assertEqual(post(player="random", history=["?"]).json["index"], 0)
        answer = post(player="search", nodes=1000, seed=1).json
        self.assertLess(answer["nodes"], 20_000)


class CatalogueTest(ServerTestCase):
    def test_variants(self):
        variants = self.server.get("/v1/variants").json["variants"]
        self.assertEqual([v["id"] for v in variants][:2], ["nine-c1", "nine-c2"])
        self.assertEqual(len(variants), 8)
        by_id = {v["id"]: v for v in variants}
        self.assertEqual((by_id["nine-c1"]["solved"], by_id["nine-c1"]["values"]), (4, "dtw"))
        self.assertEqual(by_id["nine-c2"]["solved"], 4)  # shared tables
        self.assertEqual((by_id["nine-p1"]["solved"], by_id["nine-p1"]["values"]), (0, "none"))
        self.assertEqual(len({v["fingerprint"] for v in variants}), 8)

    def test_statistics(self):
        answer = self.server.get("/v1/nine-c1/stats").json
        table = {s["text"]: s for s in answer["subspaces"]}
        self.assertEqual((table["3-3"]["positions"], table["3-3"]["solved"]), (169626, True))
        self.assertEqual(table["3-3"]["wins"] + table["3-3"]["draws"] + table["3-3"]["losses"], 169626)
        self.assertEqual((table["9-9"]["solved"], table["9-9"]["wins"], table["9-9"]["values"]), (False, None, "none"))
        longest = self.server.position("nine-c1", table["3-3"]["longest"]).json
        self.assertEqual(longest["dtw"], table["3-3"]["max_ply"])
        self.assertEqual(answer["solved_positions"], sum(s["positions"] for s in answer["subspaces"] if s["solved"]))

    def test_one_subspace(self):
        one = self.server.get("/v1/nine-c1/stats?subspace=3,3,0,0").json["subspace"]
        plies = one["plies"]
        self.assertEqual([p["ply"] for p in plies], sorted(p["ply"] for p in plies))
        self.assertEqual(sum(p["positions"] for p in plies), one["wins"] + one["losses"])
        for ply in plies:
            self.assertEqual(self.server.position("nine-c1", ply["example"]).json["dtw"], ply["ply"])
        for text, status in (("3,3", 400), ("a,b,c,d", 400), ("3,3,0,0,", 400), ("300,3,0,0", 400), ("12,3,0,0", 404)):
            self.assertEqual(self.server.get(f"/v1/nine-c1/stats?subspace={text}").status, status, text)

    def test_compare(self):
        answer = self.server.get("/v1/compare?fen=" + quote(THREE)).json
        results = {r["variant"]: r for r in answer["results"]}
        self.assertEqual(len(results), 8)
        single = self.server.position("nine-c1", THREE).json
        self.assertEqual(results["nine-c1"]["best"], [m["text"] for m in single["moves"] if m["best"]])
        self.assertEqual(results["nine-c1"]["counts"], single["counts"])
        self.assertEqual((results["nine-p1"]["category"], results["nine-p1"]["best"]), ("unknown", []))
        ten = "OOOOOOOO/OO******/@@@***** w 0 0"
        results = {r["variant"]: r for r in self.server.get("/v1/compare?fen=" + quote(ten)).json["results"]}
        self.assertFalse(results["nine-c1"]["possible"])
        self.assertTrue(results["nine-c1"]["reason"])
        self.assertTrue(results["lasker-c1"]["possible"])
        self.assertEqual(self.server.get("/v1/compare?fen=nonsense").status, 400)
        self.assertEqual(self.server.get("/v1/compare").status, 400)
        picked = self.server.get(f"/v1/compare?fen={quote(THREE)}&variant=nine-c2&variant=nine-c1@5,5").json["results"]
        self.assertEqual([r["variant"] for r in picked], ["nine-c2", "nine-c1@5,5"])
        self.assertEqual(self.server.get(f"/v1/compare?fen={quote(THREE)}&variant=ten").status, 400)
        self.assertEqual(self.server.get(f"/v1/compare?fen={quote(THREE)}" + "&variant=nine-c1" * 17).status, 400)


class ProtocolTest(ServerTestCase):
    def test_operation(self):
        self.assertEqual(self.server.get("/healthz").body, b"ok\n")
        self.assertEqual(self.server.get("/readyz").body, b"ready\n")
        version = self.server.get("/version").json
        self.assertEqual((version["name"], version["api"]), ("merels", 1))
        self.server.position("nine-c1", THREE)
        metrics = self.server.get("/metrics").body.decode()
        self.assertRegex(metrics, r'merels_requests_total\{route="position",status="200"\} [1-9]')
        self.assertRegex(metrics, r"merels_tables 4\n")
        self.assertRegex(metrics, r'merels_request_seconds_bucket\{le="\+Inf"\} [1-9]')
        self.assertRegex(metrics, r"merels_requests_in_flight [1-9]\n")
        self.assertRegex(metrics, r"merels_probes_total [1-9]")
        self.assertRegex(metrics, r"merels_solve_running 0\n")
        for _ in range(100):  # the one before counts until its answer is gone; then there is only the question itself
            if "merels_requests_in_flight 1\n" in self.server.get("/metrics").body.decode():
                return
            time.sleep(0.05)
        self.fail("more than one request stays in flight")

    def test_etag_and_304(self):
        first = self.server.position("nine-c1", THREE)
        self.assertEqual(first.headers["cache-control"], "no-cache")
        tag = first.headers["etag"]
        self.assertRegex(tag, '^"[^"]+"$')
        for header in (tag, f'"other", W/{tag}', "*"):
            again = self.server.get("/v1/nine-c1?fen=" + quote(THREE), {"If-None-Match": header})
            self.assertEqual((again.status, again.body), (304, b""), header)
            self.assertEqual(again.headers["etag"], tag)
            self.assertEqual(again.headers["access-control-allow-origin"], "*")
        self.assertEqual(self.server.get("/v1/nine-c1?fen=" + quote(THREE), {"If-None-Match": '"x"'}).status, 200)
        self.assertNotEqual(self.server.get("/v1/nine-c1").headers["etag"], tag)
        self.assertEqual(self.server.post("/v1/nine-c1/batch", {"turns": []}).headers["cache-control"], "no-store")

    def test_cors_on_every_answer(self):
        answers = [self.server.get(t) for t in ("/v1/nine-c1", "/v1/ten", "/v1/nine-c1?fen=x", "/v1/variants", "/nothing",
                                                "/healthz", "/v1/nine-c1/line?plies=0")]
        answers.append(self.server.ask("DELETE", "/v1/nine-c1"))
        answers.append(self.server.post("/v1/nine-c1/batch", b"{"))
        answers.append(self.server.post("/v1/nine-c1/batch", b"x" * 300000))
        answers.append(self.server.get("/v1/nine-c1?fen=" + "x" * 9000))
        self.assertEqual([a.status for a in answers], [200, 404, 400, 200, 404, 200, 400, 405, 400, 413, 414])
        for answer in answers:
            self.assertEqual(answer.headers.get("access-control-allow-origin"), "*", answer.status)
        preflight = self.server.ask("OPTIONS", "/v1/nine-c1/play")
        self.assertEqual((preflight.status, preflight.body), (204, b""))
        self.assertEqual(preflight.headers["access-control-allow-methods"], "GET, POST, OPTIONS")
        self.assertEqual(preflight.headers["access-control-allow-headers"], "Content-Type")

    def test_methods(self):
        bad = self.server.ask("POST", "/v1/nine-c1", b"{}", {"Content-Type": "application/json"})
        self.assertEqual((bad.status, bad.headers["allow"]), (405, "GET, HEAD, OPTIONS"))
        self.assertEqual(self.server.get("/v1/nine-c1/play").headers["allow"], "POST, OPTIONS")
        head = self.server.ask("HEAD", "/v1/nine-c1")
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertEqual(int(head.headers["content-length"]), len(self.server.get("/v1/nine-c1").body))

    def test_large_headers_and_addresses(self):
        self.assertEqual(self.server.get("/healthz", {"X-Long": "x" * 17000}).status, 431)
        self.assertEqual(self.server.get("/healthz", {"X-Long": "x" * 12000}).status, 200)
        self.assertEqual(self.server.get("/" + "x" * 30000).status, 414)

    def test_path_tricks_reach_nothing(self):
        for path in ("/../etc/passwd", "/assets/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/%2fetc%2fpasswd",
                     "//etc/passwd", "/index.html%00.js", "/v1", "/v1/", "/v1//line", "/.git/config", "/assets/", "/assets"):
            self.assertIn(self.server.get(path).status, (400, 404), path)

    def test_page(self):
        page = self.server.get("/")
        self.assertEqual((page.status, page.headers["content-type"]), (200, "text/html; charset=utf-8"))
        self.assertIn("default-src 'self'", page.headers["content-security-policy"])
        self.assertEqual(page.headers["cache-control"], "no-cache")
        for name in re.findall(r'(?:src|href)="\.?(/assets/[^"]+)"', page.body.decode()):
            plain = self.server.get(name)
            self.assertEqual(plain.headers["cache-control"], "public, max-age=31536000, immutable")
            packed = self.server.get(name, {"Accept-Encoding": "gzip"})
            self.assertEqual(packed.headers["content-encoding"], "gzip")
            self.assertEqual(gzip.decompress(packed.body), plain.body)
            self.assertNotEqual(packed.headers["etag"], plain.headers["etag"])
            self.assertEqual(self.server.get(name, {"If-None-Match": plain.headers["etag"]}).status, 304)
            refused = self.server.get(name, {"Accept-Encoding": "gzip;q=0"})
            self.assertNotIn("content-encoding", refused.headers)

    def test_keep_alive_and_pipelining(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as s:
            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20
                      + b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            data = b""
            while chunk := s.recv(65536):
                data += chunk
        self.assertEqual(data.count(b"HTTP/1.1 200 OK"), 21)
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as s:
            s.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
            data = b""
            while chunk := s.recv(65536):
                data += chunk
        self.assertTrue(data.endswith(b"ok\n"))

    def test_bodies_in_pieces(self):
        body = b'{"turns":["d6"]}'
        head = b"POST /v1/nine-c1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
        chunked = head + b"Transfer-Encoding: chunked\r\n\r\n" + b"".join(
            b"%x\r\n%s\r\n" % (len(body[i:i + 3]), body[i:i + 3]) for i in range(0, len(body), 3)) + b"0\r\n\r\n"
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as s:
            for i in range(0, len(chunked), 7):
                s.sendall(chunked[i:i + 7])
            data = b""
            while chunk := s.recv(65536):
                data += chunk
        self.assertIn(b"HTTP/1.1 200 OK", data)
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as s:
            s.sendall(head + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body))
            self.assertEqual(s.recv(25), b"HTTP/1.1 100 Continue\r\n\r\n")
            s.sendall(body)
            self.assertIn(b"HTTP/1.1 200 OK", s.recv(65536))

    def test_idle_slow_clients_do_not_block(self):
        slow = [socket.create_connection(("127.0.0.1", self.server.port)) for _ in range(200)]
        try:
            for s in slow:
                s.sendall(b"GET /v1/nine-c1 HTTP/1.1\r\nHost")
            for _ in range(20):
                self.assertEqual(self.server.position("nine-c1", THREE).status, 200)
        finally:
            for s in slow:
                s.close()


if __name__ == "__main__":
    unittest.main()
