"""Meshes, images, materials and archives that are broken, in scenes that are not."""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.fuzz.case import SUFFIXES, Case
from benchmarks.fuzz.mutations import mutated
from benchmarks.fuzz.sound_assets import (
    ARCHIVE,
    CARRIERS,
    DAE,
    FOLDERS,
    INLINE,
    MTL,
    OBJ,
    OF_ARCHIVES,
    SCRIPT,
    archive,
    bobj,
    glb,
    gltf,
    png,
    sound,
    stl,
)
from benchmarks.fuzz.values import EXTREME, ORDINARY
from scenec.converters import NEUTRAL

MESHES = (".obj", ".stl", ".dae", ".glb", ".bobj")
SUFFIXES_OF_ASSETS = (*MESHES, ".png", ".mtl", ".material", ARCHIVE)
_PLACES = {".png": "image.png", ".mtl": "mesh.mtl", ".material": "looks.material"}
_INDICES = ("1", "2", "3", "3", "4", "5", "0", "-1", "-9", str(10**9), str(10**20), "", "1.5", "x")
_OTHER_LINES = ("vn 0 0", "vt x", "usemtl", "mtllib", "mtllib ../../a.mtl", "g", "o", "s off", "l 1 2", "p 1", "f", "v", "\\", "call x")


def carried(asset: bytes, suffix: str, source: str, target: str, made: str) -> Case:
    """A scene of a format that uses a file; of the neutral scene where we have none of that format."""
    if suffix == ARCHIVE:
        return Case(OF_ARCHIVES, target, f"packed{ARCHIVE}", asset, made=made)
    source = source if source in CARRIERS else NEUTRAL
    name = f"mesh{suffix}" if suffix in MESHES else "mesh.obj"
    carrier = CARRIERS[source].format(name, "0 0 0 1 0 0 0 1 0", "0 1 2")
    beside = {"mesh.obj": OBJ.encode(), "image.png": png(4, 4), "mesh.mtl": MTL.encode(), "looks.material": SCRIPT.encode()}
    beside[_PLACES.get(suffix, name)] = asset
    beside |= {f"{FOLDERS[source]}{each}": content for each, content in beside.items()} if source in FOLDERS else {}
    return Case(source, target, f"carrier{SUFFIXES[source]}", carrier.encode(), beside, made=made)


def with_broken_asset(source: str, target: str, rng: random.Random) -> Case:
    suffix = rng.choice(SUFFIXES_OF_ASSETS)
    if source in INLINE:
        return _inline_mesh(source, target, rng)
    if suffix == ARCHIVE:
        source = OF_ARCHIVES
    data = _NONSENSE.get(suffix, _nothing)(rng) if rng.random() < 0.5 else sound(suffix)
    if rng.random() < 0.75 or suffix not in _NONSENSE:
        data = mutated(data, sound(rng.choice(SUFFIXES_OF_ASSETS)), rng)
    return carried(data, suffix, source, target, f"broken {suffix}")


def _inline_mesh(source: str, target: str, rng: random.Random) -> Case:
    numbers = " ".join(_number(rng) for _ in range(rng.choice((0, 1, 8, 9, 12, 27))))
    indices = " ".join(
        rng.choice(("0", "1", "2", "2", "3", "-1", "4294967296", "x", "1.5")) for _ in range(rng.choice((0, 2, 3, 4, 6, 12)))
    )
    text = CARRIERS[source].format("", numbers, indices).replace("Normals", rng.choice(("Normals", "Normals", "TexCoords")))
    return Case(source, target, f"mesh{SUFFIXES[source]}", text.encode(), {"image.png": png(2, 2)}, made="a mesh of nonsense")


# ---------------------------------------------------------------- nonsense of each kind


def _number(rng: random.Random) -> str:
    return rng.choice((*ORDINARY, rng.choice(EXTREME)))


def _nothing(_rng: random.Random) -> bytes:
    return b""


def _obj(rng: random.Random) -> bytes:
    lines = [f"v {_number(rng)} {_number(rng)} {_number(rng)}" for _ in range(rng.randint(0, 5))]
    for _ in range(rng.randint(0, 4)):
        form = rng.choice(("{}", "{}/{}", "{}//{}", "{}/{}/{}"))
        lines.append("f " + " ".join(form.format(*rng.choices(_INDICES, k=3)) for _ in range(rng.randint(0, 6))))
    lines += rng.choices(_OTHER_LINES, k=3)
    rng.shuffle(lines)
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _stl(rng: random.Random) -> bytes:
    if rng.random() < 0.5:
        return stl(rng.choice((0, 1, 3, 1000, 2**31, 2**32 - 1)))
    corners = "".join(f"vertex {_number(rng)} {_number(rng)} {_number(rng)}\n" for _ in range(rng.randint(0, 4)))
    facet = f"facet normal 0 0 {_number(rng)}\nouter loop\n{corners}endloop\nendfacet"
    return f"solid a\n{facet}\nendsolid".encode("utf-8", "surrogatepass")


def _bobj(rng: random.Random) -> bytes:
    counts = {1: 3, 2: 2, 3: 3, 5: 4}
    numbers = (0.0, 1.0, 1e38, float("inf"), float("nan"))
    rows = [(tag, tuple(rng.choices(numbers, k=counts[tag]))) for tag in rng.choices((1, 1, 1, 2, 3, 5), k=rng.randint(0, 8))]
    return bobj([*rows, *((4, tuple(rng.choices((0, 1, 2, 3, -1, 2**31 - 1), k=9))) for _ in range(rng.randint(0, 2)))])


def _glb(rng: random.Random) -> bytes:
    scene, binary = gltf(rng.choice((3, 0, -1, 10**9, 10**18)), rng.choice((2, 3, 65535)))
    scene[rng.choice(list(scene))] = rng.choice((None, [], {}, "x", [{}], [{"mesh": 5}], [{"children": [0]}], 7))
    return glb(scene, binary)


def _dae(rng: random.Random) -> bytes:
    index, number = rng.choice(_INDICES), _number(rng)
    changes = (
        ('count="9"', f'count="{index}"'),
        ("0 1 2", f"{index} {rng.choice(_INDICES)} 7"),
        ('meter="0.1"', f'meter="{number}"'),
        ("1 0 0 0 0 1", f"{number} 0 0 0 {_number(rng)}"),
        ('stride="3"', f'stride="{index}"'),
        ("Y_UP", "W_UP"),
        ("#g", "#v"),
        ('<node id="n" name="n">', '<node id="n" name="n"><instance_node url="#n"/>'),
    )
    return DAE.replace(*rng.choice(changes)).encode("utf-8", "surrogatepass")


def _png(rng: random.Random) -> bytes:
    return png(rng.choice((0, 1, 8, 65537, 2**31 - 1)), rng.choice((0, 1, 8, 2**31 - 1)))


def _scn(rng: random.Random) -> bytes:
    scene = CARRIERS[OF_ARCHIVES].format(rng.choice(("mesh.obj", "../mesh.obj", "/etc/hostname", "a\\b.obj"))).encode()
    name = rng.choice(("packed.scene", "packed.scene", "other.scene", "../packed.scene", "/packed.scene", "PACKED.SCENE"))
    mesh = rng.choice(("mesh.obj", "../mesh.obj", "a/../../mesh.obj"))
    return archive({name: scene + b" " * rng.choice((0, 10, 3_000_000)), mesh: OBJ.encode()})


_NONSENSE: dict[str, Callable[[random.Random], bytes]] = {
    ".obj": _obj,
    ".stl": _stl,
    ".bobj": _bobj,
    ".glb": _glb,
    ".dae": _dae,
    ".png": _png,
    ARCHIVE: _scn,
}
