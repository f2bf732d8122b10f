"""Metadata for other formats in a URDF file: a comment behind the robot, which every reader skips."""

from __future__ import annotations

from scenec.accounting.ledger import Ledger
from scenec.converters.common.carried_comment import START, lines_of, rows_in, without_record
from scenec.converters.format import Carried


def embed(data: bytes, carried: Carried) -> bytes:
    """Return the file with a record at its end, instead of one that it has."""
    lines = "\n".join(lines_of(carried))
    return without_record(data, b"<!-- ") + f"<!-- {lines}\n-->\n".encode()


def found(data: bytes, ledger: Ledger) -> Carried | None:
    """Return the record of a file that was read, None without one."""
    carried = rows_in(data.decode("utf-8", "replace")) if START.encode() in data else None
    if carried is not None and ledger.documents:
        ledger.documents[0].comments = max(0, ledger.documents[0].comments - 1)
    return carried
