"""Rules of SimRobot's MuJoCo core: scenes that it refuses, crashes on, or cannot hold steady.

Sources: SimRobotCore3's Body.cpp, VelocityMotor.cpp and Hinge.cpp, and what MuJoCo's compiler checks; each was seen on loaded files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scenec.converters.simrobot.profile import JOINTS, MOTORS
from scenec.ir.base import WORLD, Id
from scenec.ir.geometry import Capsule
from scenec.ir.inertia import NO_INERTIA, Inertia, compose, plausible, principal, rotated
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Collision, Link
from scenec.ir.pose import ORIGIN, Pose, Vec3, cross, dot, sub
from scenec.ir.scene import Scene

GAIN = 0.2
"""N m s/rad (or N s/m): a VelocityMotor applies this times the error of velocity, held over a whole step."""
UNSTABLE_RATIO = 20.0
"""Above this ratio of gain x step to inertia, results were seen to explode; it is computed without the rest of the mechanism."""
NARROWEST = 1e-9
"""rad or m: how wide the range of a locked joint is made."""
SMALLEST = 1e-15
"""kg or kg m^2 (mjMINVAL), below which MuJoCo's compiler refuses a moving body."""
SINGLE = 2.0**-20
"""SimRobot computes in single precision: of ranges narrower than this part of their bounds nothing may be left."""

Range = tuple[float, float]


def widened(lower: float, upper: float) -> Range | None:
    """Return the range to write instead of an empty one, which the core refuses; None for a range that it accepts.
    As in SimRobotCore2, a minimum above the maximum counts as the maximum."""
    least = SINGLE * max(abs(lower), abs(upper))
    if upper > lower and upper - lower >= least:
        return None
    start = min(lower, upper) if upper > lower else upper
    return start, start + max(NARROWEST, 2 * least)


def commands_velocity(joint: Joint) -> bool:
    """Return whether the motor of a joint is a VelocityMotor: the first of its actuators that SimRobot has a motor for."""
    commands = [each.command for each in joint.actuators if each.axis == 0 and each.command in MOTORS]
    return commands[:1] == ["velocity"]


class Mechanism:
    """The joints of a scene that SimRobot has, as a tree. carried: link or WORLD -> its joints, with their children."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.kinematics = Kinematics(scene)
        self.static = static_models(scene)
        self.moving = {link.id: link for link in scene.links if link.model not in self.static}
        self.carried: dict[Id, list[tuple[Joint, Id]]] = {}
        self.tree: list[tuple[Joint, Id, Id]] = []
        self._moved: dict[Id, Pose] = {}
        for joint, parent, child in self.kinematics.tree():
            if joint.type in JOINTS and len(joint.axes) == 1 and child in self.moving:
                above = parent if parent in self.moving else WORLD
                self.carried.setdefault(above, []).append((joint, child))
                self.tree.append((joint, above, child))

    def chains_on_world(self) -> Iterator[tuple[Joint, Joint]]:
        """Yield joints of the world whose body carries another joint, with that joint. The core crashes on them:
        a body on a joint of the world has no root body, and its children ask the root body for their collision group."""
        for joint, child in self.carried.get(WORLD, ()):
            if child in self.carried:
                yield joint, self.carried[child][0][0]

    def unstable_motors(self, step: float, driven: Callable[[Joint], bool] = commands_velocity) -> Iterator[tuple[Joint, float]]:
        """Yield joints with an unstable VelocityMotor, and the inertia (kg m^2, of a slider kg) that they move.
        driven: whether a joint has such a motor."""
        if not any(driven(joint) for joint, _, _ in self.tree):
            return
        wholes = self._wholes()
        for joint, _, child in self.tree:
            if driven(joint):
                inertia = self._about(joint, *wholes[child])
                if 0 < inertia * UNSTABLE_RATIO < GAIN * step:
                    yield joint, inertia

    def _wholes(self) -> dict[Id, tuple[float, Vec3, Inertia]]:
        """Return mass, centre of mass and inertia about it of each link with all that hangs on it, in the world at the start."""
        starts = {joint.id: [float(axis.initial or 0.0) for axis in joint.axes] for joint in self.scene.joints}
        moved = self.kinematics.moved({joint: q for joint, q in starts.items() if any(q)})
        X_WL = {link_id: moved.get(link_id, Pose()) @ self.kinematics.at_zero(link_id) for link_id in self.moving}
        wholes = {link_id: _in_world(link, X_WL[link_id]) for link_id, link in self.moving.items()}
        self._moved = moved
        for _, parent, child in reversed(self.tree):
            if parent != WORLD:
                wholes[parent] = compose((wholes[parent], wholes[child]))
        return wholes

    def _about(self, joint: Joint, mass: float, com: Vec3, inertia: Inertia) -> float:
        """Return the inertia about the axis of a joint; of a slider, the mass."""
        if joint.type == "prismatic":
            return mass
        child = self.kinematics.body_of(joint.child)
        X_WJ = self._moved.get(child, Pose()) @ self.kinematics.at_zero(joint.id)
        axis = X_WJ.rotation.apply(self.kinematics.joint_axis(joint, joint.axes[0]))
        arm = cross(axis, sub(com, X_WJ.position))
        turned = tuple(dot(row, axis) for row in inertia.matrix())
        return dot(axis, (turned[0], turned[1], turned[2])) + mass * dot(arm, arm)


def _in_world(link: Link, X_WL: Pose) -> tuple[float, Vec3, Inertia]:
    inertial = link.inertial
    if inertial is None or not inertial.mass:
        return 0.0, ORIGIN, NO_INERTIA
    X_WI = X_WL @ (inertial.pose or Pose())
    return float(inertial.mass), X_WI.position, rotated(inertial.inertia or NO_INERTIA, X_WI.rotation)


def refused_masses(scene: Scene) -> Iterator[tuple[Link, str]]:
    """Yield bodies whose mass or inertia MuJoCo's compiler refuses, with the reason."""
    static = static_models(scene)
    for link in scene.links:
        inertial = link.inertial
        if link.model in static or inertial is None or inertial.mass is None:
            continue
        if not inertial.mass:
            yield link, "a body that moves must weigh something"
        elif inertial.inertia is not None and (why := plausible(inertial.inertia, float(inertial.mass))) is not None:
            yield link, why
        elif inertial.mass < SMALLEST or (inertial.inertia is not None and min(principal(inertial.inertia)[0]) < SMALLEST):
            yield link, f"a mass or a moment of inertia is below {SMALLEST:g} kg or kg m^2"


def refused_capsules(scene: Scene) -> Iterator[tuple[Link, Collision]]:
    """Yield capsules without room between their caps. MuJoCo's compiler refuses a half length of 0 or below."""
    for link in scene.links:
        for collision in link.collisions:
            if isinstance(collision.geometry, Capsule) and collision.geometry.length <= 0 < collision.geometry.radius:
                yield link, collision
