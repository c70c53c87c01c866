# SPDX-License-Identifier: MIT
"""Tables as NumPy arrays, on top of the compiled module."""
import os

import numpy

from . import _merels
from .errors import Error

UNKNOWN = -128  # the result of a position that the tables do not tell


def positions_array(positions):
    """An array of `position_dtype` from Position objects."""
    positions = list(positions)
    array = numpy.zeros(len(positions), _merels.position_dtype)
    for record, position in zip(array, positions):
        record["white"], record["black"] = position.white, position.black
        record["white_hand"], record["black_hand"] = position.hand
        record["to_move"] = position.to_move == "black"
    return array


class Tablebase(_merels.TablebaseBase):
    """A folder of solved tables. All methods may be called from several threads at once.

    `variant` is the game that is meant where a method is not told one; `cache_bytes` bounds the decoded blocks that are
    kept (0: 256 MiB).
    """

    def __init__(self, folder, variant=None, cache_bytes=0):
        super().__init__(os.fspath(folder), variant, cache_bytes)

    def probe_many(self, positions, variant=None, *, threads=1, strict=True):
        """The values of many positions: an array of `value_dtype`, of the same shape as `positions`.

        `positions` is an array of `position_dtype`. The interpreter's lock is not held; `threads` share the work (0: all
        of the machine's). What the tables do not tell is an error, or, with strict=False, has the result -128.
        """
        array = numpy.asarray(positions)
        if array.dtype != _merels.position_dtype:
            raise TypeError("positions must be an array of merels.position_dtype (see merels.positions_array)")
        values, unknown, why = self._probe_many(self._game(variant), numpy.ascontiguousarray(array), threads)
        if unknown and strict:
            raise Error(f"{unknown} of {array.size} positions are unknown: {why}")
        return values

    def table(self, subspace, variant=None):
        """The table of a subspace, say "4-3", or "4-3+5-6" with men in hand."""
        return Table(self, self._game(variant), subspace)

    def __repr__(self):
        return f"Tablebase({self.folder!r})"


class Table:
    """All positions of a subspace, seen from the side to move: rows of men of that side, up to symmetry, and in a row every
    set of the other side's men. Arrays have the shape (rows, row size); each method takes a part of the rows. Positions
    that are equivalent by a symmetry of their row stand there several times: `canonical` marks one of each.
    """

    def __init__(self, tables, variant, subspace):
        self.tables, self.variant, self.subspace = tables, variant, subspace
        self.shape = _merels._table_shape(subspace)
        self.kind = tables._table_kind(variant, subspace)  # "dtw" or "wdl"; Missing where there is no such table

    def _rows(self, first, rows):
        return first, self.shape[0] - first if rows is None else rows

    def positions(self, first=0, rows=None):
        """The positions: an array of `position_dtype`. White is to move, but where only Black can have so many men."""
        positions = _merels._table_positions(self.subspace, *self._rows(first, rows))
        board, _, hands = self.subspace.partition("+")
        own, other = (sum(map(int, men)) for men in zip(board.split("-"), (hands or "0-0").split("-")))
        if own > self.variant.white_men or other > self.variant.black_men:
            for white, black in (("white", "black"), ("white_hand", "black_hand")):
                positions[white], positions[black] = positions[black].copy(), positions[white].copy()
            positions["to_move"] = 1
        return positions

    def canonical(self, first=0, rows=None):
        """True for one of each class of equivalent positions: an array of bool."""
        return _merels._table_canonical(self.subspace, *self._rows(first, rows))

    def bytes(self, first=0, rows=None):
        """What the file holds: 0 where the side to move does not win, s where it wins in 2s - 1 plies."""
        return self.tables._table_bytes(self.variant, self.subspace, *self._rows(first, rows))

    def values(self, first=0, rows=None, *, threads=1):
        """The values of all positions, losses and draws too: an array of `value_dtype`."""
        first, rows = self._rows(first, rows)
        values = numpy.empty((rows, self.shape[1]), _merels.value_dtype)
        piece = max(1, 2**22 // self.shape[1])  # keeps what is needed meanwhile small
        for begin in range(0, rows, piece):
            part = values[begin:begin + piece]
            part[...] = self.tables.probe_many(self.positions(first + begin, len(part)), self.variant, threads=threads)
        return values

    def __array__(self, dtype=None):
        values = self.values()
        return values if dtype is None else values.astype(dtype)

    def __repr__(self):
        return f"<Table {self.subspace} of {self.variant}, {self.shape[0]} x {self.shape[1]}>"
