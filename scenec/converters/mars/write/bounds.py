"""Refuse results whose positions, sizes, masses or moments overflow."""

from __future__ import annotations

from functools import cache

from scenec.converters.common.bounds import refuse_result_beyond
from scenec.converters.mars import kinds
from scenec.converters.mars.vocabulary import keys, row
from scenec.syntax.xml_printing import Out

_MEASURES = (kinds.POSITION, kinds.ANCHOR, kinds.VECTOR, kinds.LENGTH, kinds.MASS, kinds.DENSITY, kinds.INERTIA)


@cache
def _measures_of(tag: str) -> frozenset[str]:
    """The keys of an entry that are measures."""
    return frozenset(key for key in keys(tag) if row(tag, key).kind in _MEASURES)


def refuse_beyond(entry: Out) -> None:
    """Look through an entry of one of the lists. Raises WriteError."""
    measures = _measures_of(entry.tag)
    for out in entry.children:
        if out.tag in measures:
            for part in (out, *out.children):
                refuse_result_beyond(f"{out.tag} of a {entry.tag}", part.text or "")
