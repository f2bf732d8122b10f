"""The record of carried values in a SimRobot scene: a comment behind its last element."""

from __future__ import annotations

from scenec.accounting.ledger import Ledger
from scenec.converters.common.carried_comment import START, lines_of, rows_in, without_record
from scenec.converters.format import Carried


def embed(data: bytes, carried: Carried) -> bytes:
    """Return the file with a record in place of the one it has."""
    return without_record(data, b"<!-- ") + ("<!-- " + "\n".join(lines_of(carried)) + "\n-->\n").encode()


def found(data: bytes, ledger: Ledger) -> Carried | None:
    """Return the record of a file, None if it has none. Its comment is then not counted as a comment."""
    carried = rows_in(data.decode("utf-8", "replace")) if START.encode() in data else None
    if carried is not None and ledger.documents and ledger.documents[0].comments:
        ledger.documents[0].comments -= 1
    return carried
