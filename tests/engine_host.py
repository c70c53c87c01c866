#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A host that drives `merels engine` as other programs would, in both dialects: engine_host.py PATH_TO_MERELS.

It plays whole games with its own bookkeeping of tokens (the rules are asked by `d` and by refusals only), measures how
fast `stop` answers, and ends the program by `quit` and by the end of its input.
"""
import subprocess
import sys
import threading
import time
import queue

PATIENCE = 60


class Engine:
    def __init__(self, program, *arguments):
        self.process = subprocess.Popen([program, "engine", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def expect(self, wanted):
        """Lines up to the first for which wanted(line) holds, that one last."""
        seen = []
        while True:
            _, line = self.lines.get(timeout=PATIENCE)
            assert line is not None, f"the engine ended after {seen}"
            seen.append(line)
            if wanted(line):
                return seen

    def ask(self, line, wanted):
        self.send(line)
        return self.expect(wanted)

    def end(self):
        code = self.process.wait(timeout=PATIENCE)
        assert code == 0, f"exit code {code}"


def best_move(line):
    return line.split("bestmove ")[1].split()[0] if "bestmove " in line else None


def handshake(engine):
    lines = engine.ask("uci", lambda line: line == "uciok")
    assert lines[0].startswith("id name "), lines
    assert any(line.startswith("option name Hash ") for line in lines), lines
    engine.ask("isready", lambda line: line == "readyok")


def play_uci(program):
    engine = Engine(program, "--hash", "4")
    handshake(engine)
    moves = []
    for _ in range(60):
        engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        lines = engine.ask("go nodes 3000", lambda line: "bestmove " in line)
        assert all(line.startswith(("info ", "bestmove ")) for line in lines), lines
        move = best_move(lines[-1])
        if move == "none":
            break
        assert any(all(word in line for word in (" depth ", " score ", " nps ", " pv ")) for line in lines), lines
        moves.append(move)
    assert len(moves) >= 18, moves
    # A bad command gets an error and changes nothing.
    before = engine.ask("d", lambda line: line.startswith("info string position "))[-1]
    for bad in ("position startpos moves d6 d6", "go sideways", "setoption name Hash value -1", "nonsense"):
        assert engine.ask(bad, lambda line: True)[-1].startswith("error: "), bad
    assert engine.ask("d", lambda line: line.startswith("info string position "))[-1] == before
    engine.send("quit")
    engine.end()
    return len(moves)


def play_sanmill(program):
    engine = Engine(program, "--hash", "4")
    handshake(engine)
    engine.send("setoption name Dialect value sanmill")
    engine.send("setoption name SkillLevel value 15")
    engine.ask("setoption name ConsiderMobility value true", lambda line: line.startswith("info string ignored option"))
    fen = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"
    tokens = []
    takings = 0
    for _ in range(90):
        engine.send(f"position fen {fen}" + (" moves " + " ".join(tokens) if tokens else ""))
        lines = engine.ask("go nodes 2000", lambda line: "bestmove" in line)
        if lines == ["nobestmove"]:
            break
        assert len(lines) == 1 and lines[0].startswith("info score "), lines
        token = best_move(lines[0])
        assert len(token) in (2, 3, 5), token
        takings += token.startswith("x")
        tokens.append(token)
    assert takings > 0, tokens
    engine.send("quit")
    engine.end()
    return len(tokens)


def stop_quickly(program):
    """The answer to stop, best of several: the limit is the program's, other work on the machine is not."""
    engine = Engine(program, "--variant", "morabaraba")
    handshake(engine)
    quickest = 1.0
    for _ in range(8):
        engine.send("position startpos")
        engine.send("go infinite")
        engine.expect(lambda line: line.startswith("info depth 5 "))
        sent = time.monotonic()
        engine.send("stop")
        while True:
            when, line = engine.lines.get(timeout=PATIENCE)
            if line.startswith("bestmove "):
                break
        quickest = min(quickest, when - sent)
    assert quickest < 0.020, f"stop took {quickest * 1000:.1f} ms"
    engine.process.stdin.close()  # the end of the input ends the program, too
    engine.end()
    return quickest


def main():
    program = sys.argv[1]
    print(f"uci: {play_uci(program)} turns")
    print(f"sanmill: {play_sanmill(program)} tokens")
    print(f"stop: {stop_quickly(program) * 1000:.2f} ms")


main()
