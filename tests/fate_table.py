"""The fate of each field of a scene that a writer prints, as the rows of a table that people read (`tests/data/kept_fields/`).

A row names a field from the part that holds it, its fate, and where it is printed::

    Joint.axes.limits.effort    kept                                    limit/@effort
    Joint.type                  kept                                    joint/@type             [fixed, prismatic]
    Joint.type                  dropped joint-type-dropped              -                       [screw]

Parts whose fields all fare alike share one row. Otherwise each row ends with the parts that it is about.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from scenec import ir
from scenec.accounting.build_report import build_report
from scenec.accounting.leaf_uses import LeafUses
from scenec.accounting.report import Side
from scenec.conversion import Origin, adapted
from scenec.converters import NEUTRAL, resolve
from scenec.converters.format import Format, ReadResult, WriteOptions, WriteResult
from scenec.ir.walk import at_path
from scenec.syntax.claims import STRUCTURE, TEXT, Claims
from scenec.syntax.tree import Document
from tests.printing import printed
from tests.tracing import Path, Traced

FIELD_WIDTH, FATE_WIDTH = 58, 44
"""Of the columns, the same for all tables: a longer name must not change the lines of others."""
FEW_PARTS = 3
SHOWN_PLACES = 3
"""Places of a field that a row names; of further ones it has the number."""
PARTS = (ir.Collision, ir.Visual, ir.Sensor, ir.Light, ir.Actuator)
"""Classes of which rows are named although links and joints hold them. So are all that the scene itself holds."""
FILE = "File"
"""Stands for the class in rows about places that state no value of the scene."""
OTHERS = "all others"
NOWHERE = "-"


class Place(NamedTuple):
    """One value of the table. field: from the part's class (``Joint.axes.limits.lower``); part: which of them (``revolute``)."""

    field: str
    part: str

    @property
    def holder(self) -> tuple[str, str]:
        """Class and name of the part, without the number of an axis or camera in it."""
        return class_of(self.field), re.sub(r"( \d+)+$", "", self.part)


class Fate(NamedTuple):
    """The fate of a value. what: fates and codes; where: elements and attributes that it is printed in, ``-`` for none."""

    what: str
    where: str


Table = dict[Place, Fate]


class Row(NamedTuple):
    """A line of the table. parts: those that it is about, () for all that have the field."""

    field: str
    fate: Fate
    parts: tuple[str, ...]


# ---------------------------------------------------------------- what became of each value


def table_of(spec: str, scenes: Mapping[str, ir.Scene], own: Mapping[str, ir.Scene]) -> Table:
    """Return the fate of every leaf of some scenes that are written to a format. spec: as `--to` takes it; scenes: by the name that their
    parts are called by in the table, "" for the one whose parts are named alone; own: likewise, with values that only this format has.
    Writers print parts that hold such values in other ways. Of these scenes only such parts are in the table, and fields that have a fate
    there which they have in no other scene."""
    found: Table = {}
    fixed: set[str] = set()
    for name, scene in scenes.items():
        fates, _ = _fates_of(spec, scene, fixed, home=False)
        found.update((Place(place.field, f"{name} {place.part}".strip()), fate) for place, fate in fates.items())
    known = {(place.field, fate.what) for place, fate in found.items()}
    for name, scene in own.items():
        fates, holders = _fates_of(spec, scene, fixed, home=True)
        for place, fate in fates.items():
            if place.holder in holders or (place.field, fate.what) not in known:
                found[Place(place.field, f"{name} {place.part}".strip())] = fate
    found.update((Place(f"{FILE}.{place}", ""), Fate("printed", place)) for place in sorted(fixed))
    return found


def _fates_of(spec: str, scene: ir.Scene, fixed: set[str], *, home: bool) -> tuple[Table, set[tuple[str, str]]]:
    """Return the fates, and which parts hold values that only this format has. fixed: gets the places of the file that state no value of
    the scene; home: see `_converted`."""
    made = Traced(scene)
    record, version = resolve(spec)
    result, uses, fates = _converted(made, record, version, home=home)
    where = _places(result, uses) if record.name != NEUTRAL else _json_places(result, made)
    fixed.update(_fixed_places(result))
    names = _part_names(scene)
    values: dict[Place, list[tuple[str, list[str]]]] = {}
    own: set[tuple[str, str]] = set()
    called = {path: _place(scene, path, names) for path in set(made.paths.values())}
    for value_id, path in made.paths.items():
        holder, place = at_path(scene, path[:-1]), called[path]
        if path[-1] in ("format", "key") and isinstance(holder, ir.Extra):  # they say whose value it is, and are kept or lost with it
            if holder.format == record.name:
                own.add(place.holder)
            continue
        values.setdefault(place, []).append((fates[value_id], where.get(value_id, [])))
    return {place: _joined(each) for place, each in values.items()}, own


def _converted(made: Traced, record: Format, version: str, *, home: bool) -> tuple[WriteResult, LeafUses, dict[int, str]]:
    """Return the files, the leaves that stand in them, and each value's fate, with the code of the finding about it. home: the scene was
    read from the format that is written now, through a neutral file, so that no text of it can be kept."""
    assert record.write is not None
    suffix = next(suffix for suffix, implied in record.suffixes.items() if implied in ("", version))
    options, ledger = WriteOptions(version=version), made.ledger()
    scene = adapted(Origin(ReadResult(made.scene, "", ()), ledger), record, options, restored=record.name if home else "")
    home_format = record.name if home else ""
    made_file = printed(record, scene, ledger, options=options, stem="kitchen", suffix=suffix, source_format=home_format, restored=home)
    result, uses, fates = made_file.result, ledger.uses, made_file.settle()
    report = build_report(ledger, fates, Side(), Side())
    words: dict[int, str] = {}
    for value_id, line in enumerate(report.ledger):
        words[value_id] = line.fate if line.finding is None else f"{line.fate} {report.findings[line.finding].code}"
    return result, uses, words


def _joined(values: list[tuple[str, list[str]]]) -> Fate:
    """Return one fate of the numbers of a leaf, or of all values that a part holds in one field."""
    whats = dict.fromkeys("default" if what == "kept" and not where else what for what, where in values)
    wheres = list(dict.fromkeys(place for _, where in values for place in where))
    printed = _side_by_side([place for place in wheres if not place.startswith("<")] or wheres)
    more = [f"and {len(printed) - SHOWN_PLACES} more"] if len(printed) > SHOWN_PLACES else []
    return Fate(" + ".join(whats), ", ".join([*printed[:SHOWN_PLACES], *more]) or NOWHERE)


def _side_by_side(places: list[str]) -> list[str]:
    """The places with siblings as one: ``position/x y z``."""
    found: dict[str, list[str]] = {}
    for place in places:
        around, slash, own = place.rpartition("/")
        found.setdefault(around + slash, []).append(own)
    return [around + " ".join(names) for around, names in found.items()]


# ---------------------------------------------------------------- where it is printed


def _places(result: WriteResult, uses: LeafUses) -> dict[int, list[str]]:
    """Ledger id -> the elements that state it: those first that state few other values, then in the order of the files."""
    found: dict[int, dict[str, tuple[int, int]]] = {}
    order = 0
    for name, claims in result.claims.items():
        for place, leaves in _places_in(name, result, claims):
            ids = set(uses.sources(leaves, beside=True))
            rank = len(ids), order
            for value_id in ids:
                known = found.setdefault(value_id, {})
                known[place] = min(rank, known.get(place, rank))
            order += 1
    return {value_id: sorted(places, key=lambda place: places[place]) for value_id, places in found.items()}


def _places_in(name: str, result: WriteResult, claims: Claims) -> Iterator[tuple[str, list[int]]]:
    """The places of a file that say something, each with its leaves. In angle brackets: an element that says it by being there."""
    if not claims.count or result.read_back is None:
        yield f"<{name.rpartition('/')[2]}>", list(claims.leaves)
        return
    document = result.read_back(result.files[name], name)
    elements = list(_elements(document))
    slots: dict[tuple[int, str], list[int]] = {}
    for leaf, element, slot in claims.each():
        slots.setdefault((element, slot), []).append(leaf)
    for (element, slot), leaves in sorted(slots.items()):
        path = elements[element]
        if slot == STRUCTURE:
            yield f"<{path}>", leaves
        else:
            yield path if document.syntax == "sexp" or slot == TEXT else f"{path}/@{slot}", leaves


def _fixed_places(result: WriteResult) -> set[str]:
    """The places of XML files that hold a text but state no value of the scene: numbers of parts, references by name, constants."""
    found: set[str] = set()
    for name, claims in result.claims.items():
        if not claims.count or result.read_back is None:
            continue
        document = result.read_back(result.files[name], name)
        claimed = set(zip(claims.elements, claims.slots, strict=True))
        nodes = [node for _, node in document.walk() if node.tag]
        for number, (path, node) in enumerate(zip(_elements(document), nodes, strict=True)):
            slots = [*node.attributes, *([TEXT] if node.has_text else [])]
            found.update(f"{path}/@{slot}" if slot != TEXT else path for slot in slots if (number, slot) not in claimed)
    return found


def _elements(document: Document) -> Iterator[str]:
    """The name of each element of a file, behind that of the one around it, in document order. A list is called by its first atom, a node
    of a scene graph (``nd``) by its class."""
    names: dict[str, str] = {}
    for path, node in document.walk():
        if not node.tag:
            continue
        atoms = [child.text for child in node.children[:2] if not child.tag]
        names[path] = node.tag if document.syntax != "sexp" else next(iter(atoms[1:] if atoms[:1] == ["nd"] else atoms), "")
        yield "/".join(filter(None, (names.get(path.rpartition("/")[0], ""), names[path])))


def _json_places(result: WriteResult, made: Traced) -> dict[int, list[str]]:
    """Ledger id -> the member of a neutral scene's file, which names the fields as the scene does. Its writer claims the scene as a whole,
    so that only the text can tell whether a field is in it."""
    text = json.loads(result.files[result.main])["scene"]
    found = {}
    for value_id, path in made.paths.items():
        here = text
        for step in path:
            here = here.get(step) if isinstance(here, dict) else here[step] if isinstance(here, list) else None
        if here is not None:
            found[value_id] = ["/".join([step for step in path if isinstance(step, str)][-2:])]
    return found


# ---------------------------------------------------------------- what fields and parts are called


def _place(scene: ir.Scene, path: Path, names: Mapping[Path, str]) -> Place:
    """The field that a leaf is, and the part that holds it."""
    node: Any = scene
    field, part, within = "Scene", "scene", ""
    for depth, step in enumerate(path):
        node = node[step] if isinstance(step, int) else getattr(node, step)
        here = path[: depth + 1]
        if here in names:
            field, part, within = type(node).__name__, names[here], ""
        elif isinstance(step, str):
            field = f"{field}.{step}"
            if isinstance(node, msgspec.Struct) and step == "geometry":
                field = f"{field}({type(node).__name__})"
        else:
            if isinstance(node, ir.Extra):
                field = f"{field}({node.key})"
            elif len(at_path(scene, path[:depth])) > 1:
                within = f"{within} {step + 1}"
    return Place(field, f"{part}{within}".strip())


def _part_names(scene: ir.Scene) -> dict[Path, str]:
    """Path -> name of each part in the table: its type where no other part of its class has that, else type and name."""
    parts: dict[Path, Any] = {}
    for field in scene.__struct_fields__:
        for i, part in enumerate(getattr(scene, field) if isinstance(getattr(scene, field), tuple) else ()):
            if isinstance(part, msgspec.Struct) and not isinstance(part, ir.Extra):
                parts[field, i] = part
                for inner in part.__struct_fields__:
                    held = getattr(part, inner)
                    if isinstance(held, tuple):
                        parts.update({(field, i, inner, n): each for n, each in enumerate(held) if isinstance(each, PARTS)})
    kinds = Counter((type(part), _kind(part)) for part in parts.values())
    names = {}
    for path, part in parts.items():
        kind = _kind(part)
        names[path] = f"{kind} {_own_name(part)}".strip() if not kind or kinds[type(part), kind] > 1 else kind
    return names


def _kind(part: Any) -> str:
    """The type of a joint, sensor or light, and the shape of a collision or visual: these distinguish parts of a class."""
    if isinstance(part, ir.Collision | ir.Visual):
        return type(part.geometry).__name__
    return part.type if isinstance(part, ir.Joint | ir.Sensor | ir.Light) else ""


def _own_name(part: Any) -> str:
    return str(getattr(part, "name", "") or getattr(part, "id", ""))


# ---------------------------------------------------------------- the table as text


def rows_of(table: Table) -> list[Row]:
    """The rows of a table: one per field and fate, those of a class together, otherwise in the order of the scene."""
    fields: dict[str, dict[Fate, list[str]]] = {}
    for place, fate in table.items():
        fields.setdefault(place.field, {}).setdefault(fate, []).append(place.part)
    classes = list(dict.fromkeys(class_of(field) for field in fields))
    rows = []
    for field in sorted(fields, key=lambda field: classes.index(class_of(field))):
        fates = fields[field]
        most = max(fates.values(), key=len)
        for fate, parts in fates.items():
            if len(fates) == 1:
                rows.append(Row(field, fate, ()))
            elif parts is most and len(parts) > FEW_PARTS:
                rows.append(Row(field, fate, (OTHERS,)))
            else:
                rows.append(Row(field, fate, tuple(parts)))
    return rows


def class_of(field: str) -> str:
    return field.partition(".")[0]


def text_of(rows: list[Row], heading: str) -> str:
    """The table as its file has it, a block per class."""
    lines = [f"# {line}".rstrip() for line in heading.splitlines()]
    last = ""
    for row in rows:
        if class_of(row.field) != last:
            lines.append("")
            last = class_of(row.field)
        parts = f"   [{', '.join(row.parts)}]" if row.parts else ""
        lines.append(f"{row.field:<{FIELD_WIDTH}}  {row.fate.what:<{FATE_WIDTH}}  {row.fate.where}{parts}")
    return "\n".join(lines) + "\n"


Lines = dict[str, list[tuple[int, Row]]]
"""Field -> the line numbers and rows that are about it."""


def read_rows(text: str) -> Lines:
    """The rows of a table's file."""
    found: Lines = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line and not line.startswith("#"):
            field, what, rest = re.split(r" {2,}", line, maxsplit=2)
            where, _, parts = rest.partition("   [")
            row = Row(field, Fate(what, where), tuple(parts.removesuffix("]").split(", ")) if parts else ())
            found.setdefault(field, []).append((number, row))
    return found


def row_about(place: Place, lines: Lines) -> tuple[int, Row] | None:
    """The line number and row that is about a value, None if no row is."""
    others = None
    for number, row in lines.get(place.field, ()):
        if not row.parts or place.part in row.parts:
            return number, row
        if row.parts == (OTHERS,):
            others = number, row
    return others
