"""Gains of servos whose output is a velocity, for MuJoCo, whose motors make forces.

Force = clamp(K (v - qdot), largest force), where v is the velocity that the servo asks for. MuJoCo integrates K implicitly
(``implicitfast``), so no K makes it unstable, but the largest force is explicit: where it cuts the force, the lighter side of the joint
gets all of it for a whole step. That is stable while K step / inertia of the lighter side is below 2. So K is that inertia / step, and the
step of a result with such servos is `LONGEST_STEP` at most.

A servo of a light link that carries a robot, as an ankle does, would give way with that K. Its K is as large as its load requires, and it
has no largest force.

MuJoCo has no largest velocity. Where the largest force takes the lighter side beyond it within a step, no K of a force holds it back: an
arm that starts elsewhere than commanded would be thrown. There the force is clamp(D v, largest force) - D qdot, with D = largest force /
largest velocity. D is a damping of the joint, which MuJoCo integrates implicitly. At the largest force the joint has its largest velocity.
"""

from __future__ import annotations

import math

from scenec.converters.mjcf.profile import FAR, RATE
from scenec.converters.mjcf.write.body_tree import Body, BodyTree
from scenec.converters.mjcf.write.context import Writing
from scenec.ir.base import WORLD, Id
from scenec.ir.inertia import NO_INERTIA, Inertia, compose, rotated
from scenec.ir.joint import Actuator, Joint
from scenec.ir.link import Link
from scenec.ir.pose import ORIGIN, Pose, Vec3, cross, dot, norm, sub
from scenec.trace import Sources, ids_of, steered_by

DIGITS = 3
"""Significant digits of a gain."""
LONGEST_STEP = 0.001
"""Of a result that has servos with a largest force (s)."""
SAG = 0.2
"""How far a servo of a position may give way (rad or m), if the heavier side of its joint hung on it horizontally. A robot that stands on
the joint, as an inverted pendulum, tips over at 1 rad."""
GRAVITY = 9.81

MassProperties = tuple[float, Vec3, Inertia]
"""Mass (kg), centre of mass and inertia about it, in the world at the start."""


class ServoGains:
    """Works gains out. source_step: of the source's simulation (s); step: of the result's."""

    def __init__(self, writing: Writing, tree: BodyTree, source_step: float) -> None:
        self.writing = writing
        self.tree = tree
        self.source_step = source_step
        servos = [each for joint in writing.scene.joints for each in joint.actuators if each.output == "velocity" and is_limited(each)]
        self.step = min(source_step, LONGEST_STEP) if servos and not writing.is_own else source_step
        self._below: dict[Id, MassProperties] = {}
        self._own: dict[Id, MassProperties] = {}
        self._roots: dict[Id, Body] = {}
        self._leaves: dict[Id, Sources] = {}
        links = {link.id: link for link in writing.scene.links}
        for body in tree.order:
            self._roots[body.link] = self._roots.get(body.parent, body)
            self._own[body.link] = self._below[body.link] = in_world(writing, links[body.link])
        for body in reversed(tree.order):
            if body.parent in self._below:
                self._below[body.parent] = compose((self._below[body.parent], self._below[body.link]))

    def gain(self, joint: Joint, actuator: Actuator, body_link: Id, i: int) -> float:
        """Return K of an actuator of an axis (N m s/rad or N s/m). With the inertia of the heavier side per step of the source, the joint
        reaches its velocity in one step, as in the simulators that such servos come from. A servo with a largest force has at most
        what it requires."""
        most = max(self.inertias(joint, body_link, i)) / self.source_step
        if is_limited(actuator):
            rate = (actuator.gains.p if actuator.gains is not None else None) or RATE
            axis, needed = self._axis(joint, i), 0.0
            if actuator.command == "position":
                needed = max(self._load(joint, axis, side) for side in self._sides(joint, body_link)) / (SAG * rate)
            most = min(most, max(self._lighter(joint, body_link, i) / self.step, needed))
        return float(f"{max(most, 1e-9):.{DIGITS}g}")

    def is_stable(self, K: float, joint: Joint, body_link: Id, i: int) -> bool:
        """Return whether a servo with gain K may have a largest force."""
        return K * self.step <= 1.01 * max(self._lighter(joint, body_link, i), 1e-9)

    def braked(self, joint: Joint, actuator: Actuator, body_link: Id, i: int) -> float | None:
        """Return D (N m s/rad or N s/m) of a servo of a position that reaches its largest velocity within a step, None for any other.
        One that carries a robot needs its K."""
        if not can_be_braked(actuator):
            return None
        assert actuator.max_effort is not None and actuator.max_velocity is not None  # else it cannot be braked
        gain, damping = self.gain(joint, actuator, body_link, i), float(actuator.max_effort) / float(actuator.max_velocity)
        return damping if damping > gain and self.is_stable(gain, joint, body_link, i) else None

    def _lighter(self, joint: Joint, body_link: Id, i: int) -> float:
        return min((inertia for inertia in self.inertias(joint, body_link, i) if inertia > 0), default=0.0)

    @staticmethod
    def _load(joint: Joint, axis: tuple[Vec3, Vec3], side: MassProperties) -> float:
        """Return the torque or force of a side's weight on a joint, if the side hung on it horizontally (N m or N)."""
        point, direction = axis
        if joint.type == "prismatic":
            return side[0] * GRAVITY * abs(direction[2])
        return side[0] * GRAVITY * norm(cross(direction, sub(side[1], point))) * math.hypot(direction[0], direction[1])

    def steered(self, value: float, joint: Joint, body_link: Id, i: int) -> float:
        """Return a number worked out of a gain, which changes with the step, the axis, and all links of the robot."""
        axis = joint.axes[i]
        return steered_by(value, self._steering(self._roots[body_link].link), axis.xyz, self.source_step)

    def _steering(self, root: Id) -> Sources:
        """Return what a gain of a robot depends on: once for all its servos."""
        if root not in self._leaves:
            links = dict.fromkeys(link for link, top in self._roots.items() if top.link == root)
            by_id = self.writing.by_id
            idle = {joint.id for joint in self.tree.closing} - {str(by_id[link].relative_to) for link in links}
            joints = [joint for joint in self.writing.scene.joints if joint.child in links and joint.id not in idle]
            parts = [by_id[link].inertial for link in links] + [by_id[link].pose for link in links] + [joint.pose for joint in joints]
            starts = [(axis.xyz, axis.initial) for joint in joints if joint.id in self.writing.starts for axis in joint.axes]
            self._leaves[root] = Sources(ids_of((*parts, *starts)))
        return self._leaves[root]

    def inertias(self, joint: Joint, body_link: Id, i: int) -> tuple[float, float]:
        """Return the inertia about an axis (kg m^2, of a slider kg) of what a joint moves, and of the rest of its robot."""
        about = self._axis(joint, i)
        below, rest = self._sides(joint, body_link)
        return self._about(joint, about, below), self._about(joint, about, rest)

    def _sides(self, joint: Joint, body_link: Id) -> tuple[MassProperties, MassProperties]:
        """Return what a joint moves, and the rest of its robot if that floats."""
        root = self._roots[body_link]
        rest = [self._own[link] for link, body in self._roots.items() if body is root and not self._hangs(link, body_link)]
        return self._below[body_link], compose(tuple(rest)) if rest and root.floats else (0.0, ORIGIN, NO_INERTIA)

    def _hangs(self, link: Id, above: Id) -> bool:
        at = link
        while at != WORLD:
            if at == above:
                return True
            body = self.tree.by_link.get(at)
            at = body.parent if body is not None else WORLD
        return False

    def _axis(self, joint: Joint, i: int) -> tuple[Vec3, Vec3]:
        """Return a point on an axis and its direction in the world at the start."""
        kinematics = self.writing.kinematics
        X_WJ = self.writing.displaced.get(kinematics.body_of(joint.child), Pose()) @ kinematics.at_zero(joint.id)
        return X_WJ.position, X_WJ.rotation.apply(kinematics.joint_axis(joint, joint.axes[i]))

    @staticmethod
    def _about(joint: Joint, axis: tuple[Vec3, Vec3], whole: MassProperties) -> float:
        mass, com, inertia = whole
        if joint.type == "prismatic":
            return mass
        point, direction = axis
        arm = cross(direction, sub(com, point))
        turned = [dot(row, direction) for row in inertia.matrix()]
        return dot(direction, (turned[0], turned[1], turned[2])) + mass * dot(arm, arm)


def is_limited(actuator: Actuator) -> bool:
    """Return whether an actuator has a largest force."""
    return actuator.max_effort is not None and 0 < actuator.max_effort < FAR


def is_made(actuator: Actuator) -> bool:
    """Return whether an actuator was made of the limits of its joint, since the source states none."""
    return actuator.kind == "servo" and actuator.origin is None


def in_world(writing: Writing, link: Link) -> MassProperties:
    """Return the mass of a link where it starts."""
    inertial = link.inertial
    if inertial is None or not inertial.mass or inertial.mass < 0:
        return 0.0, ORIGIN, NO_INERTIA
    X_WL = writing.displaced.get(link.id, Pose()) @ writing.kinematics.at_zero(link.id)
    X_WI = X_WL @ (inertial.pose or Pose())
    return float(inertial.mass), X_WI.position, rotated(inertial.inertia or NO_INERTIA, X_WI.rotation)


def can_be_braked(actuator: Actuator) -> bool:
    """Return whether the largest velocity of a servo may be a damping of its joint, if that is strong enough."""
    fastest = actuator.max_velocity
    direct = actuator.command == "position" and actuator.output == "velocity" and actuator.ratio in (None, 1.0)
    return direct and actuator.max_effort is not None and is_limited(actuator) and fastest is not None and 0 < fastest < FAR
