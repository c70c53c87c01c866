#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the examples of the documents: every block marked ```console in README.md and docs/.

    $ ./merels perft nine-c1 2     a line with "$ ./merels" is run (by the program in MERELS)
    what it prints                 the lines after it must be its output
    ...                            stands for any number of lines; "..." within a line for any text

Commands that are not ./merels are an error, so that no example goes unchecked.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MERELS = os.environ["MERELS"]


def examples(path):
    """(line number, command, expected lines) of each example of a document."""
    found = []
    inside = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and line.startswith("$ "):
            found.append((number, line[2:], []))
        elif inside and found:
            found[-1][2].append(line)
    return found


def pattern_of(lines):
    parts = []
    for line in lines:
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*")
        else:
            parts.append(".*".join(re.escape(piece.rstrip()) for piece in line.split("...")) + r" *\n")
    return "".join(parts)


def check(path, number, command, expected, folder):
    where = f"{path.relative_to(ROOT)}:{number}"
    words = shlex.split(command, comments=True)
    if not words or words[0] != "./merels":
        return f"{where}: only ./merels can be run here: {command}"
    result = subprocess.run([MERELS, *words[1:]], capture_output=True, text=True, cwd=folder, timeout=120, check=False)
    if result.returncode != 0:
        return f"{where}: {command}: exit code {result.returncode}: {result.stderr}"
    while expected and not expected[-1].strip():
        expected.pop()
    if not re.fullmatch(pattern_of(expected), result.stdout.rstrip("\n") + "\n"):
        return f"{where}: {command}: printed\n{result.stdout}"
    return None


def main():
    run = 0
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
            for number, command, expected in examples(path):
                run += 1
                problem = check(path, number, command, expected, folder)
                if problem:
                    problems.append(problem)
    print(f"{run} examples, {len(problems)} wrong")
    for problem in problems:
        print(problem)
    return 1 if problems or run == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
