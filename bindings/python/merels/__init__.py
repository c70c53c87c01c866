# SPDX-License-Identifier: MIT
"""The games of the morris family: rules, solved tables, players, small solves.

    import merels
    tables = merels.Tablebase("db")
    tables.probe("nine-c1", "O*******/O*@*****/@*@****O w 5 6")

docs/python.md tells more.
"""
from ._merels import (Analysis, Choice, Engine, Line, Position, Turn, TurnValue, Ultra, Value, Variant, __version__,
                      position_dtype, solve, value_dtype, variants)
from .errors import BadInput, Damaged, Error, Interrupted, Missing, NoRoom
from .tables import Table, Tablebase, positions_array

__all__ = [
    "Analysis", "BadInput", "Choice", "Damaged", "Engine", "Error", "Interrupted", "Line", "Missing", "NoRoom", "Position",
    "Table", "Tablebase", "Turn", "TurnValue", "Ultra", "Value", "Variant", "__version__", "position_dtype",
    "positions_array", "solve", "value_dtype", "variants",
]
