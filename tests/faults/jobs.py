# SPDX-License-Identifier: MIT
"""Jobs that write tables, for tests that disturb them: how each is run, and what it must leave in the end."""
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time

MERELS = os.environ["MERELS"]
MIXED = "*O******/@******O/@**@@O** w 0 0"  # of at most five men; its turns are worth this and that


def scratch(folder=None):
    """A folder of its own, below `folder`; else in memory where the machine offers that: flushing to a disk is slow."""
    memory = "/dev/shm"
    return tempfile.TemporaryDirectory(prefix="merels-faults-", dir=folder or (memory if os.path.isdir(memory) else None))


def run(words, environment=None, timeout=600):
    return subprocess.run([MERELS, *map(str, words)], capture_output=True, text=True, timeout=timeout, check=False,
                          env={**os.environ, **(environment or {})})


def digests(folder):
    """Every file that a finished job leaves, by name."""
    root = pathlib.Path(folder)
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(root.rglob("*")) if path.is_file() and path.name != ".lock"}


def last_lines(done):
    return done.stdout.splitlines()[-2:]


@dataclasses.dataclass
class Job:
    name: str
    variant: str
    words: list  # the command; DB and SOURCE stand for folders
    before: list = dataclasses.field(default_factory=list)  # commands that make SOURCE
    work: pathlib.Path = None
    whole: dict = None  # what an undisturbed run leaves
    values: dict = None  # what probing it says
    said: list = None  # the last lines of an undisturbed run
    seconds: float = None  # how long it took
    needs_all: bool = True  # False: it ends when it knows what it was asked (`starts`), which may be sooner after a fault
    notes: str = ""  # what it says on standard error before it begins, as a pattern
    position: str = None  # what is probed; the start if left out
    weight: float = 1  # how often it is drawn, beside others

    def prepare(self, work):
        """Runs it once undisturbed, below `work`."""
        self.work = pathlib.Path(work) / self.name
        self.work.mkdir(parents=True)
        for words in self.before:
            done = run(self.filled(words, None))
            assert done.returncode == 0, (words, done.stderr)
        began = time.monotonic()
        done = run(self.command("whole"))
        self.seconds = time.monotonic() - began
        assert done.returncode == 0, (self.name, done.stderr)
        self.whole = digests(self.work / "whole")
        self.said = last_lines(done)
        self.values = self.probe("whole")
        assert len(self.whole) > 1 and any(self.values.values()), (self.name, self.whole)

    def filled(self, words, folder):
        places = {"DB": self.work / folder if folder else None, "SOURCE": self.work / "source"}
        return [str(places.get(word, word)) for word in words]

    def command(self, folder, *more):
        return [*self.filled(self.words, folder), *more]

    def probe(self, folder, position=None):
        """The values of a position and of its turns; nothing where they are not known."""
        position = position or self.position
        words = [self.variant, position] if position else [self.variant]
        done = run(["probe", *words, "--db", self.work / folder, "--json"])
        if done.returncode != 0:
            return {}
        answer = json.loads(done.stdout)
        all_values = [(answer["position"], answer)] + [(turn["position"], turn) for turn in answer["moves"]]
        return {position: (value["category"], value["dtw"], json.dumps(value["ultra"]))
                for position, value in all_values if value["category"] != "unknown"}

    def wrong_values(self, folder, position=None):
        """Values that are known in the folder and are not those of the undisturbed run. Depths and ultra-strong values may
        be missing, and so may everything; nothing may differ."""
        found = self.probe(folder, position)
        return {position: (value, self.values.get(position)) for position, value in found.items()
                if any(mine not in (None, "null") and mine != true
                       for mine, true in zip(value, self.values.get(position, (0, 0, 0)), strict=True))}

    def ended_well(self, folder, done):
        """The run that has just ended left what it should."""
        if done.returncode != 0:
            return False
        found = digests(self.work / folder)
        if self.needs_all:
            return found == self.whole
        tables = {name: digest for name, digest in found.items() if name.endswith((".mrl", ".notes"))}
        return tables.items() <= self.whole.items() and last_lines(done) == self.said

    def remove(self, folder):
        shutil.rmtree(self.work / folder, ignore_errors=True)


def solve(variant, *more):
    return ["solve", variant, "--db", "DB", "--progress", "none", *more]


def solve_source(variant, *more):
    return ["solve", variant, "--db", "SOURCE", "--progress", "none", *more]


def from_ultra(variant):
    """Jobs that read ultra-strong tables: the files of another program, and copies of tables."""
    source = [solve_source(variant, "--values", "ultra", "--subspace-values", "stones")]
    return [
        Job("export", variant, ["export", "malom", variant, "--db", "SOURCE", "--to", "DB", "--threads", "1"], source,
            notes=r"(\d+ files to write[^\n]+\n)?"),
        Job("fetch", variant, ["fetch", "SOURCE", "--db", "DB"], source),
    ]


def small_jobs():
    """One of each kind, a few hundredths of a second each."""
    return [
        Job("depths", "nine-c1@3,3", solve("nine-c1@3,3", "--threads", "1", "--checkpoint", "0")),
        Job("results", "nine-c1@3,3", solve("nine-c1@3,3", "--values", "wdl", "--threads", "1")),
        Job("lasker", "lasker-c1@3,3", solve("lasker-c1@3,3", "--threads", "1")),
        Job("pack", "nine-c1@3,3", ["pack", "nine-c1@3,3", "--db", "SOURCE", "--to", "DB", "--threads", "1"],
            [solve_source("nine-c1@3,3")]),
        Job("starts", "nine-c1@3,3", ["starts", "nine-c1", "--men", "3..3", "--db", "DB", "--threads", "1",
                                      "--progress", "none"], needs_all=False),
        Job("ultra", "nine-c1@3,3", solve("nine-c1@3,3", "--values", "ultra", "--subspace-values", "stones",
                                          "--threads", "1")),
        *from_ultra("nine-c1@3,3"),
    ]


def prepared_jobs(names=None):
    """The small jobs one after the other, ready to run, or only those with these names."""
    with scratch() as work:
        for job in small_jobs():
            if names and job.name not in names:
                continue
            job.prepare(work)
            yield job


def larger_jobs():
    """Seconds each, on all threads: for kills at random moments. Some go through a scratch file."""
    return [
        Job("six-men", "nine-c1", solve("nine-c1", "--phase", "moving", "--max-men", "6", "--checkpoint", "3",
                                        "--memory", "1.5G"), position=MIXED, weight=0.15),
        Job("five-results", "nine-c1", solve("nine-c1", "--phase", "moving", "--max-men", "5", "--values", "wdl",
                                             "--checkpoint", "1"), position=MIXED),
        Job("placing", "nine-p2@4,4", solve("nine-p2@4,4", "--checkpoint", "0.1")),
        Job("diagonals", "morabaraba@4,3", solve("morabaraba@4,3", "--checkpoint", "0.1")),
        Job("lasker", "lasker-c1@4,3", solve("lasker-c1@4,3", "--checkpoint", "1", "--memory", "1G")),
        Job("pack", "nine-c1@4,4", ["pack", "nine-c1@4,4", "--db", "SOURCE", "--to", "DB"],
            [solve_source("nine-c1@4,4")]),
        Job("starts", "nine-c1@4,3", ["starts", "nine-c1", "--men", "3..4", "--db", "DB", "--progress", "none",
                                      "--checkpoint", "0.1"], needs_all=False),
        Job("ultra", "nine-c1@4,3", solve("nine-c1@4,3", "--values", "ultra", "--subspace-values", "stones")),
        *from_ultra("nine-c1@4,4"),
    ]


@dataclasses.dataclass
class Tally:
    """What all workers of a run have seen."""
    wanted: int
    until: float  # a moment
    start: float = dataclasses.field(default_factory=time.monotonic)
    done: int = 0
    failures: int = 0
    counts: dict = dataclasses.field(default_factory=dict)  # by kind
    lock: threading.RLock = dataclasses.field(default_factory=threading.RLock)

    def goes_on(self):
        return self.done < self.wanted and time.monotonic() < self.until

    def count(self, kind):
        with self.lock:
            self.done += 1
            self.counts[kind] = self.counts.get(kind, 0) + 1

    def failed(self, text):
        with self.lock:
            self.failures += 1
            print(f"{text} (after {self.done})", flush=True)

    def seconds(self):
        return f"{time.monotonic() - self.start:.0f} s"


def work_beside(workers, work, *arguments):
    """work(number, *arguments) by so many at once; the first that fails ends the run."""
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for worker in [pool.submit(work, number, *arguments) for number in range(workers)]:
            worker.result()
