"""From a settled ledger to a report: findings placed and put into words, those with equal words shown as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.accounting.finding import LEVELS, LOSSY_FATES, Finding, excerpt
from scenec.accounting.ledger import Entry, Ledger
from scenec.accounting.report import LedgerLine, LedgerLines, Report, Side
from scenec.accounting.settle import Fates
from scenec.accounting.source_map import TargetPlace
from scenec.accounting.spoken import ElementNames, in_words_of, word_of_element, word_of_value, word_of_values
from scenec.source import Origin, Source, find_paths

if TYPE_CHECKING:
    from scenec.syntax.tree import Document, SourceNode

_OF_A_PROGRAM = ("physics", "geometry", "sensing", "control")
"""Categories in which it matters whom a finding is about: programs and simulators ask for these things by name."""
_OF_A_VISUAL = "visual-"
"""How codes begin that concern a visual as a whole, which counts more than how it looks."""
_OF_ONE_FORMAT = ".extras["
"""In the subject of what only one format has: the same for all that have it, so that one finding stands for all."""


class Naming:
    """Distinguishes findings with equal words where their places do not."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._spoken: dict[tuple[str, int], str] = {}
        self._parts: dict[str, _Part | None] = {}

    def of(self, entry: Entry) -> tuple[str, str]:
        """The path that a finding's subject must be called by, "" if its place says whom it is about; and the name that keeps it from
        being shown as one with others, "" if the ledger's lines lead there. Findings that are shown together differ by their values."""
        row = entry.template.row
        if row is not None and row.together:
            return "", entry.template.value
        path, name = self._of(entry)
        return path, name or (entry.within.owner or entry.template.subject if row is not None and row.each else "")

    def _of(self, entry: Entry) -> tuple[str, str]:
        whole = entry.template.code.startswith(_OF_A_VISUAL)
        if not (entry.template.category in _OF_A_PROGRAM or whole) or _OF_ONE_FORMAT in entry.template.subject:
            return "", ""
        path = entry.within.owner or entry.template.subject
        document, element = entry.origin.place if isinstance(entry.origin, Origin) else (None, None)
        if document is None and entry.ids and not isinstance(entry.origin, Source):
            document = self._ledger.document_of(entry.ids[0])
        little = document is not None and not whole and _says_little(document, element, path, self._ledger.elements)
        if little or (document is not None and self._is_nameless_there(element, path)):
            return path, path
        return "", self._own_name(entry, element, path)

    def _own_name(self, entry: Entry, element: SourceNode | None, path: str) -> str:
        """Of whom no line of the ledger leads to: the finding is about no value (the kind of a motor is a tag), about one of a definition
        that makes things of several names, or its element has another name (a motor's, not that of its joint)."""
        if entry.template.fate in ("kept", "defaulted"):
            return ""
        name = path.rpartition("::")[2]
        if not entry.ids or (element is not None and not name.startswith(self._name_of(element, path))):
            return name
        if entry.template.category == "sensing" and element is not None and not self._name_of(element, path):
            return name  # a sensor without a name may refer to a part that has another name than their link
        if element is not None and not _holds(element, entry.ids[0]):
            return name  # the value stands in a definition that is used there
        return name if self._spoken.setdefault((entry.template.code, entry.ids[0]), name) != name else ""

    def _is_nameless_there(self, element: SourceNode | None, path: str) -> bool:
        """Whether neither an element nor one around it is called like the part of a path, or like the link and model around that: an
        actuator without a name may refer to its joint, and a link without a name has shapes without names."""
        if element is None or self._name_of(element, path):
            return False
        around, known = path, False
        while around:
            known = known or around in self._origins
            part = self._part(around)
            if part is not None:
                if not part.first <= element.first_id <= part.last:  # in a definition that is used there, or it refers to the part
                    return part.name in element.attributes.values()
                if part.name or around == path:  # a link or joint without a name is called by no file
                    return not part.name
            around = around.rpartition("::")[0]
        return known

    def _part(self, path: str) -> _Part | None:
        """The element that the link, joint, model or frame of a path was read from; None if unknown."""
        if path not in self._parts:
            _, element = origin.place if (origin := self._origins.get(path)) is not None else (None, None)
            self._parts[path] = None if element is None else _Part(element, self._name_of(element, path))
        return self._parts[path]

    def _name_of(self, element: SourceNode, path: str) -> str:
        """The name of an element; "" for one without, and for one that only a child names if the path has no parts."""
        return self._ledger.elements.of(element, below=bool(element.tag) and "::" in path)

    @cached_property
    def _origins(self) -> dict[str, Origin | None]:
        paths = self._ledger.paths
        return {paths[part_id]: origin for part_id, origin in self._ledger.origins.items() if part_id in paths}


class _Part:
    """An element of the source. first, last: the ids of its first and last value, with those of all below it."""

    __slots__ = ("_element", "first", "name")

    # Where it ends is worked out when asked for: large files are read again for that.

    def __init__(self, element: SourceNode, name: str) -> None:
        self._element = element
        self.first, self.name = element.first_id, name

    @property
    def last(self) -> int:
        return max(self._element.end[1] - 1, self.first)  # an element may have no value


def _says_little(document: Document, element: SourceNode | None, path: str, names: ElementNames) -> bool:
    """Whether a place does not say whom it is about: one place of a scene that is a program makes many things, an archive must be unpacked
    to look at its places, and an element may be called otherwise than what was made of it, or like a whole path."""
    name = names.of(element, below=False) if element is not None else ""
    is_named_like_a_path = "/" in name or "/" in path.partition("::")[2]
    return names.is_program or document.packed or is_named_like_a_path or bool(name and not _is_called(path, name))


def _is_called(path: str, name: str) -> bool:
    """Whether a path is of a part of this name: a part of another name, or one with a suffix behind its name, is not."""
    own, found, field = path.rpartition("::")[2].partition(name)
    return "::" not in path or (not own and bool(found) and not field.startswith("_"))


def _holds(element: SourceNode, value_id: int) -> bool:
    """Whether a value stands in an element, or in one below it."""
    return element.first_id <= value_id < element.end[1]


def build_report(
    ledger: Ledger, fates: Fates, source: Side, target: Side, printed: Mapping[int, tuple[TargetPlace, ...]] | None = None
) -> Report:
    """The report of a settled ledger: findings placed, equal ones collapsed, worst first; lines linked to them. printed: where values were
    printed (`scenec.accounting.source_map`)."""
    grouped: dict[tuple[Any, ...], list[Any]] = {}
    naming = Naming(ledger)
    for entry in ledger.entries:
        found = entry.template
        path, name = naming.of(entry)
        key = (found.code, found.fate, found.level, found.category, found.target, found.because, found.consequence, found.hint, name)
        group = grouped.setdefault(key, [entry, 0, [], {}, path])
        group[1] += 1
        group[2].append(entry.ids)
        group[3][entry.within.owner or found.subject] = None
    groups = sorted(grouped.values(), key=lambda group: -LEVELS.index(group[0].template.level))
    firsts = [group[0] for group in groups]  # only their places are looked up: each may stand for thousands of findings
    find_paths([entry.origin for entry in firsts])
    places = ledger.locate([entry.ids[0] for entry in firsts if entry.ids and entry.origin is None])
    findings = [_worded(_with_parts(_placed(entry, count, path, places), named), entry, ledger) for entry, count, _, named, path in groups]
    link: dict[int, int] = {}
    for index, (entry, _, many, _, _) in enumerate(groups):
        for ids in many:
            for value_id in ids:
                if value_id not in link and fates.of(value_id) == entry.template.fate:
                    link[value_id] = index
    defaulted = sum([finding.count for finding in findings if finding.fate == "defaulted"])
    totals: dict[str, int] = {"values": ledger.value_count, **fates.count(), "defaulted": defaulted}
    without_effect = {index for index, finding in enumerate(findings) if finding.ineffective and finding.fate in LOSSY_FATES}
    idle = sum([index in without_effect for index in link.values()])
    report = Report(source, target, totals, findings, LedgerLines(lambda: _lines(ledger, fates, link, printed or {})), idle)
    report.subjects = tuple(tuple(subjects) for _, _, _, subjects, _ in groups)
    return report


def _with_parts(finding: Finding, paths: Iterable[str]) -> Finding:
    """A finding that is shown together with its like, with the paths of all parts."""
    parts = tuple(paths)
    if finding.row is None or not finding.row.together or len(parts) == 1:
        return finding
    return msgspec.structs.replace(finding, subjects=parts)


def _worded(finding: Finding, entry: Entry, ledger: Ledger) -> Finding:
    """A finding with all it says, in the words of both sides. entry: the first of those that it stands for."""
    if entry.within.lost and ledger.documents:
        word = _said_as(entry, ledger)
        if word:
            finding = msgspec.structs.replace(finding, because=f"{finding.because} In the source: {word}.")
        elif not entry.ids and ledger.names.source:
            how = f"The value is a default of {ledger.names.source}, which the file does not state."
            finding = msgspec.structs.replace(finding, because=f"{finding.because} {how}")
    if finding.source is not None and finding.source.trail:
        finding = msgspec.structs.replace(finding, hint=f"{finding.hint} Made by {', in '.join(finding.source.trail)}.".lstrip())
    return in_words_of(finding, ledger.names)


def _said_as(entry: Entry, ledger: Ledger) -> str:
    """Return what the source calls what was lost: a value that is stated as such, else the element that it was made of."""
    if not entry.ids:
        return ""
    document, node = entry.origin.place if isinstance(entry.origin, Origin) else (None, None)
    stated = entry.within.lost == "value" and len(entry.ids) == 1
    word = word_of_element(document, node, ledger.elements) if document is not None and node is not None and not stated else ""
    if word:
        return word
    document, first, last = ledger.document_of(entry.ids[0]), min(entry.ids), max(entry.ids)
    if entry.within.lost == "value" or first == last or last >= document.first_id + document.count:
        return word_of_value(document, entry.ids[0], ledger.elements)
    return word_of_values(document, first, last, ledger.elements)


def _lines(ledger: Ledger, fates: Fates, link: Mapping[int, int], printed: Mapping[int, tuple[TargetPlace, ...]]) -> Iterator[LedgerLine]:
    for value_id, document, path, line, column, text in ledger.values():
        value = text if len(text) <= 200 else f"{text[:60].split(chr(10))[0]}... ({len(text):,} characters)"
        place, fate = document.located(value_id, line, column, path), fates.of(value_id)
        yield LedgerLine(place.file, line, column, path, str(value), fate, link.get(value_id), printed.get(value_id, ()), place.trail)


def _placed(entry: Entry, count: int, path: str, places: Mapping[int, tuple[Source, str]]) -> Finding:
    """The finding of an entry with its place and value. count: for how many it stands; path: what its subject must be called by, if any."""
    finding, source, value = entry.template, None, ""
    if entry.origin is not None:
        source = entry.origin if isinstance(entry.origin, Source) else entry.origin.source
    elif entry.ids:
        source, text = places[entry.ids[0]]
        value = excerpt(text) if len(entry.ids) == 1 else ""
    return msgspec.structs.replace(finding, source=source, value=finding.value or value, subject=path or finding.subject, count=count)
