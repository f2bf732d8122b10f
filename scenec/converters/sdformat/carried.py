"""What an SDFormat file carries for other formats: an element of its own namespace behind the model or world.

libsdformat leaves elements of other namespaces alone (its ElementPtr copies what has a colon in its name).
"""

from __future__ import annotations

from scenec.accounting.ledger import Ledger
from scenec.converters.format import Carried

PREFIX = "scenec:"
TAG = f"{PREFIX}carried"
NAMESPACE = "urn:scenec:carried"


def embed(data: bytes, carried: Carried) -> bytes:
    from scenec.converters.common.carried_elements import element_of, inserted

    element = element_of(carried, lambda word: PREFIX + word, f' xmlns:scenec="{NAMESPACE}"')
    return inserted(data, element, "sdf", TAG)


def found(data: bytes, ledger: Ledger) -> Carried | None:
    from scenec.converters.common.carried_elements import record_in

    if not ledger.documents:
        return None
    return record_in(ledger.documents[0], TAG, lambda tag: tag.removeprefix(PREFIX), ledger, {"xmlns:scenec": NAMESPACE})
