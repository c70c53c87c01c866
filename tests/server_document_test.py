# SPDX-License-Identifier: MIT
"""Runs the curl examples of docs/http_api.md, and compares the form of each answer with the JSON shown below it."""
import json
import os
import re
import shlex
import subprocess
import unittest

from server_process import SOURCE, ServerTestCase

DOCUMENT = os.path.join(SOURCE, "docs", "http_api.md")


def read_document():
    with open(DOCUMENT, encoding="utf-8") as file:
        return file.read()


def examples():
    """(commands, JSON shown below them or None) of each block of shell, in the order of the document."""
    found = []
    for section in re.split(r"^## ", read_document(), flags=re.M):
        blocks = re.findall(r"^```(sh|json)\n(.*?)^```", section, re.M | re.S)
        for i, (kind, content) in enumerate(blocks):
            if kind != "sh":
                continue
            shown = blocks[i + 1][1] if i + 1 < len(blocks) and blocks[i + 1][0] == "json" else None
            found.append((content.strip().splitlines(), json.loads(shown) if shown else None))
    return found


class DocumentTest(ServerTestCase):
    def curl(self, line):
        words = shlex.split(line.replace("127.0.0.1:9000", f"127.0.0.1:{self.server.port}"))
        self.assertEqual(words[0], "curl")
        done = subprocess.run(words + ["--silent", "--show-error", "--write-out", "\n%{http_code}"], capture_output=True,
                              text=True, timeout=60, check=True)
        body, _, status = done.stdout.rpartition("\n")
        return int(status), body

    def same_form(self, shown, answer, where):
        if shown is None or answer is None:
            return
        if isinstance(shown, dict):
            self.assertIsInstance(answer, dict, where)
            optional = {"replies"}
            self.assertEqual(set(shown) - optional, set(answer) - optional, where)
            for key in set(shown) & set(answer):
                self.same_form(shown[key], answer[key], f"{where}.{key}")
        elif isinstance(shown, list):
            self.assertIsInstance(answer, list, where)
            if shown and answer:
                self.same_form(shown[0], answer[0], where + "[0]")
        elif isinstance(shown, bool) or isinstance(answer, bool):
            self.assertEqual(type(shown), type(answer), where)
        elif isinstance(shown, (int, float)):
            self.assertIsInstance(answer, (int, float), where)
        else:
            self.assertIsInstance(answer, str, where)

    def test_examples(self):
        compared = 0
        for commands, shown in examples():
            for i, line in enumerate(commands):
                with self.subTest(line):
                    status, body = self.curl(line)
                    # The little solve of the example may be done before it can be cancelled.
                    self.assertIn(status, (202, 409) if line.endswith("/cancel") else (200, 202), body)
                    if shown is not None and i == 0:
                        self.same_form(shown, json.loads(body), "")
                        compared += 1
        self.assertGreaterEqual(compared, 7)

    def test_error_example(self):
        shown = json.loads(re.search(r"^## Errors.*?^```json\n(.*?)^```", read_document(), re.M | re.S).group(1))
        answer = self.server.get("/v1/nine-c1?fen=O********")
        self.assertEqual(answer.headers["content-type"], "application/problem+json")
        self.same_form(shown, answer.json, "")


if __name__ == "__main__":
    unittest.main()
