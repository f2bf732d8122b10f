"""The state that all parts of the reader share: ledger, options, what was taken, meshes and images."""

from __future__ import annotations

from scenec import ir
from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters.common.mesh_uses import MeshUses
from scenec.converters.format import ReadOptions
from scenec.converters.urdf.findings.reading import IMAGE_FILE_MISSING, MESH_FILE_MISSING, MESH_FOUND_BY_MUJOCO
from scenec.converters.urdf.read.element import Part
from scenec.converters.urdf.read.mujoco_paths import mujoco_names
from scenec.converters.urdf.read.packages import PackageLocator
from scenec.files import OUTSIDE, was_refused
from scenec.ir import Id, Pose, Rotation
from scenec.syntax.tree import Document, SourceNode
from scenec.trace import ids_of


class Reading:
    """One run of the reader. version: of the file, as a pair that compares. used: elements that a reader has looked at, by their numbers in
    document order; taken: values that a reader has looked at, by their ids. files: names of meshes and images -> where they are, None for
    those that are missing. nearest: tag and unknown name in it -> the nearest known one, "" if none is near."""

    def __init__(self, document: Document, ledger: Ledger, options: ReadOptions, locator: PackageLocator, folder: str | None) -> None:
        self.document = document
        self.ledger = ledger
        self.options = options
        self.is_lenient = bool(options.lenient)
        self.locator = locator
        self.folder = folder
        self.version = (1, 0)
        self.used = bytearray(document.root.end[0])
        self.taken = bytearray(document.first_id + document.count)
        self.meshes: dict[str, ir.Mesh] = {}
        self.mesh_uses = MeshUses()
        self.files: dict[str, str | None] = {}
        self.nearest: dict[tuple[str, str], str] = {}

    @property
    def root(self) -> Part:
        return Part(self.document.root, self.document, self.ledger, self)

    def has_taken_all(self, node: SourceNode) -> bool:
        """Return whether readers have looked at every element in this one, and at every value."""
        number, value_id = node.end
        return self.used.find(0, node.line + 1, number) < 0 and self.taken.find(0, node.first_id, value_id) < 0

    def take_all(self, node: SourceNode) -> None:
        """Count every element in this one, and every value, as looked at."""
        number, value_id = node.end
        self.used[node.line + 1 : number] = b"\1" * (number - node.line - 1)
        self.taken[node.first_id : value_id] = b"\1" * (value_id - node.first_id)

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
