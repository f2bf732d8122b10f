"""Steps with which the servos of SimRobot's MuJoCo core are stable.

Sources: SimRobotCore3's ServoMotor.cpp. A servo makes the force p (set point - position) - d velocity and holds it for a whole step, its
joint has an armature and a damping of 0.01, and MuJoCo integrates by semi-implicit Euler. With the inertia matrix M of a tree of bodies and
the diagonal matrices P and D of its servos, the motion about the set points is stable for a step h while 4 M - h^2 P - 2 h D is positive
definite: there the fastest oscillation changes its sign in each step.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scenec.converters.simrobot.core3_rules import Mechanism
from scenec.converters.simrobot.profile import MOTORS
from scenec.ir.base import WORLD, Id
from scenec.ir.inertia import NO_INERTIA, rotated
from scenec.ir.joint import Actuator, Gains, Joint
from scenec.ir.pose import Pose
from scenec.ir.scene import Scene

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

ARMATURE = 0.01
"""kg m^2 or kg, of a joint with a servo."""
RATE = 20.0
"""1/s, at which a made servo approaches its set point."""
SAG = 0.1
"""rad or m: so far a made servo gives way below the weight on it, if that hangs horizontally."""
STANDING = 100.0
"""A root so many times as heavy as what hangs on it stands by itself, as the base of a chain on the world: no joint carries it."""
GRAVITY = 9.81
HALVINGS = 30
"""So often the range of a limit is halved."""


def servo_of(joint: Joint) -> Actuator | None:
    """Return the servo of a joint: the first of its actuators that SimRobot has a motor for, if it takes positions and has a gain."""
    motor = next((each for each in joint.actuators if each.axis == 0 and each.command in MOTORS), None)
    has_gain = motor is not None and motor.command == "position" and motor.gains is not None and motor.gains.p
    return motor if has_gain else None


def longest_step(scene: Scene, step: float) -> float | None:
    """Return the longest step (s) with which all servos are stable at the start of a scene; None if that is no shorter than a step (s)."""
    if not any(servo_of(joint) for joint in scene.joints):
        return None
    mechanism, limit = Mechanism(scene), step
    for tree in _trees(mechanism):
        limit = min(limit, _Tree(mechanism, tree).longest_step(limit))
    return limit if limit < step else None


def step_that_works(scene: Scene, step: float) -> float | None:
    """Return a step (s) of one digit, at most half of the limit since inertias change with the pose; None if a step (s) needs no change."""
    limit = longest_step(scene, step)
    if limit is None:
        return None
    digits = f"{limit / 2:.0e}"
    rounded = float(digits)
    return rounded if rounded <= limit / 2 else float(f"{int(digits[0]) - 1}{digits[1:]}") or rounded / 2


def gains_of_made_servos(scene: Scene) -> dict[Id, Gains]:
    """Return the gains of servos that were made of limits, by their joints: stiff enough for `RATE` and for the weight on the joint, and
    critically damped. Once the scene has them, `step_that_works` says with which step they are stable."""
    made = {joint.id for joint in scene.joints if (servo := servo_of(joint)) is not None and servo.origin is None and servo.kind == "servo"}
    if not made:
        return {}
    mechanism = Mechanism(scene)
    return {joint: gains for tree in _trees(mechanism) for joint, gains in _Tree(mechanism, tree).gains() if joint in made}


def _trees(mechanism: Mechanism) -> list[list[tuple[Joint, Id, Id]]]:
    """Return the joints of each tree of bodies that has a servo, those of a parent first."""
    top: dict[Id, Id] = {}
    trees: dict[Id, list[tuple[Joint, Id, Id]]] = {}
    for joint, above, child in mechanism.tree:
        top[child] = child if above == WORLD else top.get(above, above)
        trees.setdefault(top[child], []).append((joint, above, child))
    return [tree for tree in trees.values() if any(servo_of(joint) for joint, _, _ in tree)]


class _Tree:
    """The inertia matrix M of a tree of bodies at the start, with the gains P and D of its servos."""

    def __init__(self, mechanism: Mechanism, tree: list[tuple[Joint, Id, Id]]) -> None:
        import numpy as np

        self.mechanism = mechanism
        self.kinematics = mechanism.kinematics
        self.tree = tree
        self.weights: dict[Id, Matrix] = {}
        """Link -> mass (kg), and mass times its centre in the world, of it and of what hangs on it."""
        starts = {joint.id: [float(axis.initial or 0.0) for axis in joint.axes] for joint, _, _ in tree}
        self.moved = self.kinematics.moved({joint: q for joint, q in starts.items() if any(q)})
        root = tree[0][1]
        self.first = 0 if root == WORLD else 6
        size = self.first + len(tree)
        self.M, self.P, self.D = np.zeros((size, size)), np.zeros(size), np.zeros(size)
        columns: dict[Id, Matrix] = {WORLD: np.zeros((6, size))}
        if root != WORLD:
            columns[root] = np.zeros((6, size))
            columns[root][:, :6] = np.eye(6)
            self._add(root, columns[root])
        for place, (joint, above, child) in enumerate(tree, self.first):
            columns[child] = columns[above].copy()
            columns[child][:, place] = self._column(joint)
            self._add(child, columns[child])
            servo = servo_of(joint)
            if servo is not None and servo.gains is not None:
                self.P[place], self.D[place] = float(servo.gains.p or 0.0), float(servo.gains.d or 0.0)
                self.M[place, place] += ARMATURE
        for _, above, child in reversed(tree):
            if above != WORLD:
                self.weights[above] = self.weights[above] + self.weights[child]

    def _pose(self, link: Id) -> Pose:
        return self.moved.get(link, Pose()) @ self.kinematics.at_zero(link)

    def _column(self, joint: Joint) -> Matrix:
        """Return the velocity at the world's origin and the angular velocity that a joint makes."""
        import numpy as np

        point, axis = self._axis(joint)
        if joint.type == "prismatic":
            return np.concatenate([axis, np.zeros(3)])
        return np.concatenate([np.cross(point, axis), axis])

    def _axis(self, joint: Joint) -> tuple[Matrix, Matrix]:
        """Return a point of an axis and its direction, in the world at the start."""
        import numpy as np

        X_WJ = self.moved.get(self.kinematics.body_of(joint.child), Pose()) @ self.kinematics.at_zero(joint.id)
        return np.array(X_WJ.position), np.array(X_WJ.rotation.apply(self.kinematics.joint_axis(joint, joint.axes[0])))

    def gains(self) -> Iterator[tuple[Id, Gains]]:
        """Yield gains for the joints of the tree; see `gains_of_made_servos`."""
        root = self.tree[0][1]
        whole = self.weights[root] if self.first and not self._stands(root) else None
        for place, (joint, _, child) in enumerate(self.tree, self.first):
            below, inertia = self.weights[child], float(self.M[place, place])
            load = max(self._load(joint, each) for each in ([below] if whole is None else [below, whole - below]))
            p = max(inertia * RATE**2, load / SAG)
            yield joint.id, Gains(p=float(f"{p:.3g}"), d=float(f"{2 * math.sqrt(p * inertia):.3g}"))

    def _stands(self, root: Id) -> bool:
        inertial = self.mechanism.moving[root].inertial
        own = float(inertial.mass or 0.0) if inertial is not None else 0.0
        return own > STANDING * (float(self.weights[root][0]) - own)

    def _load(self, joint: Joint, weight: Matrix) -> float:
        """Return the torque or force of a weight on a joint, if it hung horizontally (N m or N)."""
        import numpy as np

        point, axis = self._axis(joint)
        if joint.type == "prismatic":
            return float(weight[0] * GRAVITY * abs(axis[2]))
        lever = np.cross(axis, weight[1:] - weight[0] * point)
        return float(np.linalg.norm(lever) * GRAVITY * math.hypot(axis[0], axis[1]))

    def _add(self, link: Id, J: Matrix) -> None:
        """Add the inertia of a link. J: its velocity at the world's origin and its angular velocity, per coordinate."""
        import numpy as np

        inertial = self.mechanism.moving[link].inertial
        self.weights[link] = np.zeros(4)
        if inertial is None or not inertial.mass:
            return
        X_WI = self._pose(link) @ (inertial.pose or Pose())
        linear = J[:3] - np.cross(np.array(X_WI.position), J[3:].T).T
        self.weights[link] = float(inertial.mass) * np.array([1.0, *X_WI.position])
        tensor = np.array(rotated(inertial.inertia or NO_INERTIA, X_WI.rotation).matrix())
        self.M += float(inertial.mass) * linear.T @ linear + J[3:].T @ tensor @ J[3:]

    def longest_step(self, step: float) -> float:
        """Return the longest step with which the servos are stable, at most the one that is asked about (s)."""
        if self._is_stable(step):
            return step
        low, high = 0.0, step
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if self._is_stable(middle) else (low, middle)
        return low

    def _is_stable(self, step: float) -> bool:
        import numpy as np

        with np.errstate(all="ignore"):
            try:
                np.linalg.cholesky(4 * self.M - np.diag(step**2 * self.P + 2 * step * self.D))
            except np.linalg.LinAlgError:
                return False
        return True
