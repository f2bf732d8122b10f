"""Read joints and their axes."""

from __future__ import annotations

import math
from typing import Any

from scenec import ir
from scenec.converters.sdformat.findings.reading import (
    JOINT_AXIS_INVALID,
    JOINT_CHILD_WORLD_INVALID,
    JOINT_END_INVALID,
    JOINT_LIMIT_UNLIMITED_INEFFECTIVE,
    JOINT_MIMIC_AXIS_INVALID,
    JOINT_MIMIC_INVALID,
    JOINT_PITCH_INEFFECTIVE,
    JOINT_TYPE_INVALID,
    REFERENCE_UNRESOLVED_INVALID,
)
from scenec.converters.sdformat.read.context import Reading, is_a
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.extras import collect
from scenec.converters.sdformat.read.scope import Named, Scope
from scenec.converters.sdformat.read.sensor import read_sensor
from scenec.ir import WORLD, Id
from scenec.trace import derived, ids_of, traced

AXES = {
    "revolute": 1,
    "continuous": 1,
    "prismatic": 1,
    "screw": 1,
    "universal": 2,
    "revolute2": 2,
    "gearbox": 2,
    "ball": 0,
    "fixed": 0,
}
"""Joint type -> number of axes."""

DYNAMICS = {name: name for name in ("damping", "friction", "spring_reference", "spring_stiffness")}
LIMITS = {name: name for name in ("lower", "upper", "effort", "velocity", "stiffness", "dissipation")}

UNLIMITED = 1e16
"""The limit that versions up to 1.9 write for no limit."""


def read_joint(reading: Reading, named: Named, scope: Scope) -> ir.Joint | None:
    """Return a joint. None (and a finding) for an unknown type, or a missing parent or child."""
    element = named.element
    kind = _type(reading, element)
    ends = _ends(reading, element, scope)
    if kind is None or ends is None:
        element.mark_all()
        reading.left_out.add(named.id)
        return None
    parent, child = ends
    pose, relative_to = reading.pose(element, scope)
    written = element.tags()
    axes = []
    for tag in ("axis", "axis2")[: AXES[kind]]:
        found = element.child(tag) if tag in written else None
        axis = read_axis(reading, found, element, scope, named.id) if found is not None else None
        if axis is not None:
            axes.append(axis)
    reference = element.word("gearbox_reference_body") if kind == "gearbox" else None
    return ir.Joint(
        id=named.id,
        name=traced(named.name, element.attribute_ids("name")),
        type=kind,
        model=scope.model,
        world=scope.id if scope.is_world else None,
        parent=parent,
        child=child,
        pose=pose,
        relative_to=relative_to,
        axes=tuple(axes) if axes or not AXES[kind] else _default_axes(element, kind),
        screw_pitch=_pitch(reading, element) if kind == "screw" else None,
        gear_ratio=element.take("joint", "gearbox_ratio", default=True) if kind == "gearbox" else None,
        gear_reference=reading.refer(reference, scope, element, "link", only=True) if reference is not None else None,
        feedback=element.take("joint", "physics/provide_feedback") if "physics" in written else None,
        sensors=tuple([read_sensor(reading, each, scope) for each in element.all("sensor")]) if "sensor" in written else (),
        extras=collect(element, "joint"),
        use=reading.use_of(element),
        origin=element.origin,
    )


def _type(reading: Reading, element: Element) -> str | None:
    written = element.required("type")
    kind = written.lower()
    if kind in AXES:
        return traced(kind, ids_of(written))
    about = traced("", element.all_ids())
    reading.invalid(JOINT_TYPE_INVALID, element, about=about, type=str(written), known=", ".join(AXES))
    return None


def _ends(reading: Reading, element: Element, scope: Scope) -> tuple[Id, Id] | None:
    """Return parent and child. Both have to exist, and to belong to different links (checked later)."""
    names = []
    for tag in ("parent", "child"):
        name = element.word(tag)
        if name is None:
            raise element.error(f"<joint> lacks <{tag}>", hint=f"add <{tag}>name of a link</{tag}>")
        names.append(name)
    if names[1] == WORLD:
        reading.invalid(JOINT_CHILD_WORLD_INVALID, element, about=traced("", element.all_ids()))
        return None
    found: list[Id] = []
    for tag, name in zip(("parent", "child"), names, strict=True):
        target = WORLD if name == WORLD else scope.resolve(name)
        if target is None:
            about = traced("", element.all_ids())
            reading.invalid(JOINT_END_INVALID, element, about=about, end=f"{tag} {name}", scope=scope.name)
            return None
        found.append(traced(str(target), ids_of(name)))
    return found[0], found[1]


def _default_axes(element: Element, kind: str) -> tuple[ir.Axis, ...]:
    """Return the axes of a joint that states none: z, as in Gazebo."""
    free = ir.Dynamics(damping=0.0, friction=0.0, spring_reference=0.0, spring_stiffness=0.0)
    return tuple(ir.Axis(xyz=(0.0, 0.0, 1.0), dynamics=free, origin=element.origin) for _ in range(AXES[kind]))


def _pitch(reading: Reading, element: Element) -> float | None:
    """Return the pitch of a screw in m per turn. Up to 1.9 it was written in rad per m, left-handed."""
    pitch: float | None = element.take("joint", "screw_thread_pitch")
    old: float | None = element.take("joint", "thread_pitch")
    if pitch is None and old:
        reading.ledger.converted(ids_of(old))
        turned: float = derived(-2 * math.pi / old, old)
        return turned
    if pitch is not None and old is not None:
        reading.ineffective(JOINT_PITCH_INEFFECTIVE, element, old, value=old)
    return 1.0 if pitch is None else pitch


# ---------------------------------------------------------------- axes


def read_axis(reading: Reading, element: Element, joint: Element, scope: Scope, own: Id) -> ir.Axis | None:
    base = "joint/axis"
    direction = element.child("xyz")
    xyz = direction.take(f"{base}/xyz", default=True) if direction is not None else (0.0, 0.0, 1.0)
    if xyz is None:
        xyz = (0.0, 0.0, 1.0)
    if not any(xyz):
        reading.invalid(JOINT_AXIS_INVALID, element, about=xyz, subject=f"joint {joint.attributes['name']}")
        xyz = (0.0, 0.0, 1.0)
    expressed_in = None
    if direction is not None:
        name = direction.raw("expressed_in")
        if name:
            expressed_in = reading.refer(name, scope, direction, "frame")
        elif name is not None:
            element.file.ledger.consumed_ids.update(ids_of(name))
    mimic = element.child("mimic")
    return ir.Axis(
        xyz=xyz,
        expressed_in=expressed_in,
        limits=_limits(reading, element, joint) if element.has("limit") or joint.has("physics") else None,
        dynamics=_dynamics(element, joint),
        mimic=_mimic(reading, mimic, scope, own, element) if mimic is not None else None,
        extras=collect(element, base),
        origin=element.origin,
    )


def _limits(reading: Reading, element: Element, joint: Element) -> ir.Limits | None:
    values: dict[str, Any] = {}
    holder = element.child("limit")
    if holder is not None:
        stated = holder.fields("joint/axis/limit", LIMITS)
        for field in ("lower", "upper", "effort", "velocity"):
            value = stated.get(field)
            if value is not None and (abs(value) >= UNLIMITED or (value < 0 and field in ("effort", "velocity"))):
                _report_unlimited(reading, holder, field, value)
                continue
            values[field] = value
        for field in ("stiffness", "dissipation"):
            values[field] = stated.get(field)
    ode = joint.at("physics/ode") if element.tag == "axis" and joint.has("physics") else None
    if ode is not None:
        values["stop_cfm"], values["stop_erp"] = (ode.take("joint/physics/ode", f"limit/{name}") for name in ("cfm", "erp"))
        values["bounce"] = ode.take("joint/physics/ode", "bounce")
    said = {field: value for field, value in values.items() if value is not None}
    return ir.Limits(**said, origin=(holder or element).origin) if said else None


def _report_unlimited(reading: Reading, holder: Element, field: str, value: float) -> None:
    reading.ledger.report(JOINT_LIMIT_UNLIMITED_INEFFECTIVE, about=value, origin=holder.origin, subject=f"limit.{field}", value=value)


def _dynamics(element: Element, joint: Element) -> ir.Dynamics:
    """Return damping, friction and spring, 0 unless they are written."""
    holder = element.child("dynamics")
    if holder is None:
        values: dict[str, Any] = dict.fromkeys(DYNAMICS, 0.0)
    else:
        values = holder.fields("joint/axis/dynamics", DYNAMICS, default=True)
    ode = joint.at("physics/ode") if element.tag == "axis" and joint.has("physics") else None
    if ode is not None:
        for field in ("fudge_factor", "cfm", "erp"):
            values[field] = ode.take("joint/physics/ode", field)
        for field in ("cfm", "erp"):
            values[f"suspension_{field}"] = ode.take("joint/physics/ode", f"suspension/{field}")
    return ir.Dynamics(**values, origin=(holder or element).origin)


def _mimic(reading: Reading, element: Element, scope: Scope, own: Id, axis: Element) -> ir.Mimic | None:
    leader = element.required("joint")
    which = element.raw("axis") or "axis"
    target = scope.resolve(leader)
    if target is None or not is_a("joint", target):
        reading.invalid(
            REFERENCE_UNRESOLVED_INVALID,
            element,
            about=traced("", element.all_ids()),
            subject="<mimic>",
            kind="joint",
            name=str(leader),
            scope=scope.name,
            default="the joint moves freely",
        )
        element.mark_all()
        return None
    target = traced(str(target), ids_of(leader))
    if target == own and which == axis.tag:
        reading.invalid(JOINT_MIMIC_INVALID, element, about=traced("", element.all_ids()), subject="<mimic>")
        element.mark_all()
        return None
    if which not in ("axis", "axis2"):
        reading.invalid(JOINT_MIMIC_AXIS_INVALID, element, about=which, subject="<mimic>", axis=str(which))
    multiplier, offset, reference = (element.take("joint/axis/mimic", name, default=True) for name in ("multiplier", "offset", "reference"))
    return ir.Mimic(
        joint=target,
        axis=derived(1 if which == "axis2" else 0, which),
        multiplier=multiplier or 0.0,
        offset=offset or 0.0,
        reference=reference or 0.0,
        origin=element.origin,
    )
