"""Places of the parts of a scene, independent of the frames in which a format states them.

Models, links, joints, frames and the lights of a world have a place in the world at joint zero; what stands in a link (a shape, a
sensor, a light) has one in that link, what stands in a joint (a sensor) one in the link the joint moves. Two formats that state a place in
different frames, with an axis expressed elsewhere or a tensor along other axes, agree if the place is the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from scenec import ir
from scenec.carry.references import referring
from scenec.comparison.joint_equality import ANCHOR_IS_FREE
from scenec.comparison.tolerance import RELATIVE, largest, near, near_turn
from scenec.ir.inertia import rotated
from scenec.ir.kinematics import Kinematics
from scenec.ir.pose import ORIGIN, Pose, Vec3, cross, norm, sub, unit

PLACE = ("place",)
"""The path under which a record says where a part is."""

COM, TENSOR = ("inertial", "com"), ("inertial", "tensor")

_LOOSE = {"anywhere": "position", "along": "across"}
_OF_LIGHTS = {"directional": frozenset({"position", "turn"}), "point": frozenset({"turn", "directions"})}


class Placement(msgspec.Struct):
    """pose: where, in the frame described above. directions: of the axes of a joint, or the way a light travels, in the world (of a
    link's light: in the link), unit vectors. loose: what of the place means nothing (`across`: only the distance from the axis counts;
    `position`, `turn`, `directions`). form: the fields of the node that say so, as its format does, by name."""

    pose: Pose
    form: dict[str, Any]
    directions: tuple[Vec3, ...] = ()
    loose: frozenset[str] = frozenset()

    @property
    def form_fields(self) -> tuple[str, ...]:
        return ("pose", "relative_to", "placement_frame", "direction")

    def numbers(self) -> list[list[float]]:
        """As a record says it: position and quaternion, then the directions."""
        return [[*map(float, self.pose.position), *map(float, self.pose.rotation)], *([*map(float, each)] for each in self.directions)]


class Inertias(msgspec.Struct):
    """com: in the link (m). tensor: about it, along the axes of the link (kg m^2): xx yy zz xy xz yz. form: as the format says it."""

    com: Vec3
    tensor: tuple[float, ...] | None
    form: dict[str, Any]


class Places:
    """The places of one scene. keys: id -> key."""

    def __init__(self, scene: ir.Scene, keys: Mapping[str, str]) -> None:
        self.keys = keys
        self.kinematics = Kinematics(scene)
        self.ids = {key: node_id for node_id, key in keys.items()}

    def placement(self, node: Any, owner: Any) -> Placement | None:
        """Of a node without a place None. owner: the node it stands in, None for the scene."""
        if not hasattr(node, "relative_to"):
            return None
        form = {
            name: getattr(node, name)
            for name in ("pose", "relative_to", "placement_frame", "direction")
            if getattr(node, name, None) is not None
        }
        form = {name: referring(name, value, self.keys) for name, value in form.items()}
        at_zero = self.kinematics.at_zero
        if isinstance(node, ir.Joint):
            return self._of_joint(node, form)
        if isinstance(node, ir.Model | ir.Link | ir.Frame):
            return Placement(at_zero(node.id), form)
        pose, base = node.pose or Pose(), node.relative_to
        if owner is None:
            X = at_zero(base) @ pose if base is not None else pose
        elif isinstance(owner, ir.Joint):
            X_WO = at_zero(owner.id) if base is None else at_zero(base)
            X = self._carrier(owner).inverse() @ X_WO @ pose
        elif base is None or base == owner.id:
            X = pose
        else:
            X = at_zero(owner.id).inverse() @ at_zero(base) @ pose
        if isinstance(node, ir.Light):
            way = node.direction if node.direction is not None and any(node.direction) else (0.0, 0.0, -1.0)
            return Placement(X, form, (X.rotation.apply(unit(way)),), loose_of(ir.Light, node.type))
        return Placement(X, form)

    def _carrier(self, joint: ir.Joint) -> Pose:
        return self.kinematics.at_zero(self.kinematics.body_of(joint.child))

    def _of_joint(self, joint: ir.Joint, form: dict[str, Any]) -> Placement:
        X_WJ = self.kinematics.at_zero(joint.id)
        directions = tuple(X_WJ.rotation.apply(self.kinematics.joint_axis(joint, axis)) if any(axis.xyz) else ORIGIN for axis in joint.axes)
        form["axes"] = tuple(
            {"xyz": axis.xyz} | ({} if axis.expressed_in is None else {"expressed_in": self.keys.get(axis.expressed_in, axis.expressed_in)})
            for axis in joint.axes
        )
        return Placement(X_WJ, form, directions, loose_of(ir.Joint, joint.type))

    def inertias(self, inertial: ir.Inertial) -> Inertias:
        form: dict[str, Any] = {name: getattr(inertial, name) for name in ("pose", "inertia") if getattr(inertial, name) is not None}
        X_LI = inertial.pose or Pose()
        tensor = rotated(inertial.inertia, X_LI.rotation).entries if inertial.inertia is not None else None
        return Inertias(X_LI.position, tensor, form)


def loose_of(cls: Any, kind: object) -> frozenset[str]:
    """Return what does not count in the place of a joint or light of that type."""
    if cls is ir.Joint:
        free = ANCHOR_IS_FREE.get(str(kind))
        return frozenset({"turn", *([_LOOSE[free]] if free else [])})
    if cls is ir.Light:
        return _OF_LIGHTS.get(str(kind), frozenset({"turn"}))
    return frozenset()


# ---------------------------------------------------------------- are they the same?


def places_equal(a: Placement, b: Placement, tolerance: float = RELATIVE) -> bool:
    """Whether two placements mean the same; what `a` is loose in, does not count."""
    if "turn" not in a.loose and not near_turn(a.pose.rotation, b.pose.rotation, tolerance):
        return False
    if "directions" not in a.loose:
        if len(a.directions) != len(b.directions):
            return False
        if not all(near(x, y, tolerance, 1.0) for x, y in zip(a.directions, b.directions, strict=True)):
            return False
    offset = sub(a.pose.position, b.pose.position)
    if "across" in a.loose and a.directions:
        offset = cross(offset, a.directions[0])
    size = max(1.0, largest((*a.pose.position, *b.pose.position)))
    return "position" in a.loose or norm(offset) <= tolerance * size


def tensors_equal(a: tuple[float, ...] | None, b: tuple[float, ...] | None) -> bool:
    if a is None or b is None:
        return a is b
    return near(a, b)
