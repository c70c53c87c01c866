#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Objects of the kernels define no code that another object could pick up.

    kernel_symbols_test.py NM OBJECT...

A kernel file is compiled for instruction sets that the CPU may lack. An inline function that is compiled there as well,
and not inlined, becomes a weak symbol, of which the linker keeps one for the whole program: portable code would then
run instructions that nobody has tested for. So a kernel object must define no weak function, and no global function
outside its own namespace. Constants may be shared: they are the same bytes everywhere.
"""
import re
import subprocess
import sys

NAMESPACE = re.compile(r"^merels::solve::kernels::(portable|avx2|avx512)::\w+\(")


def shared_functions(nm, path):
    """Names of functions of an object that other objects can see, but for those of its namespace."""
    run = subprocess.run([nm, "-C", "--defined-only", path], capture_output=True, text=True, check=True)
    own = re.search(r"_(portable|avx2|avx512)\.cpp", path).group(1)
    functions = 0
    for line in run.stdout.splitlines():
        kind, name = line.split(maxsplit=2)[1:]
        functions += kind in "tTW"
        if kind == "W":
            yield f"{name}: weak"
        elif kind == "T":
            namespace = NAMESPACE.match(name)
            if namespace is None or namespace.group(1) != own:
                yield f"{name}: global, outside merels::solve::kernels::{own}"
    if functions == 0:
        yield "no function at all: is this the right file?"


def main():
    nm, *objects = sys.argv[1:]
    if not objects:
        print("no objects given")
        return 1
    faults = [f"{path}: {fault}" for path in objects for fault in shared_functions(nm, path)]
    for fault in faults:
        print(fault)
    print(f"{len(objects)} objects, {len(faults)} functions that others could pick up")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
