"""Numbers outside the range of computations are refused with their place; numbers that may be infinite are not."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

import scenec
from scenec.errors import ReadError
from scenec.ir.geometry import MeshData
from scenec.ir.inertia import Inertia
from scenec.ir.joint import Axis
from scenec.ir.link import Inertial
from scenec.ir.magnitude import holders_of, measures_of
from scenec.ir.pose import Pose
from scenec.ir.scene import Scene

SDF = '<sdf version="1.9"><model name="m">\n<link name="l">{}</link><link name="k"/>{}</model></sdf>'
BALL = "<geometry><sphere><radius>{}</radius></sphere></geometry>"


def read(link: str, more: str = "") -> scenec.Report:
    return scenec.read(SDF.format(link, more).encode(), format="sdformat", name="a.sdf")[1]


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("<pose>0 -1e31 0 0 0 0</pose>", r"position is -1e\+31"),
        ("<inertial><mass>nan</mass></inertial>", "mass is nan"),
        ("<inertial><inertia><ixx>1e308</ixx><iyy>1e308</iyy><izz>1</izz></inertia></inertial>", r"ixx is 1e\+308"),
        (f'<collision name="c">{BALL.format("1e40")}</collision>', r"radius is 1e\+40"),
        (f'<visual name="v"><pose>1e99 0 0 0 0 0</pose>{BALL.format("1")}</visual>', r"position is 1e\+99"),
    ],
)
def test_a_measure_without_reason_is_refused_with_its_place(link: str, said: str) -> None:
    with pytest.raises(ReadError, match=rf"^a\.sdf:2:\d+: {said}; expected a number"):
        read(link)


def test_limits_may_be_as_large_as_a_double_since_files_say_unlimited_so() -> None:
    limits = "<limit><lower>-1.79769e308</lower><upper>inf</upper><effort>1e308</effort></limit>"
    joint = f'<joint name="j" type="revolute"><parent>l</parent><child>k</child><axis><xyz>0 0 1</xyz>{limits}</axis></joint>'
    assert read("<pose>1e29 0 0 0 0 0</pose>", joint).totals["invalid"] == 0


def test_no_measure_of_a_scene_is_passed_by() -> None:
    """Types are read as words when a scene is looked through; here they are worked out."""
    below = _below(Scene, {})
    assert {Pose, Inertia, Inertial, Axis, MeshData} <= set(below)
    for kind, fields in below.items():
        for name, nodes in fields.items():
            assert name in holders_of(kind) or not any(measures_of(each) for node in nodes for each in _below(node, {})), (kind, name)


def _below(kind: Any, found: dict[Any, dict[str, set[Any]]]) -> dict[Any, dict[str, set[Any]]]:
    """The classes of node that one can hold, itself and however deep, with the classes that each of their fields speaks of."""
    if kind not in found:
        found[kind] = {field.name: _nodes(field.type) for field in msgspec.structs.fields(kind)}
        for nodes in found[kind].values():
            for node in nodes:
                _below(node, found)
    return found


def _nodes(kind: Any) -> set[Any]:
    """The classes of node that a type speaks of."""
    parts = get_args(kind)
    if not parts:
        return {kind} if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else set()
    return {node for part in parts for node in _nodes(part)}
