#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs clang-tidy-14 (.clang-tidy) over the library: every source in src/ but the tests, with the headers it includes.

    python3 tools/check_tidy.py BUILD_DIRECTORY [PART_OF_A_PATH...]

Where CI=true is set, all of them. By hand only those that were changed: what differs from the last commit that the upstream
branch (or, without one, the checkout) has, in the file or in a header of ours that it includes.

Parts of paths select other files of the build instead (say apps/cli): the programs and the tests include CLI11, Boost
and GoogleTest, which cost clang-tidy some 20 s a file, too much for every run of ./test.

A file that passed is not checked again until it, a header of ours that it includes, the rules or its compile command
change: BUILD_DIRECTORY/tidy holds one empty file for each state that passed.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# g++'s precompiled headers mean nothing to clang, and without them a forgotten include is found.
PRECOMPILED = re.compile(r"-Winvalid-pch|-fpch-preprocess|-include \S+/cmake_pch\.hxx")


def headers_of(path, folders, found):
    """All headers of ours that a file includes, directly or not."""
    for name in INCLUDE.findall(path.read_bytes()):
        for folder in (path.parent, *folders):
            header = folder / name.decode()
            if header.is_file():
                if header not in found:
                    found.add(header)
                    headers_of(header, folders, found)
                break


def read_by(entry):
    """The file and all headers of ours that it includes."""
    path = pathlib.Path(entry["file"])
    folders = [pathlib.Path(f) for f in re.findall(r"-I(\S+)", entry["command"])]
    found = {path}
    headers_of(path, folders, found)
    return found


def changed_by_hand():
    """Files that differ from what was taken over from others; None where git cannot tell."""
    def git(*arguments):
        return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)

    base = git("merge-base", "HEAD", "@{upstream}")
    changed = git("diff", "--name-only", "-z", base.stdout.strip() if base.returncode == 0 else "HEAD")
    new = git("ls-files", "--others", "--exclude-standard", "-z")
    if changed.returncode != 0 or new.returncode != 0:
        return None
    return {ROOT / name for name in (changed.stdout + new.stdout).split("\0") if name}


def key_of(entry):
    found = read_by(entry)
    digest = hashlib.sha256((ROOT / ".clang-tidy").read_bytes() + entry["command"].encode())
    for header in sorted(found):
        digest.update(str(header).encode() + b"\0" + header.read_bytes())
    return digest.hexdigest()


def check(entry, passed):
    stamp = passed / key_of(entry)
    if stamp.exists():
        return None
    result = subprocess.run(["clang-tidy-14", "--quiet", "-p", str(passed), entry["file"]], capture_output=True, text=True,
                            check=False)
    if result.returncode != 0:
        return f"{result.stdout}\n{result.stderr}" if not result.stdout.strip() else result.stdout
    stamp.touch()
    return ""


def main(build, parts):
    passed = build / "tidy"
    passed.mkdir(exist_ok=True)
    commands = json.loads((build / "compile_commands.json").read_text())
    for entry in commands:
        entry["command"] = PRECOMPILED.sub("", entry["command"])
    (passed / "compile_commands.json").write_text(json.dumps(commands))
    entries = {}
    for entry in commands:
        file = pathlib.Path(entry["file"])
        library = file.is_relative_to(ROOT / "src") and not file.stem.endswith("_test")
        if any(part in entry["file"] for part in parts) if parts else library:
            entries.setdefault(entry["file"], entry)
    total = len(entries)
    if not parts and os.environ.get("CI") != "true":
        changed = changed_by_hand()
        if changed is not None and ROOT / ".clang-tidy" not in changed:
            entries = {name: e for name, e in entries.items() if read_by(e) & changed}
    # Large files first, so that the last ones do not wait for one another.
    order = sorted(entries.values(), key=lambda e: -os.path.getsize(e["file"]))
    checked = bad = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for text in pool.map(lambda e: check(e, passed), order):
            checked += text is not None
            if text:
                bad += 1
                print(text.strip(), flush=True)
    print(f"clang-tidy: {len(order)} of {total} files, {checked} checked now, {bad} with findings")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]))
