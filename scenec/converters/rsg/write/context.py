"""State and helpers that all parts of the writer share while one scene is written: names, poses at the start, findings."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from scenec.accounting.code import Code
from scenec.converters.common.findings import NAME_CHARACTERS_ESCAPED
from scenec.converters.common.poses_in_frames import PosesInFrames
from scenec.converters.common.write_context import HERE, Placed, pose_made_of
from scenec.converters.format import WriteRequest
from scenec.converters.rsg.vocabulary import OLD
from scenec.converters.rsg.write.values import escaped_name, named, turn, vector
from scenec.ir.base import Id, Named
from scenec.ir.geometry import Shape
from scenec.ir.light import Light
from scenec.ir.link import Collision, Visual
from scenec.ir.names import Unique
from scenec.ir.pose import ORIGIN, Pose, Vec3
from scenec.ir.sensor import Sensor
from scenec.syntax.said import Said, constant
from scenec.syntax.sexp_printing import SList
from scenec.trace import made_of, steered_by

LEVEL = ("0", "0", "0")


def kind_of(shape: Shape) -> str:
    """Return the type of a shape, as physics summaries name it."""
    return {"MeshShape": "mesh", "ImageExtrusion": "image"}.get(name := type(shape).__name__, name.lower())


class Writing(PosesInFrames):
    """The state of one run of the writer.

    SimSpark starts from the poses in the file, so the zero of a joint is where it starts. Everything is written where it is when all joints
    are at their initial positions.
    """

    format = "rsg"

    def __init__(self, request: WriteRequest, version: str) -> None:
        super().__init__(request)
        self.version = version
        self.old = version == OLD

    @property
    def says_what_was_written(self) -> bool:
        """Whether the scene was read from its own RubySceneGraph file. Values that the file does not state are defaults of SimSpark."""
        return self.is_own and not self.request.restored

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

    def part(self, owner: Id, item: Collision | Visual | Sensor | Light) -> str:
        """Return the name of a collision, visual, sensor or light in reports."""
        kind = item.type if isinstance(item, Sensor | Light) else kind_of(item.geometry)
        return self._parts.get((owner, id(item))) or f"{self.paths.get(owner, owner)}::{item.name or kind}"

    def report(self, row: Code, node: Any, /, **said: Any) -> None:
        """Report a finding, as a note where the source has the same format."""
        if self.is_own:
            said["level"] = "note"
        super().report(row, node, **said)

    # -- names

    def name(self, out: SList, node: Named) -> None:
        """Write the name of a part of the scene, if it has one."""
        given = node.name
        if given is not None and given != "":
            out.add("setName", named(self.legal(node, str(given)), given))

    def legal(self, node: Named, given: str) -> str:
        """Return a name that paths and messages of SimSpark can hold; a change is reported."""
        name = escaped_name(given)
        if name != given:
            self.report(
                NAME_CHARACTERS_ESCAPED,
                node,
                about=node.name,
                subject=f"{self.path(node)}.name",
                value=given,
                target=name,
                why="Names of RubySceneGraph have no blanks, slashes, quotes, brackets or dollar signs.",
            )
        return name

    # -- places

    def at_start(self, link_id: Id) -> Placed:
        """Return the pose of a link in the world, with all joints at their initial positions."""
        placed = self.in_world(link_id)
        moved = self.displaced.get(link_id)
        if moved is None:
            return placed
        return Placed(self.steered_to_start(pose_made_of(moved @ placed.pose, placed.pose, placed.pose.rotation), link_id), computed=True)


def relative_to_com(placed: Placed, com: Vec3) -> Placed:
    """Return a pose in a link as a pose in the frame at its centre of mass, with the same axes."""
    if com == ORIGIN:
        return moved_with(placed, com)
    x, y, z = (difference(here, there) for here, there in zip(placed.pose.position, com, strict=True))
    return Placed(Pose((x, y, z), placed.pose.rotation), computed=True)


def moved_with(placed: Placed, com: Vec3) -> Placed:
    """Return a pose as it stands for a centre of mass at the origin of the link, with which its numbers would change."""
    position = steered_by(placed.pose.position, com)
    return placed if position is placed.pose.position else Placed(Pose(position, placed.pose.rotation), placed.computed)


def difference(one: float, other: float) -> float:
    """Return the difference of two numbers as they are written: 0.052 - 0.05 is 0.002."""
    return made_of(float(Decimal(repr(float(one))) - Decimal(repr(float(other)))), (one, other)) if other else made_of(one, (one, other))


class PoseText(NamedTuple):
    """A pose as written: position (m) and angles (degrees)."""

    position: tuple[Said, ...]
    angles: tuple[Said, ...]

    @property
    def moves(self) -> bool:
        """Whether it must be written. Rounding noise is none."""
        return any(float(each.text) for each in self.position) or any(each.text != "0" for each in self.angles)


_NOWHERE = PoseText((constant("0"),) * 3, (constant("0"),) * 3)


def pose_text(placed: Placed) -> PoseText:
    if placed.pose is HERE:
        return _NOWHERE
    return PoseText(vector(placed.pose.position, is_computed=placed.computed), turn(placed.pose.rotation))


def requires_transform(placed: Placed) -> bool:
    return pose_text(placed).moves


def place(out: SList, pose: PoseText, position: str = "setLocalPos", rotation: str = "setLocalRotation", *, matrix: bool = False) -> None:
    """Write the pose of a Transform. SimSpark reads poses when children are made, so it comes before them. It is never a matrix
    (setLocalTransform), which bodies and joints below ignore. position, rotation: the methods; matrix: the latter takes a position, too."""
    if any(float(each.text) for each in pose.position):
        out.add(position, *pose.position)
    else:
        omit_zeros(out, pose.position)
    if any(each.text != "0" for each in pose.angles):
        out.add(rotation, *(map(constant, LEVEL) if matrix else ()), *pose.angles)
    else:
        omit_zeros(out, pose.angles)


def omit_zeros(out: SList, texts: Iterable[Said]) -> None:
    """Leave out numbers of a pose that are 0 where nothing is written."""
    counted = [each for each in texts if each.ids]
    if counted:
        largest = max(abs(float(each.text)) for each in counted)
        out.omit(made_of(largest, tuple(counted)), 0.0)


def inside(holder: SList, placed: Placed) -> SList:
    """Return the list for a part at a pose in `holder`: a new Transform, or `holder` itself for a part at its origin."""
    pose = pose_text(placed)
    if pose.moves:
        holder = holder.add("nd", constant("Transform"))
    place(holder, pose)
    return holder
