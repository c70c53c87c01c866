# SPDX-License-Identifier: MIT
"""What can go wrong. Every message is one line for people."""


class Error(Exception):
    """Any failure of the library."""


class BadInput(Error, ValueError):
    """The caller's text or arguments are wrong."""


class Missing(Error, LookupError):
    """A file or table is not there."""


class Damaged(Error):
    """A file is corrupt, ends too early, belongs to another game, or was written by a later version."""


class NoRoom(Error):
    """Memory or disk do not suffice."""


class Interrupted(Error):
    """Stopped on request; what was done so far is kept."""
