"""The defaults of a toy file."""

from __future__ import annotations

from scenec.converters.format import Implied


def implied(version: str) -> Implied:
    """Return (class, field) -> the value that needs not be written."""
    return {("Model", "self_collide"): False, ("Scene", "framing"): "world"}
