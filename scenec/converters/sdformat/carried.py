"""Read and write the element in which an SDFormat file carries values for other formats.

The element has a namespace of its own and stands behind the model or world. libsdformat ignores elements of other namespaces.
"""

from __future__ import annotations

from scenec.accounting.ledger import Ledger
from scenec.converters.format import Carried
from scenec.converters.sdformat.findings.reading import CARRIED_IN_INCLUDE_INEFFECTIVE
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


def report_carried_in_include(document: Document, ledger: Ledger) -> None:
    """Report what an included file carries. Only a conversion of that file itself restores these values."""
    for node in document.root.children:
        if node.tag == TAG and document is not ledger.documents[0]:
            from scenec.converters.common.carried_elements import ids_in

            ledger.report(CARRIED_IN_INCLUDE_INEFFECTIVE, about=traced("", ids_in(node)), origin=Origin(document, node))


def found(data: bytes, ledger: Ledger) -> Carried | None:
    from scenec.converters.common.carried_elements import record_in

    if not ledger.documents:
        return None
    return record_in(ledger.documents[0], TAG, lambda tag: tag.removeprefix(PREFIX), ledger, {"xmlns:scenec": NAMESPACE})
