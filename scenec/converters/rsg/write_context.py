"""What all parts of the writer share while one scene is written: who is who, where things are at the start, what was told."""

from __future__ import annotations

from decimal import Decimal
from functools import cached_property
from typing import Any

from scenec.accounting.finding import Level
from scenec.accounting.lens import mark_read, unwrap
from scenec.accounting.spoken import kind_of_sensor
from scenec.converters.common.write_context import HERE, Placed, WriteContext
from scenec.converters.format import WriteRequest
from scenec.converters.rsg.turns import turn_text
from scenec.converters.rsg.vocabulary import OLD
from scenec.converters.rsg.write_values import spelled, vector
from scenec.ir.base import WORLD, Id
from scenec.ir.geometry import Shape
from scenec.ir.kinematics import LONGEST_WALK
from scenec.ir.link import Collision, Visual
from scenec.ir.names import Unique
from scenec.ir.pose import ORIGIN, Pose, Vec3
from scenec.syntax.sexp_printing import SList
from scenec.trace import Ids, ids_of

LEVEL = ("0", "0", "0")


def kind_of(shape: Shape) -> str:
    """The type of a shape as physics summaries name it."""
    return {"MeshShape": "mesh", "ImageExtrusion": "image"}.get(name := type(shape).__name__, name.lower())


class Writing(WriteContext):
    """One run of the writer.

    SimSpark starts from the poses of the file: a joint's zero is where it is then. So everything is written where it stands when all
    joints are at their initial positions.
    """

    def __init__(self, request: WriteRequest, version: str) -> None:
        super().__init__(request)
        self.version = version
        self.old = version == OLD
        self._marked: set[Id] = set()
        self._told: dict[tuple[str, Ids], str] = {}
        self._renamed = {entry.template.target for entry in request.ledger.entries if entry.template.category == "naming"}

    @property
    def from_rsg(self) -> bool:
        return self.request.source_format == "rsg"

    @property
    def says_what_was_written(self) -> bool:
        """Whether a value that nobody wrote in the source was stated by the reader: it is what SimSpark takes itself."""
        return self.from_rsg and not self.request.restored

    @cached_property
    def _parts(self) -> dict[tuple[Id, int], str]:
        """Link and identity of a collision, visual or sensor in it -> its name in the physics summary, unique within the link."""
        found: dict[tuple[Id, int], str] = {}
        for link in self.scene.links:
            unique, path = Unique(), self.paths[link.id]
            shapes: tuple[Collision | Visual, ...] = (*link.collisions, *link.visuals)
            for shape in shapes:
                found[link.id, id(shape)] = unique(f"{path}::{shape.name or kind_of(shape.geometry)}")
            for sensor in link.sensors:
                found[link.id, id(sensor)] = unique(f"{path}::{sensor.name or sensor.type}")
        return found

    def part(self, owner: Id, item: Any) -> str:
        """What reports call a collision, visual or sensor."""
        bare = unwrap(item)
        return self._parts.get((owner, id(bare))) or f"{self.paths.get(owner, owner)}::{bare.name or bare.type}"

    def told_as(self, code: str, level: Level, consequence: str, *, about: object, called: str, name: str | None) -> tuple[Level, str]:
        """What RSG itself said cannot be worse than a note when it is written again. Findings that read alike are shown as one, by their
        lines: where these do not tell whom one is about, it names it."""
        shared = self._told.setdefault((code, ids_of(about)), called) != called  # the same value is used elsewhere, too
        if called not in consequence and (shared or name in self._renamed):
            consequence = f"{consequence} ({called.removesuffix('.name')})"
        return "note" if self.from_rsg else level, consequence

    def tell_sensor(self, sensor: Any, called: str) -> None:
        """One that SimSpark has nothing for."""
        mark_read(sensor)
        bare = unwrap(sensor)
        self.tell(
            sensor,
            "sensor-dropped",
            "dropped",
            "warning",
            "sensing",
            about=bare,
            subject=called,
            value=str(bare.type),
            because=f"it is {kind_of_sensor(bare.type)}, and SimSpark has no perceptor for that",
            consequence=f"programs that read {called} get nothing",
        )

    # -- names

    def name(self, out: SList, node: Any) -> None:
        """Give a node of the file the name of a node of the scene, if it has one."""
        given = node.name
        if given is not None and given != "":
            out.add("setName", self.legal(node, str(given)))

    def legal(self, node: Any, given: str) -> str:
        """A name that can be addressed; told where it is another one."""
        name = spelled(given)
        if name != given:
            self.tell(
                node,
                "name-characters-escaped",
                "converted",
                "note",
                "naming",
                about=unwrap(node).name,
                subject=f"{self.path(node)}.name",
                value=given,
                target=name,
                because="names of RubySceneGraph are parts of paths and of messages: no blanks, slashes, quotes, brackets or dollar signs",
                consequence="programs must ask for the new name",
            )
        return name

    # -- places

    def along(self, thing_id: Id, base: Id | None) -> Placed:
        """The pose, at joint zero, of a model, link, joint or frame in another (None: the world); the poses on the way count as read."""
        if base in (WORLD, *(world.id for world in self.scene.worlds)):
            base = None
        steps, at, kin, walked = list[Pose](), thing_id, self.kinematics, 0
        kin.at_zero(thing_id)  # refuses poses that are relative to each other in a circle
        while at != base and at in self.seen:
            node = self.seen[at]
            local = kin._local(at)
            mark_read(node.pose)
            _ = node.relative_to
            if not local.is_identity:
                steps.append(local)
            above = kin.reference(at)
            if above is None or above not in self.seen:
                at = ""
                break
            at = above
            walked += 1
            if walked > LONGEST_WALK:
                self._mark_way(at)
                return Placed(kin.at_zero(base).inverse() @ kin.at_zero(thing_id), computed=True)
        if at != base and not (base is None and at == ""):
            return Placed(kin.at_zero(base).inverse() @ kin.at_zero(thing_id), computed=True)
        return chained(steps[::-1])

    def _mark_way(self, thing_id: Id) -> None:
        """The poses from a thing to the world count as read; what was marked before is not walked again."""
        at: Id | None = thing_id
        while at is not None and at in self.seen and at not in self._marked:
            self._marked.add(at)
            mark_read(self.seen[at].pose)
            _ = self.seen[at].relative_to
            at = self.kinematics.reference(at)

    def within(self, node: Any, owner: Id) -> Placed:
        """Where a part of a link (or joint) is in it. node: through the lens."""
        pose = unwrap(node).pose or HERE
        mark_read(node.pose)
        reference = node.relative_to
        if reference is None or reference == owner:
            return Placed(pose)
        outer = self.along(str(reference), owner)
        return chained([outer.pose, pose], outer.computed)

    def at_start(self, link_id: Id) -> Placed:
        """A link in the world, with all joints at their initial positions."""
        placed = self.along(link_id, None)
        moved = self.displaced.get(link_id)
        return placed if moved is None else Placed(moved @ placed.pose, computed=True)


def chained(steps: list[Pose], computed: bool = False) -> Placed:
    """The product of poses; a single one stays as it is."""
    telling = [step for step in steps if not step.is_identity]
    if len(telling) <= 1 and not computed:
        return Placed(telling[0] if telling else HERE)
    X = HERE
    for step in telling:
        X = X @ step
    return Placed(X, computed=True)


def about_com(placed: Placed, com: Vec3) -> Placed:
    """A pose in a link, in the frame that stands at its centre of mass, along the same axes."""
    if com == ORIGIN:
        return placed
    x, y, z = (difference(here, there) for here, there in zip(placed.pose.position, com, strict=True))
    return Placed(Pose((x, y, z), placed.pose.rotation), computed=True)


def difference(one: float, other: float) -> float:
    """Of the numbers as they are written: 0.052 less 0.05 is 0.002."""
    return float(Decimal(repr(float(one))) - Decimal(repr(float(other)))) if other else one


def spelled_pose(placed: Placed) -> tuple[tuple[str, ...], tuple[str, str, str]]:
    """Position and angles (degrees) as they are written."""
    return vector(placed.pose.position, is_computed=placed.computed), turn_text(placed.pose.rotation)


def stands_apart(placed: Placed) -> bool:
    """Whether a pose needs to be said at all; rounding noise is none."""
    position, turn = spelled_pose(placed)
    return any(map(float, position)) or turn != LEVEL


def place(out: SList, placed: Placed) -> None:
    """Where a Transform is. SimSpark reads poses when children are made, so this comes before them; and never as a matrix
    (setLocalTransform), which bodies and joints below do not notice."""
    position, turn = spelled_pose(placed)
    if any(map(float, position)):
        out.add("setLocalPos", *position)
    if turn != LEVEL:
        out.add("setLocalRotation", *turn)


def inside(holder: SList, placed: Placed) -> SList:
    """The list that something at a pose in `holder` belongs into: a Transform of its own if it does not stand at the origin."""
    if not stands_apart(placed):
        return holder
    holder = holder.add("nd", "Transform")
    place(holder, placed)
    return holder
