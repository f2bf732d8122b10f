"""State and helpers that all parts of the writer share while one scene is written: names, poses at the start, findings."""

from __future__ import annotations

from decimal import Decimal
from functools import cached_property
from typing import Any

from scenec.accounting.lens import mark_read, unwrap
from scenec.accounting.spoken import kind_of_sensor
from scenec.converters.common.findings import NAME_CHARACTERS_ESCAPED
from scenec.converters.common.write_context import HERE, Placed, WriteContext
from scenec.converters.format import WriteRequest
from scenec.converters.rsg.angles import turn_text
from scenec.converters.rsg.findings.parts import SENSOR_DROPPED
from scenec.converters.rsg.vocabulary import OLD
from scenec.converters.rsg.write.values import escaped_name, vector
from scenec.ir.base import WORLD, Id
from scenec.ir.geometry import Shape
from scenec.ir.kinematics import LONGEST_WALK
from scenec.ir.link import Collision, Visual
from scenec.ir.names import Unique
from scenec.ir.pose import ORIGIN, Pose, Vec3
from scenec.syntax.sexp_printing import SList

LEVEL = ("0", "0", "0")


def kind_of(shape: Shape) -> str:
    """Return the type of a shape, as physics summaries name it."""
    return {"MeshShape": "mesh", "ImageExtrusion": "image"}.get(name := type(shape).__name__, name.lower())


class Writing(WriteContext):
    """The state of one run of the writer.

    SimSpark starts from the poses in the file, so the zero of a joint is where it starts. Everything is written where it is when all joints
    are at their initial positions.
    """

    def __init__(self, request: WriteRequest, version: str) -> None:
        super().__init__(request)
        self.version = version
        self.old = version == OLD
        self._marked: set[Id] = set()

    @property
    def from_rsg(self) -> bool:
        return self.request.source_format == "rsg"

    @property
    def says_what_was_written(self) -> bool:
        """Whether the scene was read from its own RubySceneGraph file. Values that the file does not state are defaults of SimSpark."""
        return self.from_rsg and not self.request.restored

    @cached_property
    def _parts(self) -> dict[tuple[Id, int], str]:
        """Map (link, identity of a collision, visual or sensor) to its name in the physics summary, unique within the link."""
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
        """Return the name of a collision, visual or sensor in reports."""
        bare = unwrap(item)
        return self._parts.get((owner, id(bare))) or f"{self.paths.get(owner, owner)}::{bare.name or bare.type}"

    def tell(self, node: Any, *row: Any, **said: Any) -> None:
        """Report a finding, as a note where the source has the same format."""
        if self.from_rsg:
            said["level"] = "note"
        super().tell(node, *row, **said)

    def report_sensor(self, sensor: Any, called: str) -> None:
        """Report a sensor that SimSpark has no perceptor for."""
        mark_read(sensor)
        bare = unwrap(sensor)
        self.tell(
            sensor,
            SENSOR_DROPPED,
            about=bare,
            subject=called,
            value=str(bare.type),
            kind=kind_of_sensor(bare.type),
        )

    # -- names

    def name(self, out: SList, node: Any) -> None:
        """Write the name of a part of the scene, if it has one."""
        given = node.name
        if given is not None and given != "":
            out.add("setName", self.legal(node, str(given)))

    def legal(self, node: Any, given: str) -> str:
        """Return a name that paths and messages of SimSpark can hold; a change is reported."""
        name = escaped_name(given)
        if name != given:
            self.tell(
                node,
                NAME_CHARACTERS_ESCAPED,
                about=unwrap(node).name,
                subject=f"{self.path(node)}.name",
                value=given,
                target=name,
                why="Names of RubySceneGraph have no blanks, slashes, quotes, brackets or dollar signs.",
            )
        return name

    # -- places

    def pose_in(self, thing_id: Id, base: Id | None) -> Placed:
        """Return the pose, at joint zero, of a model, link, joint or frame in another (None: the world). The poses on the way count as
        read."""
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
        return product_of(steps[::-1])

    def _mark_way(self, thing_id: Id) -> None:
        """Count the poses from a part to the world as read. Parts that were marked before are skipped."""
        at: Id | None = thing_id
        while at is not None and at in self.seen and at not in self._marked:
            self._marked.add(at)
            mark_read(self.seen[at].pose)
            _ = self.seen[at].relative_to
            at = self.kinematics.reference(at)

    def pose_in_owner(self, node: Any, owner: Id) -> Placed:
        """Return the pose of a part of a link or joint in it. node: through the lens."""
        pose = unwrap(node).pose or HERE
        mark_read(node.pose)
        reference = node.relative_to
        if reference is None or reference == owner:
            return Placed(pose)
        outer = self.pose_in(str(reference), owner)
        return product_of([outer.pose, pose], outer.computed)

    def at_start(self, link_id: Id) -> Placed:
        """Return the pose of a link in the world, with all joints at their initial positions."""
        placed = self.pose_in(link_id, None)
        moved = self.displaced.get(link_id)
        return placed if moved is None else Placed(moved @ placed.pose, computed=True)


def product_of(steps: list[Pose], computed: bool = False) -> Placed:
    """Return the product of poses. A single pose stays as it is."""
    moving = [step for step in steps if not step.is_identity]
    if len(moving) <= 1 and not computed:
        return Placed(moving[0] if moving else HERE)
    X = HERE
    for step in moving:
        X = X @ step
    return Placed(X, computed=True)


def relative_to_com(placed: Placed, com: Vec3) -> Placed:
    """Return a pose in a link as a pose in the frame at its centre of mass, with the same axes."""
    if com == ORIGIN:
        return placed
    x, y, z = (difference(here, there) for here, there in zip(placed.pose.position, com, strict=True))
    return Placed(Pose((x, y, z), placed.pose.rotation), computed=True)


def difference(one: float, other: float) -> float:
    """Return the difference of two numbers as they are written: 0.052 - 0.05 is 0.002."""
    return float(Decimal(repr(float(one))) - Decimal(repr(float(other)))) if other else one


def pose_texts(placed: Placed) -> tuple[tuple[str, ...], tuple[str, str, str]]:
    """Return position (m) and angles (degrees) as they are written."""
    return vector(placed.pose.position, is_computed=placed.computed), turn_text(placed.pose.rotation)


def needs_transform(placed: Placed) -> bool:
    """Return whether a pose must be written. Rounding noise is none."""
    position, turn = pose_texts(placed)
    return any(map(float, position)) or turn != LEVEL


def place(out: SList, placed: Placed) -> None:
    """Write the pose of a Transform. SimSpark reads poses when children are made, so it comes before them. It is never a matrix
    (setLocalTransform), which bodies and joints below ignore."""
    position, turn = pose_texts(placed)
    if any(map(float, position)):
        out.add("setLocalPos", *position)
    if turn != LEVEL:
        out.add("setLocalRotation", *turn)


def inside(holder: SList, placed: Placed) -> SList:
    """Return the list for a part at a pose in `holder`: a new Transform, or `holder` itself for a part at its origin."""
    if not needs_transform(placed):
        return holder
    holder = holder.add("nd", "Transform")
    place(holder, placed)
    return holder
