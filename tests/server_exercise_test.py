# SPDX-License-Identifier: MIT
"""Exercises have exactly one answer, by the server's own analysis; pictures show what stands on the board."""
import json
import unittest
import xml.etree.ElementTree as ElementTree
from urllib.parse import quote

from server_process import SOURCE, ServerTestCase

THREE = "O*******/*O****O*/@*@***@* w 0 0"


class ExerciseTest(ServerTestCase):
    def draw(self, **wishes):
        answer = self.server.get("/v1/nine-c1/exercise?" + "&".join(f"{k}={v}" for k, v in wishes.items()))
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json

    def test_one_answer_each(self):
        for kind in ("win", "only", "refute"):
            for seed in range(12):
                exercise = self.draw(kind=kind, seed=seed)
                self.assertEqual((exercise["kind"], exercise["seed"]), (kind, seed))
                analysis = self.server.position("nine-c1", exercise["position"]).json
                self.assertEqual(analysis["category"], "win")
                self.assertGreaterEqual(analysis["dtw"], 3)
                right = [m["text"] for m in analysis["moves"] if (m["best"] if kind == "win" else m["outcome"] == "win")]
                self.assertEqual(right, [exercise["solution"]])
                self.assertGreaterEqual(len(analysis["moves"]), 4)
                if kind == "refute":
                    before = self.server.position("nine-c1", exercise["before"]).json
                    played = {m["text"]: m for m in before["moves"]}[exercise["mistake"]]
                    self.assertEqual(played["position"], exercise["position"])
                    self.assertEqual((before["category"] in ("win", "draw"), played["outcome"]), (True, "loss"))
                else:
                    self.assertEqual((exercise["before"], exercise["mistake"]), (None, None))

    def test_wishes(self):
        self.assertEqual(self.draw(kind="win", seed=5), self.draw(kind="win", seed=5))
        for seed in range(5):
            exercise = self.draw(kind="win", seed=seed, men="3,3", min_depth=5, max_depth=7)
            self.assertEqual((exercise["subspace"]["text"], exercise["dtw"] in (5, 7)), ("3-3", True))
        sides = {self.draw(kind="win", seed=seed)["side"] for seed in range(20)}
        self.assertEqual(sides, {"white", "black"})
        get = lambda query: self.server.get("/v1/nine-c1/exercise?" + query).status
        self.assertEqual(get("phase=placing"), 404)  # not solved
        self.assertEqual(get("men=9,9"), 404)
        for bad in ("kind=x", "phase=x", "men=4", "men=4,", "men=a,b", "min_depth=0", "seed=-1"):
            self.assertEqual(get(bad), 400, bad)


class OpeningTest(ServerTestCase):
    def ask(self, fen):
        answer = self.server.get("/v1/nine-c1/opening?fen=" + quote(fen))
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json

    def test_counts_are_those_of_the_data_whatever_the_symmetry(self):
        start = self.ask("********/********/******** w 9 9")
        self.assertEqual((start["placed"], len(start["turns"])), (0, 24))
        with open(SOURCE + "/data/openings/nine-c1.json", encoding="utf-8") as file:
            data = json.load(file)
        self.assertEqual([p["player"] for p in start["players"]], [p["player"] for p in data["players"]])
        for number, turns, wrong in data["positions"]["********/********/******** w 9 9"]["players"]:
            self.assertEqual(start["players"][number]["here"], {"turns": turns, "wrong": wrong})
        # d6 and b4 are one by symmetry: what follows them is one too, and each has the count of both.
        by_text = {t["text"]: t for t in start["turns"]}
        self.assertEqual({k: v for k, v in by_text["d6"].items() if k != "text"},
                         {k: v for k, v in by_text["b4"].items() if k != "text"})
        one = self.ask("********/O*******/******** b 8 9")
        other = self.ask("********/******O*/******** b 8 9")
        self.assertEqual(one["players"], other["players"])
        self.assertGreater(sum(p["here"]["turns"] for p in one["players"]), 0)
        self.assertEqual([p["here"] for p in one["players"]], by_text["d6"]["then"])
        # The same position with colours exchanged counts as well.
        self.assertEqual(self.ask("********/@*******/******** w 9 8")["players"], one["players"])

    def test_nothing_where_nothing_was_recorded(self):
        moving = self.ask("O*******/*O****O*/@*@***@* w 0 0")
        self.assertEqual((moving["players"], moving["turns"]), ([], []))
        other = self.server.get("/v1/lasker-c1/opening").json
        self.assertEqual((other["players"], other["turns"]), ([], []))
        self.assertEqual(self.server.get("/v1/nine-c1/opening?fen=O").status, 400)


class PictureTest(ServerTestCase):
    def test_men_and_marks(self):
        answer = self.server.get("/v1/nine-c1/board.svg?fen=" + quote(THREE))
        self.assertEqual((answer.status, answer.headers["content-type"]), (200, "image/svg+xml"))
        root = ElementTree.fromstring(answer.body)
        circles = [c.get("fill") for c in root.iter("{http://www.w3.org/2000/svg}circle") if c.get("r") == "0.36"]
        self.assertEqual((len(circles), len(set(circles)), circles.count(circles[0])), (6, 2, 3))
        marked = self.server.get(f"/v1/nine-c1/board.svg?size=100&turn=d5-b6&fen={quote(THREE)}").body
        self.assertIn(b'width="100"', marked)
        self.assertGreater(len(marked), len(answer.body))
        again = self.server.get("/v1/nine-c1/board.svg?fen=" + quote(THREE), {"If-None-Match": answer.headers["etag"]})
        self.assertEqual(again.status, 304)
        for bad in ("size=10", "turn=d5-d6xx", "fen=O", "turn=a1-a4"):
            self.assertEqual(self.server.get("/v1/nine-c1/board.svg?" + bad).status, 400, bad)


if __name__ == "__main__":
    unittest.main()
