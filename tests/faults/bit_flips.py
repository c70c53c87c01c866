#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Flips single bits of every kind of file of a database: each is found, and no value is wrong meanwhile.

    MERELS=... bit_flips.py [--flips N] [--seed S]

Found is: `check` exits with 4 and names the file. A checkpoint or half of a fetched file, which `check` leaves alone, is found
when the job that it belongs to ends with the same bytes as without it; the values of an ultra-strong collection
(`values.json`) when `verify --values ultra` refuses them. Files of Malom have no checksums: they are found when
`compare-malom` says that they differ, and what they say meanwhile is not asked. Kinds take turns, those that `check` finds more
often; of one kind files are drawn by size.
"""
import argparse
import os
import random
import re
import signal
import shutil
import subprocess
import sys
import time

from jobs import MERELS, Job, digests, run, scratch, small_jobs, solve


THREE_AGAINST_THREE = "O***@***/***O***@/*@****O* w 0 0"


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


def numbers(path):
    return re.findall(rb"-?\d+", path.read_bytes())


def is_found(job, path, kind):
    folder = job.work / "hurt"
    if kind == "Malom's values":  # a text: a flip that leaves all numbers is none
        before = job.work / "whole" / path.name
        if [int(n) for n in numbers(path)] == [int(n) for n in numbers(before)]:
            return True
    if kind.startswith("Malom"):
        return run(["compare-malom", folder, "--db", job.work / "source", "--variant", job.variant]).returncode != 0
    if kind in ("checkpoint", "half a file"):
        done = run(job.command("hurt"))
        return done.returncode == 0 and digests(folder) == job.whole
    if kind == "values.json":
        return run(["verify", job.variant, "--db", folder, "--values", "ultra"]).returncode == 4
    done = run(["check", "--db", folder])
    return done.returncode == 4 and str(path) in done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--flips", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="end earlier, after so long")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    start = time.monotonic()
    counts = {}
    failures = done = 0
    with scratch() as work:
        sources = [(job, "whole") for job in databases(work)] + [(with_checkpoint(work), "cut"), (with_half_a_file(work), "cut")]
        files = {}
        for job, source in sources:
            shutil.copytree(job.work / source, job.work / "hurt")
            for path in (job.work / "hurt").rglob("*"):
                if path.is_file() and path.name != ".lock" and path.stat().st_size > 0:
                    if source == "whole" or path.suffix in (".mrc", ".fetching"):
                        files.setdefault(kind_of(path), []).append((job, source, path))
        kinds = sorted(files)
        slow = [kind for kind in kinds if kind in ("checkpoint", "half a file") or kind.startswith("Malom")]
        kinds += 3 * [kind for kind in kinds if kind not in slow]  # these are four of five
        while done < options.flips and time.monotonic() - start < options.seconds:
            kind = kinds[done % len(kinds)]
            job, source, path = rng.choices(files[kind], [os.path.getsize(f[2]) for f in files[kind]])[0]
            at = flip(path, rng)
            where = f"{path.relative_to(job.work)} byte {at}"
            if not kind.startswith("Malom") and (wrong := job.wrong_values("hurt")):
                failures += 1
                print(f"{where}: wrong values {wrong}", flush=True)
            if not is_found(job, path, kind):
                failures += 1
                print(f"{where}: not found", flush=True)
            if source == "cut":
                job.remove("hurt")
                shutil.copytree(job.work / source, job.work / "hurt")
            else:
                shutil.copyfile(job.work / source / path.relative_to(job.work / "hurt"), path)
            counts[kind] = counts.get(kind, 0) + 1
            done += 1
            if done % 500 == 0:
                print(f"{done} flips, {failures} wrong, {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    print(f"{done} flips (seed {options.seed}; {counts}): {failures} wrong, {time.monotonic() - start:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
