"""Elements that one text has more than another: what a writer prints for a scene with a new part, beside the scene without it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from scenec.syntax.splice import SourceText, Span


def inserted_elements(before: SourceText, after: SourceText) -> list[Span]:
    """The outermost elements (or lists) of the second text that the first does not have, in order. Elements with other attributes are the
    same ones where they stand in the same order."""
    return sorted(_inserted(before, after))


def _inserted(before: SourceText, after: SourceText) -> Iterator[Span]:
    waiting: list[tuple[list[Span], list[Span]]] = [(before.outermost, after.outermost)]
    while waiting:
        old, new = waiting.pop()
        ours, theirs = [before.head(each.start) for each in old], [after.head(each.start) for each in new]
        for what, i, j, k, m in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
            pairs = list(zip(old[i:j], new[k:m], strict=False))
            if what == "equal" or (what == "replace" and _have_equal_tags(before, after, pairs, j - i, m - k)):
                waiting += [(before.children(a), after.children(b)) for a, b in pairs if before.text[slice(*a)] != after.text[slice(*b)]]
            else:
                yield from new[k:m]


def _have_equal_tags(before: SourceText, after: SourceText, pairs: list[tuple[Span, Span]], old: int, new: int) -> bool:
    """Whether as many elements, of the same tags, stand in the place of others."""
    return old == new and all(before.tag(a.start) == after.tag(b.start) for a, b in pairs)
