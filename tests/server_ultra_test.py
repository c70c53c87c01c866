# SPDX-License-Identifier: MIT
"""Ultra-strong values over HTTP: every answer that values positions, on the tables of a small start with two sets of
values, held against `merels probe` and against the description."""
import json
import shutil
import subprocess
import tempfile
import unittest
from urllib.parse import quote

import jsonschema

from server_openapi_test import closed
from server_process import PROGRAM, ServerProcess

START = "nine-c1@4,4"
EMPTY = "********/********/******** w 4 4"
THREE_FOUR = "*OO*@@**/***O****/*@*@**** w 0 0"  # drawn; by ranks good for White, by men even
SETS = ["ratio", "stones"]


class UltraTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="merels-server-ultra-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        for name in SETS:
            subprocess.run([PROGRAM, "solve", START, "--values", "ultra", "--subspace-values", name, "--db", cls.folder,
                            "--progress", "none"], check=True, stdout=subprocess.DEVNULL)
        cls.server = ServerProcess(cls.folder)
        cls.api = cls.server.get("/openapi.json").json

    @classmethod
    def tearDownClass(cls):
        code, errors = cls.server.end()
        assert code == 0, errors

    def check(self, schema, answer):
        self.assertEqual(answer.status, 200, answer.body)
        whole = {"$ref": f"#/components/schemas/{schema}", "components": closed(self.api["components"])}
        jsonschema.Draft202012Validator(whole).validate(answer.json)
        return answer.json

    def probe(self, fen, *arguments):
        done = subprocess.run([PROGRAM, "probe", START, fen, "--db", self.folder, "--json", *arguments], check=True,
                              capture_output=True, text=True)
        return json.loads(done.stdout)

    def position(self, fen, values=None):
        target = f"/v1/{START}?fen={quote(fen)}" + (f"&subspace_values={values}" if values else "")
        return self.check("PositionAnswer", self.server.get(target))

    def test_positions_are_what_probe_says(self):
        for fen in (EMPTY, THREE_FOUR, THREE_FOUR.replace(" w ", " b ")):
            for values in (None, *SETS):
                mine = self.position(fen, values)
                theirs = self.probe(fen, *(["--subspace-values", values] if values else []))
                self.assertEqual(mine["subspace_values"], SETS)
                self.assertEqual(mine["ultra"], theirs["ultra"])
                self.assertEqual([(m["text"], m["ultra"]) for m in mine["moves"]],
                                 [(m["text"], m["ultra"]) for m in theirs["moves"]])
        self.assertEqual(self.position(THREE_FOUR)["ultra"], {"value": 6, "depth": None, "ends_in": "3-4"})
        self.assertEqual(self.position(THREE_FOUR, "stones")["ultra"], {"value": 0, "depth": 1, "ends_in": "0"})

    def test_turns_are_in_order_and_the_best_keeps_the_value(self):
        for values in SETS:
            answer = self.position(THREE_FOUR, values)
            drawn = [m for m in answer["moves"] if m["outcome"] == "draw"]
            self.assertTrue(all(m["ultra"] is not None for m in drawn))
            self.assertTrue(all(m["ultra"] is None for m in answer["moves"] if m["outcome"] != "draw"))
            worth = [-m["ultra"]["value"] for m in drawn]
            self.assertGreater(len(set(worth)), 1)
            self.assertEqual(worth, sorted(worth, reverse=True))
            self.assertEqual(worth[0], answer["ultra"]["value"])
            for move in drawn:  # beside a turn stands what the position after it says of itself
                self.assertEqual(self.position(move["position"], values)["ultra"], move["ultra"])

    def test_line(self):
        for values in SETS:
            target = f"/v1/{START}/line?fen={quote(THREE_FOUR)}&plies=12&subspace_values={values}"
            answer = self.check("LineAnswer", self.server.get(target))
            self.assertEqual(answer["ultra"], self.position(THREE_FOUR, values)["ultra"])
            sign = -1
            for ply in answer["line"]:  # best play keeps the value
                self.assertEqual(sign * ply["ultra"]["value"], answer["ultra"]["value"])
                sign = -sign

    def test_batch(self):
        body = {"positions": [THREE_FOUR, EMPTY]}
        for values in (None, *SETS):
            more = {"subspace_values": values} if values else {}
            answer = self.check("BatchAnswer", self.server.post(f"/v1/{START}/batch", {**body, **more}))
            self.assertEqual([r["ultra"] for r in answer["results"]],
                             [self.position(fen, values)["ultra"] for fen in body["positions"]])
        answer = self.check("BatchAnswer", self.server.post(f"/v1/{START}/batch", {"turns": ["d6", "f4"], "counts": True}))
        self.assertTrue(all(r["ultra"] for r in answer["results"]))

    def test_compare_and_exercise(self):
        target = f"/v1/compare?variant={quote(START)}&variant=nine-c1&fen={quote(THREE_FOUR)}"
        small, whole = self.check("CompareAnswer", self.server.get(target))["results"]
        self.assertEqual(small["ultra"], self.position(THREE_FOUR)["ultra"])
        self.assertIsNone(whole["ultra"])  # the tables belong to the start
        answer = self.check("Exercise", self.server.get(f"/v1/{START}/exercise?kind=hold&seed=1"))
        self.assertEqual(answer["ultra"], self.position(answer["position"])["ultra"])
        self.assertIsNotNone(answer["ultra"])

    def test_players(self):
        for values in SETS:
            for local in ("random", "replies", "combined"):
                body = {"position": THREE_FOUR, "player": f"ultra:values={values},local={local}", "seed": 3, "nodes": 2000}
                answer = self.check("PlayAnswer", self.server.post(f"/v1/{START}/play", body))
                position = self.position(THREE_FOUR, values)
                self.assertEqual((answer["source"], answer["note"], answer["ultra"]), ("table", None, position["ultra"]))
                move = next(m for m in position["moves"] if m["text"] == answer["turn"]["text"])
                self.assertEqual(move["ultra"], position["moves"][0]["ultra"])
        answer = self.server.post(f"/v1/{START}/play", {"position": THREE_FOUR, "player": "ultra:values=split"}).json
        self.assertIn("split", answer["note"])
        self.assertNotIn(self.folder, answer["note"])
        self.assertIsNone(answer["ultra"])

    def test_refusals(self):
        for target in (f"/v1/{START}?subspace_values=split", f"/v1/{START}/line?subspace_values=..",
                       "/v1/nine-c1?subspace_values=ratio"):
            answer = self.server.get(target)
            self.assertEqual((answer.status, answer.headers["content-type"]), (404, "application/problem+json"))
        bad = self.server.post(f"/v1/{START}/batch", {"positions": [EMPTY], "subspace_values": 7})
        self.assertEqual(bad.status, 400)
        self.assertEqual(self.server.post(f"/v1/{START}/batch", {"positions": [EMPTY], "subspace_values": "x"}).status, 404)

    def test_other_starts_have_none(self):
        answer = self.check("PositionAnswer", self.server.get(f"/v1/nine-c1?fen={quote(THREE_FOUR)}"))
        self.assertEqual((answer["category"], answer["ultra"], answer["subspace_values"]), ("draw", None, []))


if __name__ == "__main__":
    unittest.main()
