"""The versions of SDFormat and their order."""

from __future__ import annotations

from functools import cache

KNOWN = ("1.0", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12")
"""Every published specification, oldest first. There is no 1.1."""

LATEST = KNOWN[-1]


@cache
def order(version: str) -> tuple[int, int]:
    """Return a key that sorts versions by the numbers of their parts, so that 1.10 comes after 1.9. ValueError for other texts."""
    major, _, minor = version.partition(".")
    return int(major), int(minor)


def at_least(version: str, other: str) -> bool:
    """Return whether `version` is `other` or newer."""
    return order(version) >= order(other)


def newest(*versions: str) -> str:
    """Return the newest of some versions."""
    return max(versions, key=order)
