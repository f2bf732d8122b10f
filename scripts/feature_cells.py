"""The fate of one feature of a converted scene: `measured` gives a `Cell`.

The values that are the feature are found by comparing scenes (`features`). Each of them is changed, and the result is read back, from
outside: nothing here knows what the answer should be. Scenes are XML files of one format.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.dom import minidom

import msgspec

import scenec
from scenec.accounting.finding import Finding
from scenec.accounting.findings import COMMENTS_DROPPED
from scenec.accounting.report import LedgerLine, Report
from scenec.converters import NEUTRAL, load, written_formats
from scenec.verify.own_reading import differences
from scenec.verify.reported_differences import ReportedDifferences

LOST = ("dropped", "unresolved", "invalid")
COMMENT = "/comment()"
"""End of the path of a comment."""
STATES = ("kept", "adapted", "reported", "refused", "silent", "wrong")
WORDS = {
    "joint/@type": ("revolute", "prismatic", "fixed"),
    "sensor/@type": ("imu", "altimeter", "magnetometer"),
    "light/@type": ("point", "directional", "spot"),
    "xyz/@expressed_in": ("j", "__model__"),
    "pose/@relative_to": ("__model__", "base"),
    "physics/@type": ("bullet", "ode"),
    "type/text()": ("gaussian_quantized", "gaussian"),
}
"""Other words that may stand in a place, by the last two steps of its path."""


class Value(NamedTuple):
    """A value of a scene: its path as the ledger has it, and its text."""

    path: str
    text: str

    @property
    def kind(self) -> str:
        """Return its path without the numbers that count siblings."""
        return re.sub(r"\[\d+\]", "", self.path)


class Cell(NamedTuple):
    """The fate of a feature. state: one of STATES, by the first of these rules that fits:

    refused: the scene is not converted. wrong: the result means something else than the scene, and no finding says so. silent: a value
    of the feature is lost without a finding, or can be changed without any change of output or report. reported: a value is not in the
    result, and a finding says so. adapted: one is there with another meaning, and a finding says so. kept: all the rest.
    codes: of the findings that speak of what is not kept.
    """

    state: str
    codes: tuple[str, ...] = ()


# ---------------------------------------------------------------- which values are the feature


def values(text: str) -> Iterator[Value]:
    """The attributes, texts and comments of an XML file, in order."""
    for path, element in _elements(minidom.parseString(text)):
        yield from (Value(f"{path}/@{name}", value) for name, value in element.attributes.items())
        if said := "".join(node.data for node in element.childNodes if node.nodeType == node.TEXT_NODE).strip():
            yield Value(f"{path}/text()", said)
        yield from (Value(path + COMMENT, node.data) for node in element.childNodes if isinstance(node, minidom.Comment))


def _elements(document: minidom.Document) -> Iterator[tuple[str, minidom.Element]]:
    """Every element with its path, siblings of a name counted from 1."""
    root = document.documentElement
    assert root is not None
    waiting: list[tuple[str, minidom.Element]] = [(f"/{root.tagName}[1]", root)]
    while waiting:
        path, element = waiting.pop()
        yield path, element
        seen: Counter[str] = Counter()
        inner = []
        for child in element.childNodes:
            if isinstance(child, minidom.Element):
                seen[child.tagName] += 1
                inner.append((f"{path}/{child.tagName}[{seen[child.tagName]}]", child))
        waiting += reversed(inner)


def features(texts: dict[str, str]) -> dict[str, list[Value]]:
    """Per scene the values that make it different from the others: those that fewer than half of all scenes have as well."""
    common = Counter(pair for text in texts.values() for pair in {(value.kind, value.text) for value in values(text)})
    return {name: [value for value in values(text) if common[value.kind, value.text] * 2 < len(texts)] for name, text in texts.items()}


def changed(text: str, value: Value) -> Iterator[str]:
    """The scene with this value changed, in up to two ways."""
    for other in _others(value):
        document = minidom.parseString(text)
        path, _, part = value.path.rpartition("/")
        element = dict(_elements(document))[path]
        if part == "text()":
            for node in list(element.childNodes):
                if node.nodeType == node.TEXT_NODE:
                    element.removeChild(node)
            element.appendChild(document.createTextNode(other))
        else:
            element.setAttribute(part[1:], other)
        yield document.toxml()


def _others(value: Value) -> list[str]:
    last_two = "/".join(value.kind.split("/")[-2:])  # there is always another value: one that could not be changed would seem silent
    if last_two in WORDS:
        return [word for word in WORDS[last_two] if word != value.text][:2]
    words = value.text.split()
    if value.text in ("true", "false"):
        return ["false" if value.text == "true" else "true"]
    if words and all(_is_number(word) for word in words):
        found = []
        for place in (0, len(words) - 1):
            number = float(words[place])
            other = f"{number + 1 if number == int(number) and len(words) == 1 else number * 0.75 if number else 0.125:g}"
            found.append(" ".join([*words[:place], other, *words[place + 1 :]]))
        return list(dict.fromkeys(found))
    return [f"other_{value.text}" if "/" not in value.text else re.sub(r"([^/]+)$", r"other_\1", value.text)]


def _is_number(word: str) -> bool:
    return re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", word) is not None


# ---------------------------------------------------------------- what scenec does


def targets_of(source: str) -> dict[str, str]:
    """The formats that scenes of a format are converted to, its own last, each with the name of the result."""
    others = (record.name for record in written_formats() if record.name not in (source, NEUTRAL))
    return {name: f"out{load(name).suffix()}" for name in (*others, source)}


class Answer(NamedTuple):
    files: dict[str, bytes]
    report: Report
    result: Path


def answer(source: Path, folder: Path, target: str) -> Answer:
    """A conversion into an empty folder."""
    out = folder / "result"
    for path in sorted(out.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    result = out / f"out{load(target).suffix()}"
    report = scenec.convert(source, result, to=target)
    return Answer({str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}, report, result)


def measured(source: Path, text: str, mine: list[Value], target: str, folder: Path) -> Cell:
    """Return what becomes of the values `mine` of a scene. source: where it lies, beside its meshes; it is written to and put back."""
    try:
        base = answer(source, folder, target)
    except scenec.ScenecError:
        return Cell("refused")
    findings = base.report.findings
    ledger: dict[str, LedgerLine] = {line.path: line for line in base.report.ledger}
    if bent(source, base):
        return Cell("wrong")
    of_value, quiet = [], False
    for value in mine:
        line = ledger.get(value.path)
        finding = findings[line.finding] if line is not None and line.finding is not None else None
        if value.path.endswith(COMMENT):  # which are counted, but are no values of the ledger
            lost = [finding for finding in findings if finding.code == COMMENTS_DROPPED.code]
            of_value += lost
            quiet = quiet or not (lost or any(value.text.encode() in file for file in base.files.values()))
            continue
        if line is None or (line.fate in (*LOST, "approximated") and finding is None):
            quiet = True
        elif finding is not None and finding.is_loss:
            of_value.append(finding)
        elif finding is None and not noticed(source, text, value, base, target, folder):
            quiet = True
    codes = tuple(dict.fromkeys(finding.code for finding in of_value))
    if quiet:
        return Cell("silent", codes)
    if any(finding.fate in LOST for finding in of_value):
        return Cell("reported", codes)
    return Cell("adapted" if of_value else "kept", codes)


def spoken_of(source: Path, report: Report) -> Iterator[Finding]:
    """The findings of a report, and one for each value that a finding about several parts speaks of, with the name of its part."""
    yield from report.findings
    document = minidom.parse(str(source))
    names = {path: element.getAttribute("name") for path, element in _elements(document)}
    for line in report.ledger:
        if line.finding is not None:
            path = line.path.rpartition("/")[0]
            while path and not names.get(path):
                path = path.rpartition("/")[0]
            if path:
                yield msgspec.structs.replace(report.findings[line.finding], subject=names[path])


def bent(source: Path, base: Answer) -> bool:
    """Whether the result, read back, is another machine to a simulator, beyond what findings name."""
    reported = ReportedDifferences.by(spoken_of(source, base.report))
    ours, theirs = scenec.read(source)[0].physics(), scenec.read(base.result)[0].physics()
    return any(not reported.speaks_of(each) for each in differences(ours, theirs))


def noticed(source: Path, text: str, value: Value, base: Answer, target: str, folder: Path) -> bool:
    """Whether a change of the value changes the files, the findings, or makes the scene one that is refused."""
    try:
        for other in changed(text, value):
            source.write_text(other, encoding="utf-8")
            try:
                now = answer(source, folder, target)
            except scenec.ScenecError:
                return True
            if now.files != base.files or now.report.findings != base.report.findings:
                return True
        return False
    finally:
        source.write_text(text, encoding="utf-8")
