# SPDX-License-Identifier: MIT
"""Runs the built program: what it prints, and that bad input is one line and exit code 2.

Run by ctest with MERELS set to the program.
"""
import fcntl
import json
import os
import subprocess
import tempfile
import unittest

MERELS = os.environ["MERELS"]
START = "********/********/******** w 9 9"


def run(*arguments, **options):
    return subprocess.run([MERELS, *arguments], capture_output=True, text=True, timeout=60, check=False, **options)


class Commands(unittest.TestCase):
    def ok(self, *arguments):
        result = run(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
        return result.stdout

    def json(self, *arguments):
        return json.loads(self.ok(*arguments, "--json"))

    def refused(self, *arguments):
        """Bad input: one line on standard error, exit code 2, nothing else."""
        result = run(*arguments)
        self.assertEqual(result.returncode, 2, arguments)
        self.assertEqual(result.stdout, "", arguments)
        self.assertRegex(result.stderr, r"\Amerels: [^\n]+\n\Z", arguments)
        return result.stderr

    def test_version_and_help(self):
        self.assertRegex(self.ok("--version"), r"\Amerels \d+\.\d+\.\d+\n\Z")
        text = self.ok("--help")
        self.assertEqual(self.ok(), text)
        for word in ("variants", "show", "moves", "perft", "bench", "Exit codes"):
            self.assertIn(word, text)

    def test_every_command_has_help_and_refuses_nonsense(self):
        lines = self.ok("--help").partition("Subcommands:\n")[2].splitlines()
        names = [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "]
        self.assertIn("perft", names)
        for name in names:
            self.assertIn(name, self.ok(name, "--help"))
            self.refused(name, "--no-such-option")

    def test_a_wrong_command_is_named(self):
        self.assertIn("no command 'prob'; did you mean 'probe'?", self.refused("prob", "nine-c1", START))
        self.assertIn("did you mean 'solve'?", self.refused("slove"))
        self.assertIn("did you mean 'perft'?", self.refused("bench", "pertf"))
        self.assertIn("--help", self.refused("xyzzy"))

    def test_database_of_the_environment(self):
        with tempfile.TemporaryDirectory() as folder:
            database = os.path.join(folder, "not-there")
            for arguments in (("probe", "nine-c1"), ("check",), ("stats", "nine-c1")):
                self.assertIn("--db", self.refused(*arguments))
                result = run(*arguments, env={**os.environ, "MERELS_DB": database})
                self.assertEqual((result.returncode, result.stdout), (3, ""), result.stderr)
                self.assertIn("not-there", result.stderr)

    def test_sizes(self):
        for size in ("999999999999G", "1e300", "0", "-1G", "0.2", "16T", "G", "nan", "inf"):
            self.refused("solve", "nine-c1@3,3", "--db", "/nonexistent/db", f"--memory={size}", "--dry-run")

    def test_variants(self):
        ids = ["nine-c1", "nine-c2", "nine-p1", "nine-p2", "lasker-c1", "lasker-p2", "morabaraba", "morabaraba-fbd"]
        self.assertEqual([line.split()[0] for line in self.ok("variants").splitlines()[1:9]], ids)
        listed = self.json("variants")["variants"]
        self.assertEqual([v["id"] for v in listed], ids)
        self.assertEqual(listed[1]["takes"], 2)
        self.assertEqual(listed[6]["board"], "diagonals")
        self.assertEqual(listed[0]["start"], START)

    def test_show(self):
        text = self.ok("show", "nine-c1", "O*******/********/*******@_b_8_8")
        board = text.splitlines()[:15]
        self.assertEqual(board[0], "7  @-----------.-----------.")
        self.assertEqual(board[1], "   |           |           |")
        self.assertEqual(board[4], "5  |   |   .---O---.   |   |")
        self.assertEqual(board[6], "4  .---.---.       .---.---.")
        self.assertEqual(board[14], "   a   b   c   d   e   f   g")
        self.assertIn("O White: 1 on the board, 8 in hand", text)
        self.assertIn("Black to move, 22 turns", text)
        self.assertEqual(self.ok("show", "morabaraba").splitlines()[1], "   | \\         |         / |")
        shown = self.json("show", "nine-c1", "OO******/********/@@@***** w 0 0")
        self.assertEqual(shown["white"], {"men": ["d5", "e5"], "hand": 0})
        self.assertTrue(shown["over"])
        self.assertEqual(shown["outcome"], "black wins")
        self.assertEqual(shown["turns"], 0)
        self.assertIsNone(self.json("show", "nine-c1")["outcome"])
        self.assertEqual(self.json("show", "morabaraba-fbd", "O@O@O@O@/O@O@O@O@/O@O@O@O@ w 0 0")["outcome"], "draw")

    def test_show_without_colours_when_not_a_terminal(self):
        self.assertNotIn("\x1b", self.ok("show", "nine-c1", "O@******/********/******** w 8 8"))

    def test_moves(self):
        lines = self.ok("moves", "nine-c1").splitlines()
        self.assertEqual(len(lines), 25)
        self.assertEqual(lines[1], "d5    O*******/********/******** b 8 9")
        turns = self.json("moves", "nine-c2", "O*@*****/O*@*****/*O*@@@*O w 4 4")["turns"]
        double = [t for t in turns if t["to"] == "d7"]
        self.assertEqual(double, [{"turn": "d7xe4,f4", "from": None, "to": "d7", "take": ["e4", "f4"],
                                   "position": "O*******/O*******/OO*@@@*O b 3 4"}])
        self.assertEqual(self.json("moves", "nine-c1", "OO******/********/@@@***** w 0 0")["turns"], [])

    def test_perft(self):
        expected = {"nine-c1": [24, 552, 12144, 255024], "lasker-p2": [24, 552, 13552, 319176],
                    "morabaraba": [24, 552, 12144, 255024]}
        for variant, counts in expected.items():
            result = self.json("perft", variant, "4")
            self.assertEqual([d["turns"] for d in result["depths"]], counts)
            self.assertEqual(result["turns"], counts[-1])
        self.assertIn("255,024", self.ok("perft", "nine-c1", "4"))
        self.assertEqual(self.json("perft", "nine-c1", "0")["turns"], 1)
        divided = self.json("perft", "nine-c1", "3", "--divide")
        self.assertEqual(len(divided["divide"]), 24)
        self.assertEqual(sum(t["turns"] for t in divided["divide"]), 12144)
        self.assertEqual(self.ok("perft", "nine-c1", "1", "--divide").splitlines()[-1], "all            24")
        here = self.json("perft", "nine-c1", "1", "--position", "OO*O****/********/@@@***** w 0 0")
        self.assertEqual(here["turns"], 58)

    def test_bench_perft(self):
        result = self.json("bench", "perft", "nine-c1", "5")
        self.assertEqual(result["turns"], 5140800)
        self.assertGreater(result["turns_per_cpu_second"], 0)
        self.assertIn("5,140,800 turns", self.ok("bench", "perft", "nine-c1", "5"))

    def test_game(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.txt")
            with open(path, "w", encoding="utf-8") as out:
                out.write('[variant "nine-c1"]\n[white "Zoë"]\n\n1. d6 f4\n2. d2\n')
            shown = self.json("game", path)
            self.assertEqual(shown["turns"], ["d6", "f4", "d2"])
            self.assertEqual(shown["tags"], {"white": "Zoë"})
            self.assertIn("after 3 turns", self.ok("game", path))
            with open(path, "a", encoding="utf-8") as out:
                out.write("d6\n")
            self.assertTrue(self.refused("game", path).endswith("game.txt: line 6, column 1: d6 is occupied\n"))
            self.refused("game", folder)
            self.refused("game", path + "x")

    def test_clean(self):
        with tempfile.TemporaryDirectory() as folder:
            place = os.path.join(folder, "nine-capture")
            os.mkdir(place)
            names = {name: os.path.join(place, name) for name in ("3-3.mrl.part", "checkpoint-dtw-7-14.mrc", "3-3.mrl")}
            for path in names.values():
                with open(path, "wb") as file:
                    file.write(b"12345")
            there = lambda: {name for name, path in names.items() if os.path.exists(path)}
            found = self.json("clean", "--db", folder, "--checkpoints", "--dry-run")
            self.assertEqual([file["path"] for file in found["files"]],
                             [names["3-3.mrl.part"], names["checkpoint-dtw-7-14.mrc"]])
            self.assertEqual((found["bytes"], found["removed"]), (10, False))
            self.assertEqual(there(), set(names))
            self.assertIn("1 files, 5 B", self.ok("clean", "--db", folder))
            self.assertEqual(there(), {"checkpoint-dtw-7-14.mrc", "3-3.mrl"})
            self.ok("clean", "--db", folder, "--checkpoints")
            self.assertEqual(there(), {"3-3.mrl"})
            with open(os.path.join(folder, ".lock"), "w", encoding="utf-8") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                self.assertEqual(run("clean", "--db", folder).returncode, 5)
            missing = run("clean", "--db", os.path.join(folder, "nowhere"))
            self.assertEqual(missing.returncode, 3)
            self.assertFalse(os.path.exists(os.path.join(folder, "nowhere")))

    def test_bad_command_lines(self):
        for line in (["nonsense"], ["--nonsense"], ["show"], ["moves"], ["perft"], ["perft", "nine-c1"], ["bench"],
                     ["bench", "nonsense"], ["game"], ["variants", "extra"], ["show", "nine-c1", START, "extra"],
                     ["perft", "nine-c1", "-1"], ["perft", "nine-c1", "21"], ["perft", "nine-c1", "x"],
                     ["perft", "nine-c1", "3.5"], ["perft", "nine-c1", ""], ["perft", "nine-c1", "3", "--position"],
                     ["perft", "nine-c1", "99999999999999999999"], ["bench", "perft", "nine-c1", "0"],
                     ["bench", "perft", "nowhere", "1"], ["perft", "nine-c1", "2", "--divide=maybe"]):
            self.refused(*line)

    def test_bad_variants(self):
        for text in ("", "nine", "nine-c1@", "nine-c1@2,3", "nine-c1@3,13", "nine-c1@3,3,3", "NINE-C1", "nine-c1\n",
                     "nine-c1\nsecond line", "\x1b[31m", "ü", "n" * 5000):
            for command in (["show", text], ["moves", text], ["perft", text, "1"]):
                self.refused(*command)

    def test_bad_positions(self):
        for text in ("x", START + " ", START + "\n", " " + START, START.replace("w", "W"), START.replace("9", "10"),
                     START.replace(" 9 9", " 9"), START.replace("/", ""), START.replace("*", "O"), "O" + START,
                     START.replace(" ", "  "), START + " 1", "@" * 8 + "/" + "O" * 8 + "/" + "*" * 8 + " w 2 0",
                     START.replace("*", "\t", 1), "********/********/******** w p r 0 9 0 9 1 0 0 1", "\n", "ü", "*" * 5000):
            for command in (["show", "nine-c1", text], ["moves", "nine-c1", text],
                            ["perft", "nine-c1", "1", "--position", text]):
                self.refused(*command)
        self.assertEqual(self.refused("show", "nine-c1", "****O***/****X***"),
                         "merels: position, column 14: expected '*', 'O' or '@' for d2, found 'X'\n")

    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            result = subprocess.run([MERELS, "variants"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(result.returncode, 5)
        self.assertEqual(result.stderr, "merels: cannot write to standard output\n")


if __name__ == "__main__":
    unittest.main()
