"""A heavy base below each chain of joints on the world, for a target that crashes on such a chain.

SimRobotCore3 gives collision groups to trees of free bodies. A body on a joint of the world belongs to none, and a second joint on it
makes the core crash. So what carries the chain becomes a free body, a profile's share heavier than what hangs on it. A foot of this body
is clamped between static plates, so that it rests under any gravity. They are above all that the scene's parts can reach.

Links that were welded to the world belong to the base of their model, and so do static shapes that stand in a link of the chain: they
would push it, as the chain touches what is static now. Shapes that stand in yet another static shape cannot go along.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from scenec.adapt.findings import BASE_SHAPE_DROPPED, BASE_SHAPE_STATIC, JOINT_WORLD_CHAIN_APPROXIMATED
from scenec.adapt.native_engines import is_native
from scenec.errors import WriteError
from scenec.ir.base import WORLD, Id
from scenec.ir.contacts import moving_bodies_are_apart
from scenec.ir.geometry import Box, Sphere
from scenec.ir.inertia import Inertia
from scenec.ir.joint import Joint
from scenec.ir.joint_reach import Reach
from scenec.ir.link import Collision, Inertial, Link
from scenec.ir.names import Unique, shape_word
from scenec.ir.overlap import AXES, Solid, overlap, support_of
from scenec.ir.pose import Pose, Vec3, add, clean, scale
from scenec.ir.scene import Model, Scene
from scenec.syntax.kinds import shown
from scenec.trace import derived

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scenec.accounting.code import Code
    from scenec.accounting.ledger import Ledger

SHARE = 1e3
"""Mass of a base per mass of what hangs on it, where the target names none."""
MOVING = ("revolute", "continuous", "prismatic")
CLEARANCE = 2.0
"""m between all that the parts of the scene can reach and the foot."""
RADIUS = 0.1
"""m; of the four balls of a foot."""
THICKNESS = 0.2
"""m; of a plate."""
CLAMPED = 0.005
"""m; how far the foot stands in each plate at the start. A contact of MuJoCo has its full stiffness from 1 mm on."""
LEVEL = 1.0
"""m between the feet of two bases, which would push each other on the same height."""
LEAST_WIDTH = 1.0
"""m; width of a foot."""
WIDTH_PER_HEIGHT = 0.2
"""Width of a foot per height above its base, so that the base does not tilt."""
PLATES = (("below", 2, -1.0), ("above", 2, 1.0), ("left", 1, 1.0), ("right", 1, -1.0), ("front", 0, 1.0), ("behind", 0, -1.0))
"""Name of a plate, and the axis of the world along which it is beside the foot. Friction alone lets a foot creep."""
TOUCHING = 1e-4
"""m; a base that stands deeper in a static shape would be pushed out visibly."""


def adapt(
    scene: Scene,
    ledger: Ledger,
    target: str,
    *,
    kinds: tuple[str, ...] = MOVING,
    share: float = SHARE,
    most_trees: int = 0,
    native_engine: str = "",
) -> Scene:
    """The scene in which no joint of the world carries a body with joints. kinds: types of joints that the target has. share: mass of
    a base per mass that hangs on it. most_trees: how many free bodies with what hangs on them can touch each other (0: any number).
    native_engine: scenes for this engine stay as they are. Reports `joint-world-chain-approximated` with each base. Raises WriteError
    where the scene leaves no room for a foot, or has too many trees."""
    if is_native(scene, native_engine):
        return scene
    reach = Reach(scene, kinds)
    welded = _welded(scene, reach.static)
    groups = _chains(scene, reach, welded)
    if not groups:
        return scene
    rebuilding = _Rebuilding(scene, reach, ledger, share)
    together = _together(reach, groups)
    _refuse_too_many(scene, reach, len(together), most_trees)
    for models in together:
        joints = [joint for model in models for joint in groups[model]]
        rebuilding.hang(joints, {link for link, of in welded.items() if of in models})
    return rebuilding.result()


def _chains(scene: Scene, reach: Reach, welded: Mapping[Id, Id]) -> dict[Id, list[Joint]]:
    """Return the joints that hang on each base. A model has one, and so have all models on the welded links of another."""
    links = {link.id: link for link in scene.links}
    groups: dict[Id, list[Joint]] = {}
    chained: set[Id] = set()
    for joint, child in reach.carried.get(WORLD, ()):
        key = welded.get(reach.kinematics.body_of(joint.parent), links[child].model)
        groups.setdefault(key, []).append(joint)
        if child in reach.carried:
            chained.add(key)
    return {key: joints for key, joints in groups.items() if key in chained}


def _welded(scene: Scene, static: Collection[Id]) -> dict[Id, Id]:
    """Return the static links that belong to a model which moves otherwise, as they were welded to the world -> that model. They are
    placed in it."""
    moving = {model.id for model in scene.models if model.id not in static}
    placed: dict[Id, Id | None] = {part.id: part.relative_to or part.model for part in scene.links}
    placed |= {part.id: part.relative_to or part.child for part in scene.joints}
    placed |= {part.id: part.relative_to or part.attached_to or part.model for part in scene.frames}
    found: dict[Id, Id] = {}
    for link in scene.links:
        if link.model in static:
            at: Id | None = link.id
            for _ in range(len(placed)):
                if at is None or at not in placed:
                    break
                at = placed[at]
            if at is not None and at in moving:
                found[link.id] = at
    return found


def _together(reach: Reach, groups: Mapping[Id, list[Joint]]) -> list[list[Id]]:
    """Return the groups that get one base each. Chains that stand in each other get the same: on two they would push the bases."""
    solids = {key: [solid for link in reach.hanging(joints) for solid in reach.solids.of(link.id)] for key, joints in groups.items()}
    found: list[list[Id]] = []
    for key in groups:
        touching = [each for each in found if any(overlap(solids[key], solids[other]) for other in each)]
        found = [each for each in found if each not in touching]
        found.append([*(other for each in touching for other in each), key])
    return found


def _refuse_too_many(scene: Scene, reach: Reach, bases: int, most: int) -> None:
    if not most or moving_bodies_are_apart(scene):
        return
    trees = len(reach.roots) + bases
    if trees > most:
        raise WriteError(
            f"{bases} chains of joints on the world make {trees} free bodies, and SimRobotCore3 has room for {most}",
            hint="write .ros2, or leave out some of the models",
        )


class Foot(NamedTuple):
    """Where a foot is in the world (m), and how wide."""

    position: Vec3
    width: float


class _Rebuilding:
    """The parts of a scene, as bases are made."""

    def __init__(self, scene: Scene, reach: Reach, ledger: Ledger, share: float) -> None:
        self.scene, self.reach, self.ledger, self.share = scene, reach, ledger, share
        self.links = {link.id: link for link in scene.links}
        self.models = {model.id: model for model in scene.models}
        self.joints = {joint.id: joint for joint in scene.joints}
        groups = (scene.worlds, scene.meshes, scene.models, scene.links, scene.joints, scene.frames)
        self.ids = Unique([WORLD, *(each.id for group in groups for each in group)])
        self.names = Unique([*(str(each.name) for each in scene.models), *(str(each.name) for each in scene.links)])
        self.levels = 0
        gravity = next((world.gravity for world in scene.worlds if world.gravity is not None), None)
        self.up = -1.0 if gravity is not None and gravity[2] > 0 else 1.0

    def hang(self, joints: list[Joint], welded: set[Id]) -> None:
        """Hang joints on a new link. welded: the static links that belong to it."""
        anchor = self.reach.anchor(joints[0])
        hanging = self.reach.hanging(joints)
        foot = self._room(joints, anchor, max(self.reach.of[self.reach.kinematics.body_of(joint.child)] for joint in joints))
        shapes = self._shapes(hanging, welded)
        inertial = self._inertial(hanging, foot.width)
        base = Link(
            id=self.ids(f"base of {joints[0].id}"),
            name=self._name(hanging[0].model),
            model=hanging[0].model,
            relative_to=joints[0].id,
            inertial=inertial,
            collisions=(*shapes, *_soles(foot, self.reach.kinematics.at_zero(joints[0].id), Unique(str(each.name) for each in shapes))),
        )
        self.links[base.id] = base
        self._add_plates(str(base.name), foot)
        for joint in joints:
            self.joints[joint.id] = msgspec.structs.replace(joint, parent=derived(base.id, joint.parent))
        self._report(joints, inertial, foot)

    def _name(self, model: Id) -> str:
        """Return the name of a base: that of its model, by which SimRobot finds the joints, unless a link has it."""
        name = self.models[model].name if model in self.models else None
        taken = {link.name for link in self.links.values() if link.model == model}
        return str(name) if name and name not in taken else self.names("free_base")

    def _room(self, joints: list[Joint], anchor: Vec3, radius: float) -> Foot:
        """Return a place for a foot: above everything, else below."""
        for up in (self.up, -self.up):
            edge = self.reach.edge(up) + up * (CLEARANCE + self.levels * LEVEL)
            height = up * math.ceil(up * edge * 10) / 10
            width = max(LEAST_WIDTH, radius, WIDTH_PER_HEIGHT * abs(height - anchor[2]))
            width = math.ceil(width * 10) / 10
            foot = Foot(_rounded((anchor[0], anchor[1], height)), width)
            outer = width + 2 * THICKNESS
            around = Box(size=(outer, outer, 2 * (RADIUS + THICKNESS)))
            solid = Solid(Pose(foot.position), support_of(around), AXES)
            still = [link.id for link in self.scene.links if link.model in self.reach.static]
            if not any(overlap((solid,), self.reach.solids.of(link)) for link in still):
                self.levels += 1
                return foot
        raise WriteError(
            f"joint {self.ledger.path(joints[0])} connects the world to a body with another joint. SimRobotCore3 crashes on it, and static"
            " shapes leave no room for a base that holds it",
            hint="write .ros2, or remove the static shapes above or below the scene",
        )

    def _shapes(self, hanging: list[Link], welded: set[Id]) -> tuple[Collision, ...]:
        """Take the static shapes that a base must have, so that they do not push the chain: those of welded links, and those that
        stand in a link of the chain. What stands in another static shape as well would be pushed, and is reported."""
        moved: list[Collision] = []
        chain = [solid for link in hanging for solid in self.reach.solids.of(link.id)]
        still = [link for link in self.links.values() if link.model in self.reach.static]
        outside = [(each, solid) for link in still if link.id not in welded for each, solid in self._solid_shapes(link)]
        for link in still:
            taken: list[Collision] = []
            is_welded = link.id in welded
            for collision, solid in self._solid_shapes(link):
                touches = overlap((solid,), chain)
                if not (is_welded or touches):
                    continue
                if self._is_free(solid, [other for each, other in outside if each is not collision]):
                    taken.append(collision)
                    moved.append(msgspec.structs.replace(collision, relative_to=collision.relative_to or link.id))
                elif touches and is_welded:
                    taken.append(collision)
                    self._report_shape(BASE_SHAPE_DROPPED, link, collision, about=collision)
                else:
                    self._report_shape(BASE_SHAPE_STATIC, link, collision)
            if taken:
                kept = tuple(each for each in link.collisions if not any(each is one for one in taken))
                self.links[link.id] = msgspec.structs.replace(link, collisions=kept)
        return tuple(moved)

    def _solid_shapes(self, link: Link) -> list[tuple[Collision, Solid]]:
        """Return the shapes of a link that others touch."""
        solids = [(each, self.reach.solids.solid(each, link.id)) for each in link.collisions if not each.sensing_only]
        return [(each, solid) for each, solid in solids if solid is not None]

    def _is_free(self, solid: Solid, others: list[Solid]) -> bool:
        """Return whether a shape may stand on other static shapes, but stands in none."""
        if solid.endless is not None:
            return False
        lifted = solid._replace(X_W=Pose((0.0, 0.0, self.up * TOUCHING)) @ solid.X_W)
        return not overlap((lifted,), others)

    def _report_shape(self, row: Code, link: Link, collision: Collision, about: object = None) -> None:
        word = shape_word(collision.geometry)
        subject = f"{self.ledger.path(link)}::{collision.name or word}"
        self.ledger.report(row, link, about=about, value=word, origin=collision.origin, subject=subject)

    def _inertial(self, hanging: list[Link], radius: float) -> Inertial:
        """Return the mass of a base, with the moment of inertia of that mass at a radius (m)."""
        masses = tuple(link.inertial.mass for link in hanging if link.inertial is not None)
        total = sum(float(mass or 0.0) for mass in masses) or 1.0
        mass = float(f"{self.share * total:.3g}")
        moment = float(f"{mass * radius * radius:.3g}")
        tensor = Inertia(*(derived(each, masses) for each in (moment, moment, moment)))
        return Inertial(mass=derived(mass, masses), inertia=tensor)

    def _add_plates(self, name: str, foot: Foot) -> None:
        """Add the plates around a foot, as a static model."""
        named = self.names(f"{name}_plates")
        world = self.scene.worlds[0].id if self.scene.worlds else None
        model = Model(id=self.ids(f"plates of {name}"), name=named, world=world, static=True)
        plates = tuple(_plate(called, foot, axis, sign) for called, axis, sign in PLATES)
        link = Link(id=self.ids(f"link of {model.id}"), name=named, model=model.id, collisions=plates)
        self.models[model.id], self.links[link.id] = model, link

    def _report(self, joints: list[Joint], inertial: Inertial, foot: Foot) -> None:
        self.ledger.report(
            JOINT_WORLD_CHAIN_APPROXIMATED,
            joints[0],
            about=tuple(joint.parent for joint in joints),
            value="fixed to the world",
            target=f"a free body of {shown(float(inertial.mass or 0.0))} kg",
            share=shown(self.share),
            height=shown(foot.position[2]),
        )

    def result(self) -> Scene:
        return msgspec.structs.replace(
            self.scene, models=tuple(self.models.values()), links=tuple(self.links.values()), joints=tuple(self.joints.values())
        )


def _in(X_WB: Pose, position: Vec3) -> Pose:
    """Return the pose in B of a place in the world, along the axes of the world."""
    X_BP = X_WB.inverse() @ Pose(position)
    return msgspec.structs.replace(X_BP, position=clean(X_BP.position))


def _soles(foot: Foot, X_WB: Pose, names: Unique) -> tuple[Collision, ...]:
    """Return the balls of a foot, at the corners of a square. A ball has one contact with a plate, so all push equally."""
    half = foot.width / 2 - RADIUS
    corners = [add(foot.position, (x * half, y * half, 0.0)) for x in (-1.0, 1.0) for y in (-1.0, 1.0)]
    return tuple(Collision(name=names("foot"), pose=_in(X_WB, corner), geometry=Sphere(radius=RADIUS)) for corner in corners)


def _plate(name: str, foot: Foot, axis: int, sign: float) -> Collision:
    """Return the plate on one side of a foot, in the world."""
    size = [foot.width, foot.width, 2 * RADIUS]
    away = (size[axis] + THICKNESS) / 2 - CLAMPED
    size[axis] = THICKNESS
    place = add(foot.position, scale(AXES[axis], sign * away))
    return Collision(name=name, pose=Pose(_rounded(place)), geometry=Box(size=(size[0], size[1], size[2])))


def _rounded(place: Vec3) -> Vec3:
    """Return a place to the micrometre (m)."""
    return (round(place[0], 6), round(place[1], 6), round(place[2], 6))
