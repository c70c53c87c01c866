# SPDX-License-Identifier: MIT
"""apps/server/api/openapi.json against real answers: every address, required fields, types, parameters, and that
answers have no field which the description lacks."""
import json
import unittest
from urllib.parse import quote

import jsonschema

from server_process import ServerTestCase

THREE = "O*******/*O****O*/@*@***@* w 0 0"
FIVE = "OOOOO***/@@@@@***/******** w 0 0"
OVER = "OO******/@@@*****/******** w 0 0"


def closed(schema):
    """The same with additionalProperties false in every object: what is not described must not be there."""
    if isinstance(schema, list):
        return [closed(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: closed(value) for key, value in schema.items()}
    if result.get("type") in ("object", ["object", "null"]) and "properties" in result:
        result["additionalProperties"] = False
    return result


class OpenApiTest(ServerTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.api = cls.server.get("/openapi.json").json
        cls.asked = set()

    def schema(self, path, method, status):
        responses = self.api["paths"][path][method]["responses"]
        content = responses.get(str(status), responses["default"])["content"]
        (media, entry), = content.items()
        return media, entry["schema"]

    def check(self, path, answer, method="get", status=200):
        self.assertEqual(answer.status, status, answer.body)
        media, schema = self.schema(path, method, answer.status)
        self.assertEqual(answer.headers["content-type"].split(";")[0], media)
        if media.endswith("json"):
            whole = {**closed(schema), "components": closed(self.api["components"])}
            jsonschema.Draft202012Validator(whole).validate(answer.json)
        self.asked.add((path, method))

    def test_answers(self):
        get, post, check = self.server.get, self.server.post, self.check
        check("/v1/variants", get("/v1/variants"))
        for fen in (THREE, FIVE, OVER):
            check("/v1/{variant}", get("/v1/nine-c1?fen=" + quote(fen)))
            check("/v1/{variant}", get("/v1/nine-c1?replies=1&fen=" + quote(fen)))
            check("/v1/{variant}/line", get("/v1/nine-c1/line?fen=" + quote(fen)))
            check("/v1/compare", get("/v1/compare?fen=" + quote(fen)))
        check("/v1/{variant}", get("/v1/lasker-c1"))
        check("/v1/{variant}/batch", post("/v1/nine-c1/batch", {"turns": ["d6", "f4"], "counts": True}), "post")
        check("/v1/{variant}/batch", post("/v1/nine-c1/batch", {"positions": [THREE, OVER]}), "post")
        for player in ("random", "search", "perfect"):
            check("/v1/{variant}/play", post("/v1/nine-c1/play", {"position": THREE, "player": player, "ms": 50}), "post")
        check("/v1/{variant}/stats", get("/v1/nine-c1/stats"))
        check("/v1/{variant}/stats", get("/v1/nine-c1/stats?subspace=3,3,0,0"))
        for kind in ("win", "only", "refute"):
            check("/v1/{variant}/exercise", get(f"/v1/nine-c1/exercise?seed=1&kind={kind}"))
        for fen in ("", "?fen=" + quote(THREE), "?fen=O*******/********/********_b_8_9"):
            check("/v1/{variant}/opening", get("/v1/nine-c1/opening" + fen))
        check("/v1/{variant}/opening", get("/v1/morabaraba/opening"))
        check("/v1/{variant}/board.svg", get("/v1/nine-c1/board.svg?fen=" + quote(THREE)))
        check("/v1/solve", get("/v1/solve"))
        check("/v1/solve", post("/v1/solve", {"variant": "nine-c1", "phase": "moving", "max_men": 3}), "post", 202)
        check("/v1/solve", get("/v1/solve"))
        cancelled = post("/v1/solve/cancel", {})
        check("/v1/solve/cancel", cancelled, "post", cancelled.status)
        self.assertIn(cancelled.status, (202, 409))
        for path in ("/healthz", "/readyz", "/version", "/metrics", "/openapi.json"):
            check(path, get(path))
        described = {(path, method) for path, entry in self.api["paths"].items() for method in entry}
        self.assertEqual(self.asked, described)

    def test_errors(self):
        for answer, status in ((self.server.get("/v1/nine-c1?fen=O"), 400), (self.server.get("/v1/ten"), 404),
                               (self.server.ask("DELETE", "/v1/nine-c1"), 405),
                               (self.server.post("/v1/nine-c1/batch", {"positions": ["?"]}), 400)):
            self.check("/v1/{variant}", answer, "get", status)

    def test_parameters_are_the_ones_the_server_takes(self):
        for path, entry in self.api["paths"].items():
            if "get" not in entry:
                continue
            described = [p["name"] for p in entry["get"].get("parameters", []) if p["in"] == "query"]
            target = path.replace("{variant}", "nine-c1")
            refused = self.server.get(target + "?no-such-thing=1").json["detail"]
            listed = refused.split("there are ")[1].split(", ") if "there are " in refused else []
            self.assertEqual(sorted(listed), sorted(described), path)

    def test_the_served_text_is_openapi(self):
        self.assertEqual(self.api["openapi"], "3.1.0")
        for name, schema in self.api["components"]["schemas"].items():
            jsonschema.Draft202012Validator.check_schema(schema)
            self.assertTrue(name[0].isupper())
        text = json.dumps(self.api)
        for name in self.api["components"]["schemas"]:
            self.assertTrue(f'#/components/schemas/{name}"' in text or name.endswith("Request"), name)


if __name__ == "__main__":
    unittest.main()
