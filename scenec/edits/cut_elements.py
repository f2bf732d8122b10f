"""Elements of files that are cut with parts of a scene."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scenec.edits.element_differences import content_of
from scenec.edits.places import Place, Places
from scenec.syntax.splice import Edit, SourceText, Span, spliced

_COMMENT = re.compile(r"<!--|;")


def outermost(places: Iterable[Place]) -> list[Place]:
    """Those that are in no other, each once, in order."""
    found: list[Place] = []
    for each in sorted(set(places), key=lambda place: (place.file, place.span.start, -place.span.end)):
        if not found or found[-1].file != each.file or each.span.start >= found[-1].span.end:
            found.append(each)
    return found


def _with_emptied_lists(cuts: Iterable[Place], places: Places) -> list[Place]:
    """The same with lists of which nothing is left, no comment either."""
    found, waiting = list[Place](), list(cuts)
    while waiting:
        cut = waiting.pop(0)
        found.append(cut)
        text = places.text(cut.file)
        for each in text.around(cut.span.start)[1:2]:
            around = Place(cut.file, each)
            if text.head(each.start) == f"<{text.tag(each.start)}>" and is_left_empty(around, found, set(), places):
                waiting.append(around)
    return outermost(found)


def cut_edits(cuts: Iterable[Place], places: Places, *, refilled: bool) -> Iterator[tuple[str, Edit]]:
    """Yield the edits, with their files. An element of which nothing is left becomes an empty one, and a list goes, unless what is cut is
    replaced (refilled)."""
    every = outermost(cuts) if refilled else _with_emptied_lists(cuts, places)
    emptied: dict[Place, None] = {}
    for cut in every:
        text = places.text(cut.file)
        around = [Place(cut.file, each) for each in text.around(cut.span.start)[1:2]] if text.syntax in ("xml", "dialect") else []
        if around and not refilled and is_left_empty(around[0], every, set(), places):
            emptied[around[0]] = None
        else:
            yield cut.file, Edit(*text.without_line(cut.span), "")
    for place in emptied:
        text = places.text(place.file)
        yield place.file, Edit(text.inner(place.span).start - 1, place.span.end, "/>")


def is_inside(inner: Place, outer: Place) -> bool:
    return inner.file == outer.file and outer.span.start < inner.span.start < outer.span.end


def is_left_empty(place: Place, cuts: Iterable[Place], printed: set[str], places: Places) -> bool:
    """Whether nothing is in an element but what is cut and what its printed twin has (heads of elements), and no comment."""
    text = places.text(place.file)
    inside = [each.span for each in outermost(cuts) if is_inside(each, place)]
    rest = [each for each in text.children(place.span) if each not in inside]
    content = spliced(
        text.text, [Edit(0, place.span.start, ""), *(Edit(*each, "") for each in inside), Edit(place.span.end, len(text.text), "")]
    )
    return all(text.head(each.start) in printed for each in rest) and not _COMMENT.search(content)


def is_twin(place: Place, printed: tuple[SourceText, Span], places: Places) -> bool:
    """Whether an element has the tag and the name of a printed one."""
    both = (places.text(place.file), place.span), printed
    own, other = ((text.tag(span.start), text.attributes(span.start).get("name")) for text, span in both)
    return own == other


def has_content(place: Place, printed: tuple[SourceText, Span], places: Places) -> bool:
    """Whether an element holds what a printed one does."""
    return content_of(places.text(place.file), place.span) == content_of(*printed)
