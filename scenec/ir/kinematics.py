"""Where everything is: poses in the world at joint zero, and after moving joints.

At zero, every model, link, joint and frame has a pose relative to another (SDF's pose graph); here they are resolved to the
world. Moving joints then displaces whole subtrees. Loops are cut at the joint that reaches an already placed link.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence

from scenec.errors import ReadError
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Axis, Joint
from scenec.ir.link import Link
from scenec.ir.pose import Pose, Rotation, Vec3, scale, unit
from scenec.ir.scene_data import Frame, Model, SceneData

DEEPEST_PLACEMENT = 100
"""Placement frames that lead through models with placement frames are followed that far."""

LONGEST_WALK = 50
"""References that are followed from a thing to a base; where they are more, both are compared in the world."""

IDENTITY = Pose()
Posed = Model | Link | Joint | Frame


def static_models(scene: SceneData) -> set[Id]:
    """The models that never move: those that say so, and all that are nested in them."""
    nested: dict[Id, list[Id]] = {}
    for model in scene.models:
        if model.parent is not None:
            nested.setdefault(model.parent, []).append(model.id)
    static: set[Id] = set()
    todo = [model.id for model in scene.models if model.static]
    while todo:
        model_id = todo.pop()
        if model_id not in static:
            static.add(model_id)
            todo.extend(nested.get(model_id, ()))
    return static


def outermost_models(scene: SceneData) -> dict[Id, Id]:
    """Return model -> the outermost model around it. A cycle of parents is cut where it closes."""
    parents = {model.id: model.parent for model in scene.models}
    found: dict[Id, Id] = {}
    for model in parents:
        way, at = dict[Id, None](), model
        while at not in found and at not in way:
            way[at] = None
            above = parents[at]
            if above is None or above not in parents:
                break
            at = above
        found.update(dict.fromkeys(way, found.get(at, at)))
    return found


class Kinematics:
    """Resolved poses of one scene. All poses are X_W.: of the thing in the world, metres, at joint zero unless said otherwise.

    Raises ReadError where poses refer to each other in a cycle or to nothing.
    """

    def __init__(self, scene: SceneData) -> None:
        self.scene = scene
        self._things: dict[Id, Posed] = {}
        for group in (scene.models, scene.links, scene.joints, scene.frames):
            for thing in group:
                self._things[thing.id] = thing
        self._worlds = {world.id for world in scene.worlds} | {WORLD}
        self._zero: dict[Id, Pose] = {}
        self._placing: set[Id] = set()
        self._bodies: dict[Id, Id] = {}
        self._carriers: tuple[dict[Id, Id], dict[Id, list[Id]]] | None = None

    def at_zero(self, thing_id: Id | None) -> Pose:
        """X_W. of a model, link, joint, frame or the world at joint zero."""
        if thing_id is None or thing_id in self._worlds:
            return IDENTITY
        if thing_id in self._zero:
            return self._zero[thing_id]
        chain: dict[Id, None] = {}
        at: Id | None = thing_id
        while at is not None and at not in self._worlds and at not in self._zero:
            if at in chain:
                raise self._problem(at, "its pose refers to itself")
            if at not in self._things:
                raise self._problem(next(reversed(chain), at), f"its pose is relative to {at!r}, which is not there")
            chain[at] = None
            at = self.reference(at)
        X_W = IDENTITY if at is None or at in self._worlds else self._zero[at]
        for each in reversed(chain):
            X_W = X_W @ self.in_reference(each)
            self._zero[each] = X_W
        return X_W

    def reference(self, thing_id: Id) -> Id | None:
        """Return what the pose of a thing is relative to (None: the world)."""
        thing = self._things[thing_id]
        if thing.relative_to is not None:
            return thing.relative_to
        if isinstance(thing, Model):
            return thing.parent
        if isinstance(thing, Link):
            return thing.model
        if isinstance(thing, Joint):
            return thing.child
        return thing.attached_to or thing.model

    def relative(self, thing_id: Id, base: Id | None) -> Pose:
        """The pose of a thing in the frame of another, at zero. Walks the chain of references where it leads there, so that
        digits on it stay as they are."""
        X, at = IDENTITY, thing_id
        for _ in range(LONGEST_WALK):
            if at == base:
                return X
            if at not in self._things:
                break
            X = self.in_reference(at) @ X
            above = self.reference(at)
            if above is None:
                break
            at = above
        return self.at_zero(base).inverse() @ self.at_zero(thing_id)

    def poses_between(self, one: Id, other: Id) -> tuple[Pose, ...]:
        """The poses that decide where a thing is in another at zero: those on the way of only one of them to the world."""
        ways: list[dict[Id, None]] = []
        for thing_id in (one, other):
            way, at = dict[Id, None](), self._things.get(thing_id)
            while at is not None and at.id not in way and len(way) < LONGEST_WALK:
                way[at.id] = None
                at = self._things.get(self.reference(at.id) or "")
            ways.append(way)
        here, there = ways
        poses = [self._things[each].pose for each in (*here, *there) if (each in here) != (each in there)]
        return tuple([pose for pose in poses if pose is not None])

    def body_of(self, thing_id: Id) -> Id:
        """The link that carries a link, frame or model; WORLD for what is fixed to the world."""
        at: Id | None = thing_id
        way: list[Id] = []
        for _ in range(len(self._things) + 1):
            if at is None or at in self._worlds:
                at = WORLD
            thing = self._things.get(at)
            if thing is None or isinstance(thing, Link) or at in self._bodies:
                body = self._bodies.get(at, at)
                self._bodies.update(dict.fromkeys(way, body))
                return body
            way.append(at)
            if isinstance(thing, Joint):
                at = thing.child
            elif isinstance(thing, Frame):
                at = thing.attached_to or thing.model
            else:
                at = thing.canonical_link or self._first_link(thing.id)
        raise self._problem(thing_id, "what it is attached to leads back to itself")

    def joint_axis(self, joint: Joint, axis: Axis) -> Vec3:
        """The unit direction of an axis in the joint frame. A zero vector raises ReadError."""
        if not any(axis.xyz):
            raise self._problem(joint.id, "its axis is the zero vector")
        if axis.expressed_in is None:
            return unit(axis.xyz)
        X_JE = self.at_zero(joint.id).inverse() @ self.at_zero(axis.expressed_in)
        return unit(X_JE.rotation.apply(axis.xyz))

    def tree(self) -> list[tuple[Joint, Id, Id]]:
        """The joints that place a link, parents before children, with the links (or WORLD) that they connect. A joint that is not in it
        closes a loop: its child has its place already."""
        moving: dict[Id, list[Joint]] = {}
        children = set()
        for joint in self.scene.joints:
            moving.setdefault(self.body_of(joint.parent), []).append(joint)
            children.add(self.body_of(joint.child))
        found: list[tuple[Joint, Id, Id]] = []
        placed: set[Id] = set()
        roots = [WORLD, *(link.id for link in self.scene.links if link.id not in children), *(link.id for link in self.scene.links)]
        for root in roots:
            if root in placed:
                continue
            placed.add(root)
            todo = deque([root])
            while todo:
                parent = todo.popleft()
                for joint in moving.get(parent, ()):
                    child = self.body_of(joint.child)
                    if child not in placed:
                        placed.add(child)
                        todo.append(child)
                        found.append((joint, parent, child))
        return found

    def moved(self, positions: Mapping[Id, Sequence[float]]) -> dict[Id, Pose]:
        """Displacement D of every link: X_WL = D @ X_WL at zero, with the joints at these positions (rad, m per axis).
        Links that do not move are not in it."""
        displaced: dict[Id, Pose] = {}
        for joint, parent, child in self.tree():
            D = self._displacement(joint, positions.get(joint.id, ()), displaced.get(parent))
            if D is not None:
                displaced[child] = D
        return displaced

    def _displacement(self, joint: Joint, position: Sequence[float], D_parent: Pose | None) -> Pose | None:
        if not any(position):
            return D_parent
        X_WJ = self.at_zero(joint.id)
        D = X_WJ @ self.motion(joint, position) @ X_WJ.inverse()
        return D if D_parent is None else D_parent @ D

    def motion(self, joint: Joint, position: Sequence[float]) -> Pose:
        """Pose of the child-side joint frame in the parent-side one: R(axis0, q0) R(axis1, q1), or a translation."""
        X = IDENTITY
        for axis, q in zip(joint.axes, position, strict=False):
            direction = self.joint_axis(joint, axis)
            if joint.type == "prismatic":
                X = X @ Pose(position=scale(direction, q))
            elif joint.type == "screw":
                along = scale(direction, q * (joint.screw_pitch or 0.0) / (2 * math.pi))
                X = X @ Pose(position=along, rotation=Rotation.about(direction, q))
            elif joint.type in ("revolute", "continuous", "universal", "revolute2"):
                X = X @ Pose(rotation=Rotation.about(direction, q))
        return X

    def in_reference(self, thing_id: Id) -> Pose:
        """The pose of a thing in what it is relative to (`reference`): as stated, or of a model by the frame in it that it is placed by."""
        thing = self._things[thing_id]
        pose = thing.pose or IDENTITY
        if isinstance(thing, Model) and thing.placement_frame is not None:
            return pose @ self._within(thing.placement_frame, thing_id).inverse()
        return pose

    def _within(self, thing_id: Id, model_id: Id) -> Pose:
        """Pose of a thing in the frame of the model it is in, without resolving the model itself."""
        X, at, seen = IDENTITY, thing_id, 0
        if model_id in self._placing or len(self._placing) == DEEPEST_PLACEMENT:
            why = "leads back to it" if model_id in self._placing else f"stands inside {DEEPEST_PLACEMENT} others"
            raise self._problem(model_id, f"its placement frame {thing_id!r} {why}")
        self._placing.add(model_id)
        try:
            while at != model_id:
                seen += 1
                if at not in self._things or seen > len(self._things):
                    raise self._problem(model_id, f"its placement frame {thing_id!r} does not lead to it")
                X = self.in_reference(at) @ X
                at = self.reference(at) or ""
        finally:
            self._placing.discard(model_id)
        return X

    def _first_link(self, model_id: Id) -> Id | None:
        """Return its own, else that of the first nested model that has one, depth first."""
        if self._carriers is None:
            nested: dict[Id, list[Id]] = {}
            for model in reversed(self.scene.models):
                if model.parent is not None:
                    nested.setdefault(model.parent, []).append(model.id)
            self._carriers = {link.model: link.id for link in reversed(self.scene.links)}, nested
        first, nested = self._carriers
        todo, seen = [model_id], set[Id]()
        while todo:
            at = todo.pop()
            if at in first:
                return first[at]
            if at not in seen:
                seen.add(at)
                todo.extend(nested.get(at, ()))
        return None

    def _problem(self, thing_id: Id, what: str) -> ReadError:
        thing = self._things.get(thing_id)
        name = getattr(thing, "name", None) or thing_id
        origin = getattr(thing, "origin", None)
        return ReadError(f"{type(thing).__name__.lower()} {name!r}: {what}", origin.source if origin else None)
