"""Height fields (src/user/user_objects.cc, `mjCHField`). The lowest value becomes 0 and the highest 1."""

from __future__ import annotations

import msgspec

from scenec import ir
from scenec.converters.mjcf import kinds
from scenec.converters.mjcf.findings import reading as findings
from scenec.converters.mjcf.read.classes import Entry
from scenec.converters.mjcf.read.context import Reading
from scenec.converters.mjcf.read.elements import Element
from scenec.converters.mjcf.read.tree import Home
from scenec.errors import nearest
from scenec.ir.blocks import Block
from scenec.ir.pose import Pose
from scenec.trace import Ids, derived, ids_of, merge

PNG = ".png"


class HeightField(msgspec.Struct, frozen=True, gc=False):
    """shape: terrain of an image, else a mesh. X_GS: where it stands in the geom. size: of the box by which it weighs (m, halves)."""

    shape: ir.Shape
    X_GS: Pose
    size: tuple[float, ...]


class HeightFields:
    """The height fields of all models, read when a geom first shows one."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._known: dict[tuple[int, str], HeightField] = {}

    def get(self, of: Entry, home: Home) -> HeightField:
        """Return the height field of a geom. Raises ReadError for one that is not there."""
        name = of.text("hfield")
        if name is None:
            raise of.element.error("a geom of this type has no height field", None, "hfield")
        key = (id(home), str(name))
        if key not in self._known:
            element = home.assets.get(("hfield", str(name)))
            if element is None:
                known = [each for tag, each in home.assets if tag == "hfield"]
                raise of.element.error(f"no height field is called {name!r}", "hfield", "", nearest(str(name), known))
            self._known[key] = self._read(element, home)
        self.reading.ledger.consumed(name)
        return self._known[key]

    def _read(self, element: Element, home: Home) -> HeightField:
        entry = Entry(element, home.classes, None)
        size = entry.vector("size") or ()
        if len(size) < 4 or any(each <= 0 for each in size):
            raise element.error("a height field has no extent", "size", "four numbers above 0")
        x, y, top, base = size
        weighing = (x, y, 0.25 * top + 0.5 * base)
        rows, columns = int(entry.integer("nrow")), int(entry.integer("ncol"))
        file = entry.text("file")
        if file is not None:
            uri, found = self.reading.located(file, "meshdir", element, home)
            if found is None:
                self.reading.ledger.report(
                    findings.MESH_FILE_MISSING, about=uri, origin=element.origin, subject=str(entry.name or ""), value=str(uri)
                )
            if found is None or found.lower().endswith(PNG):
                entry.consume("nrow", "ncol", "content_type")
                self.reading.ledger.consumed(base, *((entry.name,) if entry.name is not None else ()))
                full = (derived(2 * x, x), derived(2 * y, y), top)
                return HeightField(ir.Heightmap(image=ir.Texture(uri=uri, found=found), size=full), Pose(), weighing)
            import numpy as np

            data = self.reading.request.open(found)
            counts = np.frombuffer(data[:8], dtype="<i4")
            rows, columns = (int(counts[0]), int(counts[1])) if len(counts) == 2 else (0, 0)
            if rows < 2 or columns < 2 or len(data) != 8 + 4 * rows * columns:
                raise element.error("the file is no height field", "file", "a PNG image, or counts and single-precision numbers")
            values = np.frombuffer(data, dtype="<f4", offset=8).astype(float).tolist()
        else:
            text = entry.text("elevation")
            values = list(kinds.numbers(text)) if text is not None else [0.0] * (rows * columns)
            if rows < 2 or columns < 2 or len(values) != rows * columns:
                raise element.error(f"{len(values)} elevations of {rows} rows and {columns} columns", "elevation", "nrow times ncol")
            values = [each for row in range(rows - 1, -1, -1) for each in values[row * columns : (row + 1) * columns]]
        ids = merge(ids_of(size), entry.ids("nrow", "ncol", "elevation", "file"))
        return HeightField(self._mesh(entry, values, (rows, columns), (float(x), float(y), float(top)), ids), Pose(), weighing)

    def _mesh(self, entry: Entry, values: list[float], counts: tuple[int, int], size: tuple[float, float, float], ids: Ids) -> ir.MeshShape:
        """The surface as triangles; the first row lies at -y."""
        import numpy as np

        rows, columns = counts
        heights = np.array(values).reshape(rows, columns)
        heights = heights - heights.min()
        heights = heights / (heights.max() or 1.0) * size[2]
        x, y = np.meshgrid(np.linspace(-size[0], size[0], columns), np.linspace(-size[1], size[1], rows))
        vertices = np.stack([x.ravel(), y.ravel(), heights.ravel()], axis=1)
        corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
        lower = np.stack([corner, corner + 1, corner + columns + 1], axis=1)
        upper = np.stack([corner, corner + columns + 1, corner + columns], axis=1)
        mesh_id = self.reading.new_id("mesh")
        group = ir.MeshGroup(name="terrain", faces=(ir.Faces(vertices=Block(np.concatenate([lower, upper]), ids)),))
        self.reading.meshes[mesh_id] = ir.Mesh(
            id=mesh_id, name=entry.name, data=ir.MeshData(vertices=Block(vertices, ids), groups=(group,)), origin=entry.origin
        )
        return ir.MeshShape(mesh=mesh_id)
