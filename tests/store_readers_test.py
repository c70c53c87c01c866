#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Both readers agree: on the golden tables, and on what is wrong with broken ones.

    store_readers_test.py STORE_DUMP      (the program of tests/store_dump.cpp)

Broken tables are golden ones with bytes changed, with and without checksums made right again (so that damage reaches
the decoders), cut off, extended, renamed, or said to be of a newer version.
"""

import json
import os
import random
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "bindings", "python"))
import merels_table  # noqa: E402

GOLDEN = os.path.join(ROOT, "tests", "data", "golden")
COLLECTION = "golden"


def with_header_checksum(data):
    return data[:248] + struct.pack("<Q", merels_table.checksum(data[:248])) + data[256:]


def with_checksums(data):
    """Every checksum made right, as far as the header's sizes allow."""
    data = bytearray(data)
    rows, model, size, metadata = (struct.unpack_from(f, data, at)[0]
                                   for f, at in (("<I", 44), ("<Q", 56), ("<Q", 72), ("<Q", 88)))
    index = 256 + model + size
    end = index + 16 * rows
    if end + metadata > len(data):
        return bytes(data)
    offsets = [struct.unpack_from("<Q", data, index + 16 * i)[0] & (1 << 48) - 1 for i in range(rows)] + [size]
    for i in range(rows):
        block = data[256 + model + offsets[i] : 256 + model + offsets[i + 1]]
        struct.pack_into("<Q", data, index + 16 * i + 8, merels_table.checksum(block))
    struct.pack_into("<Q", data, 64, merels_table.checksum(data[256 : 256 + model]))
    struct.pack_into("<Q", data, 80, merels_table.checksum(data[index:end]))
    struct.pack_into("<Q", data, 96, merels_table.checksum(data[end : end + metadata]))
    return with_header_checksum(bytes(data))


def broken_versions(data, rng):
    """(what, bytes) of every broken version of a table."""
    for _ in range(25):
        at = rng.randrange(len(data))
        flipped = bytearray(data)
        flipped[at] ^= 1 << rng.randrange(8)
        yield f"byte {at} changed", bytes(flipped)
    interesting = [8, 9, 10, 12, 16, 17, 20, 21, 22, 24, 28, 32, 36, 40, 44, 48, 56, 72, 88, 104, 183, 190, 247]
    for at in interesting:
        for flip in (1, 0x80):
            flipped = bytearray(data)
            flipped[at] ^= flip
            yield f"header byte {at} changed, checksum right", with_header_checksum(bytes(flipped))
    for _ in range(25):
        at = rng.randrange(256, len(data))
        flipped = bytearray(data)
        flipped[at] ^= 1 << rng.randrange(8)
        yield f"byte {at} changed, all checksums right", with_checksums(bytes(flipped))
    for size in [0, 1, 7, 8, 9, 100, 255, 256, 257, len(data) // 2, len(data) - 1]:
        if size < len(data):
            yield f"cut to {size}", data[:size]
    yield "extended", data + b"\0"


def python_result(data, counts):
    try:
        table = merels_table.Table(data, COLLECTION, counts)
        values = table.rows()
    except merels_table.TableError as error:
        return f"error {error.kind}"
    header = table.header
    return (f"rows {header.rows} row_size {header.row_size} kind {header.kind} "
            f"metadata {merels_table.checksum(table.metadata):016x} values {merels_table.checksum(values):016x}")


def main(dump):
    rng = random.Random(20261116)
    cases = []  # (what, bytes, counts)
    with open(os.path.join(GOLDEN, COLLECTION, "manifest.json"), encoding="utf-8") as file:
        tables = json.load(file)["tables"]
    assert len(tables) >= 9, "golden tables are missing"
    ultra = merels_table.open_ultra(GOLDEN, COLLECTION, (3, 4, 0, 1))
    entries = {ultra.entry(row, rank) for row in range(60) for rank in range(0, 501, 100)}
    assert entries == {(-1, None), (3, -17)}, entries
    assert ultra.draws == [(-1, None, 9), (3, -17, 8)]
    for entry in tables:
        counts = tuple(entry["counts"])
        with open(merels_table.table_path(GOLDEN, COLLECTION, counts), "rb") as file:
            data = file.read()
        assert f"{merels_table.checksum(data):016x}" == entry["digest"], counts
        cases.append((f"{counts} as it is", data, counts))
        cases.append((f"{counts} under another name", data, counts[:3] + (counts[3] + 1,)))
        large = entry["rows"] * entry["row_size"] > 30000  # Python takes a second for each of these
        for i, (what, broken) in enumerate(broken_versions(data, rng)):
            if not large or i % 5 == 0:
                cases.append((f"{counts}: {what}", broken, counts))
    with tempfile.TemporaryDirectory() as scratch:
        lines = []
        for i, (_, data, counts) in enumerate(cases):
            path = merels_table.table_path(os.path.join(scratch, str(i)), COLLECTION, counts)
            os.makedirs(os.path.dirname(path))
            with open(path, "wb") as file:
                file.write(data)
            lines.append(f"{scratch}/{i} {COLLECTION} " + " ".join(map(str, counts)))
        lines.append(f"{scratch}/nowhere {COLLECTION} 1 1 0 0")
        answers = subprocess.run([dump], input="\n".join(lines), capture_output=True, text=True, check=True,
                                 timeout=300).stdout.splitlines()
    assert len(answers) == len(lines), "the C++ reader did not answer every line"
    assert answers.pop() == "error missing"
    seen = {}
    failures = 0
    for (what, data, counts), cpp in zip(cases, answers):
        python = python_result(data, counts)
        seen[cpp.split(" rows")[0] if cpp.startswith("error") else "good"] = True
        expected_good = what.endswith("as it is")
        if python != cpp or (expected_good and not cpp.startswith("rows")):
            failures += 1
            print(f"{what}: C++ says '{cpp}', Python says '{python}'")
    for kind in ("good", "error corrupt", "error truncated", "error wrong variant", "error newer version"):
        assert kind in seen, f"no case led to '{kind}'"
    print(f"{len(cases)} tables, {failures} disagreements")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
