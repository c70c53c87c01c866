#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes one operator or constant of the sources at a time and looks whether a test fails: tests that no change can upset
prove nothing. By hand, after `./test` or a build of the programs below; the tree is not changed.

    tests/mutation/mutate.py [--build build/release] [--sample N] [--seed S] [--only PART] [--jobs N] [--seconds S] [--quick]

The changed file is compiled by the command of the build and linked before the libraries, so that its object stands for the
one in them; subscripts are checked in it, since reading past an end goes unnoticed otherwise. A mutant that does not compile,
or compiles to the same object code, does not count. One that makes a test fail, crash or run out of time is killed; the others
survive and are printed. `equivalent.txt` beside this file lists those that were looked at and change nothing that anybody could
see, with the reason; they do not count either. Ends with 1 where more than 5 % survive.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# What is changed, and the runs that must notice, cheap ones first: only what survives one gets to the next.
PARTS = {
    "rules": ("src/rules", ["rules_test"]),
    "index": ("src/index", ["index_test", "probe_test"]),
    "probe": ("src/probe", ["probe_test", "quick oracle", "lasker oracle"]),
}
ALONE = {"src/probe/c_interface.cpp": ["c_interface_test", "probe_test"],  # files with runs of their own
         "src/probe/ultra_reader.cpp": ["probe_test", "ultra oracle"]}
# Runs that are not a program with all its cases: the program, and its arguments.
RUNS = {
    "quick oracle": ("across_test", ["--gtest_fail_fast", "--gtest_filter=ProbeOracle.*:*ManyOneByOne*-*lasker*"]),
    "lasker oracle": ("across_test", ["--gtest_fail_fast", "--gtest_filter=*ManyOneByOne*lasker*"]),
    "ultra oracle": ("across_test", ["--gtest_fail_fast", "--gtest_filter=*UltraProbe*"]),
    "c_interface_test": ("c_interface_test", ["TABLES"]),
}
TABLES = "nine-c1@3,3"  # a game whose tables stand in the folder TABLES, solved before anything is changed
SLOWER = 10  # times the CPU that a run takes without a change, and five seconds: a mutant that takes more is killed
PATIENCE = 3600  # seconds, for one that waits for ever

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


def program_of(run):
    return RUNS[run][0] if run in RUNS else run


class Builder:
    """Programs with one file changed, in a folder of its own for each."""
    def __init__(self, build, scratch):
        self.build, self.scratch = build, scratch
        listed = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
        self.compile_words = {str(pathlib.Path(e["file"]).relative_to(ROOT)): shlex.split(e["command"])
                              for e in listed if e["file"].startswith(str(ROOT / "src"))}
        self.link_words, self.originals, self.limits = {}, {}, {}
        self.lock = threading.Lock()

    def run(self, words):
        return subprocess.run(words, cwd=self.build, capture_output=True, check=False).returncode == 0

    def compile(self, file, text, folder):
        """The object code, or None."""
        source, made = folder / pathlib.Path(file).name, folder / "changed.o"
        source.write_text(text, encoding="utf-8")
        words = [*self.compile_words[file], "-D_GLIBCXX_ASSERTIONS"]
        words[words.index("-c") + 1], words[words.index("-o") + 1] = str(source), str(made)
        return made.read_bytes() if self.run(words) else None

    def original(self, file):
        """The object code of the file as it is, compiled in the same way."""
        with self.lock:
            if file not in self.originals:
                folder = pathlib.Path(tempfile.mkdtemp(dir=self.scratch))
                self.originals[file] = self.compile(file, (ROOT / file).read_text(encoding="utf-8"), folder)
            return self.originals[file]

    def prepare(self, run):
        """How its program is linked; and that it passes, in what time, linked like that. Once, when it is first needed."""
        with self.lock:
            if run not in self.limits:
                self.prepare_alone(run)

    def prepare_alone(self, run):
        program = program_of(run)
        done = subprocess.run(["ninja", "-t", "commands", program], cwd=self.build, capture_output=True, text=True, check=True)
        words = shlex.split(done.stdout.splitlines()[-1].split(" && ")[1])
        self.link_words[program] = words
        passed, seconds = self.passes(self.build / words[words.index("-o") + 1], run)
        if not passed:
            sys.exit(f"{run} fails without any change")
        self.limits[run] = 5 + round(SLOWER * seconds)

    def link(self, program, folder):
        words = list(self.link_words[program])
        at = words.index("-o")
        words[at:at + 2] = [str(folder / "changed.o"), "-o", str(folder / program)]
        return self.run(words)

    def passes(self, path, run, limit=None):
        """Whether it ends well, within `limit` seconds of CPU, and how many it took. Other work on the machine, which makes
        everything slower, kills nothing."""
        _, arguments = RUNS.get(run, (run, ["--gtest_fail_fast"]))
        words = [self.scratch / "tables" if word == "TABLES" else word for word in arguments]
        bound = ["prlimit", f"--cpu={limit}"] if limit else []
        with subprocess.Popen([*bound, path, *words], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env={**os.environ, "RC_PARAMS": "max_success=500 seed=20 noshrink=1"}) as process:
            waits_for_nothing = threading.Timer(PATIENCE, process.kill)
            waits_for_nothing.start()
            _, status, used = os.wait4(process.pid, 0)
            waits_for_nothing.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode == 0, used.ru_utime + used.ru_stime

    def fate(self, file, text, runs):
        """killed, survived, same or broken."""
        original = self.original(file)
        with tempfile.TemporaryDirectory(dir=self.scratch) as name:
            folder = pathlib.Path(name)
            made = self.compile(file, text, folder)
            if made is None:
                return "broken"
            if made == original:
                return "same"
            for run in runs:
                program = program_of(run)
                self.prepare(run)
                if not (folder / program).exists() and not self.link(program, folder):
                    return "broken"
                if not self.passes(folder / program, run, self.limits[run])[0]:
                    return "killed"
            return "survived"


def solve_tables(build, folder):
    program = os.environ.get("MERELS") or build / "apps" / "cli" / "merels"
    subprocess.run([program, "solve", TABLES, "--db", folder, "--progress", "none"], check=True, stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1e9, help="end earlier, after so long")
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--quick", action="store_true", help="only the first run of each, so more are said to survive")
    options = parser.parse_args()
    parts = {part: PARTS[part] for part in options.only or PARTS}
    everything = [(mutant, part) for part, (folder, _) in parts.items() for mutant in mutants_of(ROOT, folder)]
    known = equivalent_ones()
    drawn = random.Random(options.seed).sample(everything, min(options.sample, len(everything)))
    counts = {}
    lock = threading.Lock()
    with tempfile.TemporaryDirectory() as name:
        builder = Builder(options.build.resolve(), pathlib.Path(name))
        if "probe" in parts:
            solve_tables(options.build, builder.scratch / "tables")
        start = time.monotonic()

        def judge(mutant, part):
            if time.monotonic() - start > options.seconds:
                return
            text, line = mutated((ROOT / mutant[0]).read_text(encoding="utf-8"), mutant)
            runs = ALONE.get(mutant[0], PARTS[part][1])[:1 if options.quick else None]
            outcome = "equivalent" if (mutant[0], line) in known else builder.fate(mutant[0], text, runs)
            with lock:
                counts.setdefault(part, {}).setdefault(outcome, 0)
                counts[part][outcome] += 1
                if outcome == "survived":
                    print(f"{mutant[0]}:{mutant[1] + 1}: {mutant[3]} -> {mutant[4] or 'nothing'}: {line}", flush=True)
                print(f"{counts} {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for done in [pool.submit(judge, mutant, part) for mutant, part in drawn]:
                done.result()
    survived = sum(c.get("survived", 0) for c in counts.values())
    killed = sum(c.get("killed", 0) for c in counts.values())
    share = survived / max(1, survived + killed)
    judged = sum(sum(c.values()) for c in counts.values())
    print(f"{judged} of {len(everything)} mutants (seed {options.seed}): {counts}; {survived} of {survived + killed} that "
          f"count survived, {100 * share:.1f} %, {time.monotonic() - start:.0f} s")
    return 1 if share > 0.05 else 0


if __name__ == "__main__":
    sys.exit(main())
