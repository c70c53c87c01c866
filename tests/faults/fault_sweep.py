#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets calls to the system go wrong, one in each run, while tables are written (fault_shim.c).

After each fault: the program said one line and exited with 5 (or went on and left the same bytes; or was killed, where
that was the fault), no value is wrong, and the same command without a fault ends with the same bytes.

    MERELS=... FAULT_SHIM=... fault_sweep.py [--faults N] [--job NAME]...     N faults for each job, spread evenly
    ... fault_sweep.py --faults 0                                             every kind of fault at every call
"""
import argparse
import os
import re
import signal
import sys
import time

from jobs import digests, prepared_jobs, run

SHIM = os.environ["FAULT_SHIM"]
KINDS = {
    "open": ["emfile", "eio", "kill"], "read": ["eio", "short", "eintr"], "sync": ["eio", "enospc", "kill", "after"],
    "write": ["enospc", "eio", "short", "eintr", "kill", "after"], "rename": ["eio", "kill", "after"],
    "remove": ["eio", "kill"], "folder": ["enospc", "kill", "after"], "cut": ["eio", "kill"], "lock": ["eio"],
    "stat": ["eio"], "map": ["enomem"],
}
assert all(KINDS.values())


def with_shim(job, folder, **settings):
    environment = {"LD_PRELOAD": SHIM, "FAULT_FOLDER": str(job.work / folder)}
    return {**environment, **{f"FAULT_{name.upper()}": str(value) for name, value in settings.items()}}


def calls_of(job):
    """The calls that an undisturbed run makes, as (number, name, path)."""
    log = job.work / "log"
    done = run(job.command("logged"), with_shim(job, "logged", log=log))
    assert done.returncode == 0 and digests(job.work / "logged") == job.whole, (job.name, done.stderr)
    job.remove("logged")
    calls = [line.split(" ", 2) for line in log.read_text(encoding="utf-8").splitlines()]
    return [(int(number), name, path) for number, name, path in calls]


def spread(faults, number):
    """`number` of them, spread evenly; all where it is 0. A step that shares no factor with the kinds meets all of them."""
    if number in (0, len(faults)) or number > len(faults):
        return faults
    return [faults[i * len(faults) // number] for i in range(number)]


def try_fault(job, number, kind):
    """What is wrong after this fault, as text; empty where all is well. And how the disturbed run ended."""
    job.remove("hurt")
    hurt = run(job.command("hurt"), with_shim(job, "hurt", at=number, kind=kind))
    wrong = []
    if hurt.returncode == 0:
        if not job.ended_well("hurt", hurt):
            wrong.append("it said that all went well, and the bytes are others")
    elif hurt.returncode == -signal.SIGKILL:
        if kind not in ("kill", "after"):
            wrong.append("killed")
    elif hurt.returncode != 5 or not re.fullmatch(job.notes + r"merels: [^\n]+\n", hurt.stderr):
        wrong.append(f"exit code {hurt.returncode}, said {hurt.stderr!r}")
    if values := job.wrong_values("hurt"):
        wrong.append(f"wrong values: {values}")
    again = run(job.command("hurt"))
    if again.returncode != 0:
        wrong.append(f"then refused to go on: {again.stderr!r}")
    elif not job.ended_well("hurt", again):
        wrong.append("then ended with other bytes")
    return "; ".join(wrong), hurt


def sweep(job, number):
    calls = calls_of(job)
    faults = spread([(at, name, path, kind) for at, name, path in calls for kind in KINDS[name]], number)
    ends = {}
    failures = 0
    for at, name, path, kind in faults:
        wrong, hurt = try_fault(job, at, kind)
        end = {0: "went on", 5: "one line and 5", -signal.SIGKILL: "killed"}.get(hurt.returncode, "other")
        ends[end] = ends.get(end, 0) + 1
        if wrong:
            failures += 1
            print(f"{job.name}: call {at} ({name} {path}), {kind}: {wrong}")
    print(f"{job.name}: {len(calls)} calls, {len(faults)} faults ({ends}), {failures} went wrong", flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--faults", type=int, default=9, help="for each job; 0: all")
    parser.add_argument("--job", action="append", help="only these")
    options = parser.parse_args()
    start = time.monotonic()
    failures = 0
    for job in prepared_jobs(options.job):
        failures += sweep(job, options.faults)
    print(f"{time.monotonic() - start:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
