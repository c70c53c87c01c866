# SPDX-License-Identifier: MIT
"""By hand: files of Malom's that were exported from a solved database, every entry held against the tables, as export_test.py does
for small starts but with NumPy: results and depths of wins, units and depths of draws by the second reader of the table format,
losses by ply against the solver's counts, images by their definition.

  MERELS=build/release/apps/cli/merels python3 tests/malom/check_export.py DB FILES nine-c1 published 3-3 4-3 2-2+7-7 ...
"""
import re
import sys
import time

import export_test
import malom_reader
import merels_table
import numpy


class Exported(export_test.Made):
    """The same as in the test, of what is there already."""

    def __init__(self, db, to, variant, values):
        self.db, self.to, self.variant, self.values = db, to, variant, values
        self.prefix = {"nine": "std", "lasker": "lask", "morabaraba": "mora"}[re.match("[a-z]+", variant).group()]
        self.files = malom_reader.Folder(to, self.prefix)
        self.read_stats()


def expected_images(own, places, free):
    """By the definition: for each set of other men the symmetry of its image, -1 where it is written in full."""
    best = places @ numpy.array([1 << i for i in free], numpy.int64)  # masks of the other men
    image = numpy.full(len(best), -1)
    for s in range(15):
        if malom_reader.apply(s, own) != own:
            continue
        mask = places @ numpy.array([1 << malom_reader.SYMMETRIES[s][i] for i in free], numpy.int64)
        image[mask < best] = s
        best = numpy.minimum(best, mask)
    return image


def check(made, counts):
    """Losses by ply and draws by value as they were counted; raises at the first row that is wrong."""
    sector = made.files.sector(counts)
    k1, k2 = sector.entries()
    step = max(1, sector.size // 1000)
    assert all(sector.entry(n) == (k1[n], k2[n]) for n in range(0, sector.size, step))
    wins = made.table(counts, False)
    row_size = wins.header.row_size
    wins_bytes = numpy.frombuffer(wins.rows(), numpy.uint8).reshape(-1, row_size)
    ultra = merels_table.UltraTable(made.table(counts, True))
    codes = numpy.frombuffer(ultra.table.rows(), numpy.uint8).reshape(-1, ultra.planes, row_size)
    unit = numpy.array([value for value, _ in ultra.entries])
    depth = numpy.array([0 if d is None else d for _, d in ultra.entries])
    numbers = malom_reader.squeezed_numbers(24 - counts[0], counts[1])
    places = numpy.array([[bits >> i & 1 for i in range(24 - counts[0])] for bits in numbers], numpy.int64)
    rank_of = numpy.zeros(1 << (24 - counts[0]), numpy.int64)
    rank_of[list(numbers)] = list(numbers.values())
    own_value, losses, draws = made.files.values[counts], {}, {}
    for f, own in enumerate(malom_reader.classes(counts[0])):
        ours = export_test.OurRow(own)
        free = [i for i in range(24) if not own >> i & 1]
        here = slice(f * sector.row, (f + 1) * sector.row)
        a, b = k1[here], k2[here]
        image = expected_images(own, places, free)
        is_image = (a == 0) & (b < 0)
        assert (is_image == (image >= 0)).all() and (b[is_image] == -(image[is_image] + 1)).all(), f
        rank = rank_of[places @ numpy.array(ours.axes, numpy.int64)]
        stored = wins_bytes[ours.row][rank].astype(numpy.int64)
        code = sum(codes[ours.row, i][rank].astype(numpy.int64) << 8 * i for i in range(ultra.planes))
        won, lost = a + own_value == made.files.win, a + own_value == made.files.loss
        drawn = ~won & ~lost & ~is_image
        assert (won == ((stored > 0) & ~is_image)).all() and (b[won] == 2 * stored[won] - 1).all(), f
        assert (a[drawn] + own_value == unit[code[drawn]]).all() and (b[drawn] == depth[code[drawn]]).all(), f
        for ply, n in zip(*numpy.unique(b[lost], return_counts=True)):
            losses[int(ply)] = losses.get(int(ply), 0) + int(n)
        for key, n in zip(*numpy.unique(code[drawn], return_counts=True)):
            draws[ultra.entries[key]] = draws.get(ultra.entries[key], 0) + int(n)
    assert sorted(losses.items()) == [tuple(p) for p in made.stats[counts]["plies"] if p[0] % 2 == 0]
    assert draws == {(k, d): n for k, d, n in ultra.draws}
    return sector.size


def main():
    db, to, variant, values, *names = sys.argv[1:]
    made, entries = Exported(db, to, variant, values), 0
    for name in names:
        counts = tuple(map(int, re.findall(r"\d+", name)))
        counts += (0, 0)[:4 - len(counts)]
        started = time.time()
        size = check(made, counts)
        entries += size
        print(f"{name}: {size:,} entries equal, {time.time() - started:.0f} s", flush=True)
    print(f"{len(names)} files, {entries:,} entries: all equal")


if __name__ == "__main__":
    main()
