"""Joints of bodies. The pose of the file is the start, where a coordinate of MuJoCo has the value `ref`: the joint's initial position and
what it reports in addition. Limits, rests of springs and commands count in that coordinate.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from scenec.accounting.amounts import position_text, range_text
from scenec.converters.common.findings import JOINT_POSE_INEFFECTIVE
from scenec.converters.common.write_context import claim_idle
from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.profile import FAR
from scenec.converters.mjcf.vocabulary import LINK_AFTER
from scenec.converters.mjcf.write.body_tree import Body
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.restoring import attribute, own, restore
from scenec.converters.mjcf.write.values import number, vec, vector
from scenec.ir.base import Extra, Id
from scenec.ir.joint import Axis, Joint
from scenec.ir.pose import IDENTITY, Rotation, Vec3, cross, unit
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, said
from scenec.trace import Computed, ids_of, is_computed, made_of

SLACK = 5e-10
"""Half the range of a joint whose limits are equal (rad or m): MuJoCo refuses limits without a range between them."""
MOTION = {"hinge": "revolute", "slide": "prismatic", "ball": "ball"}
"""Kind of joint of MuJoCo -> the joint of the scene whose positions are measured alike."""
KINDS = {
    "revolute": ("hinge",),
    "continuous": ("hinge",),
    "prismatic": ("slide",),
    "universal": ("hinge", "hinge"),
    "revolute2": ("hinge", "hinge"),
    "screw": ("slide", "hinge"),
    "planar": ("slide", "slide", "hinge"),
    "ball": ("ball",),
}
"""Type -> the joints of MuJoCo, the first next to the parent."""
DYNAMICS = (("spring_stiffness", "stiffness"), ("damping", "damping"), ("friction", "frictionloss"), ("armature", "armature"))
"""Field of an axis -> attribute."""
FREE_ATTRIBUTES = frozenset({"name", "group", "align"})
"""All that a ``freejoint`` may say; more takes a ``joint`` of type free."""
Z: Vec3 = (0.0, 0.0, 1.0)


class Dof(NamedTuple):
    """A joint of MuJoCo. axis: number of its axis, None for one without a coordinate of its own. kind: hinge,
    slide, ball or free. start: its coordinate at the start."""

    name: str
    joint: Joint | None
    axis: int | None
    kind: str
    start: float
    body: Id


class Joints:
    """Writes the joints of bodies. dofs: all joints in the order of `qpos`. by_axis: (joint, axis) -> the one. link_names: those of folded
    links, as elements of `custom`."""

    def __init__(self, writing: Writing, names: Names) -> None:
        self.writing = writing
        self.names = names
        self.dofs: list[Dof] = []
        self.by_axis: dict[tuple[Id, int], Dof] = {}
        self._elements: dict[tuple[Id, int], Element] = {}
        self.link_names: list[Element] = []

    def write(self, out: Element, body: Body) -> None:
        """Write what a body hangs on."""
        if body.floats:
            self._write_free(out, body)
            return
        for joint in body.joints:
            kinds = KINDS.get(joint.type, ())
            if kinds:
                self.names.given["joint", joint.id] = ""
            for i, kind in enumerate(kinds):
                self._write_joint(out, body, joint, i, kind)
                if len(kinds) > 1:
                    self.writing.report(findings.JOINT_SPLIT, joint, value=joint.type, target=self.dofs[-1].name, count=len(kinds))
                if i + 1 < len(kinds) and joint.sensors:
                    read = f"{self.names.given.get(('body', body.link), '')}_{self.dofs[-1].name}"
                    self.writing.report(findings.JOINT_SPLIT_LINK, joint, value=joint.type, target=read)
            if joint.child in body.folded:
                self._name_folded(body, joint.child)

    def _name_folded(self, body: Body, link_id: Id) -> None:
        """State the name of a link between two joints of a body, if it has another one than it would be given when the file is read."""
        link, after = self.writing.by_id[link_id], self.dofs[-1].name
        if after and link.name and link.name != f"{self.names.given.get(('body', body.link), '')}_{after}":
            name = self.names.give("body", link, model=link.model)
            assert name is not None
            made = Element("text")
            made.set("name", constant(LINK_AFTER + after))
            made.set("data", name)
            self.link_names.append(made)

    def _write_free(self, out: Element, body: Body) -> None:
        joint = body.joints[0] if body.joints else None
        kept = {extra.key.rpartition("@")[2] for extra in own(self.writing.by_id[body.link]) if extra.key.startswith("freejoint/@")}
        made = out.append("joint" if kept - FREE_ATTRIBUTES else "freejoint", says=shown_by_place(self.writing, joint) if joint else ())
        if made.tag == "joint":
            made.set("type", constant("free"))
        name = self.names.give("joint", joint, model=joint.model) if joint is not None else None
        if name is not None:
            made.set("name", name)
        if joint is not None:
            self.writing.report_unless_own(findings.JOINT_FLOATING, joint, value=joint.name or "joint", target=made.tag)
        restore(made, self.writing.by_id[body.link], "freejoint")
        self.dofs.append(Dof(made.attributes.get("name", ""), None, None, "free", 0.0, body.link))

    def _write_joint(self, out: Element, body: Body, joint: Joint, i: int, kind: str) -> None:
        made = out.append("joint", says=shown_by_place(self.writing, joint) if not i else ())
        name = self._name(joint, i)
        if name is not None:
            made.set("name", name)
        if kind != "hinge":
            made.set("type", constant(kind))
        X_BJ = self.writing.relative(joint.id, body.link)
        position = X_BJ.pose.position
        if any(position):
            made.set("pos", vector(vec(position) if X_BJ.computed else position))
        else:
            made.omit(tuple(position), (0.0, 0.0, 0.0))
        number_of = self._axis_number(joint, i)
        start = 0.0
        if kind != "ball":
            self._write_direction(made, body, joint, i)
        if number_of is not None and number_of < len(joint.axes):
            start = self._write_axis(made, body, joint, number_of, kind)
        restore(made, joint.axes[number_of] if number_of is not None and number_of < len(joint.axes) else joint)
        dof = Dof(name.text if name is not None else "", joint, number_of, kind, start, body.link)
        self.dofs.append(dof)
        if number_of is not None:
            self.by_axis[joint.id, number_of] = dof
            self._elements[joint.id, number_of] = made

    def add_damping(self, joint: Joint, i: int, damping: float) -> None:
        """Add what a servo needs (N m s/rad or N s/m) to the damping of a joint that was written."""
        dynamics = joint.axes[i].dynamics
        own = dynamics.damping if dynamics is not None else None
        total = damping if not own else made_of(Computed(float(f"{float(own) + float(damping):.6g}")), (own, damping))
        self._elements[joint.id, i].set("damping", number(total))

    def _axis_number(self, joint: Joint, i: int) -> int | None:
        """Return which axis of a joint has the coordinate of one of its joints in MuJoCo."""
        if joint.type == "screw":
            return 0 if i == 1 else None
        return i if joint.type != "planar" else None

    def _name(self, joint: Joint, i: int) -> Said | None:
        if not joint.name and self.writing.is_own and not joint.actuators and not self._is_followed(joint):
            return None
        if i == 0:
            name = self.names.give("joint", joint, model=joint.model, word=self.writing.path(joint).rpartition("::")[2])
            assert name is not None
            self.names.given["joint", str(joint.id)] = name.text
            return name
        other = self.names.give("joint", None, word=f"{self.names.given['joint', str(joint.id)]}_axis{i + 1}")
        return Said(other.text, ids_of(joint.name)) if other is not None else None

    def _is_followed(self, joint: Joint) -> bool:
        followed = any(axis.mimic is not None and axis.mimic.joint == joint.id for each in self.writing.scene.joints for axis in each.axes)
        return followed or any(axis.mimic is not None for axis in joint.axes) or bool(joint.sensors)

    # -- axes

    def _write_direction(self, out: Element, body: Body, joint: Joint, i: int) -> None:
        if joint.type == "planar":
            direction: Vec3 = self._planar(body, joint, i)
        else:
            direction = self.direction(body, joint, 0 if joint.type == "screw" else i)
        if tuple(direction) == Z:
            out.omit(tuple(direction), Z)
        else:
            out.set("axis", vector(direction))

    def direction(self, body: Body, joint: Joint, i: int) -> Vec3:
        """Return an axis of a joint in the frame of its body at the start, not necessarily of unit length."""
        if i >= len(joint.axes):
            return vec(self.writing.relative(joint.id, body.link).pose.rotation.apply(Z))
        axis = joint.axes[i]
        turn = self._turn(body, joint, i)
        if turn == IDENTITY:
            x, y, z = axis.xyz
            return (made_of(x, (x, turn)), made_of(y, (y, turn)), made_of(z, (z, turn))) if ids_of(turn) else axis.xyz
        return made_of(vec(turn.apply(axis.xyz)), (axis.xyz, turn))

    def _turn(self, body: Body, joint: Joint, i: int) -> Rotation:
        """Return the rotation from the frame of a joint, in which its axis `i` is expressed, to its body at the start."""
        writing = self.writing
        displaced = writing.displaced.get(writing.kinematics.body_of(joint.parent))
        X_BJ = writing.relative(joint.id, body.link).pose
        turn = X_BJ.rotation
        if len(joint.axes) == 2 and i == 0 and writing.displaced.get(writing.kinematics.body_of(joint.child)) != displaced:
            X_WB, zero = writing.in_world(body.link).pose, writing.kinematics.at_zero(joint.id)
            at_parent = zero.rotation if displaced is None else displaced.rotation @ zero.rotation
            turn = made_of(X_WB.rotation.inverse() @ at_parent, (turn, X_WB.rotation))
        return turn

    def _planar(self, body: Body, joint: Joint, i: int) -> Vec3:
        """Return the directions of a planar joint: two in the plane, then its normal."""
        normal = self.direction(body, joint, 0) if joint.axes else self.writing.relative(joint.id, body.link).pose.rotation.apply(Z)
        z = unit((float(normal[0]), float(normal[1]), float(normal[2])))
        if i == 2:
            return normal
        other = unit(cross((0.0, 1.0, 0.0) if abs(z[1]) < 0.9 else (1.0, 0.0, 0.0), z))
        return vec(other if i == 0 else cross(z, other))

    def _write_axis(self, out: Element, body: Body, joint: Joint, i: int, kind: str) -> float:
        """Write limits and dynamics of an axis; return its coordinate at the start."""
        axis = joint.axes[i]
        offset = axis.reported_offset or 0.0
        start = shifted(axis.initial, offset)
        if kind != "ball" and start:
            out.set("ref", number(start))
        if axis.initial:
            shown = position_text(float(axis.initial), MOTION[kind])
            self.writing.report_unless_own(
                findings.JOINT_INITIAL_CONVERTED, joint, about=axis.initial, value=shown, target=f"ref {float(start):g}"
            )
        self._write_limits(out, joint, axis, kind, (offset, float(start)))
        dynamics = axis.dynamics
        if dynamics is not None:
            self._write_dynamics(out, axis)
            if dynamics.spring_stiffness or dynamics.spring_reference:
                rest = shifted(dynamics.spring_reference, offset)
                if rest:
                    out.set("springref", number(rest))
        if axis.limits is not None and axis.limits.velocity is not None and 0 <= axis.limits.velocity < FAR:
            unit = "m/s" if kind == "slide" else "rad/s"
            value = f"{float(axis.limits.velocity):g} {unit}"
            self.writing.report(findings.VELOCITY_LIMIT_DROPPED, joint, about=axis.limits.velocity, value=value)
        if axis.limits is not None and axis.limits.effort is not None and 0 <= axis.limits.effort < FAR:
            self._write_effort(out, joint, axis.limits.effort, kind)
        return made_of(float(start), start)

    def _write_dynamics(self, out: Element, axis: Axis) -> None:
        """Write the passive forces of an axis of a joint."""
        for field, name in DYNAMICS:
            value = getattr(axis.dynamics, field)
            if value:
                out.set(name, _polynomial(value, attribute(axis, name)))

    def _write_effort(self, out: Element, joint: Joint, effort: float, kind: str) -> None:
        if not effort:
            unit = "N" if kind == "slide" else "N m"
            self.writing.report(findings.EFFORT_ZERO, joint, value=f"0 {unit}", target=f"{SLACK:g} {unit}")
            effort = made_of(Computed(SLACK), effort)
        opposite = made_of(Computed(-float(effort)) if is_computed(effort) else 0.0 - float(effort), effort)
        out.set("actuatorfrcrange", vector((opposite, effort)))

    def _write_limits(self, out: Element, joint: Joint, axis: Axis, kind: str, counted: tuple[float, float]) -> None:
        """Write the range of an axis. counted: what the joint reports in addition, and its coordinate at the start."""
        limits, (offset, start) = axis.limits, counted
        if limits is None or (limits.lower is None and limits.upper is None):
            return
        lower, upper = limits.lower, limits.upper
        low = -math.inf if lower is None or lower <= -FAR else float(lower)
        high = math.inf if upper is None or upper >= FAR else float(upper)
        if low == -math.inf and high == math.inf:
            return
        if low > high:
            self.writing.report(findings.LIMITS_INVERTED, joint, about=(lower, upper), value=range_text(lower, upper, MOTION[kind]))
            return
        if kind == "ball":
            if low <= 0 and high != math.inf:
                out.set("range", vector((0.0, made_of(high, (lower, upper)))))
            return
        ends = (
            made_of(low, lower) if low == -math.inf else shifted(lower, offset),
            made_of(high, upper) if high == math.inf else (shifted(upper, offset)),
        )
        if low == high:
            self.writing.report(
                findings.LIMITS_EQUAL,
                joint,
                value=range_text(lower, upper, MOTION[kind]),
                target=f"a range of {2 * SLACK:g} (rad or m)",
            )
            ends = (made_of(Computed(ends[0] - SLACK), ends[0]), made_of(Computed(ends[1] + SLACK), ends[1]))
        out.set("range", vector([read_again(end, start) for end in ends]))


def _polynomial(value: float, kept: Extra | None) -> Said:
    """Return a stiffness or damping: the first number of a polynomial. kept: the extra with all its numbers, None if there is one only."""
    if kept is None:
        return number(value)
    others = " ".join(str(kept.value).split()[1:])
    return said(" ", (number(value), Said(others, ids_of(kept.value))))


def shifted(value: float | None, offset: float) -> float:
    """Return a coordinate of a joint as MuJoCo counts it, with what the joint reports in addition; 0 where it is None. It is the number
    that the value was read from, if it was read from an MJCF file."""
    if value is None:
        return offset
    if not offset:
        return value
    read = _read_as(float(value), float(offset))
    return made_of(Computed(float(value) + float(offset)) if read is None else read, (value, offset))


def read_again(value: float, start: float) -> float:
    """Return a limit as written again after it was read, less by the coordinate at the start: of the numbers of which the
    difference is the same, the shortest."""
    if not start or math.isinf(value):
        return value
    read = _read_as(float(value) - start, start)
    return value if read is None or read == value else made_of(read, value)


def _read_as(less: float, start: float) -> float | None:
    """Return a number that is `less` after `start` is taken away; None if there is none nearby."""
    total = less + start
    near = (float(f"{total:.15g}"), total, math.nextafter(total, math.inf), math.nextafter(total, -math.inf))
    return next((each for each in near if each - start == less), None)


def shown_by_place(writing: Writing, joint: Joint) -> tuple[object, ...]:
    """Return what the place and tag of an element say of a joint: its type, its ends, and the model and world of these."""
    says: list[object] = [joint.type, joint.parent, joint.child]
    bodies = [writing.kinematics.body_of(end) for end in (str(joint.parent), str(joint.child))]
    owners = {str(writing.by_id[body].model) for body in bodies if body in writing.by_id}
    if joint.model is not None and owners == {str(joint.model)}:
        says.append(joint.model)
    if joint.world in {world.id for world in writing.scene.worlds[:1]}:
        says.append(joint.world)
    return tuple(says)


def report_place(writing: Writing, joint: Joint) -> None:
    """Report the pose of a fixed joint, which has no effect. What is placed in its frame states it."""
    claim_idle(writing.request, (joint.pose, joint.relative_to))
    if joint.pose is not None and not joint.pose.is_identity:
        writing.report(JOINT_POSE_INEFFECTIVE, joint, about=joint.pose)
