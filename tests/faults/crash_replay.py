#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What would a power cut leave, and does the job go on from there to the same bytes?

record_shim.c writes down every change that a job makes to its folder. After each of them the power may go: what was flushed
since is there; of what was not, anything may be. Files: all of the bytes written since their last flush, none of them, zeros
in their place (the size was kept, the bytes were not), some of the writes, or half of the last one. Folders: names were made,
changed and removed in order, so any number of those since the last flush of the folder, from the first on, may have happened
(where there are many: the first few, half, all but one, all).

    MERELS=... RECORD_SHIM=... crash_replay.py [--states N] [--job NAME]... [--no-flushes]      N states of each job; 0: all

In every state no value is wrong, and the same command ends with the same bytes. States that are equal are tried once.
`--no-flushes` forgets all flushes of the record, as if the program made none: then something must go wrong (a test of this test).
"""
import argparse
import hashlib
import os
import pathlib
import random
import sys
import time

from jobs import digests, prepared_jobs, run

SHIM = os.environ["RECORD_SHIM"]


class Change:
    def __init__(self, line, data):
        self.name, inode, offset, _, self.path, self.path2 = line.decode().rstrip("\n").split("\t")
        self.inode, self.offset, self.data = int(inode), int(offset), data

    def parent(self):
        """The folder whose names it changes; nothing where it changes a file's bytes."""
        return os.path.dirname(self.path) if self.name in ("create", "rename", "remove", "folder") else None


def read_record(path):
    changes = []
    with open(path, "rb") as file:
        while line := file.readline():
            changes.append(Change(line, file.read(int(line.split(b"\t")[3])) if line.startswith(b"write\t") else b""))
    return changes


class Disk:
    """Folders, names and bytes, as changes make them."""
    def __init__(self, root):
        self.root = root
        self.folders = {os.path.dirname(root)}
        self.names = {}
        self.bytes = {}

    def apply(self, change, data=None):
        if change.name == "folder":
            if os.path.dirname(change.path) in self.folders:
                self.folders.add(change.path)
        elif change.name == "create":
            if os.path.dirname(change.path) in self.folders:
                self.names[change.path] = change.inode
                self.bytes.setdefault(change.inode, bytearray())
        elif change.name == "rename":
            if change.path in self.names:
                self.names[change.path2] = self.names.pop(change.path)
        elif change.name == "remove":
            self.names.pop(change.path, None)
            self.folders.discard(change.path)
        elif change.name in ("write", "cut"):
            content = self.bytes.setdefault(change.inode, bytearray())
            end = change.offset if change.name == "cut" else change.offset + len(change.data)
            content.extend(bytes(max(0, end - len(content))))
            if change.name == "cut":
                del content[end:]
            else:
                new = change.data if data is None else data
                content[change.offset:change.offset + len(new)] = new

    def key(self):
        digest = hashlib.sha256(repr(sorted(self.folders)).encode())
        for path, inode in sorted(self.names.items()):
            digest.update(path.encode() + b"\0" + hashlib.sha256(self.bytes[inode]).digest())
        return digest.digest()

    def write_to(self, target):
        def moved(path):
            return pathlib.Path(target + path[len(self.root):])
        for folder in sorted(self.folders):
            if folder.startswith(self.root):
                moved(folder).mkdir(parents=True, exist_ok=True)
        for path, inode in self.names.items():
            moved(path).write_bytes(self.bytes[inode])


def flushed_at(changes, flushes):
    """For each change the index of the flush that makes it last; the number of changes where none does."""
    result = [len(changes)] * len(changes)
    for i, change in enumerate(changes):
        for j in range(i + 1, len(changes) if flushes else 0):
            later = changes[j]
            if later.name == "sync" and (later.path == change.parent() if change.parent() else
                                         later.inode == change.inode and change.name != "sync"):
                result[i] = j
                break
    return result


def after_cut(root, changes, kept, names, data, rng):
    """The disk with the changes up to a cut. kept: those that were flushed; `names`: how many others of each folder happened;
    `data`: what became of bytes that were not flushed."""
    disk = Disk(root)
    left = {}
    loose = [i for i, change in enumerate(changes) if change.name in ("write", "cut") and not kept[i]]
    for i, change in enumerate(changes):
        if kept[i]:
            disk.apply(change)
        elif change.parent() is not None:
            left[change.parent()] = left.get(change.parent(), 0) + 1
            if left[change.parent()] <= names:
                disk.apply(change)
        elif change.name in ("write", "cut"):
            if data == "all" or (data == "some" and rng.random() < 0.5):
                disk.apply(change)
            elif data == "zeros":
                disk.apply(change, bytes(len(change.data)))
            elif data == "torn":
                disk.apply(change, change.data[:len(change.data) // 2] if i == loose[-1] else None)
    return disk


def states(root, changes, flushes, rng):
    """Every disk that differs from the others, cuts in random order, with a text that says how it came about."""
    flush = flushed_at(changes, flushes)
    seen = set()
    for cut in rng.sample(range(len(changes) + 1), len(changes) + 1):
        before = changes[:cut]
        kept = [flush[i] < cut for i in range(cut)]
        folders = [change.parent() for i, change in enumerate(before) if not kept[i] and change.parent()]
        most = max((folders.count(folder) for folder in set(folders)), default=0)
        for names in sorted({0, 1, 2, 3, most // 2, most - 1, most} & set(range(most + 1))):
            for data in ("all", "none", "zeros", "torn", "some"):
                disk = after_cut(root, before, kept, names, data, rng)
                if disk.key() not in seen:
                    seen.add(disk.key())
                    yield disk, f"cut after {cut} of {len(changes)}, {names} names not flushed, bytes not flushed: {data}"


def record(job):
    log, target = job.work / "record", job.work / "recorded"
    done = run(job.command("recorded"), {"LD_PRELOAD": SHIM, "RECORD_FOLDER": str(target), "RECORD_LOG": str(log)})
    assert done.returncode == 0 and job.ended_well("recorded", done), (job.name, done.stderr)
    changes = read_record(log)
    # The record is whole: it makes the same folder.
    disk = Disk(str(target))
    for change in changes:
        disk.apply(change)
    disk.write_to(str(job.work / "replayed"))
    replayed = digests(job.work / "replayed")
    assert replayed == job.whole, (job.name,
        [name for name in {**replayed, **job.whole} if replayed.get(name) != job.whole.get(name)])
    return str(target), changes


def try_state(job, disk):
    job.remove("hurt")
    disk.write_to(str(job.work / "hurt"))
    wrong = []
    if values := job.wrong_values("hurt"):
        wrong.append(f"wrong values: {values}")
    done = run(job.command("hurt"))
    if not job.ended_well("hurt", done):
        wrong.append(f"ended with other bytes, exit code {done.returncode}: {done.stderr}")
    return "; ".join(wrong)


def replay(job, options, rng):
    root, changes = record(job)
    tried = failures = 0
    for disk, how in states(root, changes, not options.no_flushes, rng):
        tried += 1
        if wrong := try_state(job, disk):
            failures += 1
            print(f"{job.name}: {how}: {wrong}", flush=True)
        if tried == options.states or (failures and options.no_flushes):
            break
    flushes = sum(change.name == "sync" for change in changes)
    print(f"{job.name}: {len(changes)} changes, {flushes} flushes; {tried} states after a power cut tried, "
          f"{failures} went wrong", flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--states", type=int, default=8, help="for each job; 0: all")
    parser.add_argument("--job", action="append", help="only these")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-flushes", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    start = time.monotonic()
    failures = 0
    for job in prepared_jobs(options.job):
        failures += replay(job, options, rng)
    print(f"{time.monotonic() - start:.0f} s")
    if options.no_flushes:
        return 0 if failures else 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
