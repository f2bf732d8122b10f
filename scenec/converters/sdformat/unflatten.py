"""Names like ``arm::hand`` in a world's models, as programs wrote them before 1.8: they become nested models (1.8's conversion)."""

from __future__ import annotations

from scenec.converters.sdformat.read_element import Element


def unflatten(root: Element) -> None:
    """root: the <sdf> element of one file, changed in place."""
