#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves the arrows between folders (docs/architecture.md) from the include lines.

Each folder may include itself, the public headers (include/merels) and the folders listed here, nothing else of ours.
The list itself is checked to have no cycle. Prints one line for each wrong arrow.
"""
import pathlib
import re
import sys

# folder -> the folders it may include directly
ARROWS = {
    "base": [],
    "rules": ["base"],
    "index": ["rules", "base"],
    "store": ["base"],  # store knows no rules
    "malom": ["index", "rules", "store", "base"],  # files of another program, read
    "tables": ["malom", "index", "store", "rules", "base"],  # the tables of a game: where index and store meet
    "solve": ["tables", "index", "rules", "store", "base"],
    "minimax": ["tables", "index", "rules", "store", "base"],
    "verify": ["minimax", "tables", "index", "rules", "store", "base"],  # beside solve, shares nothing with it
    "probe": ["tables", "index", "rules", "store", "base"],
    "exchange": ["probe", "tables", "malom", "index", "rules", "store", "base"],  # such files written and compared
    "engine": ["probe", "tables", "index", "rules", "store", "base"],  # engine and solve never meet
    "analysis": ["engine", "minimax", "probe", "tables", "index", "rules", "store", "base"],
}
EVERYTHING = list(ARROWS)
# Programs and tests stand on top; nobody includes them, but the server is a part of the program.
APPS = {"cli": EVERYTHING + ["server", "transport"], "server": EVERYTHING, "transport": ["base"]}

# Within a folder: room -> the rooms it may include. Tests may include any room of their own folder.
ROOMS = {
    "solve": {
        "costs": [],
        "rows": [],
        "kernels/cpu": [],
        "kernels/bits": ["kernels/cpu", "rows"],
        "kernels/bytes": ["kernels/cpu", "rows"],
        "kernels/dispatch": ["kernels/bits", "kernels/bytes", "kernels/cpu"],
        "moving": ["kernels/dispatch", "kernels/bits", "rows", "costs"],
        "placing": ["kernels/dispatch", "kernels/bits", "kernels/bytes", "rows", "costs"],
        "lasker": ["placing", "kernels/dispatch", "kernels/bits", "kernels/bytes", "rows"],
        "ultra": ["kernels/cpu", "rows"],
        "jobs": ["ultra", "lasker", "placing", "moving", "kernels/dispatch", "rows", "costs"],
    },
    "store": {
        "files": [],
        "layout": ["files"],
        "codec": ["layout", "files"],
        "table": ["codec", "layout", "files"],
        "database": ["table", "layout", "files"],
    },
    "engine": {
        "search": [],
        "players": ["search"],
        "protocol": ["players", "search"],
        "match": ["protocol", "players", "search"],
        "annotate": [],
    },
}
APP_ROOMS = {"server": {"http": [], "api": ["http"], "": ["api", "http"]}}  # "": what puts the rooms together
# What other folders may include of a folder; all of it where nothing is said.
DOORS = {"solve": ["jobs"]}

GENERATED = {"merels_commit.h"}  # made while building

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def cycle_free(arrows):
    done = set()
    while len(done) < len(arrows):
        ready = [f for f, targets in arrows.items() if f not in done and set(targets) <= done]
        if not ready:
            return False
        done.update(ready)
    return True


def target_of(include, path, root):
    """The folder that an include line points to, "public", or None where no such file exists."""
    if (path.parent / include).is_file():
        return path.parent.name
    if (root / "include" / include).is_file():
        return "public"
    for top in ("src", "apps"):
        if (root / top / include).is_file():
            return include.split("/")[0]
    for app in APPS:  # the folders of the programs are on the search path themselves
        if (root / "apps" / app / include).is_file():
            return app
    return None


def check_folder(folder, allowed, root):
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (".h", ".cpp")):
        for include in INCLUDE.findall(path.read_text(encoding="utf-8")):
            target = target_of(include, path, root)
            if include in GENERATED or target in ("public", folder.name, path.parent.name):
                continue
            if target is None:
                yield f"{path.relative_to(root)}: {include}: no such header in this tree"
            elif target not in allowed:
                yield f"{path.relative_to(root)}: {folder.name} must not include {include}"


def room_of(include):
    """The room that an include line names, "" for a file in no room."""
    return "/".join(include.split("/")[1:-1])


def check_rooms(folder, rooms, root):
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (".h", ".cpp")):
        room = path.parent.relative_to(folder).as_posix().removeprefix(".")
        if room not in rooms:
            yield f"{path.relative_to(root)}: not in a room that tools/check_arrows.py lists"
            continue
        if path.stem.endswith("_test"):
            continue
        for include in INCLUDE.findall(path.read_text(encoding="utf-8")):
            target = room_of(include)
            if include.startswith(folder.name + "/") and target != room and target not in rooms[room]:
                yield f"{path.relative_to(root)}: {room} must not include {include}"


def check_doors(root):
    for top in ("src", "apps"):
        for path in sorted(p for p in (root / top).rglob("*") if p.suffix in (".h", ".cpp")):
            for include in INCLUDE.findall(path.read_text(encoding="utf-8")):
                folder = include.split("/")[0]
                inside = path.relative_to(root / top).parts[0] == folder
                if folder in DOORS and not inside and room_of(include) not in DOORS[folder]:
                    yield f"{path.relative_to(root)}: only {', '.join(DOORS[folder])} of {folder} may be included"


def check_public(root):
    for path in sorted((root / "include").rglob("*.h")):
        for include in INCLUDE.findall(path.read_text(encoding="utf-8")):
            if not (root / "include" / include).is_file():
                yield f"{path.relative_to(root)}: a public header must include public headers only, not {include}"


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    problems = [f"the arrows of {name} have a cycle" for name, arrows in {"src": ARROWS, **ROOMS, **APP_ROOMS}.items()
                if not cycle_free(arrows)]
    for folder in sorted(p for p in (root / "src").iterdir() if p.is_dir()):
        if folder.name not in ARROWS:
            problems.append(f"src/{folder.name}: not in the list of arrows (tools/check_arrows.py)")
        else:
            problems += check_folder(folder, ARROWS[folder.name], root)
    for name, allowed in APPS.items():
        if (root / "apps" / name).is_dir():
            problems += check_folder(root / "apps" / name, allowed, root)
    for name, rooms in ROOMS.items():
        problems += check_rooms(root / "src" / name, rooms, root)
    for name, rooms in APP_ROOMS.items():
        problems += check_rooms(root / "apps" / name, rooms, root)
    problems += check_doors(root)
    problems += check_public(root)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
