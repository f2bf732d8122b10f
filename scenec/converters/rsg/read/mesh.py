"""Mesh files as SimSpark's importer reads them (plugin/objimporter): OBJ only, with special rules for lines and faces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scenec import ir
from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters.common.mesh_uses import MeshUses
from scenec.converters.rsg.findings import reading as rows
from scenec.converters.rsg.read.obj import ObjFile, read_obj
from scenec.converters.rsg.read.program.nodes import Node
from scenec.converters.rsg.read.program.resources import Resources
from scenec.files import absence
from scenec.ir import Vec3
from scenec.ir.base import Color
from scenec.trace import derived

MaterialMaker = Callable[[str, Node], ir.Material]


class Meshes:
    """The meshes of a scene, each loaded once."""

    def __init__(self, ledger: Ledger, resources: Resources) -> None:
        self.ledger = ledger
        self.resources = resources
        self._meshes: dict[str, ir.Mesh] = {}
        self._uses = MeshUses()
        self._materials: dict[str, dict[str, str]] = {}
        self._undrawn: set[str] = set()

    def all(self) -> tuple[ir.Mesh, ...]:
        return tuple(map(self._uses.with_names, self._meshes.values()))

    def shape(self, node: Node, name: str, scale: Vec3 | None) -> ir.MeshShape:
        file = str.__str__(name)
        mesh = self._meshes.get(file)
        if mesh is None:
            mesh = self._meshes[file] = self.load(node, name, f"mesh{len(self._meshes) + 1}")
        else:
            self._uses.add(mesh, name)
        return ir.MeshShape(mesh=mesh.id, scale=scale, origin=node.origin)

    def draws(self, shape: ir.MeshShape) -> bool:
        """Return whether SimSpark draws any face of a mesh. It draws nothing of a file without ``usemtl``."""
        return shape.mesh not in self._undrawn

    def load(self, node: Node, name: str, mesh_id: str) -> ir.Mesh:
        """Load a mesh. It stays a file if other loaders show the same; otherwise it becomes inline data of what SimSpark shows."""
        found = self.resources.find(str.__str__(name))
        obj = self.read(found, node, name) if found is not None else None
        if obj is not None and obj.bare and obj.data is None:
            self._undrawn.add(mesh_id)
        if found is None:
            why = absence(str.__str__(name), "no resource location has the file")
            self.report(rows.MESH_NOT_FOUND, node, name, why=why)
        if obj is not None and obj.differs and obj.data is not None:
            self.report(rows.MESH_AS_LOADED, node, name, difference=obj.differs)
            stem = str.__str__(name).rpartition("/")[2].rpartition(".")[0]
            return ir.Mesh(id=mesh_id, name=derived(stem, name), data=obj.data, origin=node.origin)
        return ir.Mesh(id=mesh_id, uri=name, found=found, extents=obj.extents if obj is not None else (), origin=node.origin)

    def read(self, found: str, node: Node, name: str) -> ObjFile | None:
        try:
            obj = read_obj(self.resources.read(found))
        except (OSError, ValueError) as error:
            self.report(rows.MESH_FILE_UNREADABLE, node, name, why=str(error))
            return None
        if obj.library:
            self.read_materials(obj.library)
        if obj.data is None and obj.bare:
            self.report(rows.MESH_WITHOUT_USEMTL, node, name, count=f"{obj.bare:,}")
            return obj
        if obj.data is None:
            self.report(rows.MESH_WITHOUT_FACES, node, name)
            return None
        return obj

    def report(self, row: Code, node: Node, name: str, **slots: Any) -> None:
        """Report a finding about the mesh file of this name. node: what shows it."""
        self.ledger.report(row, about=name, origin=node.origin, value=str.__str__(name), **slots)

    # -- materials that mesh files bring along

    def read_materials(self, library: str) -> None:
        """Read the material file that a mesh names, in `materials/`."""
        found = self.resources.find(f"materials/{library}")
        if found is None:
            return
        try:
            lines = self.resources.read(found).decode("utf-8", "replace").splitlines()
        except OSError:
            return
        current: dict[str, str] = {}
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "newmtl":
                current = self._materials[rest.strip()] = {}
            elif word:
                current[word] = rest.strip()

    def material(self, name: str) -> MaterialMaker | None:
        """Return a function that makes the material of a name, None if no material file of a mesh defines it."""
        entry = self._materials.get(name)
        if entry is None:
            return None

        def made(name: str, node: Node) -> ir.Material:
            diffuse, ambient, specular = (colour(entry.get(key), name) for key in ("Kd", "Ka", "Ks"))
            return ir.Material(name=name, diffuse=diffuse, ambient=ambient, specular=specular, origin=node.origin)

        return made


def colour(text: str | None, name: str) -> Color | None:
    from scenec.converters.rsg.kinds import leading_number

    words = (text or "").split()
    if len(words) < 3:
        return None
    r, g, b = (derived(leading_number(word)[0], name) for word in words[:3])
    return (r, g, b, derived(1.0, name))
