"""The state that all parts of the reader share: ledger, options, results so far, poses and names."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from scenec import ir
from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters.common.mesh_uses import MeshUses
from scenec.converters.format import ReadOptions
from scenec.converters.sdformat.findings.reading import (
    ANGLE_FORMAT_INEFFECTIVE,
    NAME_RESERVED_INVALID,
    POSE_FRAME_INEFFECTIVE,
    REFERENCE_UNRESOLVED_INVALID,
    UNRESOLVED_IMAGE,
    UNRESOLVED_MESH,
)
from scenec.converters.sdformat.kinds import POSE, POSE_QUATERNION
from scenec.converters.sdformat.locate import ModelLocator
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.include_uses import use_of
from scenec.converters.sdformat.read.scope import Scope
from scenec.files import OUTSIDE, was_refused
from scenec.ir import Id, Pose, Rotation
from scenec.syntax.kinds import Kind, KindError
from scenec.trace import derived, ids_of, traced

if TYPE_CHECKING:
    from scenec.meshes.loaded import LoadedPart

T = TypeVar("T")


def is_a(kind: str, thing_id: Id) -> bool:
    """Return whether an id of `Reading.new_id` is that of a node of a kind."""
    return str(thing_id).rstrip("0123456789") == kind


class Reading(msgspec.Struct):
    """One run of the reader. Lists are in document order.

    placed: frames whose stated pose is that of another frame (frame id -> id). left_out: joints that have names and are not part of the
    scene. solid_files: parts of mesh files from which masses were computed.
    """

    ledger: Ledger
    options: ReadOptions
    locator: ModelLocator
    worlds: list[ir.World] = msgspec.field(default_factory=list)
    models: list[ir.Model] = msgspec.field(default_factory=list)
    links: list[ir.Link] = msgspec.field(default_factory=list)
    joints: list[ir.Joint] = msgspec.field(default_factory=list)
    frames: list[ir.Frame] = msgspec.field(default_factory=list)
    lights: list[ir.Light] = msgspec.field(default_factory=list)
    actors: list[ir.Actor] = msgspec.field(default_factory=list)
    grippers: list[ir.Gripper] = msgspec.field(default_factory=list)
    meshes: dict[str, ir.Mesh] = msgspec.field(default_factory=dict)
    mesh_files: dict[Id, str | None] = msgspec.field(default_factory=dict)
    mesh_uses: MeshUses = msgspec.field(default_factory=MeshUses)
    assets: dict[str, ir.Asset] = msgspec.field(default_factory=dict)
    uses: dict[Element, ir.Use] = msgspec.field(default_factory=dict)
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    left_out: set[Id] = msgspec.field(default_factory=set)
    placed: dict[Id, Id] = msgspec.field(default_factory=dict)
    plugins: list[ir.Plugin] = msgspec.field(default_factory=list)
    solid_files: dict[str, tuple[LoadedPart, ...]] = msgspec.field(default_factory=dict)

    def new_id(self, kind: str) -> Id:
        """Return a new id: `link1`, `link2`, ... in document order."""
        number = self.counts[kind] = self.counts.get(kind, 0) + 1
        return f"{kind}{number}"

    def scene(self, name: str | None, framing: str, extras: tuple[ir.Extra, ...]) -> ir.Scene:
        return ir.Scene(
            name=name,
            framing=framing,
            worlds=tuple(self.worlds),
            models=tuple(self.models),
            links=tuple(self.links),
            joints=tuple(self.joints),
            frames=tuple(self.frames),
            lights=tuple(self.lights),
            actors=tuple(self.actors),
            grippers=tuple(self.grippers),
            meshes=tuple(map(self.mesh_uses.with_names, self.meshes.values())),
            assets=tuple(self.assets.values()),
            uses=tuple(self.uses.values()),
            plugins=tuple(self.plugins),
            extras=extras,
        )

    # -- what is wrong

    def invalid(self, row: Code, element: Element, *, about: object = None, subject: str = "", **slots: Any) -> None:
        """Report an error after which libsdformat still gives a scene. Reading goes on."""
        name = element.attributes.get("name", "")
        self.ledger.report(row, about=about, origin=element.origin, subject=subject or f"{element.tag} {name}".strip(), **slots)

    def ineffective(self, row: Code, element: Element, about: object, **slots: Any) -> None:
        """Report values that libsdformat ignores."""
        self.ledger.report(row, about=about, origin=element.origin, subject=f"<{element.tag}>", **slots)

    # -- names

    def own_name(self, element: Element) -> str:
        """Return the name of an element. ReadError if a required one is missing, or has ``::`` from 1.8 on."""
        name = element.required("name")
        if name[0] != "_" and ":" not in name and name != "world":  # nearly all
            return name
        if "::" in name and element.file.version >= (1, 8):
            raise element.error(f"the name {str(name)!r} has ::, which separates scopes", hint="nest the models, or write another name")
        if name == "world" or (name.startswith("__") and name.endswith("__") and len(name) >= 4):
            self.invalid(NAME_RESERVED_INVALID, element, about=name, name=str(name))
        return name

    def refer(self, name: str, scope: Scope, element: Element, what: str, *, only: bool = False) -> Id | None:
        """Return the id of a name in a scope, with the ids of its text. Report it if it is missing. only: other kinds do not count."""
        found = scope.resolve(name)
        if found is not None and (not only or is_a(what, found)):
            return traced(str(found), ids_of(name))
        self.invalid(
            REFERENCE_UNRESOLVED_INVALID,
            element,
            about=name,
            subject=f"<{element.tag}>",
            kind=what,
            name=str(name),
            scope=scope.name,
            default="the default of the element holds",
        )
        return None

    # -- files

    def texture(self, holder: Element, tag: str) -> ir.Texture | None:
        """Return the image that the child of this tag names, None if it is empty. A missing image is no error for simulators."""
        uri = holder.word(tag)
        if not uri:
            return None
        found = self.locator.find_file(uri, holder.file.folder)
        if found is None:
            self._not_found(UNRESOLVED_IMAGE, holder, uri, "The image file does not exist.")
        return ir.Texture(uri=uri, found=found, origin=holder.origin)

    def mesh(self, element: Element, uri: str | None) -> Id:
        """Return the id of the mesh of a URI. Equal URIs that lead to one file are one mesh."""
        found = self.locator.find_file(uri, element.file.folder) if uri else None
        key = found or f"{uri or ''} in {element.file.folder}"
        mesh = self.meshes.get(key)
        if mesh is None or mesh.uri != uri:
            key = key if mesh is None else f"{key} as {uri}"
            mesh = self.meshes.get(key)
        if mesh is None:
            if found is None:
                why = "The mesh file does not exist." if uri else "The <mesh> names no file."
                self._not_found(UNRESOLVED_MESH, element, uri or "", why)
            mesh = self.meshes[key] = ir.Mesh(id=self.new_id("mesh"), uri=uri, found=found, origin=element.origin)
            self.mesh_files[mesh.id] = found
        elif uri is not None:
            self.mesh_uses.add(mesh, uri)
        return mesh.id

    def _not_found(self, row: Code, element: Element, uri: str, why: str) -> None:
        """Report a file that is missing, or that may not be read."""
        refused = was_refused(uri.strip())
        self.ledger.report(
            row,
            about=uri,
            origin=element.origin,
            subject=f"<{element.tag}>",
            value=str(uri),
            level="error" if refused else None,
            why=f"The file {OUTSIDE}." if refused else why,
        )

    def use_of(self, element: Element) -> Id | None:
        """Return the use that brought an element, None for elements of the file itself."""
        return None if element.include is None else use_of(self, element.include)

    # -- poses

    def pose(self, holder: Element, scope: Scope | None) -> tuple[Pose | None, Id | None]:
        """Return the pose of an element and what it is relative to (None: its default frame). scope: None where no frame may be named."""
        element = holder.child("pose")
        if element is None:
            return None, None
        relative_to = None
        if element.attributes:
            name = element.raw("relative_to")
            if name == "":
                self.ledger.consumed(name)
            if name and scope is None:
                self.ineffective(POSE_FRAME_INEFFECTIVE, element, name, name=str(name), tag=holder.tag)
            elif name and scope is not None:
                relative_to = self.refer(name, scope, element, "frame")
        return self.pose_of(element), relative_to

    def pose_of(self, element: Element) -> Pose | None:
        degrees, form = self._angle_format(element) if element.attributes else (None, None)
        if form == "quat_xyzw":
            return self._quaternion_pose(element, degrees, form)
        if not element.text:
            self.without_angle(element, degrees=degrees, rotation_format=form)
            return None
        self.ledger.consumed(form)
        x, y, z, roll, pitch, yaw = self._numbers(element, POSE)
        ids = element.text_ids
        if not (roll or pitch or yaw):
            self.without_angle(element, degrees=degrees)
            return Pose(traced((x, y, z), ids), Rotation.from_rpy(roll, pitch, yaw, ids=ids))
        if degrees:
            self.ledger.converted(ids)
            roll, pitch, yaw = math.radians(roll), math.radians(pitch), math.radians(yaw)
        turned = ids if degrees is None else ids_of(derived(0.0, traced(0.0, ids), degrees))
        return Pose(traced((x, y, z), ids), Rotation.from_rpy(roll, pitch, yaw, ids=turned))

    def _angle_format(self, element: Element) -> tuple[object, str | None]:
        """Return the attributes of a pose that say how its rotation is written: degrees and rotation_format. None: not stated."""
        degrees = element.flag("pose/@degrees", "degrees") if "degrees" in element.attributes else None
        form = element.raw("rotation_format")
        if form is not None and form not in ("euler_rpy", "quat_xyzw"):
            raise element.error(f"{str(form)!r} is no rotation format", expected="euler_rpy or quat_xyzw")
        return degrees, form

    def without_angle(self, element: Element, **formats: object) -> None:
        """Report attributes of an element that say the format of its angles, where it has none or all are 0."""
        for name, value in formats.items():
            if value is not None:
                self.ineffective(ANGLE_FORMAT_INEFFECTIVE, element, value, name=name, tag=element.tag)

    def _quaternion_pose(self, element: Element, degrees: object, form: str) -> Pose | None:
        if degrees:
            raise element.error("a quaternion has no degrees", hint='leave out degrees="true"')
        if not element.text:
            self.without_angle(element, degrees=degrees, rotation_format=form)
            return None
        self.ledger.consumed(degrees)
        ids = element.text_ids
        x, y, z, qx, qy, qz, qw = self._numbers(element, POSE_QUATERNION)
        return Pose(traced((x, y, z), ids), Rotation.from_quat(qw, qx, qy, qz).with_ids(ids_of(derived(0.0, traced(0.0, ids), form))))

    @staticmethod
    def _numbers(element: Element, kind: Kind[T]) -> T:
        try:
            return kind.parse(element.text)[0]
        except KindError as problem:
            raise element.error(f"<pose>: {problem.what}", expected=problem.expected) from None
