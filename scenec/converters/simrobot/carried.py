"""What a SimRobot scene carries for other formats: a comment behind its last element."""

from __future__ import annotations

from scenec.accounting.ledger import Ledger
from scenec.converters.common.carried_comment import START, lines_of, rows_in, without_record
from scenec.converters.format import Carried


def embed(data: bytes, carried: Carried) -> bytes:
    return without_record(data, b"<!-- ") + ("<!-- " + "\n".join(lines_of(carried)) + "\n-->\n").encode()


def found(data: bytes, ledger: Ledger) -> Carried | None:
    carried = rows_in(data.decode("utf-8", "replace")) if START.encode() in data else None
    if carried is not None and ledger.documents and ledger.documents[0].comments:
        ledger.documents[0].comments -= 1
    return carried
