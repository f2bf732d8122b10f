"""The inertia that joints feel at the pose of the file, which MuJoCo makes springs and dampers of (src/engine/engine_setconst.c).

The matrix is the sum over all links of what their masses resist, seen through the motion that each degree of freedom gives them, and of the
armatures.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from scenec import ir
from scenec.converters.mjcf.read.context import Joint, Reading
from scenec.converters.mjcf.read.joint import DOFS
from scenec.converters.mjcf.read.tree import Body
from scenec.ir.inertia import NO_INERTIA
from scenec.ir.pose import Pose
from scenec.trace import Computed, Ids, derived, ids_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALLEST = 1e-15
"""The least number that MuJoCo divides by (mjMINVAL)."""
_AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def state_spring_dampers(reading: Reading, inertia: JointInertia) -> None:
    """Give joints that state a time constant and a damping ratio the spring and damper that these make of their inertia."""
    for joint in reading.qpos:
        entry = joint.placed.entry
        values = entry.vector("springdamper")
        if values is None or not any(values):
            entry.consume("springdamper")
            continue
        if values[0] <= 0 or values[1] <= 0:
            raise entry.element.error("springdamper is not positive", "springdamper", "a time (s) and a ratio above 0")
        if joint.kind not in ("hinge", "slide"):
            continue
        felt = inertia.loose(joint)
        reading.ledger.changes_with(values, inertia.sources)
        time, ratio = float(values[0]), float(values[1])
        stiffness = derived(Computed(felt / max(SMALLEST, time * time * ratio * ratio)), values)
        damping = derived(Computed(2 * felt / max(SMALLEST, time)), values)
        axis = reading.joints[joint.index].axes[0]
        before = axis.dynamics or ir.Dynamics(origin=entry.origin)
        reference = before.spring_reference
        if reference is None and joint.ref:
            reference = derived(0.0 - float(joint.ref), joint.ref)
        dynamics = replace(before, spring_stiffness=stiffness, damping=damping, spring_reference=reference)
        reading.change_joint(joint.index, axes=(replace(axis, dynamics=dynamics),))


class JointInertia:
    """Worked out when it is first asked for. bodies: all of the model, each behind the one that it hangs on."""

    def __init__(self, reading: Reading, bodies: list[Body]) -> None:
        self.reading, self.bodies = reading, bodies
        self._matrix: NDArray[Any] | None = None
        self._first: dict[int, int] = {}

    @cached_property
    def sources(self) -> Ids:
        """The values that it is made of: the masses of all links, their places, and the axes of all joints."""
        links = [(link.inertial, link.pose) for link in self.reading.links]
        joints = [(joint.pose, *(axis.xyz for axis in joint.axes)) for joint in self.reading.joints]
        return ids_of((*links, *joints, *(joint.placed.entry.number("armature") for joint in self.reading.qpos)))

    def alone(self, joint: Joint) -> float:
        """Return what a hinge or slide feels while the others stand still: its place on the diagonal (kg m^2 or kg)."""
        matrix = self._mass_matrix()
        at = self._first[id(joint)]
        return float(matrix[at, at])

    def loose(self, joint: Joint) -> float:
        """Return what it feels while the others move freely: the inverse of its place on the diagonal of the inverse."""
        import numpy as np

        matrix = self._mass_matrix()
        at = self._first[id(joint)]
        try:
            with np.errstate(all="ignore"):
                back = float(np.linalg.inv(matrix)[at, at])
        except np.linalg.LinAlgError:
            back = 0.0
        return 1.0 / max(SMALLEST, back)

    def _mass_matrix(self) -> NDArray[Any]:
        import numpy as np

        if self._matrix is None:
            with np.errstate(all="ignore"):  # such places and masses are refused when all is read
                self._matrix = self._computed()
        return self._matrix

    def _computed(self) -> NDArray[Any]:
        import numpy as np

        count = sum(DOFS[joint.kind] for joint in self.reading.qpos)
        matrix = np.zeros((count, count))
        by_body: dict[int, list[Joint]] = {}
        at = 0
        for joint in self.reading.qpos:
            self._first[id(joint)] = at
            by_body.setdefault(id(joint.body), []).append(joint)
            at += DOFS[joint.kind]
        placed: dict[int, Pose] = {}
        columns: dict[int, list[tuple[int, Any, Any]]] = {}
        for body in self.bodies:
            above = body.parent
            inherited = columns.get(id(above), []) if above is not None else []
            X_WB = placed[id(body)] = (placed.get(id(above), Pose()) if above is not None else Pose()) @ body.X_PB
            own = [each for joint in by_body.get(id(body), ()) for each in self._columns(joint, X_WB)]
            columns[id(body)] = [*inherited, *own]
            self._add(matrix, body, X_WB, columns[id(body)])
        for joint in self.reading.qpos:
            armature = joint.placed.entry.number("armature")
            for k in range(DOFS[joint.kind]):
                matrix[self._first[id(joint)] + k, self._first[id(joint)] + k] += float(armature or 0.0)
        return matrix

    def _columns(self, joint: Joint, X_WB: Pose) -> list[tuple[int, Any, Any]]:
        """(place, axis of the turn, velocity of the world's origin) of each degree of freedom."""
        import numpy as np

        first = self._first[id(joint)]
        none = np.zeros(3)
        if joint.kind == "free":
            moves = [(first + k, none, np.array(_AXES[k])) for k in range(3)]
            turns = [X_WB.rotation.apply(axis) for axis in _AXES]
            return moves + [(first + 3 + k, np.array(w), -np.cross(w, X_WB.position)) for k, w in enumerate(turns)]
        node = self.reading.joints[joint.index]
        anchor = X_WB.apply(node.pose.position if node.pose is not None else (0.0, 0.0, 0.0))
        if joint.kind == "ball":
            return [(first + k, np.array(w), -np.cross(w, anchor)) for k, w in enumerate(X_WB.rotation.apply(axis) for axis in _AXES)]
        axis = np.array(X_WB.rotation.apply(node.axes[0].xyz), dtype=float)
        axis = axis / np.linalg.norm(axis)
        return [(first, none, axis)] if joint.kind == "slide" else [(first, axis, -np.cross(axis, anchor))]

    def _add(self, matrix: NDArray[Any], body: Body, X_WB: Pose, columns: list[tuple[int, Any, Any]]) -> None:
        """Return what the mass of one link resists."""
        import numpy as np

        inertial = self.reading.links[self.reading.link_index[body.link]].inertial
        if inertial is None or not inertial.mass or not columns:
            return
        X_WI = X_WB @ (inertial.pose or Pose())
        turn = np.array(X_WI.rotation.matrix())
        tensor = turn @ np.array((inertial.inertia or NO_INERTIA).matrix()) @ turn.T
        places = [place for place, _, _ in columns]
        spins = np.array([w for _, w, _ in columns])
        speeds = np.array([v + np.cross(w, X_WI.position) for _, w, v in columns])
        matrix[np.ix_(places, places)] += float(inertial.mass) * speeds @ speeds.T + spins @ tensor @ spins.T
