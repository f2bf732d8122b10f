"""Places, sizes, masses and moments that come to more than anybody can compute with."""

from __future__ import annotations

from scenec.converters.common.bounds import refuse_result_beyond
from scenec.converters.mars import kinds
from scenec.converters.mars.vocabulary import LISTS, keys, row
from scenec.syntax.xml_printing import Out

_MEASURES = (kinds.POSITION, kinds.ANCHOR, kinds.VECTOR, kinds.LENGTH, kinds.MASS, kinds.DENSITY, kinds.INERTIA)


def refuse_beyond(root: Out) -> None:
    """Look through all entries. Raises WriteError."""
    for entries in root.children:
        tag = LISTS.get(entries.tag)
        if tag is None:
            continue
        measures = {key for key in keys(tag) if row(tag, key).kind in _MEASURES}
        for entry in entries.children:
            for out in entry.children:
                if out.tag in measures:
                    for part in (out, *out.children):
                        refuse_result_beyond(f"{out.tag} of a {tag}", part.text or "")
