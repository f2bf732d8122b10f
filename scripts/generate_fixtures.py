"""Make the parts of the fixtures that no hand would write: the humanoid's shells and the checkered texture.

python scripts/generate_fixtures.py            writes them
python scripts/generate_fixtures.py --check    exits 1 if one is stale
"""

from __future__ import annotations

import argparse
import math
import struct
import sys
import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"

Point = tuple[float, float, float]
Face = tuple[int, ...]

SEGMENTS = 24
"""Around the vertical axis of every shell."""


def power(value: float, exponent: float) -> float:
    """|value| to the exponent, with the sign of value: below 1 it makes a round thing boxy."""
    return math.copysign(abs(value) ** exponent, value)


def rounded_shell(radii: Point, boxiness: float, rings: int, taper: Callable[[float], float]) -> tuple[list[Point], list[Face]]:
    """A superellipsoid in mm, closed by a vertex at each pole; taper(height in -1..1) narrows it in x and y.

    Vertices go ring by ring from the lower pole (0) to the upper one (last); triangles are counter-clockwise seen from outside.
    """
    points: list[Point] = [(0.0, 0.0, -radii[2])]
    for ring in range(1, rings):
        latitude = math.pi * (ring / rings - 0.5)
        height = power(math.sin(latitude), boxiness)
        width = power(math.cos(latitude), boxiness) * taper(height)
        for segment in range(SEGMENTS):
            angle = 2 * math.pi * segment / SEGMENTS
            x, y = power(math.cos(angle), boxiness), power(math.sin(angle), boxiness)
            points.append((radii[0] * width * x, radii[1] * width * y, radii[2] * height))
    points.append((0.0, 0.0, radii[2]))
    return points, _ring_faces(rings, len(points) - 1)


def _ring_faces(rings: int, top: int) -> list[Face]:
    def at(ring: int, segment: int) -> int:
        return 1 + (ring - 1) * SEGMENTS + segment % SEGMENTS

    faces: list[Face] = [(0, at(1, s + 1), at(1, s)) for s in range(SEGMENTS)]
    for ring in range(1, rings - 1):
        for s in range(SEGMENTS):
            a, b, c, d = at(ring, s), at(ring, s + 1), at(ring + 1, s + 1), at(ring + 1, s)
            faces += [(a, b, c), (c, d, a)]
    faces += [(at(rings - 1, s), at(rings - 1, s + 1), top) for s in range(SEGMENTS)]
    return faces


def turned_shell(profile: Sequence[tuple[float, float]]) -> tuple[list[Point], list[Face], list[Face]]:
    """A turned shell in mm: (radius, z) from bottom to top. Returns vertices, the quads of its side, the triangles of its lids."""
    points = [
        (radius * math.cos(2 * math.pi * s / SEGMENTS), radius * math.sin(2 * math.pi * s / SEGMENTS), z)
        for radius, z in profile
        for s in range(SEGMENTS)
    ]
    top = (len(profile) - 1) * SEGMENTS
    side: list[Face] = []
    for ring in range(len(profile) - 1):
        for s in range(SEGMENTS):
            a, b = ring * SEGMENTS + s, ring * SEGMENTS + (s + 1) % SEGMENTS
            side.append((a, b, b + SEGMENTS, a + SEGMENTS))
    lids: list[Face] = [(0, s + 1, s) for s in range(1, SEGMENTS - 1)]
    lids += [(top, top + s, top + s + 1) for s in range(1, SEGMENTS - 1)]
    return points, side, lids


def number(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def block(rows: Iterable[Sequence[float]], indent: str, per_line: int) -> str:
    """Rows of numbers as a text payload."""
    texts = [" ".join(number(v) for v in row) for row in rows]
    lines = ["   ".join(texts[i : i + per_line]) for i in range(0, len(texts), per_line)]
    return "".join(f"\n{indent}  {line}" for line in lines) + f"\n{indent}"


def split_faces(points: Sequence[Point], faces: Iterable[Face], belongs: Callable[[Point], bool]) -> tuple[list[Face], list[Face]]:
    """The faces whose corners all belong to a region, and the others."""
    inside: list[Face] = []
    outside: list[Face] = []
    for face in faces:
        (inside if all(belongs(points[i]) for i in face) else outside).append(face)
    return inside, outside


def in_front(point: Point) -> bool:
    """Where the visor is: between the ears and at the height of the eyes."""
    return abs(math.degrees(math.atan2(point[1], point[0]))) < 70 and -12 < point[2] < 30


def appearance(name: str, surface: str, vertices: str, *, triangles: Iterable[Face] = (), quads: Iterable[Face] = ()) -> str:
    """One ComplexAppearance."""
    parts = [f'    <ComplexAppearance name="{name}">', f'      <Surface ref="{surface}"/>', f'      <Vertices ref="{vertices}"/>']
    if quads := list(quads):
        parts.append(f"      <Quads>{block(quads, '      ', 6)}</Quads>")
    if triangles := list(triangles):
        parts.append(f"      <Triangles>{block(triangles, '      ', 8)}</Triangles>")
    return "\n".join([*parts, "    </ComplexAppearance>"]) + "\n"


def vertex_list(name: str, points: Iterable[Point]) -> str:
    return f'  <Vertices name="{name}" unit="mm">{block(points, "  ", 4)}</Vertices>\n'


def two_coloured(
    name: str,
    points: Sequence[Point],
    faces: Sequence[Face],
    first: tuple[str, str],
    second: tuple[str, str],
    belongs: Callable[[Point], bool],
) -> str:
    """A shell whose faces share one vertex list but have two surfaces; first, second: (part, surface)."""
    inside, outside = split_faces(points, faces, belongs)
    vertices = f"{name}Vertices"
    return (
        vertex_list(vertices, points)
        + f'  <Appearance name="{name}">\n'
        + appearance(first[0], first[1], vertices, triangles=inside)
        + appearance(second[0], second[1], vertices, triangles=outside)
        + "  </Appearance>\n"
    )


def limb(name: str, profile: Sequence[tuple[float, float]]) -> str:
    points, side, lids = turned_shell(profile)
    vertices = f"{name}Vertices"
    return (
        vertex_list(vertices, points)
        + f'  <Appearance name="{name}">\n'
        + appearance("cover", "plastic-white", vertices, quads=side)
        + appearance("caps", "plastic-grey", vertices, triangles=lids)
        + "  </Appearance>\n"
    )


def shells() -> str:
    """`humanoid/shells.rsi2`: torso, head, foot, and the turned shells of the limbs."""
    torso = rounded_shell((54, 84, 92), 0.65, 14, lambda h: 0.88 + 0.12 * h)
    head = rounded_shell((52, 56, 54), 0.82, 14, lambda h: 1.0)
    foot = rounded_shell((68, 38, 22), 0.45, 10, lambda h: 0.9 - 0.1 * h)
    return (
        "<!-- The shells of the humanoid; made by scripts/generate_fixtures.py. -->\n<Simulation>\n"
        + two_coloured("torsoShell", *torso, ("jacket", "team"), ("trousers", "plastic-white"), lambda p: p[2] > -45)
        + two_coloured("headShell", *head, ("visor", "glass-dark"), ("skull", "plastic-white"), in_front)
        + two_coloured("footShell", *foot, ("shoe", "team"), ("sole", "plastic-grey"), lambda p: p[2] > -19)
        + limb("armShell", ((14, -88), (19, -78), (20, -52), (17, -22), (21, -6), (16, 4)))
        + limb("legShell", ((19, -96), (25, -86), (23, -64), (28, -34), (31, -12), (24, 2)))
        + "</Simulation>\n"
    )


def checker(size: int = 16, tile: int = 4) -> bytes:
    """A checkered PNG, 8 bit RGB."""
    rows = b"".join(
        b"\0" + b"".join(b"\xf0\xf0\xf0" if (x // tile + y // tile) % 2 else b"\x30\x50\x90" for x in range(size)) for y in range(size)
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file is stale")
    check = parser.parse_args(arguments).check
    made = {FIXTURES / "humanoid/shells.rsi2": shells().encode(), FIXTURES / "checker.png": checker()}
    stale = [path for path, content in made.items() if not path.exists() or path.read_bytes() != content]
    for path in stale:
        if check:
            sys.stderr.write(f"{path.relative_to(FIXTURES.parent)} is stale: run python scripts/generate_fixtures.py\n")
        else:
            path.write_bytes(made[path])
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
