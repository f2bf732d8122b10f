"""State of the MARS reader while it reads a scene: the ledger, the files, and the parts made so far."""

from __future__ import annotations

import os

import msgspec

from scenec import ir
from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters.common.mesh_uses import MeshUses
from scenec.converters.format import ReadOptions
from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.read.entry import Entry
from scenec.converters.mars.read.package import Package
from scenec.files import OUTSIDE, was_refused
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
        """Record a key that no release of MARS reads. It is read as meant, and reported once per scene."""
        self.old_keys.setdefault(key, []).append(about)

    def texture(self, entry: Entry, uri: str | None) -> ir.Texture | None:
        """Return the texture of an image file, None for no name. MARS draws without an image that is missing."""
        if not uri:
            entry.consumed(uri)
            return None
        found = self.package.find(str(uri))
        if found is None:
            self.not_found(entry, uri, findings.IMAGE_FILE_MISSING)
        return ir.Texture(uri=uri, found=found, origin=entry.origin)

    def not_found(self, entry: Entry, uri: str, missing: Code) -> None:
        """Report a file that is not there or must not be opened. Its name is still a value: a writer without a place for it reports it.
        missing: the finding about a file that is not there."""
        if was_refused(uri):
            entry.report(findings.FILE_OUTSIDE, about=uri, value=str(uri), outside=OUTSIDE)
        else:
            entry.report(missing, about=uri, value=str(uri))

    def mesh(self, entry: Entry, uri: str) -> ir.Mesh:
        """Return the mesh of a file, one mesh for all its uses. The numbers of a .bobj, which only MARS reads, are stored in the scene."""
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
            self.not_found(entry, uri, findings.MESH_FILE_MISSING)
        elif found.lower().endswith(".bobj"):
            try:
                data = read_bobj(self.package.read(found), str(uri))
            except (MeshError, OSError) as problem:
                self.unreadable_mesh(entry, uri, str(problem))
            else:
                stem = str(uri).replace("\\", "/").rpartition("/")[2][: -len(".bobj")]
                return ir.Mesh(id=self.new_id("mesh"), name=derived(stem, uri), data=data, origin=entry.origin)
        return ir.Mesh(id=self.new_id("mesh"), uri=uri, found=found, origin=entry.origin)

    def measure(self, mesh: ir.Mesh, entry: Entry) -> tuple[ir.MeshExtent, ...]:
        """Return the extents of a mesh in its file, of the whole and of its parts; empty for a missing or unreadable file."""
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
            self.unreadable_mesh(entry, mesh.uri, str(problem))
            return ()

    def unreadable_mesh(self, entry: Entry, uri: str, problem: str) -> None:
        """Report a mesh file that cannot be parsed. problem: the message of the error."""
        entry.report(findings.MESH_UNREADABLE, about=uri, value=str(uri), problem=problem)
