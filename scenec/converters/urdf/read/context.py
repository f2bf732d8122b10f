"""The state that all parts of the reader share: ledger, options, meshes and images."""

from __future__ import annotations

from scenec import ir
from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters.common.mesh_uses import MeshUses
from scenec.converters.format import ReadOptions
from scenec.converters.urdf.findings.reading import IMAGE_FILE_MISSING, MESH_FILE_MISSING, MESH_FOUND_BY_MUJOCO
from scenec.converters.urdf.read.element import Part, UrdfRest
from scenec.converters.urdf.read.referenced_files import PackageLocator, mujoco_names
from scenec.files import OUTSIDE, was_refused
from scenec.ir import Id, Pose, Rotation
from scenec.syntax.tree import Document
from scenec.trace import ids_of


class Reading:
    """One run of the reader. version: of the file, as a pair that compares. rest: finds what no reader took. files: names of meshes and
    images -> where they are, None for those that are missing."""

    def __init__(self, document: Document, ledger: Ledger, options: ReadOptions, locator: PackageLocator, folder: str | None) -> None:
        self.document = document
        self.ledger = ledger
        self.options = options
        self.is_lenient = bool(options.lenient)
        self.locator = locator
        self.folder = folder
        self.version = (1, 0)
        self.rest = UrdfRest(document, ledger)
        self.meshes: dict[str, ir.Mesh] = {}
        self.mesh_uses = MeshUses()
        self.files: dict[str, str | None] = {}

    @property
    def root(self) -> Part:
        return Part(self.document.root, self.document, self.ledger, self)

    # -- files

    def mesh(self, part: Part, uri: str) -> Id:
        """Return the id of the mesh of a file name. Equal names are one mesh. A missing file is reported, and the shape stays."""
        key = str(uri)
        mesh = self.meshes.get(key)
        if mesh is None:
            found = self.files[key] = self.locator.find_file(key, self.folder) or self._found_by_mujoco(part, uri)
            if found is None:
                self._not_found(MESH_FILE_MISSING, part, uri)
            mesh = self.meshes[key] = ir.Mesh(id=f"mesh{len(self.meshes) + 1}", uri=uri, found=found, origin=part.origin)
        else:
            self.mesh_uses.add(mesh, uri)
        return mesh.id

    def _found_by_mujoco(self, part: Part, uri: str) -> str | None:
        """Return the file that MuJoCo's extension leads to, and report it. None if there is none."""
        for name in mujoco_names(self.document.root, uri):
            found = self.locator.find_file(name, self.folder)
            if found is not None:
                part.report(MESH_FOUND_BY_MUJOCO, about=uri, value=str(uri), target=name)
                return found
        return None

    def texture(self, part: Part, uri: str) -> ir.Texture:
        """Return the image of a file name. A missing file is reported once."""
        is_known = str(uri) in self.files
        found = self.files[str(uri)] = self.locator.find_file(str(uri), self.folder)
        if found is None and not is_known:
            self._not_found(IMAGE_FILE_MISSING, part, uri)
        return ir.Texture(uri=uri, found=found, origin=part.origin)

    def _not_found(self, row: Code, part: Part, uri: str) -> None:
        why = f"The file {OUTSIDE}." if was_refused(str(uri)) else self.locator.why_missing(str(uri))
        part.report(row, about=uri, value=str(uri), why=why)

    # -- poses

    def pose(self, values: tuple[float, ...] | None) -> Pose | None:
        """Return a pose of SDFormat: x y z (m), roll pitch yaw (rad)."""
        if values is None:
            return None
        ids = ids_of(values)
        x, y, z, roll, pitch, yaw = values
        return Pose((float(x), y, z), Rotation.from_rpy(float(roll), pitch, yaw, ids=ids)).with_ids(ids)
