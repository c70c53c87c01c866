# SPDX-License-Identifier: MIT
"""Reads Malom's database files, as plainly as possible: a second opinion on src/malom.

Written from the description of the files (docs/malom_files.md) alone; it shares no code and no numbering with src/. Points are
names (a1, d7, ...), symmetries act on names, and classes of men are found by trying all sets. Slow: for small subspaces.
"""
import functools
import itertools
import os
import struct

# Bit i of a mask: outer ring 0..7, middle 8..15, inner 16..23, each clockwise from the middle of its left side.
POINTS = ["a4", "a7", "d7", "g7", "g4", "g1", "d1", "a1",
          "b4", "b6", "d6", "f6", "f4", "f2", "d2", "b2",
          "c4", "c5", "d5", "e5", "e4", "e3", "d3", "c3"]
BIT = {name: i for i, name in enumerate(POINTS)}


def in_ring(function):
    return [8 * (i // 8) + function(i % 8) % 8 for i in range(24)]


def swapped(table):
    """The swap of inner and outer ring after a symmetry."""
    return [{0: 16, 8: 8, 16: 0}[8 * (to // 8)] + to % 8 for to in table]


TURNS = [in_ring(lambda i: i + 2), in_ring(lambda i: i + 4), in_ring(lambda i: i + 6), in_ring(lambda i: 4 - i),
         in_ring(lambda i: -i), in_ring(lambda i: 2 - i), in_ring(lambda i: 6 - i)]
NONE = in_ring(lambda i: i)
SYMMETRIES = TURNS + [swapped(NONE)] + [swapped(table) for table in TURNS] + [NONE]  # where each point goes
assert len(SYMMETRIES) == 16
INVERSE = [next(j for j in range(16) if [SYMMETRIES[j][SYMMETRIES[i][p]] for p in range(24)] == NONE) for i in range(16)]


def apply(symmetry, mask):
    return sum(1 << SYMMETRIES[symmetry][i] for i in range(24) if mask >> i & 1)


def mask_of(names):
    return sum(1 << BIT[name] for name in names)


def names_of(mask):
    return [POINTS[i] for i in range(24) if mask >> i & 1]


@functools.lru_cache(maxsize=None)
def classes(men):
    """The smallest members of the classes of sets of so many men, ascending."""
    seen, smallest = set(), []
    for points in itertools.combinations(range(23, -1, -1), men):
        seen.add(sum(1 << p for p in points))
    for mask in sorted(seen):
        if mask in seen:
            smallest.append(mask)
            seen -= {apply(s, mask) for s in range(16)}
    return smallest


@functools.lru_cache(maxsize=None)
def class_numbers(men):
    return {mask: number for number, mask in enumerate(classes(men))}


@functools.lru_cache(maxsize=None)
def squeezed_numbers(places, men):
    """Numbers of so many bits among so many places, ascending: which number is the how many-th."""
    sets = sorted(sum(1 << p for p in points) for points in itertools.combinations(range(places), men))
    return {bits: number for number, bits in enumerate(sets)}


def squeeze(other, own):
    """The other men with the points of the own men taken out."""
    result, place = 0, 0
    for i in range(24):
        if own >> i & 1:
            continue
        result |= (other >> i & 1) << place
        place += 1
    return result


class Broken(Exception):
    pass


class Sector:
    """One file."""

    def __init__(self, path, prefix, counts):
        self.counts = counts
        own, other = counts[:2]
        with open(path, "rb") as file:
            data = file.read()
        version, self.entry_bytes, self.second_bit = struct.unpack_from("<iii", data)
        (self.stones,) = struct.unpack_from("<b", data, 12)
        expected = (2, 2, 6, 1) if self.stones else (2, 3, 12 if prefix == "std" else 14, 0)
        if (version, self.entry_bytes, self.second_bit, self.stones) != expected or any(data[13:64]):
            raise Broken(f"{path}: header {data[:64].hex()}")
        self.row = len(squeezed_numbers(24 - own, other))
        self.size = len(classes(own)) * self.row
        end = 64 + self.size * self.entry_bytes
        (number,) = struct.unpack_from("<i", data, end)
        if len(data) != end + 4 + 8 * number:
            raise Broken(f"{path}: {len(data)} bytes")
        self.deep = dict(struct.unpack_from("<ii", data, end + 4 + 8 * i) for i in range(number))
        self.data = data

    def entry(self, number):
        """(k1, k2) as they stand there."""
        at = 64 + number * self.entry_bytes
        bits = int.from_bytes(self.data[at:at + self.entry_bytes], "little")
        all_bits = 8 * self.entry_bytes
        k1 = bits & ((1 << self.second_bit) - 1)
        k2 = bits >> self.second_bit
        if k1 >> (self.second_bit - 1):
            k1 -= 1 << self.second_bit
        if k2 >> (all_bits - self.second_bit - 1):
            k2 -= 1 << (all_bits - self.second_bit)
        if k2 == -(1 << (all_bits - self.second_bit - 1)):
            k2 = self.deep[number]
        return k1, k2

    def entries(self):
        """All of them as two NumPy arrays, k1 and k2."""
        import numpy
        raw = numpy.frombuffer(self.data, numpy.uint8, self.size * self.entry_bytes, 64).reshape(self.size, -1)
        bits = sum(raw[:, i].astype(numpy.int32) << 8 * i for i in range(self.entry_bytes))
        high = 8 * self.entry_bytes - self.second_bit
        k1, k2 = bits & ((1 << self.second_bit) - 1), bits >> self.second_bit
        k1[k1 >> (self.second_bit - 1) != 0] -= 1 << self.second_bit
        k2[k2 >> (high - 1) != 0] -= 1 << high
        for number in numpy.flatnonzero(k2 == -(1 << (high - 1))):
            k2[number] = self.deep[number]
        return k1, k2

    def number(self, own, other):
        """The entry of a position whose own men are the smallest of their class."""
        return class_numbers(self.counts[0])[own] * self.row + squeezed_numbers(24 - self.counts[0], self.counts[1])[
            squeeze(other, own)]

    def look_up(self, own, other):
        """(k1, k2) of any position, images followed; masks of the side to move's men and of the other's."""
        smallest = min(apply(s, own) for s in range(16))
        highest = max(s for s in range(16) if apply(s, smallest) == own)
        back = INVERSE[highest]
        own, other = apply(back, own), apply(back, other)
        assert own == smallest
        k1, k2 = self.entry(self.number(own, other))
        if k1 == 0 and k2 < 0:
            symmetry = -(k2 + 1)
            k1, k2 = self.entry(self.number(apply(symmetry, own), apply(symmetry, other)))
            if k1 == 0 and k2 < 0:
                raise Broken("an image of an image")
        return k1, k2

    def expected_image(self, own, other):
        """The symmetry that an image entry must have; None where the position is written in full."""
        keeping = [s for s in range(16) if apply(s, own) == own]
        best = min(keeping, key=lambda s: (apply(s, other) << 24 | own, s))
        return None if apply(best, other) == other else best

    def positions(self):
        """Every (entry, own, other), in the order of the file."""
        number = 0
        for own in classes(self.counts[0]):
            free = [i for i in range(24) if not own >> i & 1]
            for bits in squeezed_numbers(24 - self.counts[0], self.counts[1]):
                yield number, own, sum(1 << free[i] for i in range(len(free)) if bits >> i & 1)
                number += 1


class Folder:
    def __init__(self, folder, prefix):
        self.folder, self.prefix = folder, prefix
        with open(os.path.join(folder, prefix + ".secval"), encoding="ascii") as file:
            lines = file.read().splitlines()
        words = [line.split() for line in lines]
        assert words[0][0] == "virt_loss_val:" and words[1][0] == "virt_win_val:"
        self.loss, self.win = int(words[0][1]), int(words[1][1])
        rows = [tuple(map(int, row)) for row in words[3:]]
        assert len(rows) == int(words[2][0]) and all(len(row) == 5 for row in rows)
        self.order = [row[:4] for row in rows]
        self.values = {row[:4]: row[4] for row in rows}
        assert len(self.values) == len(rows)

    def sector(self, counts):
        return Sector(os.path.join(self.folder, "{}_{}_{}_{}_{}.sec2".format(self.prefix, *counts)), self.prefix, counts)

    def value(self, sector, own, other):
        """('win', plies), ('loss', plies) or ('draw', K, k2 or None) of a position, for the side to move."""
        k1, k2 = sector.look_up(own, other)
        value = self.values[sector.counts] + k1
        if value == self.win:
            return "win", k2
        if value == self.loss:
            return "loss", k2
        return "draw", value, None if k1 == 0 else k2
