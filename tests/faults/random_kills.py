#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills jobs that write tables at random moments and starts them again: no value is wrong in between, and the bytes are the
same in the end.

    MERELS=... random_kills.py [--kills N] [--seed S] [--seconds S] [--small] [--job NAME]... [--work DIR]

By hand; the jobs of ./test are tests/solve/kill_resume_test.py and its neighbours.
"""
import argparse
import random
import signal
import subprocess
import sys
import time

from jobs import MERELS, larger_jobs, run, scratch, small_jobs


def kill_once(job, rng):
    """True when it was killed before it was done."""
    process = subprocess.Popen([MERELS, *job.command("hurt")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(rng.uniform(0, job.seconds))
    process.send_signal(signal.SIGKILL)
    return process.wait(timeout=600) == -signal.SIGKILL


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="end earlier, after so long")
    parser.add_argument("--small", action="store_true", help="the small jobs of fault_sweep.py instead")
    parser.add_argument("--job", action="append", help="only these")
    parser.add_argument("--work", help="folder for tables; in memory if left out")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    start = time.monotonic()
    kills = failures = endings = 0
    counts = {}
    with scratch(options.work) as work:
        jobs = small_jobs() if options.small else larger_jobs()
        jobs = [job for job in jobs if not options.job or job.name in options.job]
        for job in jobs:
            job.prepare(work)
        while kills < options.kills and time.monotonic() - start < options.seconds:
            (job,) = rng.choices(jobs, [job.weight for job in jobs])
            job.remove("hurt")
            for _ in range(rng.randint(1, 8)):
                killed = kill_once(job, rng)
                kills += killed
                counts[job.name] = counts.get(job.name, 0) + killed
                if wrong := job.wrong_values("hurt"):
                    failures += 1
                    print(f"{job.name}: wrong values after {kills} kills: {wrong}", flush=True)
            last = run(job.command("hurt"))
            endings += 1
            if not job.ended_well("hurt", last):
                failures += 1
                print(f"{job.name}: other bytes after {kills} kills, exit code {last.returncode}: {last.stderr}", flush=True)
            if endings % 5 == 0:
                print(f"{kills} kills, {endings} endings, {failures} wrong, {counts}", file=sys.stderr, flush=True)
    print(f"{kills} kills (seed {options.seed}; {counts}), {endings} endings with the same bytes or counted here: "
          f"{failures} wrong, {time.monotonic() - start:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
