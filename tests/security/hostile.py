"""A folder of scenes in every format that refer to what they should not, and what lies outside it."""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

OBJ = "o thing\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nvt 0 0\nf 1/1/1 2/1/1 3/1/1\n"
REFUSED = "outside the folder that reading is confined to"
OUTSIDE = {
    "secret.obj": OBJ,
    "secret.mtl": "newmtl red\nKd 1 0 0\n",
    "secret.png": "png",
    "secret.dae": "<COLLADA/>",
    "secret.rsi2": '<Simulation><Body name="secret"/></Simulation>',
    "secret.rsg": "(RSG 0 1)((nd Box))",
    "secret.material": "material Red {}",
    "model.sdf": '<sdf version="1.9"><model name="secret"><link name="l"/></model></sdf>',
    "model.config": '<model><name>secret</name><sdf version="1.9">model.sdf</sdf></model>',
}


def lay_out(top: Path) -> Path:
    """The folder that reading is to be confined to; beside it lies `outside`."""
    outside, folder = top / "outside", top / "inside"
    folder.mkdir()
    outside.mkdir()
    for name, text in OUTSIDE.items():
        (outside / name).write_text(text, encoding="utf-8")
    (folder / "far").symlink_to(outside)
    for suffix in ("obj", "png", "dae", "mtl", "rsi2", "rsg", "sdf", "material"):
        (folder / f"link.{suffix}").symlink_to(outside / ("model.sdf" if suffix == "sdf" else f"secret.{suffix}"))
        (folder / f"loop.{suffix}").symlink_to(folder / f"loop.{suffix}")
        os.mkfifo(folder / f"pipe.{suffix}")
    return folder


def leading_out(folder: Path, suffix: str) -> list[str]:
    """References that lead out of the folder, each in its own way, to a file of this suffix."""
    name = "model.sdf" if suffix == "sdf" else f"secret.{suffix}"
    beside = folder.parent / "outside" / name
    return [
        f"../outside/{name}",
        f"deep/../../outside/{name}",
        str(beside),
        f"//{str(beside)[1:]}",
        f"far/{name}",
        f"link.{suffix}",
        "/dev/zero",
        "/dev/stdin",
        "/proc/self/environ",
        f"../{'x' * 300}.{suffix}",
    ]


def leading_nowhere(suffix: str) -> list[str]:
    """References that lead to nothing which can be read."""
    return [
        f"\\\\host\\share\\secret.{suffix}",
        f"http://127.0.0.1:9/secret.{suffix}",
        f"https://127.0.0.1:9/secret.{suffix}",
        f"loop.{suffix}",
        f"pipe.{suffix}",
        f"{'x' * 5000}.{suffix}",
        ".",
    ]


def references(folder: Path, suffix: str) -> list[str]:
    return leading_out(folder, suffix) + leading_nowhere(suffix)


# ---------------------------------------------------------------- scenes


def sdformat(folder: Path) -> str:
    """Includes, meshes, images, material scripts, height maps, in all spellings of a URI."""

    def spelt(suffix: str) -> list[str]:
        plain = [escape(each) for each in references(folder, suffix)]
        absolute = folder.parent / "outside" / f"secret.{suffix}"
        return [
            *plain,
            f"file://{absolute}",
            f"file://../outside/secret.{suffix}",
            f"model://../outside/secret.{suffix}",
            f"model://inside/../outside/secret.{suffix}",
            f"file://%2e%2e/outside/secret.{suffix}",
            f"file://{folder}/%2e%2e/outside/secret.{suffix}",
            f"model://%2E%2E%2Foutside/secret.{suffix}",
        ]

    includes = "".join(f"<include><uri>{each}</uri></include>" for each in [*spelt("sdf"), "../outside", "model://outside", "far"])
    shapes = [f"<mesh><uri>{each}</uri></mesh>" for suffix in ("obj", "dae") for each in spelt(suffix)]
    shapes += [f"<heightmap><uri>{each}</uri><size>1 1 1</size></heightmap>" for each in spelt("png")]
    visuals = [f"<geometry>{each}</geometry>" for each in shapes]
    sphere = "<geometry><sphere><radius>1</radius></sphere></geometry>"
    scripts = [f"<script><uri>{each}</uri><name>Red</name></script>" for each in [*spelt("material"), "../outside", "far"]]
    scripts += [f"<pbr><metal><albedo_map>{each}</albedo_map></metal></pbr>" for each in spelt("png")]
    visuals += [f"{sphere}<material>{each}</material>" for each in scripts]
    inside = "".join(f'<visual name="v{i}">{each}</visual>' for i, each in enumerate(visuals))
    inside += '<collision name="c"><geometry><mesh><uri>../outside/secret.obj</uri></mesh></geometry></collision>'
    model = f'<model name="m"><link name="l">{inside}</link></model>'
    return f'<sdf version="1.9"><world name="w">{includes}{model}</world></sdf>'


def with_looks(folder: Path) -> str:
    """Meshes that lie inside and lead out themselves: by their materials and by the images of these."""
    libraries = "".join(f"mtllib {each}\n" for each in references(folder, "mtl"))
    (folder / "tempting.obj").write_text(f"{libraries}mtllib good.mtl\nusemtl blue\n{OBJ}", encoding="utf-8")
    (folder / "plain.obj").write_text(f"# a mesh\n#\nmtllib ../outside/secret.mtl\n{OBJ}", encoding="utf-8")
    images = "".join(f"newmtl m{i}\nmap_Kd {each}\n" for i, each in enumerate(references(folder, "png")))
    (folder / "good.mtl").write_text(f"newmtl blue\nKd 0 0 1\nmap_Kd ../outside/secret.png\n{images}", encoding="utf-8")
    dae = [f'<image id="i{i}"><init_from>{escape(each)}</init_from></image>' for i, each in enumerate(references(folder, "png"))]
    (folder / "tempting.dae").write_text(f"<COLLADA><library_images>{''.join(dae)}</library_images></COLLADA>", encoding="utf-8")
    uris = ("tempting.obj", "plain.obj", "tempting.dae")
    visuals = "".join(f'<visual name="{each}"><geometry><mesh><uri>{each}</uri></mesh></geometry></visual>' for each in uris)
    return f'<sdf version="1.9"><model name="m"><link name="l">{visuals}</link></model></sdf>'


def mars(folder: Path) -> str:
    def node(i: int, each: str) -> str:
        return (
            f"<node><name>n{i}</name><index>{i}</index><physicmode>mesh</physicmode><origname>m</origname><filename>{escape(each)}</filename>"
            "<movable>false</movable><position><x>0</x><y>0</y><z>0</z></position></node>"
        )

    nodes = [node(i, each) for i, each in enumerate([*references(folder, "obj"), *references(folder, "dae")], 1)]
    images = [escape(each) for each in references(folder, "png")]
    looks = [f"<material><id>{i}</id><texturename>{each}</texturename></material>" for i, each in enumerate(images)]
    return f"<SceneFile><materiallist>{''.join(looks)}</materiallist><nodelist>{''.join(nodes)}</nodelist></SceneFile>"


def archive(folder: Path) -> bytes:
    """The same in an archive, whose members are called as evilly; what lies beside the archive is outside, too."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as pack:
        pack.writestr("s.scene", mars(folder).replace("<filename>link.obj", "<filename>tempting.obj"))
        pack.writestr("tempting.obj", f"mtllib ../../../../../..{folder.parent}/outside/secret.mtl\nusemtl red\n{OBJ}")
        for name in ("../outside/secret.obj", str(folder.parent / "outside/secret.obj"), "/dev/zero"):
            pack.writestr(name, OBJ)
        link = zipfile.ZipInfo("loop.obj")
        link.external_attr = 0o120777 << 16
        pack.writestr(link, "/etc/passwd")
    return data.getvalue()


def rsg(folder: Path) -> str:
    imports = [f'(importScene "{each}")' for each in references(folder, "rsg")]
    meshes = [f'(nd StaticMesh (load "{each}"))' for each in references(folder, "obj")]
    return f"(RSG 0 1)((nd Transform {' '.join(imports + meshes)}))"


def ir(folder: Path) -> str:
    meshes = [{"id": f"m{i}", "uri": each} for i, each in enumerate([*references(folder, "obj"), "\0"])]
    looks = [{"diffuse_texture": {"uri": each}} for each in [*references(folder, "png"), "\0"]]
    shapes = [{"name": mesh["id"], "geometry": {"type": "MeshShape", "mesh": mesh["id"]}} for mesh in meshes]
    shapes += [{"name": f"t{i}", "geometry": {"type": "Sphere", "radius": 1}, "material": look} for i, look in enumerate(looks)]
    scene = {"models": [{"id": "m", "name": "m"}], "links": [{"id": "l", "name": "l", "model": "m", "visuals": shapes}], "meshes": meshes}
    return json.dumps({"schema": "scenec.scene/2", "scene": scene})


def simrobot(folder: Path) -> str:
    images = [escape(each) for each in references(folder, "png") if "\\" not in each]  # a backslash cannot be written
    looks = "".join(
        f'<SphereAppearance name="a{i}" radius="1m"><Surface diffuseColor="#f00" diffuseTexture="{each}"/></SphereAppearance>'
        for i, each in enumerate(images)
    )
    return f'<Simulation><Scene name="s"><Body name="b"><SphereMass value="1kg" radius="1m"/>{looks}</Body></Scene></Simulation>'


def simrobot_includes(folder: Path) -> list[str]:
    """A scene each, since SimRobot gives up at the first include that fails."""
    template = '<Simulation><Include href="{}"/><Scene name="s"/></Simulation>'
    return [template.format(escape(each)) for each in references(folder, "rsi2") if "\\" not in each]
