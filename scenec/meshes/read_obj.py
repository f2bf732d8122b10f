"""Reads positions, faces and part names of Wavefront OBJ files.

Not left to trimesh, which splits by material, joins the names of objects and groups, and keeps none of groups that share a
material: part names are what SDFormat's submeshes refer to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scenec.meshes.loaded import LoadedPart, MeshError, fans, loaded_part
from scenec.source import Source


def read_obj(data: bytes, name: str) -> tuple[LoadedPart, ...]:
    """The parts of an OBJ file: a group or an object, whichever was named last before a face (as tinyobjloader has it, which
    Gazebo reads with). Coordinates as they are: the format has neither unit nor up axis. MeshError names the bad line.
    """
    import numpy as np

    positions: list[tuple[float, float, float]] = []
    parts: dict[str, tuple[list[int], list[int]]] = {}
    part = ""
    lines = data.decode("utf-8", "replace").replace("\\\r\n", " ").replace("\\\n", " ").split("\n")
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words:
            continue
        try:
            if words[0] == "v":
                positions.append((float(words[1]), float(words[2]), float(words[3])))
            elif words[0] == "f":
                corners, counts = parts.setdefault(part, ([], []))
                indices = [int(word.partition("/")[0]) for word in words[1:]]
                corners += [index - 1 if index > 0 else index + len(positions) for index in indices]
                counts.append(len(indices))
            elif words[0] in ("g", "o"):
                part = " ".join(words[1:])
        except (ValueError, IndexError):
            raise MeshError(f"{line.strip()[:60]!r} cannot be read as OBJ", Source(name, number)) from None
    vertices = np.array(positions, dtype=np.float64).reshape(-1, 3)
    try:
        loaded = [
            loaded_part(part, vertices, fans(np.array(corners, dtype=np.int64), np.array(counts, dtype=np.int64)))
            for part, (corners, counts) in parts.items()
        ]
    except (IndexError, OverflowError):
        raise MeshError(f"a face uses a vertex beyond the {len(positions)} there are", Source(name)) from None
    return tuple(part for part in loaded if part)


def lacks_normals(data: bytes) -> bool:
    """Whether a file has normals, but faces that use none. MuJoCo 3 refuses such a file ("normal index out of bounds")."""
    if re.search(rb"^vn[ \t]", data, re.MULTILINE) is None:
        return False
    corner = rb"-?\d+/-?\d*/-?\d+(?![-/\d])[ \t\r]*"
    return re.search(rb"^f[ \t]+(?:%b)*(?!%b)[-\d]" % (corner, corner), data, re.MULTILINE) is not None


def part_names(pieces: Iterable[bytes]) -> list[str]:
    """Return the names of the parts that have faces, in order, without reading numbers. Statements start at the start of a line. pieces:
    what the file consists of; small ones are looked through while the processor still has them at hand."""
    names: dict[str, None] = {}
    name: str | None = ""  # None once it is among the names
    for data, start, end in _whole_lines(pieces):
        marks = sorted({*_starts(data, b"o", start, end), *_starts(data, b"g", start, end)})
        for number, (at, upto) in enumerate(zip((start, *marks), (*marks, end), strict=True)):
            if number:
                line = data[at : data.find(b"\n", at, end) + 1 or end]
                name = " ".join(line.decode("utf-8", "replace").split()[1:])
            if name is not None and next(_starts(data, b"f", at, upto), None) is not None:
                names[name], name = None, None
    return list(names)


def _whole_lines(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, int, int]]:
    """Yield bytes with the range of them that holds whole lines. A line that goes on in the next piece comes by itself."""
    begun: list[bytes] = []
    for piece in pieces:
        start, end = 0, piece.rfind(b"\n") + 1
        if begun:
            start = piece.find(b"\n") + 1
            begun.append(piece[: start or len(piece)])
            if not start:
                continue
            line = b"".join(begun)
            begun = []
            yield line, 0, len(line)
        if start < end:
            yield piece, start, end
        if end < len(piece):
            begun = [piece[end:]]
    rest = b"".join(begun)
    yield rest, 0, len(rest)


def _starts(data: bytes, word: bytes, start: int, end: int) -> Iterator[int]:
    """Yield where lines start with a word of one letter. To look for the letter alone is the fastest: it is rare among numbers."""
    at = data.find(word, start, end)
    while at >= 0:
        if (at == 0 or data[at - 1] == 10) and data[at + 1 : at + 2] in (b" ", b"\t"):
            yield at
        at = data.find(word, at + 1, end)
