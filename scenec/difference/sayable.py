"""Which differences between files of two formats are only that one format has no place for the value.

The support matrix tells what a format can say (`scenec formats --matrix`). What has no place in it is not compared: a motor that SDFormat
lacks says nothing about the file. Joints, links and shapes are always compared, as the scene moves differently without them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

import msgspec

from scenec.accounting.report import Side
from scenec.converters import load
from scenec.difference.item import Item

MATRIX = os.path.join(os.path.dirname(os.path.dirname(__file__)), "cli", "matrix.json")
"""Made by ``scripts/generate_docs.py``."""
_WITHOUT_PLACE = ("no", "carried")

_MOTORS = {"position": "position servos with gains", "velocity": "velocity motors", "effort": "torque motors", "torque": "torque motors"}
_THINGS = {
    "plugin": "plugins",
    "controller": "controllers",
    "actor": "actors",
    "user input": "values set in the simulator's window",
    "physics profile": "solver settings",
}
"""Kind of what is in one scene only -> its concept in the matrix."""
_ASPECTS: Mapping[tuple[str, str], str] = {
    ("joint", "maximum effort"): "effort and velocity limits",
    ("joint", "maximum velocity"): "effort and velocity limits",
    ("joint", "damping"): "damping",
    ("joint", "friction"): "friction",
    ("joint", "spring stiffness"): "springs",
    ("joint", "spring reference"): "springs",
    ("joint", "mimic"): "mimicking another joint",
    ("sensor", "update rate"): "update rate",
    ("world", "wind"): "wind",
    ("world", "magnetic field"): "magnetic field",
    ("world", "gravity"): "gravity",
    ("world", "fog"): "fog",
}
"""Kind and aspect of a value that differs -> its concept in the matrix."""
_ALSO_OF_MOTORS = ("maximum effort", "maximum velocity")
"""A format without such limits of joints may state them of motors: where both files state one, they are compared."""
_IN_RECORDS = (
    ("light", "ambient"),
    ("world", "moving bodies collide"),
    ("world", "iteration skip"),
    ("joint", "feedback"),
    ("joint", "reported offset"),
    ("scene", "friction law"),
)
"""Kind and aspect of values that are no concept of the matrix: the record of a format says whether it has a place for them
(`Format.says`). None has one for the law by which friction combines, which is the simulator's."""


def sayable(items: Iterable[Item], sides: tuple[Side, Side]) -> tuple[Item, ...]:
    """Return the differences in what both formats can say. sides: of A and B, with their formats."""
    found = tuple(items)
    if not found or not all(side.format for side in sides) or sides[0].format == sides[1].format:
        return found
    with open(MATRIX, "rb") as file:
        matrix = msgspec.json.decode(file.read())
    known = {each["name"] for each in matrix["formats"]}
    cells = {row["concept"]: row["cells"] for row in matrix["concepts"] if row["group"] not in ("Collision shapes", "Visual shapes")}
    names = tuple(_column(side, known) for side in sides)

    def said(item: Item) -> bool:
        """Whether the side that lacks something could say it; where both state a value, whether both could."""
        lacking = names[1:] if item.change == "removed" else names[:1] if item.change == "added" else names
        if item.change == "changed" and (item.kind, item.aspect) in _IN_RECORDS:
            return all(name not in known or (item.kind, item.aspect) in load(name.partition("@")[0]).says for name in lacking)
        concept = _concept(item)
        return concept not in cells or all(cells[concept].get(name, {}).get("support") not in _WITHOUT_PLACE for name in lacking)

    return tuple(item for item in found if said(item))


def _column(side: Side, known: set[str]) -> str:
    """The column of the matrix for a format; formats that it does not have can say everything, as far as is known."""
    with_version = f"{side.format}@{side.version}"
    return with_version if with_version in known else side.format


def _concept(item: Item) -> str:
    """The concept of the matrix that a difference is about, "" for none."""
    if item.change == "changed":
        if item.aspect in _ALSO_OF_MOTORS and item.before is not None and item.after is not None:
            return ""
        return _ASPECTS.get((item.kind, item.aspect), "")
    if item.change not in ("removed", "added"):
        return ""
    kind = str(item.before if item.before is not None else item.after or "")
    if item.kind == "sensor":
        return kind.replace("_", " ")
    if item.kind == "light":
        return f"{kind} lights"
    if item.kind == "actuator":
        return _MOTORS.get(kind.partition(" ")[0], "")
    return _THINGS.get(item.kind, "")
