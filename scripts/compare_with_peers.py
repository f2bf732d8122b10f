"""Writes docs/comparison.md: what becomes of 49 features of SDFormat, converted by scenec to each format, beside what other tools did.

    compare_with_peers.py [--check]     --check: only tell whether the page and the line in README.md are current

The scenes, one feature each, and what other tools did with them lie in ../shared/peers and are not ours to ship. What scenec does is
measured here, from outside: `features` says which values of a scene are the feature, each of them is changed, and `Cell` says by which
rules an answer is read. Nothing here knows what the answer should be.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.dom import minidom

import scenec
from scenec.accounting.report import LedgerLine, Report
from scenec.converters import NEUTRAL, load, written_formats
from scenec.verify.excuse import Told
from scenec.verify.own_reading import differences

ROOT = Path(__file__).parents[1]
PEERS = ROOT.parent / "shared" / "peers"
PAGE = ROOT / "docs" / "comparison.md"
README = ROOT / "README.md"
SOURCE = "sdformat"
"""The format of the scenes."""
TARGETS = {
    name: f"out{load(name).suffix()}"
    for name in (*(record.name for record in written_formats() if record.name not in (SOURCE, NEUTRAL)), SOURCE)
}
LOST = ("dropped", "unresolved", "invalid")
STATES = ("kept", "adapted", "reported", "refused", "silent", "wrong")
LETTERS = {
    "K": "kept",
    "P": "partly, silent",
    "S": "silent",
    "X": "wrong, silent",
    "W": "reported",
    "I": "log only",
    "E": "refused",
    "N": "-",
}
"""How the records of other tools say it."""
QUIET = "PSX"
WORDS = {
    "joint/@type": ("revolute", "prismatic", "fixed"),
    "sensor/@type": ("imu", "altimeter", "magnetometer"),
    "light/@type": ("point", "directional", "spot"),
    "xyz/@expressed_in": ("j", "__model__"),
    "pose/@relative_to": ("__model__", "base"),
    "physics/@type": ("bullet", "ode"),
    "type/text()": ("gaussian_quantized", "gaussian"),
}
"""What else may stand where any other word would be refused; by the last two steps of a path."""


class Value(NamedTuple):
    """A value of a scene: its path as the ledger has it, and its text."""

    path: str
    text: str

    @property
    def kind(self) -> str:
        """Its path without the numbers that count siblings."""
        return re.sub(r"\[\d+\]", "", self.path)


class Cell(NamedTuple):
    """What became of a feature. state: one of STATES, by the first of these rules that fits:

    refused: the scene is not converted. wrong: the result means something else than the scene, and no finding says so. silent: a value
    of the feature is lost without a finding, or can be changed without any change of output or report. reported: a value is not in the
    result, and a finding says so. adapted: one is there with another meaning, and a finding says so. kept: all the rest.
    codes: of the findings that speak of what is not kept.
    """

    state: str
    codes: tuple[str, ...] = ()


# ---------------------------------------------------------------- which values are the feature


def values(text: str) -> Iterator[Value]:
    """The attributes and texts of an XML file, in order."""
    for path, element in _elements(minidom.parseString(text)):
        yield from (Value(f"{path}/@{name}", value) for name, value in element.attributes.items())
        if said := "".join(node.data for node in element.childNodes if node.nodeType == node.TEXT_NODE).strip():
            yield Value(f"{path}/text()", said)


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


class Answer(NamedTuple):
    files: dict[str, bytes]
    report: Report
    result: Path


def answer(source: Path, folder: Path, target: str) -> Answer:
    """A conversion into an empty folder."""
    out = folder / "result"
    for path in sorted(out.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    report = scenec.convert(source, out / TARGETS[target])
    return Answer(
        {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}, report, out / TARGETS[target]
    )


def measured(source: Path, text: str, mine: list[Value], target: str, folder: Path) -> Cell:
    """What becomes of the values `mine` of a scene. source: where it lies, beside its meshes; it is written to and put back."""
    try:
        base = answer(source, folder, target)
    except scenec.ScenecError:
        return Cell("refused")
    findings = base.report.findings
    ledger: dict[str, LedgerLine] = {line.path: line for line in base.report.ledger}
    if bent(source, base):
        return Cell("wrong")
    told, quiet = [], False
    for value in mine:
        line = ledger.get(value.path)
        finding = findings[line.finding] if line is not None and line.finding is not None else None
        if line is None or (line.fate in (*LOST, "approximated") and finding is None):
            quiet = True
        elif finding is not None and finding.is_loss:
            told.append(finding)
        elif finding is None and not noticed(source, text, value, base, target, folder):
            quiet = True
    codes = tuple(dict.fromkeys(finding.code for finding in told))
    if quiet:
        return Cell("silent", codes)
    if any(finding.fate in LOST for finding in told):
        return Cell("reported", codes)
    return Cell("adapted" if told else "kept", codes)


def bent(source: Path, base: Answer) -> bool:
    """Whether the result, read back, is another machine to a simulator, but for what findings name."""
    told = Told.by(base.report.findings)
    ours, theirs = scenec.read(source)[0].physics(), scenec.read(base.result)[0].physics()
    return any(not told.speaks_of(each) for each in differences(ours, theirs))


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


def measure() -> dict[str, dict[str, Cell]]:
    """Scene -> target -> what becomes of its feature."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted((PEERS / "sdf").glob("*.sdf"))}
    found: dict[str, dict[str, Cell]] = {}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "meshes").mkdir()
        (folder / "result").mkdir()
        for mesh in (PEERS / "sdf" / "meshes").iterdir():
            (folder / "meshes" / mesh.name).write_bytes(mesh.read_bytes())
        for name, mine in features(texts).items():
            source = folder / f"{name}.sdf"
            source.write_text(texts[name], encoding="utf-8")
            found[name] = {target: measured(source, texts[name], mine, target, folder) for target in TARGETS}
    return found


# ---------------------------------------------------------------- the page


def peers() -> tuple[list[str], dict[str, list[str]]]:
    """The names of the other tools, and per feature a letter each, as recorded."""
    with (PEERS / "verdicts_sdf.csv").open(encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    return head[1:], {row[0]: row[1:] for row in rows}


def page(found: dict[str, dict[str, Cell]]) -> str:
    tools, recorded = peers()
    columns = [f"to {target}" for target in TARGETS] + tools
    lines = [
        "# scenec beside other tools, on 49 features of SDFormat",
        "",
        "*Made by `python scripts/compare_with_peers.py`; do not edit.*",
        "",
        "Each row is a small SDFormat scene with one feature that converters get wrong. The columns `to ...` are measured by this command:",
        "each value that makes the scene different from the others is changed in turn, and the result is read back and compared. The other",
        "columns are what was recorded, by hand and once, of other tools with the same files, into whatever each of them makes of SDFormat",
        "(drake 1.51.1, pybullet 3.2.7: loaded; rod 0.5.0, phobos 2.0.2: to URDF; sdformat-mjcf 0.1.2: to MJCF). The scenes were chosen",
        "for being trouble, so the shares say nothing of everyday models.",
        "",
        "| word | means |",
        "|---|---|",
        "| kept | is in the result and means the same there |",
        "| adapted | is in the result with a meaning that differs; a finding says how |",
        "| reported | is not in the result, or not all of it; a finding (of another tool: a warning) says so |",
        "| refused | nothing is converted |",
        "| silent, partly | is lost, in part or altogether, without a word |",
        "| wrong | is in the result with another meaning, without a word |",
        "| - | was not judged |",
        "",
        "## Totals",
        "",
        "| | " + " | ".join(columns) + " |",
        "|---|" + "---|" * len(columns),
    ]
    for label, states in (
        ("kept", ("kept",)),
        ("told: adapted, reported, refused", ("adapted", "reported", "log only", "refused")),
        ("not told: silent, partly, wrong", ("silent", "partly, silent", "wrong", "wrong, silent")),
    ):
        own = [sum(cells[target].state in states for cells in found.values()) for target in TARGETS]
        others = [sum(LETTERS[row[i]] in states for row in recorded.values()) for i in range(len(tools))]
        lines.append(f"| {label} | " + " | ".join(map(str, own + others)) + " |")
    lines += ["", "## Feature by feature", "", "| feature | " + " | ".join(columns) + " |", "|---|" + "---|" * len(columns)]
    for name, cells in found.items():
        words = [cells[target].state for target in TARGETS] + [
            LETTERS[letter].removesuffix(", silent") for letter in recorded.get(name, [])
        ]
        lines.append(f"| {name} | " + " | ".join(words) + " |")
    lines += [
        "",
        "## What scenec tells",
        "",
        "`scenec explain CODE` says more of each.",
        "",
        "| feature | target | findings |",
        "|---|---|---|",
    ]
    for name, cells in found.items():
        lines += [f"| {name} | {target} | {', '.join(cell.codes)} |" for target, cell in cells.items() if cell.codes]
    return "\n".join(lines) + "\n"


def summary(found: dict[str, dict[str, Cell]]) -> str:
    """The line for README.md."""
    states = Counter(cell.state for cells in found.values() for cell in cells.values())
    tools, recorded = peers()
    quiet = [sum(row[i] in QUIET for row in recorded.values()) for i in range(len(tools))]
    told = states["adapted"] + states["reported"] + states["refused"]
    return (
        f"- {len(found)} features of SDFormat that converters get wrong, to four formats: {states['kept']} kept, {told} told, "
        f"{states['silent'] + states['wrong']} silent; five other tools are silent about {min(quiet)} to {max(quiet)} of the {len(found)} "
        "each ([docs/comparison.md](docs/comparison.md))."
    )


LINE = re.compile(r"^- \d+ features of SDFormat that converters get wrong.*$", re.MULTILINE)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    if not PEERS.is_dir():
        sys.stderr.write(f"{PEERS} is not here\n")
        return 2
    found = measure()
    readme = README.read_text(encoding="utf-8")
    wanted, line = page(found), summary(found)
    if options.check:
        current = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == wanted and line in readme
        sys.stdout.write("current\n" if current else "stale: run scripts/compare_with_peers.py\n")
        return 0 if current else 1
    PAGE.write_text(wanted, encoding="utf-8")
    README.write_text(LINE.sub(lambda _: line, readme), encoding="utf-8")
    sys.stdout.write(f"{line}\n")
    for name, cells in found.items():
        for target, cell in cells.items():
            if cell.state in ("silent", "wrong"):
                sys.stdout.write(f"{name} -> {target}: {cell.state}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
