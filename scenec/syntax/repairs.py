"""Repairs of a faulty text that keep every place: a fault is overwritten with blanks or a plain value, so that the rest can be read.

A repair is a list of replacements, each as long as what it replaces. Nothing here knows a format, only three notations: markup (XML and
SimRobot's own), S-expressions, and indented keys (YAML). The scan is tolerant, since the text may be broken anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

MOST_PARENTS = 3
"""Elements around the faulty one that are given up at most, one after the other."""

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\Z")
_WORD = re.compile(r"\S+")
_NAMED = re.compile(r"[\"'<]([\w:.-]+)[\"'>]|written ([\w.:-]+)=")


class Replacement(msgspec.Struct, frozen=True, gc=False):
    """A replacement in a text from `start` to `end` (offsets) and the text of the same length that takes its place; line ends stay. Only
    what is appended to a text is longer."""

    start: int
    end: int
    text: str


Repair = tuple[Replacement, ...]


class Part(msgspec.Struct, gc=False):
    """An element, a list or a key with what belongs to it. start, end: its offsets; head: where its start tag ends. content: the
    offsets of its text if it holds nothing else. parent: the number of the part around it, -1 for none."""

    tag: str
    start: int
    head: int
    end: int
    content: tuple[int, int]
    parent: int
    closed: bool = True


class Attribute(msgspec.Struct, frozen=True, gc=False):
    """One attribute of a start tag: its name, the offsets of its value, and of all of it with quotes."""

    name: str
    start: int
    value: int
    value_end: int
    end: int


def blanked(text: str, start: int, end: int) -> Replacement:
    """Return the replacement of a piece of text by blanks."""
    return Replacement(start, end, re.sub(r"[^\r\n]", " ", text[start:end]))


def repaired(text: str, repair: Repair) -> str:
    """Return the text with a repair applied."""
    for each in repair:
        text = text[: each.start] + each.text + text[each.end :]
    return text


def names_in(message: str) -> list[str]:
    """Return the words that an error message quotes: names of attributes, elements and things."""
    return [first or second for first, second in _NAMED.findall(message)]


class Notation:
    """A text with its parts, in document order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[Part] = []

    def part_at(self, at: int) -> int:
        """Return the number of the innermost part that holds an offset, -1 for none."""
        found = -1
        for number, part in enumerate(self.parts):
            if part.start > at:
                break
            if at < part.end:
                found = number
        return found

    def around(self, number: int) -> Iterator[int]:
        """Yield a part and the parts around it, from the inside."""
        while number >= 0:
            yield number
            number = self.parts[number].parent

    def tears(self, repair: Sequence[Replacement]) -> bool:
        """Return whether a repair makes other parts of what stands around it."""
        return False

    def names_a_value(self, at: int, message: str) -> bool:
        """Return whether an error is about a value that stands in the text, and not about something that is missing."""
        return bool(self.values_at(at, message))

    def values_at(self, at: int, message: str) -> list[Attribute]:
        """Return the values that an error is about: at its place, or named in its message."""
        return []

    def repairs(self, at: int, message: str, nearest: str) -> Iterator[Repair]:
        """Yield what may make the text readable, the smallest repair first."""
        yield from self.broken_at(at)
        text = self.text
        for value in self.values_at(at, message):
            yield from self._values(value.value, value.value_end, nearest)
            yield (blanked(text, value.start, value.end),)
        inner = self.part_at(at)
        if at < len(text) and self.disturbs(at):
            yield (Replacement(at, at + 1, " "),)
        if inner >= 0 and self.parts[inner].content[0] < self.parts[inner].content[1]:
            yield from self._values(*self.parts[inner].content, nearest)
        for number in islice(self.around(inner), 1 + MOST_PARENTS):
            part = self.parts[number]
            if part.parent >= 0:
                yield (blanked(text, part.start, part.end),)

    def broken_at(self, at: int) -> Iterator[Repair]:
        """Yield repairs of the notation itself."""
        return iter(())

    def disturbs(self, at: int) -> bool:
        """Return whether a single character may be the fault."""
        return not self.text[at].isprintable() and self.text[at] not in "\r\n\t"

    def _values(self, start: int, end: int, nearest: str) -> Iterator[Repair]:
        """A plain value instead of a faulty one: the known word that is nearest, numbers instead of what are none, numbers only."""
        if nearest:
            yield from self._written(start, end, nearest)
        words = _WORD.findall(self.text[start:end])
        if 0 < len(words) <= 1000:
            yield from self._written(start, end, " ".join(word if _NUMBER.match(word) else "1" for word in words))
            yield from self._written(start, end, " ".join("1" for _ in words))

    def _written(self, start: int, end: int, value: str) -> Iterator[Repair]:
        """Another value, if there is room for it. A closing quote follows it at once."""
        old, quote = self.text[start:end], self.text[end : end + 1]
        if len(value) > len(old) or "\n" in old or value == old:
            return
        if quote and quote in "\"'" and self.text[start - 1] == quote:
            yield (Replacement(start, end + 1, (value + quote).ljust(len(old) + 1)),)
        else:
            yield (Replacement(start, end, value.ljust(len(old))),)


_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)|<![^<>]*>"
    r"|</\s*(?P<ended>[^\s<>/]*)[^<>]*>"
    r"|<(?P<tag>[^\s<>/=\"'!?][^\s<>/=\"']*)(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*?(?P<blank>/?)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=<>/"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)'|([^\s"'<>/]+))""")


class Markup(Notation):
    """XML, and SimRobot's text, which looks like it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.ends: list[tuple[int, int, str, int]] = []
        """End tags: start, end, name, and the innermost part that was open there."""
        open_: list[int] = []
        for found in _TOKEN.finditer(text):
            if found["tag"]:
                self._opened(found, open_)
            elif found["ended"] is not None:
                self._ended(found, open_)
        for part in self.parts:
            if not part.closed:
                part.end = len(text)
            if "<" in text[part.content[0] : part.content[1]]:
                part.content = (part.head, part.head)

    def _opened(self, found: re.Match[str], open_: list[int]) -> None:
        start, end = found.span()
        part = Part(found["tag"], start, end, end, (end, end), open_[-1] if open_ else -1)
        self.parts.append(part)
        if not found["blank"]:
            part.closed = False
            open_.append(len(self.parts) - 1)

    def _ended(self, found: re.Match[str], open_: list[int]) -> None:
        """Close the nearest open element of that name; those in it that are still open end there, too."""
        start, end = found.span()
        self.ends.append((start, end, found["ended"], open_[-1] if open_ else -1))
        if not any(self.parts[number].tag == found["ended"] for number in open_):
            return
        while open_:
            part = self.parts[open_.pop()]
            part.end = start
            if part.tag == found["ended"]:
                part.closed, part.end, part.content = True, end, (part.head, start)
                return

    def attributes(self, part: Part) -> list[Attribute]:
        """Return the attributes of a start tag, as far as they can be distinguished from each other."""
        found = []
        for each in _ATTRIBUTE.finditer(self.text, part.start + 1 + len(part.tag), part.head):
            number = next(group for group in (2, 3, 4) if each[group] is not None)
            found.append(Attribute(each[1], each.start(), *each.span(number), each.end()))
        return found

    def values_at(self, at: int, message: str) -> list[Attribute]:
        number = self.part_at(at)
        if number < 0 or at >= self.parts[number].head:
            return []
        part, names = self.parts[number], names_in(message)
        attributes = self.attributes(part)
        pointed = [each for each in attributes if each.start <= at <= each.value_end]
        if pointed:
            return pointed
        named = [each for each in attributes if each.name in names]
        inside = [each for each in self.parts if each.parent == number and each.tag in names and each.content[0] < each.content[1]]
        return named + [Attribute(each.tag, each.start, *each.content, each.end) for each in inside]

    def disturbs(self, at: int) -> bool:
        return self.text[at] == "&" or super().disturbs(at)

    def broken_at(self, at: int) -> Iterator[Repair]:
        text = self.text
        for start, end, name, inner in self.ends:
            if start <= at < end:
                yield from self._end_tag(start, end, name, inner)
        if not text[at:].strip():
            open_ = [part.tag for part in self.parts if not part.closed]
            yield (Replacement(len(text), len(text), "".join(f"</{tag}>" for tag in reversed(open_))),)
        number = self.part_at(at)
        start = text.rfind("<", 0, at + 1)
        if start >= 0 and not any(part.start == start for part in self.parts[max(number, 0) :]):  # a tag that is none
            end = text.find("<", start + 1)
            closing = text.find(">", start + 1)
            if not any(begin <= start < until for begin, until, _, _ in self.ends):
                yield (blanked(text, start, min(each for each in (len(text), end, closing + 1 or -1) if each > start)),)

    def _end_tag(self, start: int, end: int, name: str, inner: int) -> Iterator[Repair]:
        """Yield repairs of an end tag that does not fit: elements in it lack theirs, it is one too many, or it is misspelt."""
        text, open_ = self.text, [self.parts[number] for number in self.around(inner)]
        tags = [part.tag for part in open_]
        alone = (blanked(text, start, end),)
        if name in tags:
            yield tuple(blanked(text, part.start, part.head) for part in open_[: tags.index(name)])
        elif open_ and not open_[0].closed:
            yield blanked(text, open_[0].start, open_[0].head), *alone
        yield alone


_SEXP = re.compile(r'[;#][^\n]*|"(?:[^"\\]|\\.)*"|[()]|[^\s()";]+')


class Expressions(Notation):
    """S-expressions."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        open_: list[int] = []
        self.unmatched: list[int] = []
        for found in _SEXP.finditer(text):
            start, end = found.span()
            around = open_[-1] if open_ else -1
            if found[0] == "(":
                open_.append(len(self.parts))
                self.parts.append(Part("(", start, end, len(text), (end, end), around, closed=False))
            elif found[0] == ")" and open_:
                part = self.parts[open_.pop()]
                part.end, part.closed = end, True
            elif found[0] == ")":
                self.unmatched.append(start)
            elif found[0][0] not in ";#":
                self.parts.append(Part(found[0], start, end, end, (start, end), around))

    def tears(self, repair: Sequence[Replacement]) -> bool:
        return any(self.text[each.start : each.end] in ("(", '"') for each in repair)

    def broken_at(self, at: int) -> Iterator[Repair]:
        for start in self.unmatched:
            if start == at:
                yield (Replacement(start, start + 1, " "),)
        unclosed = [part.start for part in self.parts if not part.closed]
        if at in unclosed or not self.text[at:].strip():
            yield (Replacement(len(self.text), len(self.text), ")" * len(unclosed)),)
        if self.text[at : at + 1] == '"':
            yield (Replacement(at, at + 1, " "),)


_KEY = re.compile(r"^([ \t]*)((?:- +)*)([^\s#:][^:\n]*):[ \t]*([^\n#]*)", re.MULTILINE)


class Keys(Notation):
    """Indented keys with values, a line each."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        open_: list[tuple[int, int]] = []
        for found in _KEY.finditer(text):
            key, content = found.start(3), (found.start(4), found.start(4) + len(found[4].rstrip()))
            dashes = [found.start(2) + each for each, letter in enumerate(found[2]) if letter == "-"]
            for dash in dashes:
                self._open(dash - found.start(), Part("-", dash, dash + 1, len(text), (dash, dash), -1), open_)
            self._open(key - found.start(), Part(found[3].strip(), key, content[0], len(text), content, -1), open_)

    def _open(self, depth: int, part: Part, open_: list[tuple[int, int]]) -> None:
        """Add a part; what is as deep or deeper ends before it. open_: depths and numbers of the parts around it."""
        while open_ and open_[-1][0] >= depth:
            self.parts[open_.pop()[1]].end = part.start
        part.parent = open_[-1][1] if open_ else -1
        open_.append((depth, len(self.parts)))
        self.parts.append(part)

    def values_at(self, at: int, message: str) -> list[Attribute]:
        number, names = self.part_at(at), names_in(message)
        around = (number, self.parts[number].parent) if number >= 0 else ()
        inside = [each for each in self.parts if each.parent in around and each.parent >= 0 and each.tag in names]
        return [Attribute(each.tag, each.start, *each.content, each.content[1]) for each in inside if each.content[0] < each.content[1]]


def notation_of(text: str) -> Notation | None:
    """Return the text with its parts, in the notation it looks like; None for one that is not known."""
    start = text.lstrip("\ufeff \t\r\n")[:1]
    if start == "<":
        return Markup(text)
    if start in ("(", ";", "#") and "(" in text[:10_000]:
        return Expressions(text)
    return Keys(text) if start not in ("{", "[") else None


_TAGS_AND_KEYS = re.compile(r"</?[^\s<>/]*|[^\s=<>\"']+\s*=|^[ \t]*(?:- +)*[^\s:][^:\n]*:(?=\s)", re.MULTILINE)


def words_of(text: str, spans: Sequence[Replacement]) -> set[str]:
    """Return the names that stood as values in what was overwritten: what refers to them is lost with them."""
    found: set[str] = set()
    for each in spans:
        values = _TAGS_AND_KEYS.sub(" ", text[each.start : each.end])
        found.update(word for word in re.findall(r"[^\s\"'<>=()/]+", values) if not _NUMBER.match(word))
    return found
