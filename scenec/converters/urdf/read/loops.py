"""Read joints of SDFormat in <gazebo>, for which the tree of URDF has no place: they close loops, or hold the robot to the world.

libsdformat copies them into the model (src/parser_urdf.cc, InsertSDFExtensionRobot). Programs without it ignore them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scenec import ir
from scenec.converters.urdf.findings.reading import JOINT_LIMIT_UNLIMITED
from scenec.converters.urdf.gazebo_values import Value, value
from scenec.converters.urdf.kinds import LAX, VECTOR, WORD
from scenec.converters.urdf.profile import GROUND, UNLIMITED
from scenec.converters.urdf.read.element import Part
from scenec.converters.urdf.read.sensor import read_pose, values_in
from scenec.ir import WORLD, Id
from scenec.ir.base import Extra
from scenec.syntax.tree import SourceNode
from scenec.trace import ids_of, traced

AXES: Mapping[str, int] = {"fixed": 0, "ball": 0, "revolute": 1, "continuous": 1, "prismatic": 1, "universal": 2, "revolute2": 2}
"""Types that are read -> how many axes they have. Others are kept for URDF."""
DIRECTION = (value("xyz", VECTOR),)
RANGE = (value("lower", LAX), value("upper", LAX))
RATES = (value("effort", LAX), value("velocity", LAX))
DYNAMICS = tuple(value(name, LAX) for name in ("damping", "friction", "spring_reference", "spring_stiffness"))
Z = (0.0, 0.0, 1.0)
"""The axis of a joint that states none, as in Gazebo."""
_OTHERWISE = frozenset(("relative_to", "expressed_in", "degrees", "rotation_format"))
"""Attributes that set the frame or unit of a pose or axis. Joints with one are kept for URDF."""


def read_loops(parts: Sequence[Part], joints: Sequence[ir.Joint], links: Mapping[str, Id], model: Id) -> tuple[list[ir.Joint], list[Extra]]:
    """Return the joints of these elements, and the elements of those that the scene cannot have. joints: of the tree; links: name -> id."""
    names, held = {str(joint.name) for joint in joints}, {str(joint.child) for joint in joints}
    known = {**links, GROUND: WORLD}
    found: list[ir.Joint] = []
    left: list[Extra] = []
    for part in parts:
        if _is_possible(part.node, names, known):
            found.append(_joint(part, f"joint{len(joints) + len(found) + 1}", known, held, model))
            names.add(str(found[-1].name))
        else:
            left.append(part.as_extra("gazebo/joint"))
    return found, left


def _is_possible(node: SourceNode, names: Collection[str], links: Mapping[str, Id]) -> bool:
    """Return whether the scene can have a joint: its name is new, its type is known, its ends are links, its frames the usual ones."""
    name, below = node.attributes.get("name"), {child.tag: child for child in node.children}
    ends = [below[tag].text.strip() if tag in below else "" for tag in ("parent", "child")]
    frames = [each for child in node.children for each in (child, *child.children) if each.tag in ("pose", "xyz")]
    return (
        bool(name)
        and name not in names
        and node.attributes.get("type") in AXES
        and all(each in links for each in ends)
        and links[ends[1]] != WORLD
        and ends[0] != ends[1]
        and not any(_OTHERWISE.intersection(each.attributes) for each in frames)
    )


def _joint(part: Part, joint_id: Id, links: Mapping[str, Id], held: Collection[str], model: Id) -> ir.Joint:
    """Return a joint. held: ids of links that the tree holds: this one closes a loop there."""
    kind = part.raw("type")
    parent, child = (_end(part, tag, links) for tag in ("parent", "child"))
    axes = tuple([_axis(part, tag, str(kind)) for tag in ("axis", "axis2")[: AXES[str(kind)]]])
    return ir.Joint(
        id=joint_id,
        name=part.raw("name"),
        model=model,
        type=kind or "",
        parent=parent,
        child=child,
        pose=read_pose(part),
        axes=axes,
        extras=part.rest(),
        closing=True if str(child) in held else None,
        origin=part.origin,
    )


def _end(part: Part, tag: str, links: Mapping[str, Id]) -> Id:
    element = part.first(tag)
    name = element.text(WORD) if element is not None else None
    return traced(str(links[str(name)]), ids_of(name))


def _axis(part: Part, tag: str, kind: str) -> ir.Axis:
    """Return an axis, in the frame of the joint. Friction, damping and spring are 0 unless they are written."""
    element = part.first(tag)
    values: dict[str, Any] = dict.fromkeys((row.field for row in DYNAMICS), 0.0)
    if element is None:
        return ir.Axis(xyz=Z, dynamics=ir.Dynamics(**values, origin=part.origin), origin=part.origin)
    direction = values_in(element, DIRECTION).get("xyz", Z)
    if not any(direction):
        direction = traced(Z, ids_of(direction))
    limit, dynamics = element.first("limit"), element.first("dynamics")
    if dynamics is not None:
        values |= values_in(dynamics, DYNAMICS)
    limits = _limits(limit, RATES if kind == "continuous" else (*RANGE, *RATES)) if limit is not None else {}
    return ir.Axis(
        xyz=direction,
        limits=ir.Limits(**limits, origin=(limit or element).origin) if limits else None,
        dynamics=ir.Dynamics(**values, origin=(dynamics or element).origin),
        origin=element.origin,
    )


def _limits(element: Part, rows: Sequence[Value]) -> dict[str, Any]:
    """Return the limits that are some. In SDFormat a negative effort or velocity is none, too."""
    found = values_in(element, rows)
    for field, stated in list(found.items()):
        if abs(stated) >= UNLIMITED or (stated < 0 and field in ("effort", "velocity")):
            element.report(JOINT_LIMIT_UNLIMITED, about=stated, value=stated, field=field)
            del found[field]
    return found
