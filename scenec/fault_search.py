"""All faults of a file in one run, for `scenec check`: a reader stops at the first, so each is repaired in memory and the file read again.

A repair keeps every place (`scenec.syntax.repairs`). It holds if the next reading succeeds or fails somewhere else, for a reason of its
own: an error at an element that holds the repaired place, or one that names something that was overwritten, follows from the repair and
is not reported.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator

import msgspec

from scenec.conversion import Origin
from scenec.errors import ReadError
from scenec.files import read_file
from scenec.source import Source
from scenec.syntax.repairs import Notation, Replacement, names_in, notation_of, repaired, words_of

MOST_FAULTS = 50
MOST_READINGS = 200
MOST_BYTES = 64 << 20
"""Bytes that are read again and again, all readings together."""
MOST_SECONDS = 30.0
"""A reading of a small file can take long, as definitions use each other."""

Opener = Callable[[str], bytes]
Reading = Callable[[Opener, bytes | None], Origin]
"""Reads the input through an opener; the bytes stand for a stream's, None for a file."""


class Fault(msgspec.Struct, frozen=True, gc=False):
    """One error of reading. path: the absolute path of its file, "" for a stream; None if that is not known."""

    error: ReadError
    path: str | None


class Faults(msgspec.Struct, frozen=True, gc=False):
    """Result of the search. faults: in the order of their places. origin: what could be read without them, None if nothing could. complete:
    the file was searched to its end. follows: whether something that was found in what could be read follows from a repair."""

    faults: tuple[Fault, ...]
    origin: Origin | None
    complete: bool
    follows: Callable[[str, Source, str], bool]


def search(read: Reading, first: ReadError, stream: bytes | None, shown: str) -> Faults:
    """Find the faults behind the first one. stream: the bytes of an input without a file. shown: what errors call the input."""
    return _Search(read, stream, shown).run(first)


class _Search:
    """`texts`: absolute path ("" for a stream) -> what was read of a file, repairs included; `done`: where it was repaired."""

    def __init__(self, read: Reading, stream: bytes | None, shown: str) -> None:
        self.read = read
        self.stream = stream
        self.shown = shown
        self.originals: dict[str, bytes] = {} if stream is None else {"": stream}
        self.texts: dict[str, str] = {}
        self.done: dict[str, list[Replacement]] = {}
        self.torn: set[str] = set()
        """Files in which a repair made other parts of what stands around it."""
        self.gone: set[str] = set()
        """Names that stood in what was overwritten."""
        self.readings = self.bytes = 0
        self.until = time.monotonic() + MOST_SECONDS

    def run(self, error: ReadError) -> Faults:
        faults = [error]
        self._attempt(self.texts)  # to know the files
        outcome: Origin | ReadError = error
        while isinstance(outcome, ReadError) and len(faults) < MOST_FAULTS:
            following, own = self._next(outcome)
            if following is None:
                break
            if own and isinstance(following, ReadError) and str(following) not in map(str, faults):
                faults.append(following)
            outcome = following
        origin = outcome if isinstance(outcome, Origin) else None
        placed = [Fault(each, self._path(each)) for each in faults]
        order = {path: number for number, path in enumerate(self.originals)}
        placed.sort(key=lambda each: (order.get(each.path or "", 0), *_line_and_column(each.error)))
        return Faults(tuple(placed), origin, origin is not None, self.follows)

    def follows(self, path: str, place: Source, text: str) -> bool:
        """Return whether a finding comes from a repair: its place holds or touches one, or its text names what was overwritten."""
        if self.gone.intersection(names_in(text)):
            return True
        notation = self._notation(path) if self.done.get(path) else None
        if notation is None:
            return False
        at = offset(notation.text, place)
        part = notation.part_at(at) if at is not None else -1
        if part >= 0 and path in self.torn:
            part = notation.parts[part].parent
        return part < 0 or _holds(notation, part, self.done[path])

    # -- one step

    def _next(self, error: ReadError) -> tuple[Origin | ReadError | None, bool]:
        """Repair one error: what reading gives then, and whether that is an error of its own. None if no repair helps."""
        path = self._path(error)
        notation = self._notation(path) if path is not None else None
        at = offset(notation.text, error.source) if notation is not None and error.source is not None else None
        if notation is None or at is None or path is None:
            return None, False
        follower: tuple[str, list[Replacement], ReadError] | None = None
        unclosed = _unclosed(notation)
        for text, replaced in _candidates(notation, at, error):
            if self._exhausted():
                return None, False
            outcome = self._attempt({**self.texts, path: text})
            spans = [*self.done.get(path, ()), *replaced]
            gone = self.gone | words_of(notation.text, replaced)
            if isinstance(outcome, Origin) or self._is_own(outcome, error, path, text, spans, gone, unclosed):
                self._keep(path, notation, text, replaced)
                return outcome, True
            if follower is None and gone.intersection(names_in(outcome.what)) and not _is_equal_error(outcome, error):
                follower = text, replaced, outcome
        if follower is None:
            return None, False
        text, replaced, outcome = follower
        self._keep(path, notation, text, replaced)
        return outcome, False

    def _is_own(
        self, outcome: ReadError, before: ReadError, path: str, text: str, spans: list[Replacement], gone: set[str], unclosed: int
    ) -> bool:
        """Whether an error has nothing to do with the repairs. text, spans: of the file that was repaired last; unclosed: how many of its
        parts had no end before."""
        if _is_equal_error(outcome, before) or gone.intersection(names_in(outcome.what)):
            return False
        other = self._path(outcome)
        if other is None or outcome.source is None:
            return True
        notation = notation_of(text) if other == path else self._notation(other)
        at = offset(notation.text, outcome.source) if notation is not None else None
        if notation is None or at is None:
            return True
        held = spans if other == path else self.done.get(other, [])
        part = notation.part_at(at)
        if other == path and (not notation.text[at:].strip() or (part >= 0 and not notation.parts[part].closed)):
            return _unclosed(notation) <= unclosed  # else the repair took away what ended something
        if notation.names_a_value(at, outcome.what):
            return not any(each.start <= at < each.end for each in held)
        return part < 0 or not _holds(notation, part, held) or at >= notation.parts[part].head

    def _keep(self, path: str, before: Notation, text: str, replaced: list[Replacement]) -> None:
        self.gone |= words_of(before.text, replaced)
        if before.tears(replaced):
            self.torn.add(path)
        self.texts[path] = text
        self.done.setdefault(path, []).extend(replaced)

    # -- reading

    def _attempt(self, texts: dict[str, str]) -> Origin | ReadError:
        def open_(path: str) -> bytes:
            if path not in self.originals:
                self.originals[path] = read_file(path)
            data = texts[path].encode("utf-8", "surrogateescape") if path in texts else self.originals[path]
            self.bytes += len(data)
            return data

        self.readings += 1
        stream = self.stream
        if stream is not None:
            stream = texts[""].encode("utf-8", "surrogateescape") if "" in texts else stream
            self.bytes += len(stream)
        try:
            return self.read(open_, stream)
        except ReadError as error:
            return error

    def _exhausted(self) -> bool:
        return self.readings >= MOST_READINGS or self.bytes >= MOST_BYTES or time.monotonic() > self.until

    def _notation(self, path: str) -> Notation | None:
        return notation_of(self._text(path)) if path in self.originals else None

    def _text(self, path: str) -> str:
        if path not in self.texts:
            return self.originals[path].decode("utf-8", "surrogateescape")
        return self.texts[path]

    def _path(self, error: ReadError) -> str | None:
        """The file that an error is in, as `originals` calls it; None if it is none that was opened, as in an archive."""
        if error.source is None:
            return None
        if self.stream is not None and error.source.file == self.shown:
            return ""
        path = os.path.abspath(error.source.file)
        return path if path in self.originals else None


def _candidates(notation: Notation, at: int, error: ReadError) -> Iterator[tuple[str, list[Replacement]]]:
    """The text after each repair that may help, and what was replaced; each text once."""
    tried = {notation.text}
    for repair in notation.repairs(at, error.what, error.nearest):
        text = repaired(notation.text, repair)
        if text not in tried:
            tried.add(text)
            yield text, list(repair)


def offset(text: str, place: Source) -> int | None:
    """Return where a line and column are in a text; None if there is no such line. A column of 0 is the first."""
    if not place.line:
        return None
    start = 0
    for _ in range(place.line - 1):
        start = text.find("\n", start) + 1
        if not start:
            return None
    return min(start + max(place.column, 1) - 1, len(text))


def _holds(notation: Notation, part: int, spans: list[Replacement]) -> bool:
    outer = notation.parts[part]
    return any(outer.start <= each.start and each.end <= outer.end for each in spans)


def _unclosed(notation: Notation) -> int:
    return sum(not part.closed for part in notation.parts)


def _is_equal_error(one: ReadError, other: ReadError) -> bool:
    return str(one) == str(other)


def _line_and_column(error: ReadError) -> tuple[int, int]:
    return (error.source.line, error.source.column) if error.source is not None else (0, 0)
