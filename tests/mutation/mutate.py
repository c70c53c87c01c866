#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes one operator or constant of the sources at a time and looks whether a test fails: tests that no change can upset
prove nothing. By hand; works in a tree of its own.

    git worktree add --detach /tmp/mutants && cmake -S /tmp/mutants -B /tmp/mutants/build/release -G Ninja -DCMAKE_BUILD_TYPE=Release
    tests/mutation/mutate.py /tmp/mutants [--sample N] [--seed S] [--only PART] [--share I/N] [--seconds S]

A mutant that does not compile, or compiles to the same object code, does not count. One that makes a test fail, crash or run
out of time is killed; the others survive and are printed. `equivalent.txt` beside this file lists those that were looked at
and change nothing that anybody could see, with the reason; they do not count either. Ends with 1 where more than 5 % survive.
`--share 1/2` and `--share 2/2` do one half each, in two trees.
"""
import argparse
import hashlib
import os
import pathlib
import random
import re
import subprocess
import sys
import time

# What is changed, and the programs that must notice, cheap ones first. Of an expensive program only some cases.
PARTS = {
    "rules": ("src/rules", ["rules_test"]),
    "index": ("src/index", ["index_test", "probe_test"]),
    "probe": ("src/probe", ["probe_test", "across_test"]),
}
ALONE = {"src/probe/c_interface.cpp": ["c_interface_test"]}  # files with programs of their own
ARGUMENTS = {"across_test": ["--gtest_fail_fast", "--gtest_filter=*Probe*"], "c_interface_test": ["TABLES"]}
TABLES = "nine-c1@3,3"  # a game whose tables stand in the folder TABLES, solved before anything is changed
SLOWER = 10  # times what a program takes without a change, and half a minute: a mutant that takes longer is killed

SPACED = {"<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
          "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "&": ["|"], "|": ["&"], "^": ["&"], "<<": [">>"],
          ">>": ["<<"], "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="]}
PLACES = [
    (re.compile(r"(?<= )(<=|>=|==|!=|&&|\|\||<<|>>|\+=|-=|\|=|&=|[-<>+*/%&|^])(?= )"), lambda m: SPACED[m.group()]),
    (re.compile(r"\b(true|false)\b"), lambda m: ["false" if m.group() == "true" else "true"]),
    (re.compile(r"(?<![\w.'\"])\d+(?![\w.'\"])"), lambda m: [str(int(m.group()) + 1)]),
    (re.compile(r"(?<=[( ])!(?=[\w(*])"), lambda m: [""]),
    (re.compile(r"(?<![\w+])\+\+(?=\w)"), lambda m: ["--"]),
    (re.compile(r"(?<![\w-])--(?=\w)"), lambda m: ["++"]),
    (re.compile(r"std::(min|max)\b"), lambda m: ["std::max" if m.group(1) == "min" else "std::min"]),
    (re.compile(r"\b(all|any|none)_of\b"), lambda m: ["any_of" if m.group(1) != "any" else "all_of"]),
    (re.compile(r"\b(continue|break);"), lambda m: [";"]),
]


def code_only(line):
    """The line with comments and texts blanked out, of the same length."""
    line = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', lambda m: "~" * len(m.group()), line)
    return re.sub(r"//.*", lambda m: " " * len(m.group()), line)


def mutants_of(root, folder):
    """All (file, line number, column, old, new)."""
    found = []
    for path in sorted((root / folder).glob("*.cpp")):
        if path.name.endswith("_test.cpp"):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            code = code_only(line)
            if code.lstrip().startswith(("#", "template", "static_assert", "namespace", "using")):
                continue
            if "reserve(" in code:  # how much room is taken at first
                continue
            for pattern, changes in PLACES:
                for match in pattern.finditer(code):
                    for new in changes(match):
                        found.append((str(path.relative_to(root)), number, match.start(), match.group(), new))
    return found


def mutated(text, mutant):
    _, number, column, old, new = mutant
    lines = text.split("\n")
    line = lines[number]
    assert line[column:column + len(old)] == old
    lines[number] = line[:column] + new + line[column + len(old):]
    return "\n".join(lines), lines[number].strip()


def equivalent_ones():
    """(file, changed line) of each that is known to change nothing."""
    text = (pathlib.Path(__file__).parent / "equivalent.txt").read_text(encoding="utf-8")
    entries = [line.split(": ", 1) for line in text.splitlines() if line and not line.startswith(("#", "    "))]
    return {(file, changed.strip()) for file, changed in entries}


def object_of(build, file):
    (found,) = build.glob(f"src/*/CMakeFiles/*.dir/{pathlib.Path(file).name}.o")
    return hashlib.sha256(found.read_bytes()).hexdigest()


def build_programs(build, programs):
    return subprocess.run(["ninja", "-C", build, "-j2", *programs], capture_output=True, check=False).returncode == 0


def path_of(build, program):
    (path,) = (p for p in build.rglob(program) if p.is_file() and os.access(p, os.X_OK))
    return path


def solve_tables(build):
    """By the program that MERELS names, or by one that is built."""
    if "MERELS" not in os.environ and not build_programs(build, ["merels"]):
        sys.exit(f"merels cannot be built in {build}")
    program = os.environ.get("MERELS") or path_of(build, "merels")
    subprocess.run([program, "solve", TABLES, "--db", build / "mutation_tables", "--progress", "none"], check=True,
                   stdout=subprocess.DEVNULL)


def passes(build, root, program, timeout=None):
    words = [build / "mutation_tables" if word == "TABLES" else word
             for word in ARGUMENTS.get(program, ["--gtest_fail_fast"])]
    try:
        done = subprocess.run([path_of(build, program), *words], cwd=root, check=False, capture_output=True, timeout=timeout,
                              env={**os.environ, "RC_PARAMS": "max_success=500 seed=20 noshrink=1"})
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def limits_of(build, root, programs):
    """How long each may take, from what it takes now."""
    limits = {}
    for program in programs:
        if not build_programs(build, [program]):
            sys.exit(f"{program} cannot be built in {build}")
        began = time.monotonic()
        if not passes(build, root, program):
            sys.exit(f"{program} fails without any change")
        limits[program] = 30 + SLOWER * (time.monotonic() - began)
    return limits


def fate(build, root, programs, mutant, original, limits):
    """killed, survived, same or broken."""
    if not build_programs(build, programs[:1]):
        return "broken"
    if object_of(build, mutant[0]) == original:
        return "same"
    for program in programs:
        if not build_programs(build, [program]):
            return "broken"
        if not passes(build, root, program, limits[program]):
            return "killed"
    return "survived"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=pathlib.Path, help="a worktree that may be changed, with build/release configured")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="end earlier, after so long")
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--share", default="1/1", help="I/N: the I-th of N shares of the sample")
    options = parser.parse_args()
    root, build = options.tree.resolve(), options.tree.resolve() / "build" / "release"
    parts = {part: PARTS[part] for part in options.only or PARTS}
    everything = [(mutant, part) for part, (folder, _) in parts.items() for mutant in mutants_of(root, folder)]
    needed = {program for _, programs in parts.values() for program in programs}
    if "probe" in parts:
        solve_tables(build)
        needed |= {program for programs in ALONE.values() for program in programs}
    limits = limits_of(build, root, sorted(needed))
    known = equivalent_ones()
    rng = random.Random(options.seed)
    number, shares = map(int, options.share.split("/"))
    drawn = rng.sample(everything, min(options.sample, len(everything)))[number - 1::shares]
    counts = {}
    start = time.monotonic()
    for mutant, part in drawn:
        if time.monotonic() - start > options.seconds:
            break
        path = root / mutant[0]
        text = path.read_text(encoding="utf-8")
        changed_text, line = mutated(text, mutant)
        programs = ALONE.get(mutant[0], PARTS[part][1])
        if (mutant[0], line) in known:
            outcome = "equivalent"
        else:
            build_programs(build, programs[:1])
            original = object_of(build, mutant[0])
            try:
                path.write_text(changed_text, encoding="utf-8")
                outcome = fate(build, root, programs, mutant, original, limits)
            finally:
                path.write_text(text, encoding="utf-8")
        counts.setdefault(part, {}).setdefault(outcome, 0)
        counts[part][outcome] += 1
        if outcome == "survived":
            print(f"{mutant[0]}:{mutant[1] + 1}: {mutant[3]} -> {mutant[4] or 'nothing'}: {line}", flush=True)
        print(f"{counts} {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    survived = sum(c.get("survived", 0) for c in counts.values())
    killed = sum(c.get("killed", 0) for c in counts.values())
    share = survived / max(1, survived + killed)
    print(f"{len(drawn)} of {len(everything)} mutants drawn (seed {options.seed}): {counts}; {survived} of {survived + killed} that "
          f"count survived, {100 * share:.1f} %, {time.monotonic() - start:.0f} s")
    return 1 if share > 0.05 else 0


if __name__ == "__main__":
    sys.exit(main())
