"""How far the parts of a scene can get: balls about the places that hold them."""

from __future__ import annotations

import math
from collections.abc import Iterable

from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Link
from scenec.ir.overlap import Solids
from scenec.ir.pose import Vec3, norm, sub
from scenec.ir.scene import Scene

LONGEST_SLIDE = 10.0
"""m; of a slider without limits."""


class Reach:
    """carried: moving link, or WORLD for what stands still -> the joints on it, with their links. roots: the moving links that no joint
    holds. of: moving link -> the radius (m) of all that hangs on it, about the place of its joint, or of a root about its own."""

    def __init__(self, scene: Scene, kinds: Iterable[str]) -> None:
        self.kinematics = Kinematics(scene)
        self.static = static_models(scene)
        self.moving = {link.id: link for link in scene.links if link.model not in self.static}
        self.solids = Solids.at_start(scene)
        self._at_zero = Solids(scene, self.kinematics, {})
        self._still = [link.id for link in scene.links if link.model in self.static]
        self.carried: dict[Id, list[tuple[Joint, Id]]] = {}
        self._held: dict[Id, Joint] = {}
        self._tree: list[tuple[Joint, Id, Id]] = []
        wanted = frozenset(kinds)
        for joint, parent, child in self.kinematics.tree():
            if joint.type in wanted and len(joint.axes) == 1 and child in self.moving:
                above = parent if parent in self.moving else WORLD
                self.carried.setdefault(above, []).append((joint, child))
                self._tree.append((joint, above, child))
                self._held[child] = joint
        self.roots = [link for link in self.moving if link not in self._held]
        self.of = self._radii()

    def anchor(self, joint: Joint) -> Vec3:
        """Return the place of a joint in the world (m), at zero."""
        return self.kinematics.at_zero(joint.id).position

    def _holding(self, link: Id) -> Vec3:
        joint = self._held.get(link)
        return self.anchor(joint) if joint is not None else self.kinematics.at_zero(link).position

    def _radii(self) -> dict[Id, float]:
        radii = {link: self._extent(link) for link in self.moving}
        for joint, above, child in reversed(self._tree):
            radii[child] += _slide(joint)
            if above != WORLD:
                radii[above] = max(radii[above], norm(sub(self.anchor(joint), self._holding(above))) + radii[child])
        return radii

    def _extent(self, link: Id) -> float:
        """Return how far the shapes and the centre of mass of a link are from what holds it (m)."""
        at, bounds = self._holding(link), self._at_zero.bounds((link,))
        own = norm(sub(self.kinematics.at_zero(link).position, at))
        if bounds is None:
            return own
        low, high = bounds
        return max(own, math.hypot(*(max(abs(a - p), abs(b - p)) for a, b, p in zip(low, high, at, strict=True))))

    def edge(self, up: float) -> float:
        """Return the highest coordinate z that parts of the scene can reach (m); the lowest for a negative `up`."""
        ends = [up * self._holding(child)[2] + self.of[child] for child in (*(c for _, c in self.carried.get(WORLD, ())), *self.roots)]
        bounds = self.solids.bounds(self._still)
        if bounds is not None:
            ends += [up * bounds[0][2], up * bounds[1][2]]
        return up * max(ends, default=0.0)

    def hanging(self, joints: Iterable[Joint]) -> list[Link]:
        """Return the links that joints carry, with all that hangs on them."""
        todo = [self.kinematics.body_of(joint.child) for joint in joints]
        found: list[Link] = []
        while todo:
            link = todo.pop()
            found.append(self.moving[link])
            todo += [child for _, child in self.carried.get(link, ())]
        return found


def _slide(joint: Joint) -> float:
    """Return how far a slider goes from zero (m)."""
    if joint.type != "prismatic":
        return 0.0
    limits = joint.axes[0].limits
    ends = (limits.lower, limits.upper) if limits is not None else (None, None)
    return max(LONGEST_SLIDE if end is None or not math.isfinite(end) else min(abs(float(end)), LONGEST_SLIDE) for end in ends)
