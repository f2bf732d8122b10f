"""Joints of two scenes that are the same: what they connect, where, which way, how far, and what drives them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scenec.difference.closeness import apart
from scenec.difference.item import Value
from scenec.difference.leaves import ELSEWHERE, OF_THE_DRIVE, Leaves, Skip
from scenec.difference.notes import Notes
from scenec.difference.pairing import paired
from scenec.difference.places import WORLD_INDEX, joint_type
from scenec.difference.side import Side
from scenec.ir.joint import Joint
from scenec.ir.pose import Pose, Vec3, cross, scale, sub
from scenec.ir.summary import AxisSummary, JointSummary, MimicSummary

UNMOVED = Pose()
Fault = tuple[str, Value, Value, str]
"""Aspect, before, after, unit."""


class Joints:
    """Compares joints. links: of A -> of B. homes: link of B -> what the group it is welded to is called in A (see `Side.groups`).
    displaced: how links of A have moved."""

    def __init__(
        self, a: Side, b: Side, links: dict[int, int], homes: dict[int, int], displaced: dict[int, Pose], leaves: Leaves, notes: Notes
    ) -> None:
        self.a, self.b, self.links, self.homes, self.displaced = a, b, links, homes, displaced
        self.close, self.leaves, self.notes = leaves.close, leaves, notes

    def compare(self, x: int, y: int, leader: str | None) -> None:
        """Joint x of A and joint y of B. leader: what B calls the joint that x mimics, if it mimics one."""
        a, b = self.a.physics.joints[x], self.b.physics.joints[y]
        nodes = self.a.joints[x], self.b.joints[y]
        names = (a.path, b.path)
        sign = self._direction(x, y)
        ends = (a.parent, a.child), (b.parent, b.child)
        if not sign:
            self.notes.changed("joint", "physics", names, a.path, "parent and child", ends, nodes)
        elif self._hangs_on_others(x, y):
            self.notes.changed("joint", "metadata", names, a.path, "parent and child", ends, nodes, change="restructured")
        slides = a.type == "prismatic"
        if joint_type(a.type) != joint_type(b.type) or len(a.axes) != len(b.axes):
            self.notes.changed("joint", "physics", names, a.path, "type", (a.type, b.type), nodes)
        else:
            self._place(x, y, sign or 1)
            for aspect, before, after, unit in self._faults(a, b, sign or 1, leader):
                self.notes.changed("joint", "physics", names, a.path, aspect, (before, after), nodes, unit=unit)
        self._drives(nodes, names, slides=slides)
        skip = ELSEWHERE if self.leaves.same_format else ELSEWHERE | OF_THE_DRIVE
        self.notes.leaves(self.leaves.differing(*nodes, skip=skip), "joint", names, a.path, nodes, slides=slides)

    def _direction(self, x: int, y: int) -> int:
        """1, or -1 if the joint is written from the other side, or 0 if it connects something else."""
        ours = tuple(end if end == WORLD_INDEX else self.a.groups[end] for end in self.a.ends[x])
        theirs = tuple(WORLD_INDEX if end == WORLD_INDEX else self.homes.get(end, -2) for end in self.b.ends[y])
        if ours == theirs:
            return 1
        return -1 if ours == theirs[::-1] else 0

    def _hangs_on_others(self, x: int, y: int) -> bool:
        """Whether it connects other links than before, all of which both scenes have; they are welded to those that it connected."""
        ours = [self.links.get(end, end) for end in self.a.ends[x]]
        theirs = list(self.b.ends[y])
        known = all(end == WORLD_INDEX or end in self.links for end in self.a.ends[x])
        return known and set(theirs) <= {WORLD_INDEX, *self.homes} and sorted(ours) != sorted(theirs)

    # -- place and axes

    def _place(self, x: int, y: int, sign: int) -> None:
        """A joint has moved if it stands where neither of its links has taken it."""
        a, b = self.a.physics.joints[x], self.b.physics.joints[y]
        parent, child = (self.displaced.get(end, UNMOVED) for end in self.a.ends[x])
        best: list[str] | None = None
        carried = child
        for D in (child, parent):
            found = list(self._misplaced(a, b, sign, D))
            if best is None or len(found) < len(best):
                best, carried = found, D
            if parent is child:
                break
        names, nodes = (a.path, b.path), (self.a.joints[x], self.b.joints[y])
        for aspect in best or ():
            if aspect == "anchor":
                values = a.anchor, b.anchor
                moved = apart((*carried.apply(a.anchor), 1, 0, 0, 0), (*b.anchor, 1, 0, 0, 0))[0]
                self.notes.changed(
                    "joint", "physics", names, a.path, "anchor", values, nodes, change="moved", unit="m", apart=(moved, None)
                )
            else:
                i = int(aspect.rpartition(" ")[2]) - 1 if aspect != "axis" else 0
                values = carried.rotation.apply(a.axes[i].axis), scale(self._axes(b, sign)[i].axis, sign)
                self.notes.changed("joint", "physics", names, a.path, aspect, values, nodes)

    def _misplaced(self, a: JointSummary, b: JointSummary, sign: int, D: Pose) -> Iterator[str]:
        if not self.close.all_same(self._offset(a, D.apply(a.anchor), b.anchor, D), (0.0, 0.0, 0.0), self.close.extent):
            yield "anchor"
        for i, (ours, theirs) in enumerate(zip(a.axes, self._axes(b, sign), strict=True)):
            if not self.close.all_same(D.rotation.apply(ours.axis), scale(theirs.axis, sign), 1.0):
                yield f"axis {i + 1}" if len(a.axes) > 1 else "axis"

    def _offset(self, joint: JointSummary, anchor: Vec3, other: Vec3, D: Pose) -> Vec3:
        """How far apart two anchors are, as far as that matters: along its axis a hinge may have it anywhere."""
        if joint.type in ("fixed", "prismatic", "floating"):
            return (0.0, 0.0, 0.0)
        offset = sub(other, anchor)
        turning = joint_type(joint.type) in ("revolute", "screw") and len(joint.axes) == 1
        return cross(offset, D.rotation.apply(joint.axes[0].axis)) if turning else offset

    @staticmethod
    def _axes(joint: JointSummary, sign: int) -> tuple[AxisSummary, ...]:
        return joint.axes if sign > 0 or len(joint.axes) == 1 else joint.axes[::-1]

    # -- numbers

    def _faults(self, a: JointSummary, b: JointSummary, sign: int, leader: str | None) -> Iterator[Fault]:
        for i, (ours, theirs) in enumerate(zip(a.axes, self._axes(b, sign), strict=True)):
            which = f" of axis {i + 1}" if len(a.axes) > 1 else ""
            slides = a.type == "prismatic"
            for aspect, before, after, unit in self._axis(ours, theirs, slides=slides):
                yield aspect + which, before, after, unit
        for aspect, unit in (("pitch", "m"), ("ratio", "")):
            ours_n, theirs_n = getattr(a, aspect), getattr(b, aspect)
            if not self.close.same(ours_n or 0.0, theirs_n or 0.0):
                yield aspect, ours_n, theirs_n, unit
        if fault := self._mimic(a, b, leader):
            yield fault

    def _axis(self, a: AxisSummary, b: AxisSummary, *, slides: bool) -> Iterator[Fault]:
        unit = "m" if slides else "rad"
        for key, aspect in (("lower", "lower limit"), ("upper", "upper limit")):
            if not self.close.same(getattr(a, key), getattr(b, key), 1.0):
                yield aspect, getattr(a, key), getattr(b, key), unit
        force, speed = ("N", "m/s") if slides else ("N m", "rad/s")
        if not self.leaves.same_format:  # otherwise told by the fields that say it
            for key, aspect, its in (("effort", "maximum effort", force), ("velocity", "maximum velocity", speed)):
                if not self.close.same(getattr(a, key), getattr(b, key), 1.0):
                    yield aspect, getattr(a, key), getattr(b, key), its
        rows = (
            ("initial", "initial position", unit),
            ("damping", "damping", "N s/m" if slides else "N m s/rad"),
            ("friction", "friction", force),
            ("stiffness", "spring stiffness", "N/m" if slides else "N m/rad"),
        )
        for key, aspect, its in rows:
            if not self.close.same(getattr(a, key) or 0.0, getattr(b, key) or 0.0, 1e-6):
                yield aspect, getattr(a, key) or 0.0, getattr(b, key) or 0.0, its
        if a.stiffness and not self.close.same(a.reference or 0.0, b.reference or 0.0, 1e-6):
            yield "spring reference", a.reference or 0.0, b.reference or 0.0, unit

    def _mimic(self, a: JointSummary, b: JointSummary, leader: str | None) -> Fault | None:
        ours, theirs = a.mimic, b.mimic
        if ours is None and theirs is None:
            return None
        same = ours is not None and theirs is not None and (leader or ours.joint) == theirs.joint and ours.axis == theirs.axis
        keys = ("multiplier", "offset", "reference")
        if same and all(self.close.same(getattr(ours, key), getattr(theirs, key), 1e-6) for key in keys):
            return None
        return "mimic", _coupling(ours), _coupling(theirs), ""

    # -- motors

    def _drives(self, nodes: tuple[Joint, Joint], names: tuple[str, str], *, slides: bool) -> None:
        ours, theirs = nodes[0].actuators, nodes[1].actuators
        pairing = paired(ours, theirs, lambda each: (each.axis, each.name), lambda each: each.axis, lambda _: 0)
        for i, j in sorted(pairing.right_of.items()):
            both: tuple[Any, Any] = (ours[i], theirs[j])
            skip: Skip = frozenset() if self.leaves.same_format else _NAMES | OF_THE_DRIVE
            self.notes.leaves(self.leaves.differing(*both, skip=skip), "actuator", names, names[0], both, slides=slides)
        for i in pairing.lonely_left():
            self.notes.changed(
                "actuator", "control", (names[0], None), names[0], "", (_drive(ours[i]), None), (ours[i], None), change="removed"
            )
        for j in pairing.lonely_right():
            self.notes.changed(
                "actuator", "control", (None, names[1]), names[0], "", (None, _drive(theirs[j])), (None, theirs[j]), change="added"
            )


_NAMES = frozenset({("Actuator", "name")})


def _coupling(mimic: MimicSummary | None) -> str | None:
    return None if mimic is None else f"{mimic.multiplier:g} ({mimic.joint} - {mimic.reference:g}) + {mimic.offset:g}"


def _drive(actuator: Any) -> str:
    """``position motor neck``"""
    return f"{actuator.command} motor" + (f" {actuator.name}" if actuator.name else "")
