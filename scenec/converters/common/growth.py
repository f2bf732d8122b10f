"""How far a scene may grow by what its files repeat: templates, imports, includes, aliases, variables that are put into each other.

A few lines of templates that use each other twice make more elements than any memory holds. So work is bounded by what is written:
real scenes grow to 3 elements per value at most (a match of eleven against eleven from one robot), and the bounds leave room for many
times that.
"""

from __future__ import annotations

ELEMENTS, ELEMENTS_PER_VALUE = 20_000, 50
CHARACTERS, CHARACTERS_PER_VALUE = 1_000_000, 1_000


def most_elements(values: int) -> int:
    """How many elements files with that many values may become."""
    return ELEMENTS + ELEMENTS_PER_VALUE * values


def most_characters(values: int) -> int:
    """How many characters may be put together from variables, in all texts of files with that many values."""
    return CHARACTERS + CHARACTERS_PER_VALUE * values
