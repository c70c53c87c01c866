#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Flips single bits of every kind of file of a database: each is found, and no value is wrong meanwhile.

    MERELS=... bit_flips.py [--flips N] [--seed S] [--seconds S] [--workers N]

Found is: `check` exits with 4 and names the file. A checkpoint or half of a fetched file, which `check` leaves alone, is found
when the job that it belongs to ends with the same bytes as without it; the values of an ultra-strong collection
(`values.json`) when `verify --values ultra` refuses them. Files of Malom have no checksums: they are found when
`compare-malom` says that they differ, and what they say meanwhile is not asked. Kinds take turns, those that `check` finds more
often; of one kind files are drawn by size. Values are asked for at the start of the game and, where a table was hurt, at a position of
that table. Workers hurt databases of their own beside each other.
"""
import argparse
import dataclasses
import os
import pathlib
import random
import re
import signal
import shutil
import subprocess
import sys
import time

from jobs import MERELS, Job, Tally, digests, run, scratch, small_jobs, solve, work_beside


THREE_AGAINST_THREE = "O***@***/***O***@/*@****O* w 0 0"
POSITIONS_OF_A_TABLE = 4  # that are asked for when it was hurt


def kind_of(path):
    kinds = {".mrl": "table", ".notes": "notes", ".mrc": "checkpoint", ".sec2": "Malom's entries",
             ".secval": "Malom's values", ".game": "Malom's game", ".fetching": "half a file"}
    hands = " with hands" if path.suffix == ".mrl" and "+" in path.name else ""
    return kinds.get(path.suffix, path.name) + hands


def flip(path, rng):
    data = bytearray(path.read_bytes())
    at = rng.randrange(len(data))
    data[at] ^= 1 << rng.randrange(8)
    path.write_bytes(data)
    return at


def databases(work):
    """Undisturbed databases of every sort, each with its job."""
    wanted = [job for job in small_jobs() if job.name in ("depths", "pack", "lasker", "ultra", "export")]
    for job in wanted:
        job.prepare(work)
    return wanted


def with_checkpoint(work):
    """A job that was stopped in its sweep, and left a checkpoint."""
    job = Job("stopped", "nine-c1", solve("nine-c1", "--phase", "moving", "--max-men", "4"),
              position=THREE_AGAINST_THREE)
    job.prepare(work)
    folder = job.work / "cut"
    for wait in (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2):
        shutil.rmtree(folder, ignore_errors=True)
        process = subprocess.Popen([MERELS, *job.command("cut")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in process.stdout:
            if line.startswith("needs"):
                break
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        process.stdout.close()
        if process.wait(timeout=600) == 130 and list(folder.rglob("*.mrc")):
            return job
    raise RuntimeError("no checkpoint was written")


def with_half_a_file(work):
    """A copy of tables of which one was cut in its midst."""
    (job,) = (job for job in small_jobs() if job.name == "fetch")
    job.prepare(work)
    shutil.copytree(job.work / "whole", job.work / "cut")
    table = max((job.work / "cut").rglob("*.mrl"), key=os.path.getsize)
    half = table.read_bytes()[:table.stat().st_size // 2]
    table.unlink()
    (table.parent / (table.name + ".fetching")).write_bytes(half)
    manifest = table.parent / "manifest.json"
    manifest.unlink()  # it lists the table when that is whole
    return job


@dataclasses.dataclass
class Target:
    """A file that is hurt, and what it is hurt in."""
    job: Job
    source: str  # the folder that `hurt` is a copy of
    path: pathlib.Path  # below that
    kind: str
    size: int
    positions: list = dataclasses.field(default_factory=list)  # of the table, with values in job.values


def subspace_of(path):
    """The men on the board and in hand of a table, by its name."""
    return [int(n) for part in (path.stem + "+0-0").split("+")[:2] for n in part.split("-")]


def draw_position(subspace, rng):
    """A text; White is to move."""
    own, other, own_hand, other_hand = subspace
    letters = list("O" * own + "@" * other + "*" * (24 - own - other))
    rng.shuffle(letters)
    rings = "/".join("".join(letters[i:i + 8]) for i in (0, 8, 16))
    return f"{rings} w {own_hand} {other_hand}"


def targets(sources, rng):
    """All files of all databases that are worth hurting, by kind."""
    found = {}
    for job, source in sources:
        root = job.work / source
        for path in sorted(root.rglob("*")):
            if not path.is_file() or path.name == ".lock" or path.stat().st_size == 0:
                continue
            if source == "cut" and path.suffix not in (".mrc", ".fetching"):
                continue
            target = Target(job, source, path.relative_to(root), kind_of(path), path.stat().st_size)
            if path.suffix == ".mrl":
                target.positions = [draw_position(subspace_of(path), rng) for _ in range(POSITIONS_OF_A_TABLE)]
                for position in target.positions:
                    job.values.update(job.probe(source, position))
            found.setdefault(target.kind, []).append(target)
    return found


def numbers(path):
    return re.findall(rb"-?\d+", path.read_bytes())


def is_found(target, folder):
    job, kind, path = target.job, target.kind, target.job.work / folder / target.path
    if kind == "Malom's values":  # a text: a flip that leaves all numbers is none
        before = job.work / target.source / target.path
        if [int(n) for n in numbers(path)] == [int(n) for n in numbers(before)]:
            return True
    if kind.startswith("Malom"):
        return run(["compare-malom", job.work / folder, "--db", job.work / "source", "--variant", job.variant]).returncode != 0
    if kind in ("checkpoint", "half a file"):
        done = run(job.command(folder))
        return done.returncode == 0 and digests(job.work / folder) == job.whole
    if kind == "values.json":
        return run(["verify", job.variant, "--db", job.work / folder, "--values", "ultra"]).returncode == 4
    done = run(["check", "--db", job.work / folder])
    return done.returncode == 4 and str(path) in done.stderr


def take(tally, kinds):
    """The kind that is next, or nothing at the end."""
    with tally.lock:
        if not tally.goes_on():
            return None
        kind = kinds[tally.done % len(kinds)]
        tally.count(kind)
        if tally.done % 500 == 0:
            print(f"{tally.done} flips, {tally.failures} wrong, {tally.seconds()}", file=sys.stderr, flush=True)
        return kind


def hurt_one(target, folder, rng, tally):
    job = target.job
    path = job.work / folder / target.path
    where = f"{path.relative_to(job.work)} of {job.name}, byte {flip(path, rng)}"
    if not target.kind.startswith("Malom"):
        for position in [None, *rng.sample(target.positions, min(1, len(target.positions)))]:
            if wrong := job.wrong_values(folder, position):
                tally.failed(f"{where}: wrong values {wrong}")
    if not is_found(target, folder):
        tally.failed(f"{where}: not found")
    if target.source == "cut":
        job.remove(folder)
        shutil.copytree(job.work / target.source, job.work / folder)
    else:
        shutil.copyfile(job.work / target.source / target.path, path)


def work(number, sources, files, kinds, seed, tally):
    rng = random.Random(f"{seed} {number}")
    folder = f"hurt-{number}"
    for job, source in sources:
        shutil.copytree(job.work / source, job.work / folder)
    while kind := take(tally, kinds):
        (target,) = rng.choices(files[kind], [target.size for target in files[kind]])
        hurt_one(target, folder, rng, tally)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--flips", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="end earlier, after so long")
    parser.add_argument("--workers", type=int, default=2, help="databases that are hurt beside each other")
    options = parser.parse_args()
    with scratch() as folder:
        sources = [(job, "whole") for job in databases(folder)] + [(with_checkpoint(folder), "cut"), (with_half_a_file(folder), "cut")]
        files = targets(sources, random.Random(options.seed))
        slow = [kind for kind in files if kind in ("checkpoint", "half a file") or kind.startswith("Malom")]
        kinds = sorted(files) + 3 * sorted(set(files) - set(slow))  # these are four of five
        tally = Tally(options.flips, time.monotonic() + options.seconds)
        work_beside(options.workers, work, sources, files, kinds, options.seed, tally)
    print(f"{tally.done} flips (seed {options.seed}; {tally.counts}): {tally.failures} wrong, {tally.seconds()}")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
