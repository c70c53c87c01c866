#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The second reader of table files: plain, slow, in the order of docs/table_format.md.

    table = open_table("db", "nine-capture", (4, 3, 0, 0))
    table.value(row=0, rank=17)
    table.rows()                      # every row as bytes
    table.check()                     # every block

Standard library only. zstd is not part of it (Python 3.11): libzstd.so.1 and libxxhash.so.0, which the C++ programs
need anyway, are called through ctypes. Run as a program it prints what a file holds, for comparison with the other
reader: `merels_table.py FILE COLLECTION OWN OTHER OWN_HAND OTHER_HAND`.
"""

import ctypes
import json
import os
import struct
import sys
from math import comb

# --- 1. Conventions -------------------------------------------------------------------------------------------------


class TableError(Exception):
    """kind is one of: missing, truncated, corrupt, wrong variant, newer version."""

    def __init__(self, kind, message):
        super().__init__(f"{kind}: {message}")
        self.kind = kind


def _library(names):
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise ImportError(f"none of {names} can be loaded")


_xxhash = _library(["libxxhash.so.0", "libxxhash.so", "libxxhash.dylib"])
_xxhash.XXH3_64bits.restype = ctypes.c_uint64
_xxhash.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
_zstd = _library(["libzstd.so.1", "libzstd.so", "libzstd.dylib"])
_zstd.ZSTD_decompress.restype = ctypes.c_size_t
_zstd.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
_zstd.ZSTD_isError.restype = ctypes.c_uint
_zstd.ZSTD_isError.argtypes = [ctypes.c_size_t]
_zstd.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
_zstd.ZSTD_getFrameContentSize.argtypes = [ctypes.c_char_p, ctypes.c_size_t]


def checksum(data):
    return _xxhash.XXH3_64bits(bytes(data), len(data))


def unpack_zstd(data, size, what):
    """The content of a zstd frame, which must have exactly this size."""
    buffer = ctypes.create_string_buffer(max(1, size))
    got = _zstd.ZSTD_decompress(buffer, size, bytes(data), len(data))
    if _zstd.ZSTD_isError(got) or got != size:
        raise TableError("corrupt", f"{what}: not a zstd frame of the right size")
    return buffer.raw[:size]


# --- 2. and 3. The file and its header ------------------------------------------------------------------------------

MAGIC = b"\x89MRL\r\n\x1a\n"
HEADER_BYTES = 256
HEADER = struct.Struct("<8sHHI4sBBHIIIIIIQQQQQQQ")  # up to metadata_checksum; 104 bytes
assert HEADER.size == 104
VERSION = 1
MOST_CODEC = 4
ULTRA_FEATURE = 1


class Header:
    def __init__(self, data, file_bytes):
        if data[:8] != MAGIC[: len(data[:8])]:
            raise TableError("corrupt", "not a table: the first bytes are wrong")
        if len(data) < HEADER_BYTES:
            raise TableError("truncated", "the file ends inside its header")
        if struct.unpack_from("<Q", data, 248)[0] != checksum(data[:248]):
            raise TableError("corrupt", "header: the checksum does not hold")
        (_, version, header_size, features, counts, self.kind, name_length, reserved, self.rows, self.row_size,
         self.block_rows, self.slices, self.block_bytes, self.blocks, size, self.model_bytes, self.model_checksum,
         self.data_bytes, self.index_checksum, self.metadata_bytes, self.metadata_checksum) = HEADER.unpack_from(data)
        if version > VERSION or features & ~ULTRA_FEATURE:
            raise TableError("newer version", f"format version {version}, features {features:#x}")
        name = data[184:248]
        good = (version != 0 and header_size == HEADER_BYTES and reserved == 0 and not any(data[104:184])
                and self.kind <= 2 and (features == ULTRA_FEATURE) == (self.kind == 2) and 1 <= name_length <= 63 and not any(name[name_length:])
                and 1 <= self.rows <= 1 << 24 and 1 <= self.row_size <= 1 << 24
                and 1 <= self.block_bytes <= 1 << 20 and self.model_bytes <= 1 << 24
                and self.metadata_bytes <= 1 << 26 and self.data_bytes <= 1 << 48 and self.blocks_fit())
        self.data_offset = HEADER_BYTES + self.model_bytes
        self.index_offset = self.data_offset + self.data_bytes
        self.metadata_offset = self.index_offset + 16 * self.blocks
        self.file_bytes = self.metadata_offset + self.metadata_bytes
        if not good or size != self.file_bytes:
            raise TableError("corrupt", "header: impossible numbers")
        if file_bytes < self.file_bytes:
            raise TableError("truncated", "the file ends too early")
        if file_bytes > self.file_bytes:
            raise TableError("corrupt", "bytes after the end")
        self.counts = tuple(counts)
        self.collection = name[:name_length].decode("latin-1")

    # --- 4. Blocks ---

    def blocks_fit(self):
        if self.slices > 1:
            full = (self.slices - 1) * self.block_bytes
            return (self.block_rows == 1 and full < self.row_size <= full + self.block_bytes
                    and self.blocks == self.rows * self.slices)
        return (self.slices == 1 and 1 <= self.block_rows <= self.rows
                and self.block_rows * self.row_size == self.block_bytes
                and self.blocks == -(-self.rows // self.block_rows))

    def place(self, row, rank):
        """The block of a value, and its offset in the raw block."""
        if self.slices > 1:
            return row * self.slices + rank // self.block_bytes, rank % self.block_bytes
        return row // self.block_rows, row % self.block_rows * self.row_size + rank

    def raw_bytes(self, block):
        if self.slices > 1:
            return min(self.block_bytes, self.row_size - block % self.slices * self.block_bytes)
        return min(self.block_rows, self.rows - block * self.block_rows) * self.row_size


# --- 5. Index -------------------------------------------------------------------------------------------------------


def read_index(data, header):
    if checksum(data) != header.index_checksum:
        raise TableError("corrupt", "index: the checksum does not hold")
    entries = []
    least = 0
    for i in range(header.blocks):
        locator, block_checksum = struct.unpack_from("<QQ", data, 16 * i)
        offset, codec = locator & (1 << 48) - 1, locator >> 48 & 255
        if locator >> 56 or (i == 0 and offset != 0) or not least <= offset <= header.data_bytes:
            raise TableError("corrupt", f"index: entry {i} is impossible")
        if codec > MOST_CODEC:
            raise TableError("newer version", f"block {i} has the unknown codec {codec}")
        entries.append((offset, codec, block_checksum))
        least = offset
    return entries


# --- 6. Model -------------------------------------------------------------------------------------------------------

STATE_LOG = 11
STATES = 1 << STATE_LOG
TURNS = 8


class Model:
    def __init__(self, data, header):
        size = _zstd.ZSTD_getFrameContentSize(bytes(data), len(data))
        if not 8 <= size <= 1 << 18:  # unknown or impossible sizes are huge numbers
            raise TableError("corrupt", "model: not a zstd frame of a possible size")
        raw = unpack_zstd(data, size, "model")
        kind, self.axes, self.subset, self.top, log, distributions, symbols, zero = raw[:8]
        if kind != 1 or log != STATE_LOG or zero != 0:
            raise TableError("newer version", "model of an unknown kind")
        n, k, t = self.axes, self.subset, self.top
        if n > 24 or k > n or not 1 <= t <= 5 or t >= k:
            raise TableError("corrupt", "model: shape of the rows")
        symbols += 1
        most = 2 * t
        contexts = 256 * (most * (most + 1) // 2 + most + 1)
        if not 1 <= distributions <= 64 or len(raw) != 8 + contexts + 2 * distributions * (symbols + 1):
            raise TableError("corrupt", "model: size")
        self.distribution_of = raw[8 : 8 + contexts]
        if max(self.distribution_of) >= distributions:
            raise TableError("corrupt", "model: number of a distribution")
        self.tables = []
        for i in range(distributions):
            slots = struct.unpack_from(f"<{symbols + 1}H", raw, 8 + contexts + 2 * i * (symbols + 1))
            if sum(slots) != STATES:
                raise TableError("corrupt", "model: slots")
            self.tables.append(decoding_table(slots))
        if comb(n, k) != header.row_size:
            raise TableError("corrupt", "model: made for rows of another size")
        slices = [(i * header.block_bytes, header.raw_bytes(i)) for i in range(header.slices)]
        self.plans = [walk(n, k, t, *part) for part in (slices if header.slices > 1 else [(0, header.row_size)])]


def walk(n, k, t, begin, size):
    """Neighbours of each rank of a slice (as distances), and the leaves as (first, count)."""
    end = begin + size
    distances = [[] for _ in range(size)]
    leaves = []
    looked = True

    def visit(j, e, start):
        nonlocal looked
        count = comb(e, j - 1)
        if start >= end or start + count <= begin:
            return
        distance = 0
        for lower in (e - 1, e - 2):
            if lower < j - 1:
                break
            fit = comb(lower, j - 1)
            distance += fit
            first, last = max(start, begin + distance), min(start + fit, end)
            for rank in range(first, last):
                distances[rank - begin].append(distance)
            looked = looked or first < last
        if j == k - t + 1:
            first, last = max(start, begin), min(start + count, end)
            if looked:
                leaves.append((first - begin, last - first))
            else:
                leaves[-1] = (leaves[-1][0], leaves[-1][1] + last - first)
            looked = False
            return
        at = start
        for below in range(j - 2, e):
            visit(j - 1, below, at)
            at += comb(below, j - 2)

    at = 0
    for e in range(k - 1, n):
        visit(k, e, at)
        at += comb(e, k - 1)
    return distances, leaves


def context(neighbours):
    zeros = neighbours.count(0)
    least = min((x for x in neighbours if x), default=0)
    apart = max(0, max(neighbours, default=0) - least)
    spread = (apart >= 1) + (apart >= 2) + (apart >= 4) + (apart >= 7)
    coarse = least if least <= 16 else 16 + min(15, (least - 16) // 4)
    v = len(neighbours)
    return 256 * (v * (v + 1) // 2 + zeros) + 32 * spread + coarse


# --- 7. Blocks under the model --------------------------------------------------------------------------------------


def decoding_table(slots):
    """For each state: symbol (None = escape), bits, base."""
    symbol_of = [0] * STATES
    place = 0
    for symbol, count in enumerate(slots):
        for _ in range(count):
            symbol_of[place] = symbol
            place = (place + STATES // 2 + STATES // 8 + 3) % STATES
    following = list(slots)
    table = []
    for symbol in symbol_of:
        x = following[symbol]
        following[symbol] += 1
        bits = STATE_LOG - (x.bit_length() - 1)
        table.append((None if symbol == len(slots) - 1 else symbol, bits, (x << bits) - STATES))
    return table


class BackwardBits:
    def __init__(self, data):
        if not data or data[-1] == 0:
            raise TableError("corrupt", "block: no end mark")
        self.stream = int.from_bytes(data, "little")
        self.left = self.stream.bit_length() - 1  # without the mark

    def take(self, bits):
        self.left -= bits
        if self.left < 0:
            raise TableError("corrupt", "block: the stream ends too early")
        return self.stream >> self.left & (1 << bits) - 1


def decode_model_block(model, block, data, size):
    distances, leaves = model.plans[block % len(model.plans)]
    bits = BackwardBits(data)
    states = [bits.take(STATE_LOG) for _ in range(TURNS)]
    out = bytearray()
    if size % len(distances) != 0:
        raise TableError("corrupt", "block: not whole rows")
    for _ in range(size // len(distances)):
        values = bytearray(len(distances))
        for first, count in leaves:
            for i in range(count):
                rank = first + i
                number = model.distribution_of[context([values[rank - d] for d in distances[rank]])]
                symbol, more, base = model.tables[number][states[i % TURNS]]
                values[rank] = bits.take(8) if symbol is None else symbol
                states[i % TURNS] = base + bits.take(more)
        out += values
    if bits.left != 0 or any(states):
        raise TableError("corrupt", "block: the stream does not end as it should")
    return bytes(out)


def decode_block(codec, model, block, data, size):
    if codec == 0:
        if len(data) != size:
            raise TableError("corrupt", "block: stored with another size")
        return data
    if codec == 1:
        if len(data) != 1:
            raise TableError("corrupt", "block: a constant of more than one byte")
        return data * size
    if codec == 2:
        return unpack_zstd(data, size, "block")
    if codec == 3:
        packed = unpack_zstd(data, (size + 7) // 8, "block")
        return bytes(packed[i // 8] >> i % 8 & 1 for i in range(size))
    if model is None:
        raise TableError("corrupt", "block: coded under a model, but the table has none")
    return decode_model_block(model, block, data, size)


# --- The reader -----------------------------------------------------------------------------------------------------


class Table:
    def __init__(self, data, collection, counts):
        header = Header(data[:HEADER_BYTES], len(data))
        if (header.collection, header.counts) != (collection, tuple(counts)):
            raise TableError("wrong variant", f"this is {header.collection} {header.counts}")
        self.header = header
        self.data = data
        model = self.section(HEADER_BYTES, header.model_bytes)
        if checksum(model) != header.model_checksum:
            raise TableError("corrupt", "model: the checksum does not hold")
        self.model = Model(model, header) if model else None
        self.entries = read_index(self.section(header.index_offset, 16 * header.blocks), header)
        self.metadata = self.section(header.metadata_offset, header.metadata_bytes)
        if checksum(self.metadata) != header.metadata_checksum:
            raise TableError("corrupt", "metadata: the checksum does not hold")

    def section(self, offset, size):
        return self.data[offset : offset + size]

    def block(self, number):
        offset, codec, expected = self.entries[number]
        last = number + 1 == self.header.blocks
        end = self.header.data_bytes if last else self.entries[number + 1][0]
        size = self.header.raw_bytes(number)
        if end - offset > size:
            raise TableError("corrupt", f"block {number} is larger than its contents")
        encoded = self.section(self.header.data_offset + offset, end - offset)
        if checksum(encoded) != expected:
            raise TableError("corrupt", f"block {number}: the checksum does not hold")
        return decode_block(codec, self.model, number, encoded, size)

    def value(self, row, rank):
        block, offset = self.header.place(row, rank)
        return self.block(block)[offset]

    def rows(self):
        """All values, row after row."""
        return b"".join(self.block(i) for i in range(self.header.blocks))

    def check(self):
        for i in range(self.header.blocks):
            self.block(i)


# --- 11. Ultra-strong values ----------------------------------------------------------------------------------------


class UltraTable:
    """Values K and depths k2 of the draws of a subspace; of other positions the entries mean nothing."""

    def __init__(self, table):
        if table.header.kind != 2:
            raise TableError("corrupt", "not an ultra-strong table")
        self.table = table
        codes = json.loads(table.metadata)
        self.entries = [tuple(entry) for entry in codes["entries"]]  # (K, k2 or None) by code
        self.draws = [tuple(row) for row in codes["draws"]]  # (K, k2 or None, positions)
        self.planes = 1 if len(self.entries) <= 1 << 8 else 2 if len(self.entries) <= 1 << 16 else 3

    def entry(self, row, rank):
        """(K, k2) of the position at this address; k2 is None for an equal-valued draw."""
        code = int.from_bytes(bytes(self.table.value(row * self.planes + i, rank) for i in range(self.planes)), "little")
        if code >= len(self.entries):
            raise TableError("corrupt", "a code that the table does not have")
        return self.entries[code]


def open_ultra(database, collection, counts):
    return UltraTable(open_table(database, collection, counts))


def open_file(path, collection, counts):
    try:
        with open(path, "rb") as file:
            return Table(file.read(), collection, counts)
    except FileNotFoundError:
        raise TableError("missing", path) from None


def table_path(database, collection, counts):
    own, other, own_hand, other_hand = counts
    hands = f"+{own_hand}-{other_hand}" if own_hand or other_hand else ""
    return os.path.join(database, collection, f"{own}-{other}{hands}.mrl")


def open_table(database, collection, counts):
    return open_file(table_path(database, collection, counts), collection, counts)


def main(arguments):
    path, collection, *counts = arguments
    try:
        table = open_file(path, collection, tuple(map(int, counts)))
        values = table.rows()
    except TableError as error:
        print(f"error {error.kind}")
        return 1
    header = table.header
    print(f"rows {header.rows} row_size {header.row_size} kind {header.kind} "
          f"metadata {checksum(table.metadata):016x} values {checksum(values):016x}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
