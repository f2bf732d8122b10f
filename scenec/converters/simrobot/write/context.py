"""The state of the SimRobot writer that its parts share: nodes, poses, names, colours, findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any

from scenec.accounting.code import Code
from scenec.accounting.finding import Level
from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.findings import NAME_CHARACTERS_ESCAPED
from scenec.converters.common.numbers import is_computed
from scenec.converters.common.write_context import HERE, Placed, WriteContext
from scenec.converters.format import WriteRequest
from scenec.converters.simrobot.findings.writing_parts import (
    COLOUR_APPROXIMATED,
    COLOUR_ROUNDED,
    TEXTURE_PIXELS_CONVERTED,
    TEXTURE_PIXELS_UNDRAWN,
)
from scenec.converters.simrobot.profile import CORE3
from scenec.converters.simrobot.write.file_placement import FilePlacement, file_placement_of
from scenec.converters.simrobot.write.image_files import Images
from scenec.converters.simrobot.write.values import angle, is_exact_colour, length, spelled
from scenec.converters.simrobot.write.values import colour as colour_text
from scenec.ir.base import WORLD, Color, Id, Texture
from scenec.ir.kinematics import LONGEST_WALK
from scenec.ir.pose import Pose, Vec3, clean
from scenec.syntax.xml_printing import Out
from scenec.trace import Computed, derived, ids_of

SMALLEST_ANGLE, SMALLEST_DISTANCE = 1e-12, 1e-15
ROUNDING = 1e-12
"""Of the size of a scene: computing leaves as much, and nobody can see it."""


class Writing(WriteContext):
    """One run of the writer."""

    def __init__(self, request: WriteRequest, version: str) -> None:
        super().__init__(request)
        self.version = version
        self.core3 = version == CORE3
        self._marked: set[Id] = set()
        self.images = Images(request, None if self.core3 or self.from_simrobot else self.report_undrawn_image)
        self.place_files()
        self.materials: dict[str, None] = {}  # of the shapes that were written
        self.widened: dict[int, tuple[str, str]] = {}  # min and max that stand for those of a Deflection of the source, by its identity

    def place_files(self, *, apart: bool = False) -> None:
        """Decide where the files of a scene of SimRobot's own go. apart: into a folder of their own."""
        self.placement: FilePlacement | None = None
        request = self.request
        if self.from_simrobot and request.ledger.documents and not request.restored:
            self.placement = file_placement_of(request, self.scene, f"{request.stem}{request.suffix}", newer=self.core3, apart=apart)
            self.images.placement = self.placement if request.place_of is None else None

    def report_undrawn_image(self, texture: Texture, kind: str, converted: bool) -> None:
        """Report an image whose pixels SimRobotCore2 does not draw. kind: of its pixels."""
        uri = str(texture.uri)
        self.tell(
            texture,
            TEXTURE_PIXELS_CONVERTED if converted else TEXTURE_PIXELS_UNDRAWN,
            about=texture.uri,
            subject=uri,
            value=f"{uri} ({kind})",
            target="a PNG of red, green, blue and alpha" if converted else uri,
        )

    @property
    def from_simrobot(self) -> bool:
        return self.request.source_format == "simrobot"

    @cached_property
    def paths(self) -> dict[Id, str]:
        """Return the paths as they were read. Adaptations that remove nodes would renumber those without a name."""
        return {**super().paths, **self.request.ledger.paths}

    def drop(
        self, seen: Any, row: Code, *, node: Any = None, level: Level | None = None, subject: str = "", value: object = "", **slots: Any
    ) -> None:
        """Leave out a whole part of the scene (through the lens) and report it. node: what it belongs to."""
        owner = node if node is not None else seen
        self.tell(owner, row, level=level, about=unwrap(seen), subject=subject, value=value, **slots)
        mark_read(seen)

    # -- names and colours

    def name(self, out: Out, node: Any, *, without: str = "") -> None:
        """Give an element the name of a node, unless that is SimRobot's default name (`without`)."""
        given = node.name
        if given is None or given in ("", without):
            return
        legal = str(given) if self.from_simrobot and not any(c in given for c in '"\\\0') else spelled(given)
        out.attributes["name"] = legal
        if legal != given:
            self.tell(
                node,
                NAME_CHARACTERS_ESCAPED,
                about=given,
                subject=f"{self.path(node)}.name",
                value=str(given),
                target=legal,
                why="SimRobot cannot write quotes and backslashes in names, and replaces dollar signs.",
            )

    def colour(self, node: Any, value: Color, what: str) -> str:
        """Return a colour, and report it if 8 bit per component are too few for it. what: subject of the finding."""
        text = colour_text(value)
        if not is_exact_colour(value) and (ids_of(value) or not self.request.ledger.value_count):  # of a mesh file nobody counts colours
            outside = not all(0.0 <= part <= 1.0 for part in value)
            row = COLOUR_APPROXIMATED if outside else COLOUR_ROUNDED
            self.tell(node, row, about=value, subject=what, value=value, target=text)
        return text

    # -- places

    @cached_property
    def smallest_distance(self) -> float:
        """Return the distance (m) below which computed positions are rounding errors, given the size of the scene."""
        scene = self.scene
        parts = (part for link in scene.links for part in (*link.visuals, *link.collisions))
        placed: tuple[Any, ...] = (*scene.models, *scene.links, *scene.joints, *parts)
        poses = [node.pose for node in placed if node.pose is not None]
        return max(SMALLEST_DISTANCE, ROUNDING * max((abs(component) for pose in poses for component in pose.position), default=0.0))

    def place(self, out: Out, placed: Placed) -> None:
        """Write the pose of an element as its first children."""
        pose = placed.pose
        position, rotation = pose.position, pose.rotation
        angles = rotation.to_rpy()
        if placed.computed or rotation.rpy is None:
            angles = _computed(_without_noise(angles, SMALLEST_ANGLE))
        if placed.computed:
            position = _computed(_without_noise(position, self.smallest_distance))
        elif any(self._is_computed(component) for component in position):
            x, y, z = (0.0 if self._is_computed(each) and abs(each) < self.smallest_distance else each for each in clean(position))
            position = (x, y, z)
        children = []
        if any(position):
            children.append(_axes("Translation", position, length))
        if any(angles):
            children.append(_axes("Rotation", angles, angle))
        out.children[:0] = children

    def _is_computed(self, number: float) -> bool:
        """Return whether a number was computed, not read: it comes from several values, or from none although a file was read."""
        return is_computed(number) or (not ids_of(number) and self.request.ledger.value_count > 0)

    def pose_in(self, thing_id: Id, base: Id | None) -> Placed:
        """Return the pose of a model, link, joint or frame in another (None: the world). The poses on the way count as read."""
        if base in (WORLD, *(world.id for world in self.scene.worlds)):
            base = None
        self.kinematics.at_zero(thing_id)  # refuses poses that are relative to each other in a circle
        above_base = dict.fromkeys(islice(self._references(base), LONGEST_WALK))
        steps, at, walked = list[Pose](), self._id_or_world(thing_id), 0
        while at is not None and at not in above_base:
            at, walked = self._step(at, steps), walked + 1
            if walked > LONGEST_WALK or (at is None and len(above_base) == LONGEST_WALK):
                self._mark_poses_read(at)
                self._mark_poses_read(base)
                return Placed(self.kinematics.at_zero(base).inverse() @ self.kinematics.at_zero(thing_id), computed=True)
        back, here = list[Pose](), base
        while here is not None and here != at:
            here = self._step(here, back)
        if not back:
            return chained(steps[::-1])
        X_BA = chained(back[::-1]).pose.inverse()
        return Placed(derived(X_BA @ chained(steps[::-1]).pose, *back, *steps), computed=True)

    def _id_or_world(self, thing_id: Id | None) -> Id | None:
        return thing_id if thing_id in self.seen else None

    def _references(self, thing_id: Id | None) -> Iterator[Id]:
        """Yield a node and all that its pose is relative to, up to the world."""
        at = self._id_or_world(thing_id)
        while at is not None:
            yield at
            at = self._id_or_world(self.kinematics.reference(at))

    def _mark_poses_read(self, thing_id: Id | None) -> None:
        """Mark the poses from a node to the world as read. What was marked before is not walked again."""
        at = self._id_or_world(thing_id)
        while at is not None and at not in self._marked:
            self._marked.add(at)
            at = self._step(at, [])

    def _step(self, thing_id: Id, steps: list[Pose]) -> Id | None:
        """Add the pose of a node to those on the way; return what it is relative to."""
        node = self.seen[thing_id]
        local = self.kinematics._local(thing_id)
        mark_read(node.pose)
        _ = node.relative_to
        if not local.is_identity:
            steps.append(local)
        return self._id_or_world(self.kinematics.reference(thing_id))

    def pose_in_link(self, node: Any, owner: Id) -> Placed:
        """Return the pose of a part of a link (or joint) in it. node: through the lens."""
        bare = unwrap(node)
        pose = bare.pose or HERE
        mark_read(node.pose)
        reference = node.relative_to
        if reference is None or reference == owner:
            return Placed(pose)
        outer = self.pose_in(str(reference), owner)
        return chained([outer.pose, pose], outer.computed)


def chained(steps: list[Pose], computed: bool = False) -> Placed:
    """Return the product of poses. A single one stays as it is."""
    telling = [step for step in steps if not step.is_identity]
    if len(telling) <= 1 and not computed:
        return Placed(telling[0] if telling else HERE)
    X = HERE
    for step in telling:
        X = X @ step
    return Placed(derived(X, *telling), computed=True)


def _without_noise(vector: Vec3, nothing: float) -> Vec3:
    """Return a vector without rounding errors: components far below the others, or below `nothing`, are 0."""
    x, y, z = (0.0 if abs(component) < nothing else component for component in clean(vector))
    return (x, y, z)


def _computed(values: Vec3) -> Vec3:
    x, y, z = (Computed(value) for value in values)
    return (x, y, z)


def _axes(tag: str, values: Vec3, show: Callable[[float], str]) -> Out:
    out = Out(tag)
    for axis, value in zip("xyz", values, strict=True):
        if value:
            out.attributes[axis] = show(value)
    return out
