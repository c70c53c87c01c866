#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads what llvm-cov exports (tools/measure_coverage.sh): lines and branches by folder, then the files with most missing."""
import collections
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def share(part):
    return f"{100 * part[1] / part[0]:5.1f} %" if part[0] else "      -"


def main():
    files = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))["data"][0]["files"]
    lines, branches, missing = collections.defaultdict(lambda: [0, 0]), collections.defaultdict(lambda: [0, 0]), []
    for entry in files:
        path = pathlib.Path(entry["filename"])
        if not path.is_relative_to(ROOT):
            continue
        parts = path.relative_to(ROOT).parts
        folder = "/".join(parts[:2])
        for name in (folder, "all of " + parts[0]):
            for counts, kind in ((lines, "lines"), (branches, "branches")):
                counts[name][0] += entry["summary"][kind]["count"]
                counts[name][1] += entry["summary"][kind]["covered"]
        left = entry["summary"]["lines"]["count"] - entry["summary"]["lines"]["covered"]
        missing.append((left, path.relative_to(ROOT), [entry["summary"]["lines"][key] for key in ("count", "covered")]))
    print(f"{'folder':28} {'lines':>8}  {'branches':>8}")
    for name in sorted(lines):
        print(f"{name:28} {share(lines[name]):>8}  {share(branches[name]):>8}")
    print("\nMost lines that no test reaches:")
    for left, path, counts in sorted(missing, reverse=True)[:25]:
        if left:
            print(f"{left:5}  {share(counts)}  {path}")


main()
