"""What the parts of the reader share while one scene is read: the ledger, the options, what was made so far, poses and names."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

from scenec import ir
from scenec.accounting.finding import Category, Level
from scenec.accounting.ledger import Ledger
from scenec.converters.common.mesh_uses import MeshUses
from scenec.converters.format import ReadOptions
from scenec.converters.sdformat.kinds import POSE, POSE_QUATERNION
from scenec.converters.sdformat.locate import ModelLocator
from scenec.converters.sdformat.read_element import Element
from scenec.converters.sdformat.read_scope import Scope
from scenec.converters.sdformat.read_use import use_of
from scenec.files import absence, was_refused
from scenec.ir import Id, Pose, Rotation
from scenec.syntax.kinds import KindError
from scenec.trace import derived, ids_of, traced

if TYPE_CHECKING:
    from scenec.meshes.loaded import LoadedPart


def is_a(kind: str, thing_id: Id) -> bool:
    """Whether an id of `Reading.new_id` is that of a thing of a kind."""
    return str(thing_id).rstrip("0123456789") == kind


class Reading(msgspec.Struct):
    """One run of the reader. Lists are in document order. placed: frames whose stated pose is that of another frame (frame id -> id).
    left_out: joints that had names but are not part of the scene. solid_files: parts of the mesh files that masses were computed of."""

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
        """`link1`, `link2`, ... in document order."""
        number = self.counts[kind] = self.counts.get(kind, 0) + 1
        return f"{kind}{number}"

    def scene(self, name: str | None, framing: str, extras: tuple[ir.Extra, ...]) -> ir.Scene:
        return ir.Scene(
            name=name, framing=framing, worlds=tuple(self.worlds), models=tuple(self.models), links=tuple(self.links),
            joints=tuple(self.joints), frames=tuple(self.frames), lights=tuple(self.lights), actors=tuple(self.actors),
            grippers=tuple(self.grippers), meshes=tuple(map(self.mesh_uses.told, self.meshes.values())), assets=tuple(self.assets.values()),
            uses=tuple(self.uses.values()), plugins=tuple(self.plugins), extras=extras,
        )  # fmt: skip

    # -- what is wrong

    def invalid(
        self, code: str, element: Element, because: str, *, about: object = None, category: Category = "physics", consequence: str = "",
        hint: str = "", subject: str = "",
    ) -> None:  # fmt: skip
        """An error of the kind that leaves the reference reader with a scene: told with level error, and read on."""
        name = element.attributes.get("name", "")
        self.ledger.report(
            code, "invalid", "error", category, about=about, origin=element.origin, subject=subject or f"{element.tag} {name}".strip(),
            because=because, consequence=consequence, hint=hint,
        )  # fmt: skip

    def ineffective(self, code: str, element: Element, because: str, about: object, subject: str = "") -> None:
        """Values that the reference reader does not look at."""
        self.ledger.report(
            f"{code}-ineffective", "dropped", "warning", "metadata", about=about, origin=element.origin,
            subject=subject or f"<{element.tag}>", because=because,
            consequence="nothing: it has no effect in SDFormat either", hint="remove it",
        )  # fmt: skip

    # -- names

    def own_name(self, element: Element) -> str:
        """The name of an element. Raises ReadError where it must be there and is not, or has ``::`` from 1.8 on."""
        name = element.required("name")
        if name[0] != "_" and ":" not in name and name != "world":  # nearly all
            return name
        if "::" in name and element.file.version >= (1, 8):
            raise element.error(f"the name {str(name)!r} has ::, which separates scopes", hint="nest the models, or write another name")
        if name == "world" or (name.startswith("__") and name.endswith("__") and len(name) >= 4):
            self.invalid("name-reserved-invalid", element, f"the name {str(name)!r} is reserved", about=name, category="naming",
                         consequence="the reference reader leaves it out", hint="give it another name")  # fmt: skip
        return name

    def refer(self, name: str, scope: Scope, element: Element, what: str, *, only: bool = False) -> Id | None:
        """The id of a name in a scope, with the ids of its text; a finding if there is no such thing. only: nothing else will do."""
        found = scope.resolve(name)
        if found is not None and (not only or is_a(what, found)):
            return traced(str(found), ids_of(name))
        self.invalid(
            "reference-unresolved-invalid", element, f"there is no {what} {str(name)!r} in the scope of {scope.name!r}", about=name,
            consequence="it is left out", hint="correct the name", subject=f"<{element.tag}>",
        )  # fmt: skip
        return None

    # -- files

    def texture(self, holder: Element, tag: str) -> ir.Texture | None:
        """The image that the child of this tag names, None if it says nothing. Not finding it is no error for simulators."""
        uri = holder.word(tag)
        if not uri:
            return None
        found = self.locator.find_file(uri, holder.file.folder)
        if found is None:
            self._not_found(holder, uri, "the image is not there", "simulators draw without it", "appearance")
        return ir.Texture(uri=uri, found=found, origin=holder.origin)

    def mesh(self, element: Element, uri: str | None) -> Id:
        """The id of the mesh of a URI; equal URIs that lead to one file are one mesh."""
        found = self.locator.find_file(uri, element.file.folder) if uri else None
        key = found or f"{uri or ''} in {element.file.folder}"
        mesh = self.meshes.get(key)
        if mesh is None or mesh.uri != uri:
            key = key if mesh is None else f"{key} as {uri}"
            mesh = self.meshes.get(key)
        if mesh is None:
            if found is None:
                because = "the mesh is not there" if uri else "it names no file"
                self._not_found(element, uri or "", because, "nothing stands in its place", "geometry")
            mesh = self.meshes[key] = ir.Mesh(id=self.new_id("mesh"), uri=uri, found=found, origin=element.origin)
            self.mesh_files[mesh.id] = found
        elif uri is not None:
            self.mesh_uses.add(mesh, uri)
        return mesh.id

    def _not_found(self, element: Element, uri: str, because: str, consequence: str, category: Category) -> None:
        level: Level = "error" if was_refused(uri.strip()) else "warning"
        self.ledger.report(
            "unresolved-asset", "unresolved", level, category, about=uri, origin=element.origin, subject=f"<{element.tag}>",
            value=str(uri), because=absence(uri.strip(), because), consequence=consequence,
            hint="name the folder that holds it with --search-path",
        )  # fmt: skip

    def use_of(self, element: Element) -> Id | None:
        """The use that brought an element, None for what its own file says."""
        return None if element.include is None else use_of(self, element.include)

    # -- poses

    def pose(self, holder: Element, scope: Scope | None) -> tuple[Pose | None, Id | None]:
        """The pose of an element and what it is relative to (None: its default frame). scope: None where no frame may be named."""
        element = holder.child("pose")
        if element is None:
            return None, None
        relative_to = None
        if element.attributes:
            name = element.raw("relative_to")
            if name == "":
                self.ledger.consumed(name)
            if name and scope is None:
                self.ineffective("pose-frame", element, f"the pose of <{holder.tag}> is relative to nothing else", name)
            elif name and scope is not None:
                relative_to = self.refer(name, scope, element, "frame")
        return self.pose_of(element), relative_to

    def pose_of(self, element: Element) -> Pose | None:
        degrees = None
        if element.attributes:
            degrees = element.flag("pose/@degrees", "degrees") if "degrees" in element.attributes else None
            form = element.raw("rotation_format")
            self.ledger.consumed(degrees, form)
            if form == "quat_xyzw":
                return self._quaternion_pose(element, degrees, form)
            if form is not None and form != "euler_rpy":
                raise element.error(f"{str(form)!r} is no rotation format", expected="euler_rpy or quat_xyzw")
        if not element.text:
            return None
        x, y, z, roll, pitch, yaw = self._numbers(element, POSE)
        ids = element.text_ids
        if degrees:
            self.ledger.converted(ids)
            turned = ids_of(derived(0.0, traced(0.0, ids), degrees))
            rotation = Rotation.from_rpy(math.radians(roll), math.radians(pitch), math.radians(yaw), ids=turned)
        else:
            rotation = Rotation.from_rpy(roll, pitch, yaw, ids=ids)
        return Pose(traced((x, y, z), ids), rotation)

    def _quaternion_pose(self, element: Element, degrees: object, form: str) -> Pose | None:
        if degrees:
            raise element.error("a quaternion has no degrees", hint='leave out degrees="true"')
        if not element.text:
            return None
        ids = element.text_ids
        x, y, z, qx, qy, qz, qw = self._numbers(element, POSE_QUATERNION)
        return Pose(traced((x, y, z), ids), Rotation.from_quat(qw, qx, qy, qz).with_ids(ids_of(derived(0.0, traced(0.0, ids), form))))

    @staticmethod
    def _numbers(element: Element, kind: object) -> tuple[float, ...]:
        try:
            numbers: tuple[float, ...] = kind.parse(element.text)[0]  # type: ignore[attr-defined]  # either kind of pose
        except KindError as problem:
            raise element.error(f"<pose>: {problem.what}", expected=problem.expected) from None
        return numbers
