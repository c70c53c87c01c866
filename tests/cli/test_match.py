# SPDX-License-Identifier: MIT
"""merels match from outside: what Ctrl-C, TERM and kill leave, and engines that are slow to start. Also merels game between forms."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

MERELS = os.environ["MERELS"]
ENDLESS = ["match", "nine-c1@4,4", "search:nodes=100", "random", "--games", "1000000", "--quiet", "--json"]


def run(*arguments):
    return subprocess.run([MERELS, *arguments], capture_output=True, text=True, timeout=120, check=False)


def saved(path):
    """How many games a file of --save has, each of them complete."""
    try:
        with open(path, encoding="ascii") as file:
            games = [g for g in file.read().split("[variant ") if g]
    except FileNotFoundError:
        return 0
    return len(games)


class Match(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.games = os.path.join(self.folder, "games.txt")

    def ended(self, number):
        """The result of a match that got this signal after its third game."""
        process = subprocess.Popen([MERELS, *ENDLESS, "--save", self.games], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 100
        while saved(self.games) < 3:
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def test_signals_give_the_games_so_far(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            if os.path.exists(self.games):
                os.remove(self.games)
            code, out, err = self.ended(number)
            self.assertEqual(code, 130)
            said = json.loads(out)
            self.assertGreaterEqual(said["games"], 3)
            self.assertTrue(said["stopped"])
            self.assertEqual(said["games"], sum(said["wins"]) + said["draws"])
            self.assertEqual(saved(self.games), said["games"])
            self.assertIn(f"stopped after {said['games']} of 1000000 games", err)

    def test_a_program_that_is_no_engine(self):
        """Issue 12, M: it ended the match with 130, as if somebody had stopped it."""
        for program in ("engine:true", "engine:/nonexistent/engine", "engine:exit 3"):
            for players in ((program, "random"), ("random", program)):
                result = run("match", "nine-c1@3,3", *players, "--games", "2", "--quiet")
                self.assertEqual(result.returncode, 2, (players, result.stderr))
                self.assertRegex(result.stderr, r"(\A|\n)merels: [^\n]*is no engine[^\n]*\n\Z")

    def test_kill_leaves_every_game_that_ended(self):
        code, out, _ = self.ended(signal.SIGKILL)
        self.assertEqual((code, out), (-signal.SIGKILL, ""))
        with open(self.games, encoding="ascii") as file:
            games = ["[variant " + g for g in file.read().split("[variant ") if g]
        self.assertGreaterEqual(len(games), 3)
        for i, game in enumerate(games[:3]):
            path = os.path.join(self.folder, f"{i}.txt")
            with open(path, "w", encoding="ascii") as file:
                file.write(game)
            self.assertIn(json.loads(run("game", path, "--json").stdout)["result"], ("1-0", "0-1", "1/2-1/2"))

    def test_slow_engines(self):
        script = os.path.join(self.folder, "slow")
        with open(script, "w", encoding="ascii") as file:
            file.write(f"#!{sys.executable}\nimport os, time\ntime.sleep(1.5)\nos.execv({MERELS!r}, ['merels', 'engine'])\n")
        os.chmod(script, 0o755)
        command = ("match", "nine-c1@3,3", f"engine:{script}", "random", "--games", "1", "--engine-ms", "10", "--quiet")
        early = run(*command, "--engine-start-ms", "200")
        self.assertEqual((early.returncode, early.stdout), (2, ""))
        self.assertRegex(early.stderr, r"\Amerels: [^\n]*200 ms[^\n]*\n\Z")
        late = run(*command, "--engine-start-ms", "60000", "--json")
        self.assertEqual(late.returncode, 0, late.stderr)
        self.assertEqual(json.loads(late.stdout)["games"], 1)

    def test_games_between_forms(self):
        text = ("[White \"Ada\"]\n[Result \"*\"]\n\n{to begin} 1. d6 f4 $1 {strong} 2. d2 (2. b4 d2 (2... f2?) 3. f6) 2... b4 3. f6! d7 *\n")
        path = os.path.join(self.folder, "game.txt")

        def rewritten(form, left_out):
            result = run("game", path, "--to", form)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(result.stderr, f"note: {left_out} comments, marks and variations have no place in this form\n" if left_out else "")
            return result.stdout

        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        ours, numbers, sanmill = rewritten("merels", 5), rewritten("playok", 5), rewritten("sanmill", 0)
        for part in ("{to begin}", "f4! {strong}", "(2. b4 d2 (2... f2?) 3. f6)", "f6!", "[White \"Ada\"]"):
            self.assertIn(part, sanmill)
        turns = ["d6", "f4", "d2", "b4", "f6", "d7"]
        for form in (text, ours, numbers, sanmill):  # each is read back to the same turns
            with open(path, "w", encoding="ascii") as file:
                file.write(form)
            self.assertEqual(json.loads(run("game", path, "--json").stdout)["turns"], turns)
        self.assertEqual(rewritten("sanmill", 0), sanmill)  # and what is kept stays the same


if __name__ == "__main__":
    unittest.main()
