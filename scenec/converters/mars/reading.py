"""What the parts of the MARS reader share while a scene is read: the ledger, the files, and what was made so far."""

from __future__ import annotations

import os

import msgspec

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.converters.common.mesh_uses import MeshUses
from scenec.converters.format import ReadOptions
from scenec.converters.mars.entry import Entry
from scenec.converters.mars.package import Package
from scenec.files import absence, was_refused
from scenec.ir import Id
from scenec.trace import derived

WORLD_ID: Id = "world1"


class Reading(msgspec.Struct):
    """One run of the reader. Lists are in document order. old_keys: the keys of forgotten dialects that were met, with their values."""

    ledger: Ledger
    options: ReadOptions
    package: Package
    models: list[ir.Model] = msgspec.field(default_factory=list)
    links: list[ir.Link] = msgspec.field(default_factory=list)
    joints: list[ir.Joint] = msgspec.field(default_factory=list)
    lights: list[ir.Light] = msgspec.field(default_factory=list)
    links_lights: dict[Id, list[ir.Light]] = msgspec.field(default_factory=dict)
    links_sensors: dict[Id, list[ir.Sensor]] = msgspec.field(default_factory=dict)
    meshes: dict[str, ir.Mesh] = msgspec.field(default_factory=dict)
    mesh_uses: MeshUses = msgspec.field(default_factory=MeshUses)
    controllers: list[ir.Controller] = msgspec.field(default_factory=list)
    extras: list[ir.Extra] = msgspec.field(default_factory=list)
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    old_keys: dict[str, list[object]] = msgspec.field(default_factory=dict)
    measured: dict[Id, tuple[ir.MeshExtent, ...]] = msgspec.field(default_factory=dict)

    def new_id(self, kind: str) -> Id:
        """`link1`, `link2`, ... in document order."""
        number = self.counts[kind] = self.counts.get(kind, 0) + 1
        return f"{kind}{number}"

    def old_key(self, key: str, about: object) -> None:
        """A key of a dialect that MARS has forgotten: read as it was meant, told once for the scene."""
        self.old_keys.setdefault(key, []).append(about)

    def texture(self, entry: Entry, uri: str | None) -> ir.Texture | None:
        """An image file; MARS draws without one that is not there."""
        if not uri:
            entry.consumed(uri)
            return None
        found = self.package.find(str(uri))
        if found is None:
            self.not_found(entry, uri, "the image is not there", "MARS draws without it, and so will others")
        return ir.Texture(uri=uri, found=found, origin=entry.origin)

    def not_found(self, entry: Entry, uri: str, because: str, consequence: str) -> None:
        entry.report(
            "unresolved-asset", "unresolved", "error" if was_refused(uri) else "warning", "appearance", about=uri, value=str(uri),
            because=absence(uri, because), consequence=consequence,
            hint="put it where the scene expects it, or name its folder with --search-path",
        )  # fmt: skip

    def mesh(self, entry: Entry, uri: str) -> ir.Mesh:
        """The mesh of a file; a file used several times is one mesh. A .bobj, which only MARS reads, is taken in."""
        known = self.meshes.get(str(uri))
        if known is None:
            known = self.meshes[str(uri)] = self._new_mesh(entry, uri)
        else:
            self.mesh_uses.add(known, uri)
        return known

    def _new_mesh(self, entry: Entry, uri: str) -> ir.Mesh:
        from scenec.meshes.bobj import read_bobj
        from scenec.meshes.loaded import MeshError

        found = self.package.find(str(uri))
        if found is None:
            self.not_found(entry, uri, "the mesh is not there", "nothing is drawn, and nothing touches, where it should stand")
        elif found.lower().endswith(".bobj"):
            try:
                data = read_bobj(self.package.read(found), str(uri))
            except (MeshError, OSError) as problem:
                self.broken_mesh(entry, uri, str(problem))
            else:
                stem = str(uri).replace("\\", "/").rpartition("/")[2][: -len(".bobj")]
                return ir.Mesh(id=self.new_id("mesh"), name=derived(stem, uri), data=data, origin=entry.origin)
        return ir.Mesh(id=self.new_id("mesh"), uri=uri, found=found, origin=entry.origin)

    def measure(self, mesh: ir.Mesh, entry: Entry) -> tuple[ir.MeshExtent, ...]:
        """The size of a mesh in its file, of the whole and of its parts; nothing if it is not there or cannot be read."""
        if mesh.id not in self.measured:
            self.measured[mesh.id] = self._measure(mesh, entry)
        return self.measured[mesh.id]

    def _measure(self, mesh: ir.Mesh, entry: Entry) -> tuple[ir.MeshExtent, ...]:
        from scenec.meshes.files import load_mesh
        from scenec.meshes.loaded import LoadedMesh, MeshError, loaded_part

        if mesh.data is not None:
            tables = [faces.vertices.array for group in mesh.data.groups for faces in group.faces]
            parts = [loaded_part("", mesh.data.vertices.array, table) for table in tables]
            return LoadedMesh(tuple(part for part in parts if part)).extents()
        if mesh.found is None:
            return ()
        try:
            data = self.package.read(mesh.found)
            return load_mesh(data, os.path.splitext(mesh.found)[1], str(mesh.uri)).extents()
        except (MeshError, OSError) as problem:
            assert mesh.uri is not None
            self.broken_mesh(entry, mesh.uri, str(problem))
            return ()

    def broken_mesh(self, entry: Entry, uri: str, because: str) -> None:
        entry.report(
            "mesh-unreadable", "unresolved", "error", "geometry", about=uri, value=str(uri), because=because,
            consequence="its size is unknown, so the shape has the size of the file",
        )  # fmt: skip
