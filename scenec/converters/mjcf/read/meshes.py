"""Mesh assets: files, meshes written out, where their frame is, and how they weigh (src/user/user_mesh.cc)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec

from scenec import ir
from scenec.converters.mjcf import kinds
from scenec.converters.mjcf.findings import reading as findings
from scenec.converters.mjcf.read.builtin_meshes import SHELLS, builtin_mesh
from scenec.converters.mjcf.read.classes import Entry
from scenec.converters.mjcf.read.context import Reading, aside
from scenec.converters.mjcf.read.elements import Element
from scenec.converters.mjcf.read.mesh_mass import MeshMass, mesh_mass
from scenec.converters.mjcf.read.tree import Home
from scenec.errors import ScenecError, nearest
from scenec.files import read_file, read_pieces
from scenec.ir.blocks import Block
from scenec.ir.pose import IDENTITY, ORIGIN, Pose, Rotation, Vec3
from scenec.meshes.convex_hull import hull
from scenec.meshes.read_obj import part_names
from scenec.trace import Ids, derived, ids_of, merge, traced

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MSH = ".msh"
"""MuJoCo's own binary mesh file: four counts, then vertices, normals, texture coordinates and faces."""
PIECE = 1 << 18
"""Bytes of a file that fit beside a processor."""
ONES: Vec3 = (1.0, 1.0, 1.0)


class MeshAsset(msgspec.Struct, eq=False, gc=False):
    """A mesh of the file. mesh: id in the scene. scale: reported with each use. X_GM: where the frame of the mesh file stands in that of
    a geom that shows it. way: of weighing. moved: refpos, refquat and scale. file: its path. inline: vertices and faces, once they are
    read; why: the reason if they cannot be. part: the only object of the file that is shown, None for all.
    shown: whether a geom shows it; one that primitives are only fitted to is forgotten."""

    element: Element
    mesh: str
    scale: Vec3 | None
    X_GM: Pose
    way: str
    moved: tuple[Vec3, Rotation, Vec3]
    file: str | None
    inline: tuple[Any, Any] | None = None
    why: str = ""
    part: str | None = None
    mass: MeshMass | None = None
    weighed: bool = False
    shown: bool = False


class Meshes:
    """The meshes of all models, read when a geom first shows one."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._known: dict[tuple[int, str], MeshAsset] = {}

    def get(self, name: str, of: Entry, home: Home, *, shown: bool = True) -> MeshAsset:
        """Return the mesh of a name. shown: whether a geom shows it. Raises ReadError for an unknown one."""
        key = (id(home), str(name))
        if key not in self._known:
            element = home.assets.get(("mesh", str(name)))
            if element is None:
                known = [each for tag, each in home.assets if tag == "mesh"]
                raise of.element.error(f"no mesh is called {name!r}", "mesh", "", nearest(str(name), known))
            self._known[key] = self._read(element, home, of.element.prefix)
        self.reading.ledger.consumed(name)
        asset = self._known[key]
        asset.shown = asset.shown or shown
        return asset

    def forget_fitted(self) -> None:
        """Drop the meshes that primitives were fitted to and that nothing shows, as MuJoCo does."""
        for asset in self._known.values():
            if not asset.shown:
                del self.reading.meshes[asset.mesh]
                self.reading.ledger.consumed(*asset.element.attributes.values())

    def read_unused(self, home: Home) -> None:
        """Put the meshes that no geom refers to into the scene, too."""
        for (tag, name), element in home.assets.items():
            if tag == "mesh" and (id(home), name) not in self._known:
                asset = self._known[id(home), name] = self._read(element, home, "")
                self._keep_frame(element, home, asset)

    def _keep_frame(self, element: Element, home: Home, asset: MeshAsset) -> None:
        """Keep what only the shapes of a mesh would say."""
        entry = Entry(element, home.classes, None)
        stated = ((name, entry.joined_text(name)) for name in ("scale", "refpos", "refquat"))
        extras = tuple(ir.Extra(format="mjcf", key=f"@{name}", value=text) for name, text in stated if text is not None)
        mesh = self.reading.meshes[asset.mesh]
        self.reading.meshes[asset.mesh] = msgspec.structs.replace(mesh, extras=(*mesh.extras, *extras))

    def _read(self, element: Element, home: Home, prefix: str) -> MeshAsset:
        entry = Entry(element, home.classes, None)
        reading = self.reading
        scale = _three(entry.vector("scale"), ONES)
        refpos = _three(entry.vector("refpos"), ORIGIN)
        turn = entry.vector("refquat")
        refquat = Rotation.from_quat(*turn) if turn is not None else IDENTITY
        if (way := entry.text("inertia")) is None:
            home.compiler.asked.add("exactmeshinertia")
        way = way or ("exact" if home.compiler.stated.get("exactmeshinertia") == "true" else "legacy")
        entry.consume("inertia")
        if entry.text("builtin") in SHELLS:
            way = "shell"
        file, name = entry.text("file"), entry.name
        if name is not None:
            name = traced(f"{prefix}{name}", ids_of(name)) if prefix and not element.prefix else name
        elif file is not None:
            name = os.path.splitext(os.path.basename(str(file).replace("\\", "/")))[0]
        mesh_id = reading.new_id("mesh")
        moved = (refpos, refquat, scale)
        together = refquat == IDENTITY or scale[0] == scale[1] == scale[2]
        ids = merge(ids_of(refpos), ids_of(refquat))
        X_GM = _frame(moved, ids, ids_of(scale))
        asset = MeshAsset(element, mesh_id, None if scale == ONES and not ids_of(scale) else scale, X_GM, str(way), moved, None)
        if file is not None and not entry.has("vertex"):
            uri, found = reading.located(file, "meshdir", element, home)
            asset.file = found
            if found is None:
                reading.ledger.report(findings.MESH_FILE_MISSING, about=uri, origin=element.origin, subject=name or "", value=str(uri))
                asset.why = "its file is missing"
            mesh = ir.Mesh(id=mesh_id, name=name, uri=uri, found=found, extras=entry.extras(), origin=element.origin)
            if found is not None:
                self._choose_part(asset, found, name)
            if found is not None and (found.lower().endswith(MSH) or not together):
                mesh = self._inlined(mesh, asset, merge(ids_of(uri), ids, ids_of(scale)), in_file_frame=together)
        elif not entry.has("vertex") and not entry.has("builtin") and element.children:
            asset.why = "a plugin of MuJoCo makes it"
            reading.ledger.report(
                findings.MESH_UNREADABLE, origin=element.origin, subject=str(name or ""), value=str(name), problem=asset.why
            )
            mesh = ir.Mesh(
                id=mesh_id,
                name=name,
                extras=(*entry.extras(), *(aside(each, "plugin") for each in element.children)),
                origin=element.origin,
            )
        else:
            asset.inline = self._written(entry)
            mesh = ir.Mesh(id=mesh_id, name=name, origin=element.origin)
            stated = entry.ids("vertex", "face", "normal", "texcoord", "builtin", "params")
            mesh = self._inlined(mesh, asset, merge(stated, () if together else merge(ids, ids_of(scale))), in_file_frame=together)
            mesh = msgspec.structs.replace(mesh, extras=entry.extras())
        reading.meshes[mesh_id] = mesh
        return asset

    def _choose_part(self, asset: MeshAsset, path: str, name: str | None) -> None:
        """Of an OBJ file with several objects MuJoCo shows the first one."""
        if not path.lower().endswith(".obj"):
            return
        opener = self.reading.request.open
        try:
            names = part_names(read_pieces(path, PIECE) if opener is read_file else [opener(path)])
        except OSError:
            return
        if len(names) > 1:
            asset.part = names[0] or None
            self.reading.ledger.report(
                findings.MESH_FIRST_PART,
                origin=asset.element.origin,
                subject=str(name or ""),
                value=os.path.basename(path),
                part=names[0],
                others=", ".join(names[1:4]) + (" ..." if len(names) > 4 else ""),
            )

    def _inlined(self, mesh: ir.Mesh, asset: MeshAsset, ids: Ids, *, in_file_frame: bool) -> ir.Mesh:
        """A mesh whose data stand in the scene: as in its file, or as geoms show it, where no scale and pose can say that."""
        table = self.table(asset, shown=not in_file_frame)
        if not in_file_frame:
            asset.scale, asset.X_GM = None, Pose()
        if table is None:
            return mesh
        vertices, faces = table
        group = ir.MeshGroup(name=str(mesh.name or "mesh"), faces=(ir.Faces(vertices=Block(faces, ids)),))
        data = ir.MeshData(vertices=Block(vertices, ids), groups=(group,))
        name = derived(mesh.name, traced("", ids)) if mesh.name is not None and mesh.uri is not None else mesh.name
        return msgspec.structs.replace(mesh, name=name, uri=None, found=None, data=data)

    def _written(self, entry: Entry) -> tuple[Any, Any] | None:
        """The vertices and faces that stand in the file itself; without faces those of the hull."""
        import numpy as np

        text, builtin = entry.text("vertex"), entry.text("builtin")
        if text is None and builtin not in (None, "none"):
            try:
                return builtin_mesh(str(builtin), kinds.numbers(entry.text("params") or ""))
            except ValueError as problem:
                raise entry.element.error(f"builtin={builtin!r} cannot be made: {problem}", "params") from None
        if text is None:
            raise entry.element.error("the mesh has neither file nor vertices", None, "file, vertex or builtin")
        numbers = kinds.numbers(text)
        if len(numbers) % 3 or len(numbers) < 12:
            raise entry.element.error(f"{len(numbers)} coordinates", "vertex", "three each of at least four vertices")
        with np.errstate(over="ignore"):
            vertices = np.array(numbers, dtype=np.float32).astype(np.float64).reshape(-1, 3)  # as MuJoCo keeps them
        if not np.isfinite(vertices).all():
            raise entry.element.error("a coordinate is too large", "vertex", "numbers of single precision, below 3.4e38 m")
        written = entry.text("face")
        if written is None:
            try:
                return vertices, hull(vertices)
            except ValueError as problem:
                raise entry.element.error(f"the mesh has no hull: {problem}", "vertex") from None
        indices = kinds.wholes(written)
        if len(indices) % 3 or any(not 0 <= each < len(vertices) for each in indices):
            raise entry.element.error("a face is not complete or uses a vertex that is not there", "face", "three vertices each")
        return vertices, np.array(indices, dtype=np.int64).reshape(-1, 3)

    # ---------------------------------------------------------------- how it weighs

    def table(self, asset: MeshAsset, *, shown: bool) -> tuple[NDArray[np.float64], NDArray[np.int64]] | None:
        """Return vertices and faces, in the frame of the file or as geoms show them; None if they cannot be read."""
        import numpy as np

        if asset.inline is None and asset.file is not None and not asset.why:
            try:
                asset.inline = _loaded(asset.file, self.reading.request.open)
            except (ScenecError, ValueError, OSError) as problem:
                asset.why = str(problem)
                self.reading.ledger.report(
                    findings.MESH_UNREADABLE,
                    origin=asset.element.origin,
                    subject=str(asset.element.name or ""),
                    value=os.path.basename(asset.file),
                    problem=str(problem),
                )
        if asset.inline is None:
            return None
        vertices, faces = asset.inline
        if not shown:
            return vertices, faces
        refpos, refquat, scale = asset.moved
        with np.errstate(all="ignore"):  # the caller checks for NaN and infinity
            moved = ((vertices - np.array(refpos)) @ np.array(refquat.matrix())) * np.array(scale)
        return moved, faces if scale[0] * scale[1] * scale[2] > 0 else faces[:, [0, 2, 1]]

    def mass(self, asset: MeshAsset, of: Entry) -> MeshMass | None:
        """Return how a mesh weighs, None if its file cannot be read. Raises ReadError for one that MuJoCo refuses."""
        if not asset.weighed:
            asset.weighed = True
            table = self.table(asset, shown=True)
            if table is not None:
                try:
                    import numpy as np

                    with np.errstate(all="ignore"):  # NaN and infinity are checked below
                        asset.mass = mesh_mass(*table, asset.way)
                except ValueError as problem:
                    raise asset.element.error(
                        f"the mesh cannot be weighed: {problem}", None, "", "", 'state inertia="shell" or an <inertial>'
                    ) from None
        return asset.mass


def _three(values: tuple[float, ...] | None, default: Vec3) -> Vec3:
    if values is None:
        return default
    return (values[0], values[1], values[2])


def _frame(moved: tuple[Vec3, Rotation, Vec3], ids: Ids, of_scale: Ids) -> Pose:
    """Where the frame of a mesh file stands for a geom: v' = scale * refquat^-1 (v - refpos). ids: of refpos and refquat."""
    refpos, refquat, scale = moved
    if not ids:
        return Pose()
    back = refquat.inverse()
    x, y, z = back.apply(refpos)
    place = tuple(traced(0.0 - each * factor, merge(ids, of_scale if each else ())) for each, factor in zip((x, y, z), scale, strict=True))
    return Pose((place[0], place[1], place[2]), back.with_ids(ids))


def _loaded(path: str, opener: Any) -> tuple[Any, Any]:
    """The vertices and triangles of a mesh file, in single precision as MuJoCo keeps them."""
    import numpy as np

    if path.lower().endswith(MSH):
        return _read_msh(opener(path))
    from scenec.meshes.files import load_mesh

    data, suffix = opener(path), os.path.splitext(path)[1].lower()
    loaded = load_mesh(data, suffix, os.path.basename(path))
    if not loaded.parts:
        points = np.array([line.split()[1:4] for line in data.splitlines() if line.startswith(b"v ")], dtype=np.float32)
        if suffix != ".obj" or len(points) < 4:
            raise ValueError("it has no triangles")
        return points.astype(np.float64), hull(points.astype(np.float64))
    parts = [part for part in loaded.parts if part.name == loaded.parts[0].name]
    starts = np.cumsum([0, *(len(part.vertices) for part in parts)])
    vertices = np.concatenate([part.vertices.array for part in parts])
    faces = np.concatenate([part.triangles.array + start for part, start in zip(parts, starts, strict=False)])
    return vertices.astype(np.float32).astype(np.float64), faces


def _read_msh(data: bytes) -> tuple[Any, Any]:
    import numpy as np

    counts = np.frombuffer(data[:16], dtype="<i4")
    if len(counts) < 4 or (counts < 0).any():
        raise ValueError("it is no MSH file")
    vertices, normals, texcoords, faces = (int(each) for each in counts)
    start, size = 16 + 12 * vertices + 12 * normals + 8 * texcoords, 12 * faces
    if not vertices or len(data) != start + size:
        raise ValueError("its counts do not fit its size")
    points = np.frombuffer(data, dtype="<f4", count=3 * vertices, offset=16).reshape(-1, 3).astype(np.float64)
    if not faces:
        return points, hull(points)
    indices = np.frombuffer(data, dtype="<i4", count=3 * faces, offset=start).reshape(-1, 3).astype(np.int64)
    if (indices < 0).any() or (indices >= vertices).any():
        raise ValueError("a face uses a vertex that is not there")
    return points, indices
