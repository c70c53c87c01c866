# SPDX-License-Identifier: MIT
"""Exercises have exactly one answer, by the server's own analysis; pictures show what stands on the board."""
import unittest
import xml.etree.ElementTree as ElementTree
from urllib.parse import quote

from server_process import ServerTestCase

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
