"""``--split``: Spaces that differ only in names and poses become one file with parameters, imported once for each.

Parameters are texts that the importer inserts, so it executes exactly what would be written out. Nothing is split where order matters:
calls of an imported file run before those of the importing file, and after each import SimSpark removes Transforms without content, or with
nothing but Transforms.

Readers limit how much text may grow (`scenec.converters.common.growth`). A file that would be imported too often is written once for every
few imports.
"""

from __future__ import annotations

from collections.abc import Iterator

from scenec.converters.common import growth
from scenec.converters.common.file_names import FileNames, file_stem
from scenec.converters.rsg.materials import STANDARD
from scenec.converters.rsg.vocabulary import node_class
from scenec.ir.names import Unique
from scenec.syntax.said import Said, constant, merged
from scenec.syntax.sexp_printing import SList

OWN = {"setName": ("name",), "setLocalPos": ("x", "y", "z"), "setLocalRotation": ("rx", "ry", "rz"), "attach": ("body", "other")}
"""Calls in which instances may differ -> names of their parameters."""
PLACING = ("setLocalPos", "setLocalRotation")
Column = tuple[Said, ...]
"""The value of each instance in one place."""
Texts = tuple[str, ...]


def split(body: SList, folder: str, suffix: str) -> dict[str, SList]:
    """Take equal Spaces out of a scene, which then imports them. Returns the files, by the names that importScene looks up."""
    if not all(keeps_transforms(each) for each in body.lists):
        return {}
    by_structure: dict[tuple[object, ...], list[SList]] = {}
    for each in body.lists:
        if each.atoms[:2] == ("nd", "Space") and all(name in STANDARD for name in materials_of(each)):
            by_structure.setdefault(shared_structure(each), []).append(each)
    files: dict[str, SList] = {}
    taken, imports = FileNames(), dict[int, SList]()
    for spaces in (some for every in by_structure.values() for some in readable(every)):
        if len(spaces) < 2:
            continue
        state_poses(spaces)
        columns = columns_of(spaces)
        names = parameters_of(columns)
        if len(names) * 2 > sum(len(each.atoms) for _, each in walk(spaces[0])):
            continue  # the file would say less than those who import it
        file = f"{folder}/{taken.free(named(spaces[0]), suffix)}"
        for i, space in enumerate(spaces):
            imports[id(space)] = SList("importScene", constant(file), *(parameter(columns, column, i) for column in names))
        files[file] = template(spaces, columns, names)
    body.lists = [imports.get(id(each), each) for each in body.lists]
    return files


def readable(spaces: list[SList]) -> Iterator[list[SList]]:
    """Yield groups of equal Spaces that are small enough for the growth limit of readers."""
    written = [each.atoms for _, each in walk(spaces[0])]
    values = sum(map(len, written)) + 2 * len(spaces)  # each import has two at least
    most = len(spaces)
    if most * (1 + len(written)) > growth.ELEMENTS_PER_VALUE * values:
        most = growth.ELEMENTS_PER_VALUE  # a list has a value at least
    for start in range(0, len(spaces), most):
        yield spaces[start : start + most]


def walk(space: SList) -> Iterator[tuple[int, SList]]:
    """Yield depth and list, in the order of the file."""
    stack = [(0, space)]
    while stack:
        depth, each = stack.pop()
        yield depth, each
        stack.extend((depth + 1, inner) for inner in reversed(each.lists))


def keeps_transforms(top: SList) -> bool:
    """Return whether an import beside or in this list leaves all its Transforms in place."""
    for _, each in walk(top):
        if is_transform(each) and not any(inner.atoms[0] == "nd" and not is_transform(inner) for inner in each.lists):
            return False
    return True


def is_transform(each: SList) -> bool:
    known = node_class(each.atoms[1]) if each.atoms[0] == "nd" else None
    return known is not None and known.group == "transform"


def materials_of(space: SList) -> Iterator[str]:
    """Yield the materials that a Space names. A material that a mesh loads may come too late for an imported file."""
    return (each.atoms[1] for _, each in walk(space) if each.atoms[0] in ("setMaterial", "resetMaterials") and len(each.atoms) > 1)


def shared_structure(space: SList) -> tuple[object, ...]:
    """Return a key of what all instances have in common: everything except their own values and poses."""
    return tuple(
        (depth, each.atoms[0], len(each.atoms)) if each.atoms[0] in OWN else (depth, *each.atoms)
        for depth, each in walk(space)
        if each.atoms[0] not in PLACING
    )


def state_poses(spaces: list[SList]) -> None:
    """Write a pose at the origin where another instance has a pose."""
    walks = [[each for _, each in walk(space) if each.atoms[0] == "nd"] for space in spaces]
    for nodes in zip(*walks, strict=True):
        for method in PLACING:
            stated = [any(call.atoms[0] == method for call in node.lists) for node in nodes]
            for node, is_stated in zip(nodes, stated, strict=True):
                if any(stated) and not is_stated:
                    before = sum(1 for call in node.lists[:2] if call.atoms[0] in ("setName", "setLocalPos"))
                    node.lists.insert(before, SList(method, *map(constant, "000")))


def columns_of(spaces: list[SList]) -> list[Column]:
    """Return the values in which instances may differ, in the order of the file."""
    rows = [[each.said(i) for _, each in walk(space) if each.atoms[0] in OWN for i in range(1, len(each.atoms))] for space in spaces]
    return list(zip(*rows, strict=True))


def texts_of(column: Column) -> Texts:
    return tuple([value.text for value in column])


def parameters_of(columns: list[Column]) -> list[Texts]:
    """Return the texts of columns that differ, each once. Columns with the same values are one parameter."""
    return list(dict.fromkeys(texts for column in columns if len(set(texts := texts_of(column))) > 1))


def parameter(columns: list[Column], texts: Texts, instance: int) -> Said:
    """Return what an import gives for a parameter. It says what the places that have the parameter would say."""
    return Said(texts[instance], merged(column[instance].ids for column in columns if texts_of(column) == texts))


def template(spaces: list[SList], columns: list[Column], wanted: list[Texts]) -> SList:
    """Return the body of the file: the first instance, with variables for values that differ and claims of all instances."""
    unique, variables, at = Unique(), dict[Texts, str](), 0
    for copies in zip(*[[each for _, each in walk(space)] for space in spaces], strict=True):
        words = OWN.get(copies[0].atoms[0], ())
        for i in range(1, len(copies[0].atoms) if words else 1):
            texts = texts_of(columns[at])
            at += 1
            if len(set(texts)) > 1:
                if texts not in variables:
                    variables[texts] = f"${unique(words[min(i, len(words)) - 1])}"
                for each in copies:
                    each.replace(i, constant(variables[texts]))
        first, *others = copies
        for other in others:
            other.lists = []
            if other.atoms == first.atoms:
                first.stand_for(other)
    body = SList()
    body.add("templ", *(constant(variables[texts]) for texts in wanted))
    body.lists.append(spaces[0])
    return body


def named(space: SList) -> str:
    """Return a file name without suffix: the name of the first instance, in lower case."""
    return file_stem(next((each.atoms[1] for each in space.lists if each.atoms[0] == "setName"), "part").lower(), "part")
