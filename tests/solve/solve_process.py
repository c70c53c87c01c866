# SPDX-License-Identifier: MIT
"""Running `merels solve` from tests, and comparing databases."""
import hashlib
import os
import pathlib
import subprocess

MERELS = os.environ["MERELS"]


def merels(*arguments, timeout=300):
    return subprocess.run([MERELS, *arguments], capture_output=True, text=True, timeout=timeout, check=False)


def solve_arguments(database, *more, variant="nine-c1", max_men=4):
    return ["solve", variant, "--phase", "moving", "--max-men", str(max_men), "--db", str(database),
            "--progress", "none", *more]


def solve(database, *more, **which):
    result = merels(*solve_arguments(database, *more, **which))
    assert result.returncode == 0, result.stderr
    return result.stdout


def digests(database):
    """Every file that a finished solve leaves, by name."""
    root = pathlib.Path(database)
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(root.rglob("*")) if path.is_file() and path.name != ".lock"}
