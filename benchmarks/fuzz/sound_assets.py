"""Sound meshes, images, materials and archives of our own, and scenes of each format that use them."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable
from functools import cache

Rows = list[tuple[int, tuple[float, ...]]]
"""Records of a .bobj file: tag and numbers."""

CARRIERS = {
    "sdformat": '<sdf version="1.9"><model name="m"><link name="l"><inertial auto="true"/>'
    '<collision name="c"><geometry><mesh><uri>{0}</uri><scale>1 -2 1</scale></mesh></geometry></collision>'
    '<visual name="v"><geometry><mesh><uri>{0}</uri></mesh></geometry>'
    "<material><script><uri>looks.material</uri><name>a</name></script></material></visual></link></model></sdf>",
    "mars": "<SceneFile><nodelist><node name='n'><filename>{0}</filename><physicmode>mesh</physicmode><movable>true</movable>"
    "<mass>1</mass><density>0</density><extend><x>1</x><y>1</y><z>1</z></extend></node>"
    "<node name='t'><filename>PRIMITIVE</filename><physicmode>terrain</physicmode><t_srcname>image.png</t_srcname></node>"
    "</nodelist></SceneFile>",
    "rsg": "(RSG 0 1)((nd Transform (nd RigidBody (setSphereTotal 1 1))(nd StaticMesh (load {0}) (setScale 1 1 -1))))",
    "ir": '{{"schema": "scenec.scene/1", "scene": {{"models": [{{"id": "m"}}], "links": [{{"id": "l", "model": "m", '
    '"visuals": [{{"geometry": {{"type": "MeshShape", "mesh": "x"}}}}], '
    '"collisions": [{{"geometry": {{"type": "MeshShape", "mesh": "x"}}}}]}}], "meshes": [{{"id": "x", "uri": "{0}"}}]}}}}',
    "simrobot": '<Simulation><Scene name="s"><Compound name="c"><ComplexAppearance>'
    '<Surface diffuseColor="rgb(1%,1%,1%)" diffuseTexture="image.png"/>'
    "<Vertices>{1}</Vertices><Normals>{1}</Normals><Triangles>{2}</Triangles></ComplexAppearance></Compound></Scene></Simulation>",
}
"""Format -> a scene, to be formatted with the file of a mesh or (`INLINE`) its numbers. A format without one is not asked for assets."""
INLINE = ("simrobot",)
"""Formats whose meshes stand in the scene."""
FOLDERS = {"rsg": "models/"}
"""Format -> the folder in which its simulator looks for meshes, too."""
OF_ARCHIVES, ARCHIVE = "mars", ".scn"
"""The format that packs a scene and its files, and the suffix of such a file."""

OBJ = "mtllib mesh.mtl\no a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvn 0 0 1\nusemtl shiny\nf 1/1/1 2/1/1 3/1/1\nf 1 2 4\nf 2 3 4 1\n"
MTL = "newmtl shiny\nKd 0.5 0.25 1\nKa 0 0 0\nNs 10\nd 0.5\nmap_Kd image.png\n"
SCRIPT = "material a\n{\n technique\n {\n  pass\n  {\n   diffuse 1 0 0 1\n   texture_unit\n   {\n    texture image.png\n   }\n  }\n }\n}\n"
DAE = """\
<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="0.1"/>
<up_axis>Y_UP</up_axis></asset><library_effects><effect id="e"><profile_COMMON><technique sid="t"><phong><diffuse>
<color>1 0 0 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects><library_materials>
<material id="m"><instance_effect url="#e"/></material></library_materials><library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
<accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source><vertices id="v">
<input semantic="POSITION" source="#p"/></vertices><triangles count="1" material="s">
<input semantic="VERTEX"source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n" name="n"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>
<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common>
</bind_material></instance_geometry></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/>
</scene></COLLADA>
"""


def png(width: int, height: int) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + bytes((x * y) % 256 for x in range(3 * min(width, 64))) for y in range(min(height, 64)))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def stl(count: int) -> bytes:
    triangle = struct.pack("<12fH", 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)
    return b"solid of nobody".ljust(80) + struct.pack("<I", count) + triangle * min(count, 4)


def bobj(rows: Rows) -> bytes:
    return b"".join(struct.pack("<i9i" if tag == 4 else f"<i{len(row)}f", tag, *row) for tag, row in rows)


def glb(scene: dict[str, object], binary: bytes) -> bytes:
    text = json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


def gltf(count: int = 3, index: int = 2) -> tuple[dict[str, object], bytes]:
    binary = struct.pack("<9f3H2x", 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, index)
    scene: dict[str, object] = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "n", "translation": [0, 0, 1]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "buffers": [{"byteLength": len(binary)}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 6}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"},
        ],
    }
    return scene, binary


def archive(members: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


@cache
def sound(suffix: str) -> bytes:
    makers: dict[str, Callable[[], bytes]] = {
        ".obj": OBJ.encode,
        ".mtl": MTL.encode,
        ".material": SCRIPT.encode,
        ".dae": DAE.encode,
        ".png": lambda: png(8, 8),
        ".stl": lambda: stl(2),
        ".glb": lambda: glb(*gltf()),
        ".bobj": lambda: bobj([(1, (0, 0, 0)), (1, (1, 0, 0)), (1, (0, 1, 0)), (4, (1, 0, 0, 2, 0, 0, 3, 0, 0))]),
        ARCHIVE: lambda: archive({"packed.scene": CARRIERS[OF_ARCHIVES].format("mesh.obj").encode(), "mesh.obj": OBJ.encode()}),
    }
    return makers[suffix]()
