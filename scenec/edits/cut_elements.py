"""Elements of files that are cut with parts of a scene."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from scenec.edits.element_differences import content_of
from scenec.edits.places import Place, Places
from scenec.syntax.splice import Edit, SourceText, Span


def outermost(places: Iterable[Place]) -> list[Place]:
    """Those that are in no other, each once, in order."""
    found: list[Place] = []
    for each in sorted(set(places), key=lambda place: (place.file, place.span.start, -place.span.end)):
        if not found or found[-1].file != each.file or each.span.start >= found[-1].span.end:
            found.append(each)
    return found


def _with_emptied_lists(cuts: Iterable[Place], places: Places) -> list[Place]:
    """The same with lists of which nothing is left, no comment either."""
    waiting = list(cuts)
    found = dict.fromkeys(waiting)
    while waiting:
        cut = waiting.pop()
        text = places.text(cut.file)
        holder = text.holder(cut.span.start)
        if holder is not None and text.head(holder.start) == f"<{text.tag(holder.start)}>":
            around = Place(cut.file, holder)
            if around not in found and is_left_empty(around, found, (), places):
                found[around] = None
                waiting.append(around)
    return outermost(found)


def cut_edits(cuts: Iterable[Place], places: Places, *, refilled: bool) -> Iterator[tuple[str, Edit]]:
    """Yield the edits, with their files. An element of which nothing is left becomes an empty one, and a list goes, unless what is cut is
    replaced (refilled)."""
    every = outermost(cuts) if refilled else _with_emptied_lists(cuts, places)
    emptied: dict[Place, None] = {}
    gone = set(every)
    for cut in every:
        text = places.text(cut.file)
        holder = text.holder(cut.span.start) if text.syntax in ("xml", "dialect") and not refilled else None
        if holder is not None and is_left_empty(Place(cut.file, holder), gone, (), places):
            emptied[Place(cut.file, holder)] = None
        else:
            yield cut.file, Edit(*text.without_line(cut.span), "")
    for place in emptied:
        text = places.text(place.file)
        yield place.file, Edit(text.inner(place.span).start - 1, place.span.end, "/>")


def is_left_empty(place: Place, cuts: Container[Place], printed: Container[str], places: Places) -> bool:
    """Whether nothing is in an element but what is cut and what its printed twin has (heads of elements): no text, and no comment. The
    first words of a list are its head."""
    text, inside = places.text(place.file), places.text(place.file).inner(place.span)
    at, between = inside.start, list[str]()
    for child in text.children(place.span):
        if Place(place.file, child) not in cuts and text.head(child.start) not in printed:
            return False
        between.append(text.text[at : child.start])
        at = child.end
    between.append(text.text[at : inside.end])
    return not any(each.strip() for each in between[text.syntax == "sexp" :])


def tag_and_name(text: SourceText, element: Span) -> tuple[str, str]:
    """By which a printed element is found again in a file."""
    return text.tag(element.start), text.attributes(element.start).get("name", "")


def has_content(place: Place, printed: tuple[SourceText, Span], places: Places) -> bool:
    """Whether an element holds what a printed one does."""
    return content_of(places.text(place.file), place.span) == content_of(*printed)
