"""How the elements of two texts differ: what a writer prints for an edited scene, beside what it prints for the scene before."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from typing import NamedTuple

from scenec.syntax.splice import SourceText, Span

_GIVEN = frozenset({"id", "index", "name"})


class ElementDifferences(NamedTuple):
    """inserted: the outermost elements (or lists) of the second text that the first does not have. removed: those of the first that the
    second does not have, each with the element of the second that it would be in. changed: elements with other attributes, where they stand
    in both. Elements of one tag are the same ones where they stand in the same order."""

    inserted: list[Span]
    removed: list[tuple[Span, Span]]
    changed: list[tuple[Span, Span]]


def element_differences(before: SourceText, after: SourceText) -> ElementDifferences:
    found = ElementDifferences([], [], [])
    waiting: list[tuple[list[Span], list[Span], Span | None]] = [(before.outermost, after.outermost, None)]
    while waiting:
        old, new, around = waiting.pop()
        several = {head for text, each in ((before, old), (after, new)) for head, n in Counter(_heads(text, each)).items() if n > 1}
        ours, theirs = _keys(before, old, several), _keys(after, new, several)
        for what, i, j, k, m in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
            pairs = list(zip(old[i:j], new[k:m], strict=False))
            if what == "equal" or (what == "replace" and _have_equal_tags(before, after, pairs, j - i, m - k)):
                waiting += [(before.children(a), after.children(b), b) for a, b in pairs if before.text[slice(*a)] != after.text[slice(*b)]]
                found.changed.extend(pairs if what == "replace" else ())
            else:
                found.inserted.extend(new[k:m])
                found.removed.extend((each, around) for each in old[i:j] if around is not None)
    found.inserted.sort()
    return found


def _heads(text: SourceText, elements: list[Span]) -> list[str]:
    return [text.head(each.start) for each in elements]


def _keys(text: SourceText, elements: list[Span], several: set[str]) -> list[tuple[str, ...]]:
    """Return the keys by which elements beside each other are known: the start tag; of a list, its first words and its name, which is a
    list in it; of several that say nothing but their tag, what they hold."""
    found: list[tuple[str, ...]] = []
    for each, head in zip(elements, _heads(text, elements), strict=True):
        if text.syntax != "sexp" and head in several and head == f"<{text.tag(each.start)}>":
            found.append((head, *content_of(text, each)))
        else:
            names = (child for child in text.children(each) if text.tag(child.start).startswith("setName "))
            found.append((head, *(text.text[slice(*child)] for child in names)))
    return found


def content_of(text: SourceText, element: Span) -> list[str]:
    """The content of an element, without blanks, and without a number and a name that are given in order."""
    inner = (child for child in text.children(element) if text.tag(child.start) not in _GIVEN)
    return ["".join(text.text[slice(*child)].split()) for child in inner]


def _have_equal_tags(before: SourceText, after: SourceText, pairs: list[tuple[Span, Span]], old: int, new: int) -> bool:
    """Whether as many elements, of the same tags, stand in the place of others."""
    return old == new and all(before.tag(a.start) == after.tag(b.start) for a, b in pairs)


def with_numbers_of(text: str, before: str, after: str) -> str | None:
    """A list of numbers with those that come and go between two others, as a keyframe has one more for a new joint; None where the lists do
    not fit each other, or no number comes or goes."""
    own, old, new = text.split(), before.split(), after.split()
    if len(own) != len(old) or len(old) == len(new):
        return None
    found: list[str] = []
    for what, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        found += own[i:j] if what == "equal" else new[k:m]
    return " ".join(found)
