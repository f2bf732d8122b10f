"""The support matrix of formats, computed: a small scene for each concept is written, and the fates of its values decide.

`matrix` gives `scenec/cli/matrix.json`, which `scenec formats --matrix` and `scenec explain A B` show. Every scene of `scripts.specimens`
is written to each format; what its concept needs beyond the base is in the result (`full`), there but with another meaning or in part
(`adapted`), carried in the target's extension space with --carry (`carried`), or not there at all (`no`). For pairs the files so
written are converted on.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import scenec
from scenec import ir
from scenec.accounting.finding import LOSSY_FATES, Finding
from scenec.cli.support import SUPPORT
from scenec.converters import NEUTRAL, load, resolve, written_formats
from scenec.converters.format import Format
from scripts.specimens import IMAGE, Concept, concepts

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = "scenec.matrix/1"
FORMATS = tuple(
    name
    for record in written_formats()
    if record.name != NEUTRAL
    for name in (record.name, *(f"{record.name}@{version}" for version in dict.fromkeys(record.suffixes.values()) if version))
)
"""The columns: each format in its newest version, and each version that has a suffix of its own."""
STRUCTURAL = ("id", "model", "world", "name", "use", "schema", "mesh", "parent", "child", "framing")
"""Values that say how a scene hangs together: not what a concept is."""
ESSENTIAL = ("type", "command")
"""Values without which the rest of a joint, a sensor, a shape or a motor is no longer one."""

Line = tuple[str, str]


class Outcome(NamedTuple):
    """The fate of a concept. finding: one that reports it, None where nothing is lost; line: the source line it is about.
    native: whether what is in the result is the thing itself, as opposed to another one that comes near."""

    support: str
    finding: Finding | None = None
    line: str = ""
    native: bool = True

    def cell(self) -> dict[str, str]:
        """Return what the matrix needs of it."""
        found = {"code": self.finding.code, "because": self.finding.because} if self.finding is not None else {}
        return {"support": self.support, **found}

    def to_json(self) -> dict[str, str]:
        data = {"support": self.support}
        if self.finding is not None:
            data |= {
                "code": self.finding.code,
                "because": self.finding.because,
                "consequence": self.finding.consequence,
                "hint": self.finding.hint,
            }
        return data | ({"example": self.line} if self.line else {})


def matrix() -> dict[str, Any]:
    """The whole of it, as plain data."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "fixtures" / IMAGE, folder)
        work = Work(Path(folder))
        rows = [(concept, {name: work.written(concept, name) for name in FORMATS}) for concept in concepts()]
        natives = [name for name in FORMATS if "@" not in name]
        pairs = {
            f"{source} {target}": [
                {"group": concept.group, "concept": concept.name, **work.converted(concept, source, target, cells[target]).to_json()}
                for concept, cells in rows
                if cells[source].support == "full"
                or (cells[source].support == "adapted" and cells[source].native and not _a_shape(concept))
            ]
            for source in natives
            for target in natives
            if source != target
        }
    return {
        "schema": SCHEMA,
        "formats": [{"name": name, "title": _title(name)} for name in FORMATS],
        "concepts": [
            {"group": concept.group, "concept": concept.name, "cells": {name: cell.cell() for name, cell in cells.items()}}
            for concept, cells in rows
        ],
        "pairs": pairs,
    }


def _title(name: str) -> str:
    record, version = resolve(name)
    return f"{record.title} {version}".strip()


def newest(name: str) -> str:
    """A format as `--to` takes it, in its newest version; where versions have suffixes of their own, in the one that is named."""
    record = load(name.partition("@")[0])
    return name if any(record.suffixes.values()) or "@" in name or not record.versions else f"{name}@{record.versions[-1]}"


def _a_shape(concept: Concept) -> bool:
    """A shape that became another is no longer that shape, however near it comes."""
    return concept.group.endswith("shapes")


class Work:
    """Writes scenes into a folder and converts them on; each base once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: dict[tuple[str, ...], tuple[Path, scenec.Report, list[Any]]] = {}
        self.scenes: list[ir.Scene] = []

    def written(self, concept: Concept, target: str) -> Outcome:
        """Return what becomes of a concept that is written to a format."""
        base, scene = (self._json(each) for each in (concept.base, concept.scene))
        return self._outcome(base, scene, target)

    def converted(self, concept: Concept, source: str, target: str, cell: Outcome) -> Outcome:
        """Return what becomes of a concept as one format says it, converted to another. cell: what becomes of it there in any case."""
        base, scene = (self._convert(self._json(each), source)[0] for each in (concept.base, concept.scene))
        found = self._outcome(base, scene, target)
        return found._replace(support=cell.support) if found.support == "adapted" and cell.support in ("no", "carried") else found

    def text(self, scene: ir.Scene, target: str) -> str:
        """The text of a scene that is written to a format, without what stands in files beside it."""
        return self._convert(self._json(scene), target)[0].read_text(encoding="utf-8", errors="replace")

    def _outcome(self, base: Path, scene: Path, target: str) -> Outcome:
        _, before, known = self._convert(base, target)
        _, report, lines = self._convert(scene, target)
        usual = Counter(_key(line) for line in known)
        codes_before = {(finding.code, finding.fate) for finding in before.findings}
        own = []
        for line in lines:
            if usual[_key(line)]:
                usual[_key(line)] -= 1
            else:
                own.append(line)
        own = [line for line in own if not _is_structural(line)] or own
        lost = [line for line in own if line.fate in LOSSY_FATES and not _ineffective(line, report)]
        values = [line for line in lost if not _a_name(line, report)]
        if len(lost) < len(own):  # a name that is lost makes nothing else of a thing, unless it is all there is to it
            lost = values
        gone = [line for line in lost if line.fate != "approximated"]
        new = [finding for finding in report.findings if (finding.code, finding.fate) not in codes_before and finding.is_loss]
        finding = next((report.findings[line.finding] for line in lost if line.finding is not None), new[0] if new else None)
        if not lost:
            return Outcome("adapted", finding) if finding is not None and finding.level != "note" else Outcome("full")
        essence = any(line.path.rpartition("@")[2] in ESSENTIAL for line in gone)
        support = "no" if essence or len(gone) == len(own) else "adapted"
        if support == "no" and self._carried(scene, target, {_key(line) for line in gone}):
            support = "carried"
        native = len(lost) < len(own) and not any(line.path.rpartition("@")[2] in ESSENTIAL for line in lost)
        return Outcome(support, finding, self._source_line(scene, finding), native)

    def _carried(self, scene: Path, target: str, gone: set[Line]) -> bool:
        """Whether all that is gone travels with --carry."""
        _, _, lines = self._convert(scene, target, carry=True)
        fates = {line.fate for line in lines if _key(line) in gone and line.fate in LOSSY_FATES}
        return fates == {"carried"}

    def _source_line(self, path: Path, finding: Finding | None) -> str:
        if finding is None or finding.source is None or not finding.source.line or path.suffix == ".json":
            return ""
        lines = (path.parent / finding.source.file).read_text(encoding="utf-8").splitlines()
        return lines[finding.source.line - 1].strip() if finding.source.line <= len(lines) else ""

    def _json(self, scene: ir.Scene) -> Path:
        number = next((i for i, each in enumerate(self.scenes) if each is scene), None)
        if number is None:
            number = len(self.scenes)
            self.scenes.append(scene)
            scenec.write(scene, self.folder / f"s{number}.scene.json")
        return self.folder / f"s{number}.scene.json"

    def _convert(self, source: Path, target: str, **options: Any) -> tuple[Path, scenec.Report, list[Any]]:
        key = (str(source), target, *options)
        if key not in self.known:
            record, version = resolve(target)
            suffix = next(each for each, of in record.suffixes.items() if of == version or not of)
            path = self.folder / f"{len(self.known)}" / f"scene{suffix}"
            os.makedirs(path.parent)
            if not (path.parent / IMAGE).exists():
                shutil.copy(self.folder / IMAGE, path.parent)
            report = scenec.convert(source, path, to=newest(target), **options)
            self.known[key] = path, report, list(report.ledger)
        return self.known[key]


def _key(line: Any) -> Line:
    """A value and the names on the way to it, wherever it stands among others."""
    names = [part.partition("[")[0] for part in line.path.split("/")]
    return "/".join(names), line.value


def _is_structural(line: Any) -> bool:
    """Whether a value says how a scene hangs together, or only which shape the numbers beside it are of."""
    return line.path.rpartition("@")[2] in STRUCTURAL or line.path.endswith("/geometry[1]/@type")


def _a_name(line: Any, report: scenec.Report) -> bool:
    finding = report.findings[line.finding] if line.finding is not None else None
    return finding is not None and finding.level == "note" and finding.category in ("naming", "metadata")


def _ineffective(line: Any, report: scenec.Report) -> bool:
    return line.finding is not None and report.findings[line.finding].ineffective


@functools.cache
def text() -> str:
    """The matrix as the file has it."""
    from scenec.accounting.save import json_of

    return json_of(matrix(), indent=1).decode() + "\n"


def page() -> str:
    """docs/support.md."""
    legend = [f"- **{word}**: {meaning}" for word, meaning in SUPPORT.items()]
    head = [
        "# What each format can say",
        "",
        "Generated by `python scripts/generate_docs.py` from small scenes, one per concept (`scripts/specimens.py`): each is written to",
        "each format, and what became of its values decides. `scenec formats --matrix` shows the same, `scenec explain A B` says why.",
        "",
        *legend,
        "",
        "## Totals",
        "",
        *summary(json.loads(text())),
        "",
        "## Concept by concept",
        "",
    ]
    return "\n".join([*head, *table(json.loads(text()))]) + "\n"


def table(data: dict[str, Any]) -> list[str]:
    """The matrix as Markdown, a table per group."""
    names = [each["name"] for each in data["formats"]]
    out: list[str] = []
    group = ""
    for row in data["concepts"]:
        if row["group"] != group:
            group = row["group"]
            out += ["", f"| {group} | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
        out.append(f"| {row['concept']} | " + " | ".join(row["cells"][name]["support"] for name in names) + " |")
    return out[1:]


BEGIN, END = "<!-- generated by scripts/generate_docs.py -->", "<!-- end of what is generated -->"


def readme() -> str:
    """README.md with its table of formats as it is now."""
    text_now = (ROOT / "README.md").read_text(encoding="utf-8")
    before, _, rest = text_now.partition(BEGIN)
    _, _, after = rest.partition(END)
    return "\n".join([before + BEGIN, *format_rows(json.loads(text())), END + after])


def format_rows(data: dict[str, Any]) -> list[str]:
    """A line per format: its files, the versions it is written in, and how many concepts it can say."""
    counts = {each["name"]: Counter(row["cells"][each["name"]]["support"] for row in data["concepts"]) for each in data["formats"]}
    kinds = ("full", "adapted", "carried")
    total = len(data["concepts"])
    lines = [f"| format | files | versions | of {total} concepts: full | adapted | with --carry |", "|---|---|---|---|---|---|"]
    for name, found in counts.items():
        record, version = resolve(name)
        suffixes = [each for each, of in record.suffixes.items() if of == (version if "@" in name else "")]
        others = [each for each in record.by_content if each not in suffixes and "@" not in name]
        files = " ".join(f"`{each}`" for each in (*suffixes, *others))
        versions = version if "@" in name else _span(record)
        lines.append(
            f"| {_title(name) if '@' in name else record.title} | {files} | {versions} | "
            + " | ".join(str(found[kind]) for kind in kinds)
            + " |"
        )
    return lines


def _span(record: Format) -> str:
    """The versions that a format is written in: the first and the last, without those that have a suffix of their own."""
    apart = set(record.suffixes.values()) - {""}
    names = [each for each in record.versions if each not in apart]
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def summary(data: dict[str, Any]) -> list[str]:
    """The matrix in a line per group: how many of its concepts mean the same, and how many are adapted."""
    names = [each["name"] for each in data["formats"]]
    groups: dict[str, list[Any]] = {}
    for row in data["concepts"]:
        groups.setdefault(row["group"], []).append(row["cells"])
    lines = ["| concepts | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for group, cells in groups.items():
        counts = [Counter(each[name]["support"] for each in cells) for name in names]
        shown = [", ".join(f"{count[word]} {word}" for word in ("full", "adapted", "carried") if count[word]) or "-" for count in counts]
        lines.append(f"| {group.lower()} ({len(cells)}) | " + " | ".join(shown) + " |")
    return lines
