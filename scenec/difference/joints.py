"""Joints of two scenes that are the same: what they connect, where, which way, how far, and what drives them."""

from __future__ import annotations

from typing import Any

from scenec.comparison.compared_scene import ComparedScene
from scenec.comparison.joint_equality import are_comparable, axes_from, coupling, mimics_equal, misplaced, value_faults
from scenec.comparison.joint_graph import WORLD_INDEX, direction
from scenec.comparison.pairing import paired
from scenec.comparison.tolerance import apart
from scenec.difference.item import Value
from scenec.difference.leaves import ELSEWHERE, OF_THE_DRIVE, Leaves, Skip
from scenec.difference.notes import Notes
from scenec.ir.joint import Joint
from scenec.ir.pose import Pose, scale

UNMOVED = Pose()
Fault = tuple[str, Value, Value, str]
"""Aspect, before, after, unit."""


class Joints:
    """Compares joints. links: of A -> of B. homes: link of B -> what the group it is welded to is called in A (see `ComparedScene.groups`).
    displaced: how links of A have moved."""

    def __init__(
        self,
        a: ComparedScene,
        b: ComparedScene,
        links: dict[int, int],
        homes: dict[int, int],
        displaced: dict[int, Pose],
        leaves: Leaves,
        notes: Notes,
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
        if not are_comparable(a, b):
            self.notes.changed("joint", "physics", names, a.path, "type", (a.type, b.type), nodes)
        else:
            self._place(x, y, sign or 1)
            caps = not self.leaves.same_format  # otherwise stated by the fields that say it
            for axis, aspect, before, after, unit in value_faults(a, b, self.close, sign or 1, caps=caps):
                which = f" of axis {axis}" if axis and len(a.axes) > 1 else ""
                self.notes.changed("joint", "physics", names, a.path, aspect + which, (before, after), nodes, unit=unit)
            if not mimics_equal(a.mimic, b.mimic, leader, self.close):
                values = coupling(a.mimic), coupling(b.mimic)
                self.notes.changed("joint", "physics", names, a.path, "mimic", values, nodes)
        self._drives(nodes, names, slides=slides)
        skip = ELSEWHERE if self.leaves.same_format else ELSEWHERE | OF_THE_DRIVE
        self.notes.leaves(self.leaves.differing(*nodes, skip=skip), "joint", names, a.path, nodes, slides=slides)

    def _direction(self, x: int, y: int) -> int:
        """1, or -1 if the joint is written from the other side, or 0 if it connects something else."""
        parent, child = (WORLD_INDEX if end == WORLD_INDEX else self.homes.get(end, -2) for end in self.b.ends[y])
        return direction(self.a.group_ends[x], (parent, child))

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
        best: list[tuple[str, int]] | None = None
        carried = child
        for D in (child, parent):
            found = list(misplaced(a, b, self.close, sign, D))
            if best is None or len(found) < len(best):
                best, carried = found, D
            if parent is child:
                break
        names, nodes = (a.path, b.path), (self.a.joints[x], self.b.joints[y])
        for aspect, i in best or ():
            if aspect == "anchor":
                values = a.anchor, b.anchor
                moved = apart((*carried.apply(a.anchor), 1, 0, 0, 0), (*b.anchor, 1, 0, 0, 0))[0]
                self.notes.changed(
                    "joint", "physics", names, a.path, "anchor", values, nodes, change="moved", unit="m", apart=(moved, None)
                )
            else:
                values = carried.rotation.apply(a.axes[i].axis), scale(axes_from(b, sign)[i].axis, sign)
                which = f"axis {i + 1}" if len(a.axes) > 1 else "axis"
                self.notes.changed("joint", "physics", names, a.path, which, values, nodes)

    # -- motors

    def _drives(self, nodes: tuple[Joint, Joint], names: tuple[str, str], *, slides: bool) -> None:
        ours, theirs = nodes[0].actuators, nodes[1].actuators
        pairing = paired(ours, theirs, lambda each: (each.axis, each.name), lambda each: each.axis, lambda _: 0)
        for i, j in sorted(pairing.right_of.items()):
            both: tuple[Any, Any] = (ours[i], theirs[j])
            skip: Skip = frozenset() if self.leaves.same_format else _NAMES | OF_THE_DRIVE
            self.notes.leaves(self.leaves.differing(*both, skip=skip), "actuator", names, names[0], both, slides=slides)
        for i in pairing.unmatched_left():
            self.notes.changed(
                "actuator", "control", (names[0], None), names[0], "", (_drive(ours[i]), None), (ours[i], None), change="removed"
            )
        for j in pairing.unmatched_right():
            self.notes.changed(
                "actuator", "control", (None, names[1]), names[0], "", (None, _drive(theirs[j])), (None, theirs[j]), change="added"
            )


_NAMES = frozenset({("Actuator", "name")})


def _drive(actuator: Any) -> str:
    """How an actuator is called: ``position motor neck``."""
    return f"{actuator.command} motor" + (f" {actuator.name}" if actuator.name else "")
