"""Mesh files as SimSpark's importer reads them (plugin/objimporter): OBJ only, with rules of its own about lines and faces."""

from __future__ import annotations

from collections.abc import Callable

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.converters.common.mesh_uses import MeshUses
from scenec.converters.rsg.nodes import Node
from scenec.converters.rsg.read_obj import ObjFile, read_obj
from scenec.converters.rsg.resources import Resources
from scenec.files import absence
from scenec.ir import Vec3
from scenec.ir.base import Color
from scenec.trace import derived

MaterialMaker = Callable[[str, Node], ir.Material]


class Meshes:
    """The meshes of a scene, each once."""

    def __init__(self, ledger: Ledger, resources: Resources) -> None:
        self.ledger = ledger
        self.resources = resources
        self._meshes: dict[str, ir.Mesh] = {}
        self._uses = MeshUses()
        self._materials: dict[str, dict[str, str]] = {}

    def all(self) -> tuple[ir.Mesh, ...]:
        return tuple(map(self._uses.told, self._meshes.values()))

    def shape(self, node: Node, name: str, scale: Vec3 | None) -> ir.MeshShape:
        file = str.__str__(name)
        mesh = self._meshes.get(file)
        if mesh is None:
            mesh = self._meshes[file] = self.load(node, name, f"mesh{len(self._meshes) + 1}")
        else:
            self._uses.add(mesh, name)
        return ir.MeshShape(mesh=mesh.id, scale=scale, origin=node.origin)

    def load(self, node: Node, name: str, mesh_id: str) -> ir.Mesh:
        """A file that other loaders read alike stays a file; one that SimSpark reads its own way becomes what it shows."""
        found = self.resources.find(str.__str__(name))
        obj = self.read(found, node, name) if found is not None else None
        if found is None:
            self.tell(
                node,
                name,
                "mesh-not-found",
                absence(str.__str__(name), "no resource location has the mesh file"),
                "name the folder with --search-path",
                "unresolved",
                "error",
            )
        if obj is not None and obj.differs and obj.data is not None:
            why = f"SimSpark's loader {obj.differs}"
            self.tell(node, name, "mesh-as-loaded", why, "write triangles with normals", "converted", "warning")
            stem = str.__str__(name).rpartition("/")[2].rpartition(".")[0]
            return ir.Mesh(id=mesh_id, name=derived(stem, name), data=obj.data, origin=node.origin)
        return ir.Mesh(id=mesh_id, uri=name, found=found, extents=obj.extents if obj is not None else (), origin=node.origin)

    def read(self, found: str, node: Node, name: str) -> ObjFile | None:
        try:
            obj = read_obj(self.resources.read(found))
        except (OSError, ValueError) as error:
            self.tell(node, name, "mesh-unreadable", f"the mesh file cannot be read: {error}", "", "unresolved", "error")
            return None
        if obj.library:
            self.read_materials(obj.library)
        if obj.data is None:
            why = "SimSpark's loader finds no face in it: it wants an OBJ file whose corners have normals"
            self.tell(node, name, "mesh-unreadable", why, "export it with normals", "unresolved", "error")
            return None
        return obj

    def tell(self, node: Node, name: str, code: str, because: str, hint: str, fate: str, level: str) -> None:
        self.ledger.report(
            code,
            fate,  # type: ignore[arg-type]  # one of the fates
            level,  # type: ignore[arg-type]  # one of the levels
            "geometry",
            about=name,
            origin=node.origin,
            value=str.__str__(name),
            because=because,
            consequence="the shape is not drawn" if level == "error" else "the result has the mesh as SimSpark shows it",
            hint=hint,
        )

    # -- materials that mesh files bring along

    def read_materials(self, library: str) -> None:
        """The material file that a mesh names; it lies in `materials/`."""
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
        """What makes the material of a name that a mesh's material file defines."""
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
