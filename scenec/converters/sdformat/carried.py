"""What an SDFormat file carries for other formats: an element of its own namespace behind the model or world.

libsdformat leaves elements of other namespaces alone (its ElementPtr copies what has a colon in its name).
"""

from __future__ import annotations

from scenec.accounting.ledger import Ledger
from scenec.converters.format import Carried
from scenec.source import Origin
from scenec.syntax.tree import Document
from scenec.trace import traced

PREFIX = "scenec:"
TAG = f"{PREFIX}carried"
NAMESPACE = "urn:scenec:carried"


def embed(data: bytes, carried: Carried) -> bytes:
    from scenec.converters.common.carried_elements import element_of, inserted

    element = element_of(carried, lambda word: PREFIX + word, f' xmlns:scenec="{NAMESPACE}"')
    return inserted(data, element, "sdf", TAG)


def leave_alone(document: Document, ledger: Ledger) -> None:
    """What an included file carries is for whoever converts that file."""
    for node in document.root.children:
        if node.tag == TAG and document is not ledger.documents[0]:
            from scenec.converters.common.carried_elements import ids_in

            ledger.report(
                "carried-values-ineffective", "dropped", "note", "metadata", about=traced("", ids_in(node)), origin=Origin(document, node),
                because="they are carried in an included file", consequence="nothing: they have no effect in SDFormat",
                hint="convert that file with --carry to put them back",
            )  # fmt: skip


def found(data: bytes, ledger: Ledger) -> Carried | None:
    from scenec.converters.common.carried_elements import record_in

    if not ledger.documents:
        return None
    return record_in(ledger.documents[0], TAG, lambda tag: tag.removeprefix(PREFIX), ledger, {"xmlns:scenec": NAMESPACE})
