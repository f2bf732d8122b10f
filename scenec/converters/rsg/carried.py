"""The record that an .rsg file carries for other formats: comment lines behind its two lists."""

from __future__ import annotations

from scenec.accounting.ledger import Ledger
from scenec.converters.common.carried_comment import START, lines_of, rows_in, without_record
from scenec.converters.format import Carried

LEAD = "; "


def embed(data: bytes, carried: Carried) -> bytes:
    return without_record(data, LEAD.encode()) + "".join(f"{LEAD}{line}\n" for line in lines_of(carried)).encode()


def found(data: bytes, ledger: Ledger) -> Carried | None:
    carried = rows_in(data.decode("utf-8", "replace"), LEAD) if START.encode() in data else None
    if carried is not None and ledger.documents:
        document = ledger.documents[0]
        document.comments = max(0, document.comments - len(carried.rows) - len(carried.damaged) - 1)
    return carried
