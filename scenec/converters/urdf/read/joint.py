"""Read joints (urdf_parser/src/joint.cpp). A fault in a joint refuses the whole file."""

from __future__ import annotations

from typing import Any

import msgspec

from scenec import ir
from scenec.converters.urdf import vocabulary as v
from scenec.converters.urdf.findings.reading import (
    DYNAMICS_EMPTY,
    JOINT_AXIS_INVALID,
    JOINT_DRAKE,
    JOINT_LIMIT_MISSING,
    JOINT_LIMIT_UNLIMITED,
    JOINT_LOCKED,
    JOINT_RANGE_INEFFECTIVE,
    JOINT_SPHERICAL,
    JOINT_VALUE_INEFFECTIVE,
    RATE_EARLY_INEFFECTIVE,
    VALUE_EARLY,
)
from scenec.converters.urdf.profile import BALL_WORDS, DEFAULT_AXIS, DRAKE_JOINT, JOINT_TYPES, LIMITED, UNLIMITED
from scenec.converters.urdf.read.element import FORMAT_NAME, Part
from scenec.converters.urdf.read.shape import pose_of
from scenec.errors import nearest
from scenec.ir import Pose, Vec3
from scenec.ir.base import Extra
from scenec.syntax.vocabulary import Row
from scenec.trace import ids_of, traced

_BELOW = frozenset(("origin", "parent", "child", "axis", "limit", "safety_controller", "calibration", "mimic"))
"""Tags of the children that are read of every joint."""
UNDIRECTED = ("fixed", "floating", "ball", "universal")
"""Types that state no axis."""
UNIVERSAL_AXES: tuple[Vec3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


class JointContent(msgspec.Struct):
    """A joint as its element says it. parent, child: names of links. mimic: the leader's name, multiplier and offset. pitch: of a screw (m
    per revolution)."""

    part: Part
    name: str
    type: str
    parent: str
    child: str
    pose: Pose | None = None
    axes: tuple[Vec3, ...] = ()
    limits: dict[str, Any] = {}
    dynamics: dict[str, Any] = {}
    mimic: tuple[Part, str, float, float] | None = None
    extras: tuple[Extra, ...] = ()
    pitch: float | None = None


def read_joint_content(part: Part) -> JointContent:
    """Return what a joint says. ReadError for every fault."""
    name = part.take(v.JOINT_NAME)
    below = part.firsts(_BELOW)
    pose = pose_of(below.get("origin"))
    parent, child = _end(part, below, "parent"), _end(part, below, "child")
    kind = _type(part, name)
    content = JointContent(part, name, kind, parent, child, pose)
    content.axes = _axes(part, below.get("axis"), kind)
    if kind == "screw":
        content.pitch = _pitch(part)
    content.limits = _limits(part, below.get("limit"), kind)
    content.extras = (*_numbers(below, "safety_controller", v.SAFETY), *_numbers(below, "calibration", v.CALIBRATION))
    mimic = below.get("mimic")
    if mimic is not None:
        content.mimic = (mimic, mimic.take(v.LEADER), mimic.take(v.MULTIPLIER), mimic.take(v.OFFSET))
        if kind in UNDIRECTED:
            content.mimic = None
            _ineffective(mimic, kind)
    content.dynamics = _dynamics(part, kind)
    return content


def _end(part: Part, below: dict[str, Part], tag: str) -> str:
    """Return the name of the link at one end."""
    element = below.get(tag)
    if element is None:
        raise part.error(f"joint {_called(part)} has no <{tag}>", hint=f'add <{tag} link="..."/>')
    name: str = element.take(v.END)
    return name


def _called(part: Part) -> str:
    return repr(str(part.node.attributes.get("name", "")))


def _type(part: Part, name: str) -> str:
    kind: str = part.take(v.JOINT_TYPE)
    if part.tag == DRAKE_JOINT:
        part.report(JOINT_DRAKE, about=kind, value=str(kind))
        return kind
    if kind in JOINT_TYPES:
        return kind
    if kind in BALL_WORDS and part.reading.options.lenient:
        part.report(JOINT_SPHERICAL, about=kind, value=str(kind))
        return traced("ball", ids_of(kind))
    hint = "use --lenient to read it as a ball joint" if kind in BALL_WORDS else ""
    known = list(JOINT_TYPES)
    raise part.error(
        f"joint {str(name)!r} has the unknown type {str(kind)!r}",
        "type",
        expected=", ".join(known),
        nearest=nearest(str(kind), known),
        hint=hint,
    )


def _axes(part: Part, element: Part | None, kind: str) -> tuple[Vec3, ...]:
    """Return the axis of a moving joint, or the normal of a planar one, which need not be unit; of a universal joint both axes."""
    if kind in UNDIRECTED:
        _ineffective(element, kind)
        return UNIVERSAL_AXES if kind == "universal" else ()
    return (DEFAULT_AXIS if element is None else _axis(part, element),)


def _axis(part: Part, element: Part) -> Vec3:
    axis: Vec3 | None = element.take_optional(v.AXIS)
    if axis is None or not any(axis):
        about = (axis, lost) if (lost := element.pass_over()) else axis
        element.report(JOINT_AXIS_INVALID, about=about, value=str(part.node.attributes.get("name", "")))
        return DEFAULT_AXIS
    return axis


def _pitch(part: Part) -> float:
    """Return the thread pitch of a screw joint of Drake, which refuses one without."""
    element = part.first("drake:screw_thread_pitch")
    if element is None:
        raise part.error(f"joint {_called(part)} has no <drake:screw_thread_pitch>", hint='add <drake:screw_thread_pitch value="..."/>')
    pitch: float = element.take(v.THREAD_PITCH)
    return pitch


def _limits(part: Part, element: Part | None, kind: str) -> dict[str, Any]:
    """Return the fields of the limits. lower and upper default to 0; effort and velocity are required."""
    if element is None:
        if kind in LIMITED:
            if not part.reading.options.lenient:
                raise part.error(
                    f"joint {_called(part)} is {kind} and has no <limit>", hint="add <limit>, or make it continuous (--lenient: no limits)"
                )
            part.report(JOINT_LIMIT_MISSING, value=str(kind))
        return {}
    found: dict[str, Any] = {"lower": element.take(v.LOWER), "upper": element.take(v.UPPER)}
    for field, row in (("effort", v.EFFORT), ("velocity", v.VELOCITY)):
        if not element.has(row) and part.reading.options.lenient:
            element.report(JOINT_LIMIT_MISSING, value=field)
            continue
        found[field] = element.take(row)
    if kind in (*UNDIRECTED, "planar"):
        _ineffective(element, kind)
        return {}
    _report_range(part, element, kind, found)
    for row in v.RATES if part.reading.version < (1, 2) else ():
        if element.has(row):
            if part.reading.is_lenient:
                element.report(VALUE_EARLY, value=row.name, version="1.2")
            else:
                element.report(RATE_EARLY_INEFFECTIVE, about=element.take_optional(row), value=row.name)
    return {field: value for field, value in found.items() if value is not None}


def _report_range(part: Part, element: Part, kind: str, found: dict[str, Any]) -> None:
    """Report ends of the range that mean none, or that mean more than their author may think."""
    if kind not in LIMITED:
        about = tuple(found.pop(field) for field in ("lower", "upper"))
        if any(map(ids_of, about)):
            element.report(JOINT_RANGE_INEFFECTIVE, about=about, value=str(part.node.attributes.get("name", "")))
    elif not (element.has(v.LOWER) or element.has(v.UPPER)):
        element.report(JOINT_LOCKED, value=str(part.node.attributes.get("name", "")))
    for field in ("lower", "upper", "effort", "velocity"):
        if field in found and abs(found[field]) >= UNLIMITED:
            element.report(JOINT_LIMIT_UNLIMITED, about=found[field], value=found[field], field=field)
            del found[field]


def _ineffective(element: Part | None, kind: str) -> None:
    """Report an element that says nothing about a joint of this type."""
    if element is not None and element.node.attributes:
        about = element.pass_over()
        element.report(JOINT_VALUE_INEFFECTIVE, about=about, value=f"<{element.tag}>", kind=str(kind))


def _dynamics(part: Part, kind: str) -> dict[str, Any]:
    if part.tag == DRAKE_JOINT and kind == "ball":  # damps it in Drake; a ball joint of the scene has no axis for that
        return {}
    element = part.first("dynamics")
    if element is None:
        return {"damping": 0.0, "friction": 0.0}
    if not (element.has(v.DAMPING) or element.has(v.FRICTION)):
        if not part.reading.is_lenient:
            raise element.error("<dynamics> has neither damping nor friction", hint="add one of them, or use --lenient")
        element.report(DYNAMICS_EMPTY, value=str(part.node.attributes.get("name", "")))
    found = {"damping": element.take(v.DAMPING), "friction": element.take(v.FRICTION)}
    if kind in UNDIRECTED and kind != "universal":
        _ineffective(element, kind)
    return found


def _numbers(below: dict[str, Part], tag: str, rows: tuple[Row[Any], ...]) -> list[Extra]:
    """Return the attributes of an element that only URDF has."""
    element = below.get(tag)
    if element is None:
        return []
    found = []
    for row in rows:
        if row.required or element.has(row):
            found.append(Extra(format=FORMAT_NAME, key=f"{tag}@{row.name}", value=element.take(row), origin=element.origin))
    return found


def mimic_of(content: JointContent, leader: str) -> ir.Mimic:
    """Return how a joint follows another. leader: its id, with the ids of its name."""
    assert content.mimic is not None
    part, _, multiplier, offset = content.mimic
    return ir.Mimic(joint=leader, multiplier=multiplier, offset=offset, reference=0.0, origin=part.origin)
