"""The state of the SimRobot writer that its parts share: nodes, poses, names, colours, findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from scenec.accounting.code import Code
from scenec.accounting.finding import Level
from scenec.converters.common.findings import NAME_CHARACTERS_ESCAPED
from scenec.converters.common.poses_in_frames import PosesInFrames
from scenec.converters.common.write_context import HERE, Placed
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
from scenec.converters.simrobot.write.values import angle, is_exact_colour, length, spelled_text
from scenec.converters.simrobot.write.values import colour as colour_text
from scenec.ir.base import Color, Id, Named, Texture
from scenec.ir.geometry import Mesh, MeshShape
from scenec.ir.link import Collision, Visual
from scenec.ir.pose import Vec3, clean
from scenec.syntax.element import Element
from scenec.syntax.said import Said
from scenec.trace import Computed, ids_of, is_computed, made_of

SMALLEST_ANGLE, SMALLEST_DISTANCE = 1e-12, 1e-15
ROUNDING = 1e-12
"""Relative to the size of a scene: the rounding error of a computation, which is invisible."""


class Writing(PosesInFrames):
    """One run of the writer."""

    format = "simrobot"

    def __init__(self, request: WriteRequest, version: str) -> None:
        super().__init__(request)
        self.version = version
        self.core3 = version == CORE3
        self.images = Images(request, None if self.core3 or self.is_own else self.report_undrawn_image)
        self.place_files()
        self.materials: dict[str, str] = {}  # of the shapes that were written: name -> the name as a shape says it
        self.widened: dict[int, tuple[str, str]] = {}  # min and max that stand for those of a Deflection of the source, by its identity

    def place_files(self, *, apart: bool = False) -> None:
        """Decide where the files of a scene of SimRobot's own go. apart: into a folder of their own."""
        self.placement: FilePlacement | None = None
        request = self.request
        if self.has_source:
            self.placement = file_placement_of(request, self.scene, f"{request.stem}{request.suffix}", newer=self.core3, apart=apart)
            self.images.placement = self.placement if request.place_of is None else None

    def report_undrawn_image(self, texture: Texture, kind: str, converted: bool) -> None:
        """Report an image whose pixels SimRobotCore2 does not draw. kind: of its pixels."""
        uri = str(texture.uri)
        self.report(
            TEXTURE_PIXELS_CONVERTED if converted else TEXTURE_PIXELS_UNDRAWN,
            texture,
            about=texture.uri,
            subject=uri,
            value=f"{uri} ({kind})",
            target="a PNG of red, green, blue and alpha" if converted else uri,
        )

    @property
    def has_source(self) -> bool:
        """Return whether the scene was read from a file of SimRobot, whose text may be kept."""
        return self.is_own and bool(self.request.ledger.documents) and not self.request.restored

    @cached_property
    def paths(self) -> dict[Id, str]:
        """Return the paths as they were read. Adaptations that remove nodes would renumber those without a name."""
        return {**super().paths, **self.request.ledger.paths}

    def drop(
        self,
        part: object,
        row: Code,
        *,
        node: object = None,
        level: Level | None = None,
        subject: str = "",
        value: object = "",
        **slots: Any,
    ) -> None:
        """Leave out a whole part of the scene and report it. node: what it belongs to."""
        self.report(row, part if node is None else node, level=level, about=part, subject=subject, value=value, **slots)

    def drop_shape(self, part: Visual | Collision, row: Code, *, subject: str, value: object = "", **slots: Any) -> None:
        """Leave out a visual or collision, and with it a mesh whose file could not be read: no shape shows that."""
        mesh = self.mesh_of(part)
        about = part if mesh is None or mesh.data is not None else self.with_mesh(part)
        self.report(row, part, about=about, subject=subject, value=value, **slots)

    def mesh_of(self, part: Visual | Collision) -> Mesh | None:
        """Return the mesh of a visual or collision, None if it has none."""
        shape = part.geometry
        mesh: Mesh | None = self.by_id.get(shape.mesh) if isinstance(shape, MeshShape) else None
        return mesh

    def part_path(self, part: Named, owner: Id, kind: str) -> str:
        """Return what reports call a part of a link: its path, else that of the link with the part's name or kind."""
        return self.parts.get(id(part)) or f"{self.paths.get(owner, owner)}::{part.name or kind}"

    # -- names and colours

    def name(self, out: Element, node: Named, *, without: str = "") -> None:
        """Give an element the name of a node, unless that is SimRobot's default name (`without`)."""
        given = node.name
        if given is None:
            return
        if given in ("", without):
            out.omit(given, without if given else "")
            return
        legal = str(given) if self.is_own and not any(c in given for c in '"\\\0') else spelled_text(given)
        out.set("name", Said(legal, ids_of(given)))
        if legal != given:
            self.report(
                NAME_CHARACTERS_ESCAPED,
                node,
                about=given,
                subject=f"{self.path(node)}.name",
                value=str(given),
                target=legal,
                why="SimRobot cannot write quotes and backslashes in names, and replaces dollar signs.",
            )

    def colour(self, node: object, value: Color, what: str) -> Said:
        """Return a colour, and report it if 8 bit per component are too few for it. what: subject of the finding."""
        said = colour_text(value)
        if not is_exact_colour(value) and (
            self.request.uses.sources_of(value) or not self.request.ledger.value_count
        ):  # colours of a mesh file are not counted
            outside = not all(0.0 <= part <= 1.0 for part in value)
            row = COLOUR_APPROXIMATED if outside else COLOUR_ROUNDED
            self.report(row, node, about=value, subject=what, value=value, target=said.text)
        return said

    # -- places

    @cached_property
    def smallest_distance(self) -> float:
        """Return the distance (m) below which computed positions are rounding errors, given the size of the scene."""
        scene = self.scene
        parts = (part for link in scene.links for part in (*link.visuals, *link.collisions))
        placed: tuple[Any, ...] = (*scene.models, *scene.links, *scene.joints, *parts)
        poses = [node.pose for node in placed if node.pose is not None]
        return max(SMALLEST_DISTANCE, ROUNDING * max((abs(component) for pose in poses for component in pose.position), default=0.0))

    def place(self, out: Element, placed: Placed) -> None:
        """Write the pose of an element as its first children."""
        pose = placed.pose
        if pose is HERE:  # of most shapes
            return
        position, rotation = pose.position, pose.rotation
        angles = rotation.to_rpy()
        if rotation.rpy is None:
            angles = made_of(angles, rotation)
        if placed.computed or rotation.rpy is None:
            angles = _worked_out(angles, SMALLEST_ANGLE)
        if placed.computed:
            position = _worked_out(position, self.smallest_distance)
        elif any(self._is_computed(component) for component in position):
            x, y, z = (0.0 if self._is_computed(each) and abs(each) < self.smallest_distance else each for each in clean(position))
            position = _of((x, y, z), position)
        out.children[:0] = [*_axes(out, "Translation", position, length), *_axes(out, "Rotation", angles, angle)]

    def _is_computed(self, number: float) -> bool:
        """Return whether a number was computed, not read: it comes from several values, or from none although a file was read."""
        return is_computed(number) or (not self.request.uses.sources_of(number) and self.request.ledger.value_count > 0)


def _of(values: Vec3, sources: Sequence[float]) -> Vec3:
    """Numbers, each worked out of one other."""
    x, y, z = (made_of(value, source) for value, source in zip(values, sources, strict=True))
    return (x, y, z)


def _worked_out(vector: Vec3, nothing: float) -> Vec3:
    """Numbers to be printed without rounding errors: components far below the others, or below `nothing`, are 0."""
    cleaned = clean(vector) if any(vector) else vector
    x, y, z = [made_of(Computed(0.0 if abs(value) < nothing else value), source) for value, source in zip(cleaned, vector, strict=True)]
    return (x, y, z)


def _axes(holder: Element, tag: str, values: Vec3, show: Callable[[float], Said]) -> list[Element]:
    """Return an element with the components that are not 0; none where all are."""
    out = Element(tag) if any(values) else holder
    for axis, value in zip("xyz", values, strict=True):
        if value:
            out.set(axis, show(value))
        else:
            out.omit(value, 0.0)
    return [] if out is holder else [out]
