"""Reads mesh files: OBJ, STL, COLLADA and GLB. Looks at nothing but the file itself: no materials, no textures, no network."""

from __future__ import annotations

import io
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scenec.files import read_file
from scenec.meshes.loaded import LoadedMesh, LoadedPart, MeshError, loaded_part, refuse_beyond
from scenec.meshes.read_dae import NUMBERS, NUMBERS_PER_BYTE, read_dae
from scenec.meshes.read_obj import read_obj
from scenec.meshes.stl import read_stl, stated_triangles
from scenec.source import Source

SUFFIXES = (".obj", ".stl", ".dae", ".glb")
"""The mesh files that can be read, in lower case."""


def load_mesh(file: str | Path | bytes, suffix: str | None = None, name: str | None = None, turn_up: bool = False) -> LoadedMesh:
    """The parts, triangles and size of a mesh file, in metres.

    file: a path or the file's bytes; suffix: which format it is, needed for bytes; name: what errors call it. Units and node
    transforms are applied; the up axis that a COLLADA file states only with `turn_up`: Gazebo's loader ignores it
    (gazebo-classic issue 1305). OBJ, STL and GLB coordinates are taken as they are, as Gazebo does.

    Raises MeshError for a file that is not there, is of no format known here, or is broken.
    """
    known = name or ("mesh" if isinstance(file, bytes) else str(file))
    kind = (suffix if suffix is not None else "" if isinstance(file, bytes) else Path(file).suffix).lower()
    if kind not in SUFFIXES:
        raise MeshError(f"{kind or 'a file without suffix'} is no mesh format known here", Source(known), ", ".join(SUFFIXES))
    if isinstance(file, bytes):
        data = file
    else:
        try:
            data = read_file(str(file))
        except OSError as error:
            raise MeshError(f"the mesh file cannot be read: {error.strerror or error}", Source(known)) from None
    import numpy as np

    with np.errstate(all="ignore"):  # NaN and infinity are checked below
        if kind == ".obj":
            loaded = LoadedMesh(read_obj(data, known))
        elif kind == ".stl" and (triangles := stated_triangles(data)):
            loaded = LoadedMesh(read_stl(data, triangles))
        else:
            loaded = read_dae(data, known, turn_up) if kind == ".dae" else _through_trimesh(data, kind, known)
    refuse_beyond((part.vertices.array for part in loaded.parts), known)
    return loaded


def _through_trimesh(data: bytes, kind: str, name: str) -> LoadedMesh:
    import numpy as np

    most = NUMBERS + NUMBERS_PER_BYTE * len(data)
    if kind == ".glb" and _declared(data) > most:
        raise MeshError("it declares more numbers than a file of its size may hold", Source(name))
    if kind == ".stl" and not _is_stl(data):
        raise MeshError("the file is no readable STL: neither binary of the size that it states nor text with facets", Source(name))
    with _trimesh_log() as remarks:
        import trimesh

        try:
            # Bytes and no resolver: nothing beside the file can be asked for.
            scene = trimesh.load_scene(io.BytesIO(data), file_type=kind[1:], process=False, skip_materials=True)
        except Exception as error:  # trimesh passes on the exceptions of its parsers, of any type
            reason = str(error).strip().split("\n")[0] or type(error).__name__
            raise MeshError(f"the file is no readable {kind[1:].upper()}: {reason}", Source(name)) from None
    parts: list[LoadedPart] = []
    place = {geometry_name: number for number, geometry_name in enumerate(scene.geometry)}
    shown = [(place[scene.graph[node][1]], str(node), *scene.graph[node]) for node in scene.graph.nodes_geometry]
    for _, node, matrix, geometry_name in sorted(shown, key=lambda entry: entry[:2]):
        geometry = scene.geometry[geometry_name]
        if not isinstance(geometry, trimesh.Trimesh):
            remarks.append(f"{type(geometry).__name__} is not read")
            continue
        most -= geometry.faces.size
        if most < 0:
            raise MeshError("its nodes show more geometry than a file of its size may bring", Source(name))
        vertices = np.asarray(geometry.vertices, dtype=np.float64)
        if not np.array_equal(matrix, np.eye(4)):
            vertices = vertices @ matrix[:3, :3].T + matrix[:3, 3]
        try:
            part = loaded_part(node if kind == ".glb" else "", vertices, np.asarray(geometry.faces))
        except IndexError:
            raise MeshError(f"a face uses a vertex beyond the {len(vertices)} there are", Source(name)) from None
        if part:
            parts.append(part)
    return LoadedMesh(tuple(parts), tuple(dict.fromkeys(remarks)))


def _is_stl(data: bytes) -> bool:
    """Return whether bytes look like STL. trimesh takes text that begins with ``solid`` for an empty file where it guesses the encoding."""
    return stated_triangles(data) is not None or b"facet" in data.lower() or b"endsolid" in data.lower()


def _declared(data: bytes) -> int:
    """How many elements the accessors of a GLB file declare, each also as often as a primitive uses it: one may refer to no bytes at all,
    and then is so many zeros. What is no GLB is left for trimesh to complain about."""
    import json

    size = int.from_bytes(data[12:16], "little")
    try:
        content = json.loads(data[20 : 20 + size])
        stated = [each.get("count") for each in content["accessors"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return 0
    counts = [each if isinstance(each, int) and each > 0 else 0 for each in stated]
    total = sum(counts)
    try:
        for primitive in (each for mesh in content["meshes"] for each in mesh["primitives"]):
            total += sum(counts[each] for each in (*primitive["attributes"].values(), *([primitive["indices"]] * ("indices" in primitive))))
    except (KeyError, TypeError, IndexError, AttributeError):
        pass  # trimesh stops there, too
    return total


@contextmanager
def _trimesh_log() -> Iterator[list[str]]:
    """Collects what trimesh logs in this thread at level warning or above, instead of letting it reach the terminal."""
    remarks: list[str] = []
    thread = threading.get_ident()

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.thread == thread:
                remarks.append(record.getMessage().split("\n")[0])

    logger = logging.getLogger("trimesh")
    collector = Collector(logging.WARNING)
    logger.addHandler(collector)
    try:
        yield remarks
    finally:
        logger.removeHandler(collector)
