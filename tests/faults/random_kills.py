#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills jobs that write tables at random moments and starts them again: no value is wrong in between, and the bytes are the
same in the end.

    MERELS=... random_kills.py [--kills N] [--seed S] [--seconds S] [--workers N] [--small] [--job NAME]... [--work DIR]

A job is killed up to eight times, each time at a moment of what is left of it, until it ends by itself. Workers disturb jobs of
their own beside each other. By hand; the jobs of ./test are tests/solve/kill_resume_test.py and its neighbours.
"""
import argparse
import dataclasses
import random
import signal
import subprocess
import sys
import time

from jobs import MERELS, Tally, larger_jobs, run, scratch, small_jobs, work_beside

MOST_KILLS = 8  # of one run
LEAST_LEFT = 0.1  # of a job's time, when the next moment is drawn: work that no checkpoint kept is done again


@dataclasses.dataclass
class Kills(Tally):
    endings: int = 0

    def ended(self):
        with self.lock:
            self.endings += 1
            if self.endings % 20 == 0:
                print(f"{self.done} kills, {self.endings} endings, {self.failures} wrong, {self.counts}, {self.seconds()}",
                      file=sys.stderr, flush=True)


def run_for(words, seconds):
    """Runs a command; None where it had to be killed after so long."""
    with subprocess.Popen([MERELS, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            out, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            out, errors = process.communicate()
            if process.returncode == -signal.SIGKILL:  # else it had just ended
                return None
        return subprocess.CompletedProcess(process.args, process.returncode, out, errors)


def disturb(job, folder, rng, tally):
    """One job from nothing to its end."""
    job.remove(folder)
    left = job.seconds
    done = None
    for _ in range(rng.randint(1, MOST_KILLS)):
        seconds = rng.uniform(0, left)
        done = run_for(job.command(folder), seconds)
        if done:
            break
        tally.count(job.name)
        left = max(left - seconds, LEAST_LEFT * job.seconds)
        if wrong := job.wrong_values(folder):
            tally.failed(f"{job.name}: wrong values: {wrong}")
    done = done or run(job.command(folder))
    if not job.ended_well(folder, done):
        tally.failed(f"{job.name}: other bytes, exit code {done.returncode}: {done.stderr}")
    tally.ended()


def work(number, jobs, seed, tally):
    rng = random.Random(f"{seed} {number}")
    while tally.goes_on():
        (job,) = rng.choices(jobs, [job.weight / job.seconds for job in jobs])  # the same time for each kind
        disturb(job, f"hurt-{number}", rng, tally)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="end earlier, after so long")
    parser.add_argument("--workers", type=int, default=2, help="jobs beside each other")
    parser.add_argument("--small", action="store_true", help="the small jobs of fault_sweep.py instead")
    parser.add_argument("--job", action="append", help="only these")
    parser.add_argument("--work", help="folder for tables; in memory if left out")
    options = parser.parse_args()
    with scratch(options.work) as folder:
        jobs = small_jobs() if options.small else larger_jobs()
        jobs = [job for job in jobs if not options.job or job.name in options.job]
        for job in jobs:
            job.prepare(folder)
            print(f"{job.name}: {job.seconds:.2f} s undisturbed", file=sys.stderr, flush=True)
        tally = Kills(options.kills, time.monotonic() + options.seconds)
        work_beside(options.workers, work, jobs, options.seed, tally)
    print(f"{tally.done} kills (seed {options.seed}; {tally.counts}), {tally.endings} endings with the same bytes or counted "
          f"here: {tally.failures} wrong, {tally.seconds()}")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
