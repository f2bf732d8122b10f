"""Generated scenes that are large in one direction each, in every format: many links of one model, many models, many unknown
elements, one mesh of many numbers, many materials. The same call gives the same text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path

import scenec
from scenec.converters import BUILT_IN, load

Scene = Callable[[int], dict[str, str]]
"""How many -> file name -> text, the main file first."""


def _mass(i: int) -> float:
    return 1 + i % 7 / 10


WEDGE = """\
# a wedge of triangles with normals
# two comment lines stand first, for SimSpark
o wedge
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
vt 0 0
vn 0 0 -1
vn 0 -1 0
vn -1 0 0
vn 0.6 0.6 0.6
usemtl grey
f 1/1/1 3/1/1 2/1/1
f 1/1/2 2/1/2 4/1/2
f 1/1/3 4/1/3 3/1/3
f 2/1/4 3/1/4 4/1/4
"""
"""A mesh file that many links show."""


# ---------------------------------------------------------------- SimRobot

_BODY = (
    '<Body name="b{i}"><Translation x="{x}"/><BoxMass value="{m}kg" width="0.1m" height="0.2m" depth="0.3m"/>'
    '<BoxGeometry width="0.1m" height="0.2m" depth="0.3m"/>'
    '<BoxAppearance width="0.1m" height="0.2m" depth="0.3m"><Surface diffuseColor="rgb({c}, 20, 90)"/></BoxAppearance>{inner}</Body>\n'
)


def _body(i: int, inner: str = "") -> str:
    return _BODY.format(i=i, x=i / 4, m=_mass(i), c=i % 256, inner=inner)


def _simrobot(inner: str, outside: str = "") -> dict[str, str]:
    return {"scene.ros2": f'<Simulation>\n{outside}<Scene name="Large" stepLength="0.01">\n{inner}</Scene>\n</Simulation>\n'}


def simrobot_links(count: int) -> dict[str, str]:
    hinges = "".join(
        f'<Hinge name="h{i}"><Axis y="1"><Deflection min="-{i % 90}degree" max="90degree"/></Axis>{_body(i)}</Hinge>\n'
        for i in range(1, count)
    )
    return _simrobot(_body(0, hinges))


def simrobot_models(count: int) -> dict[str, str]:
    return _simrobot("".join(map(_body, range(count))))


def simrobot_materials(count: int) -> dict[str, str]:
    """As many materials as bodies, each with a coefficient of its own against the next."""
    materials, bodies = [], []
    for i in range(count):
        materials.append(f'<Material name="m{i}"><Friction material="m{(i + 1) % count}" value="0.{1 + i % 9}"/></Material>\n')
        sphere = f'<SphereMass value="1kg" radius="0.1m"/><SphereGeometry radius="0.1m"><Material ref="m{i}"/></SphereGeometry>'
        bodies.append(f'<Body name="b{i}">{sphere}</Body>\n')
    return _simrobot("".join(bodies), "".join(materials))


def simrobot_mesh(count: int) -> dict[str, str]:
    vertices = "\n".join(f"{i % 997 / 1000} {i % 313 / 100} {i / count:.6f}" for i in range(count))
    triangles = "\n".join(f"{i} {i + 1} {i + 2}" for i in range(count - 2))
    surface = '<Surface diffuseColor="rgb(128, 128, 128)"/>'
    numbers = f"<Vertices>\n{vertices}\n</Vertices>\n<Triangles>\n{triangles}\n</Triangles>"
    look = f"<ComplexAppearance>\n{surface}\n{numbers}\n</ComplexAppearance>"
    return _simrobot(f'<Body name="b"><SphereMass value="1kg" radius="0.1m"/>{look}</Body>\n')


def simrobot_meshes(count: int) -> dict[str, str]:
    """Bodies that each show a mesh of its own."""
    numbers = "<Vertices>0 0 0 {} 0 0 0 1 0 0 0 1</Vertices><Triangles>0 2 1 0 1 3</Triangles>"
    look = f'<ComplexAppearance><Surface diffuseColor="rgb(128, 128, 128)"/>{numbers}</ComplexAppearance>'
    return _simrobot("".join(_body(i, look.format(i + 1)) for i in range(count)))


def simrobot_shared(count: int) -> dict[str, str]:
    """Bodies that all show one list of vertices, with one surface and of one material."""
    shared = (
        '<Vertices name="v">0 0 0 1 0 0 0 1 0 0 0 1</Vertices><Triangles name="t">0 2 1 0 1 3 0 3 2 1 2 3</Triangles>'
        '<Surface name="s" diffuseColor="#808080" diffuseTexture="grey.png"/>'
        '<Material name="m"><Friction material="m" value="0.5"/></Material>\n'
    )
    body = (
        '<Body name="b{}"><SphereMass value="1kg" radius="0.1m"/><SphereGeometry radius="0.1m"><Material ref="m"/></SphereGeometry>'
        '<ComplexAppearance><Surface ref="s"/><Vertices ref="v"/><Triangles ref="t"/></ComplexAppearance></Body>\n'
    )
    return _simrobot("".join(body.format(i) for i in range(count)), shared)


def simrobot_groups(count: int) -> dict[str, str]:
    """One list of vertices, of which each of many appearances shows a triangle."""
    vertices = "".join(f"{i % 997} {i % 313} {i} " for i in range(3 * count))
    surface = '<Surface diffuseColor="rgb({c}, 20, 90)"/>'
    look = f'<ComplexAppearance>{surface}<Vertices ref="v"/><Triangles>{{a}} {{b}} {{d}}</Triangles></ComplexAppearance>\n'
    looks = "".join(look.format(c=i % 256, a=3 * i, b=3 * i + 1, d=3 * i + 2) for i in range(count))
    body = f'<Body name="b"><SphereMass value="1kg" radius="0.1m"/>{looks}</Body>\n'
    return _simrobot(body, f'<Vertices name="v">{vertices}</Vertices>\n')


def simrobot_compounds(count: int) -> dict[str, str]:
    """Bodies in as many compounds around each other, which name nothing, and in others things that stand still."""
    bodies = "".join(map(_body, range(count)))
    walls = "".join(f'<Compound name="wall{i}"><BoxGeometry width="1m" height="1m" depth="1m"/></Compound>\n' for i in range(count))
    around = {word: "".join(f'<Compound name="{word}{i}">' for i in range(count)) for word in ("zone", "hall")}
    ends = "</Compound>" * count
    return _simrobot(f"{around['zone']}\n{bodies}{ends}\n{around['hall']}\n{walls}{ends}\n")


# ---------------------------------------------------------------- SDFormat


def _link(i: int) -> str:
    box = "<geometry><box><size>0.1 0.2 0.3</size></box></geometry>"
    return (
        f'<link name="l{i}"><pose>{i / 4} 0 0 0 0 0.1</pose><inertial><mass>{_mass(i)}</mass></inertial>'
        f'<collision name="c">{box}</collision>'
        f'<visual name="v">{box}<material><diffuse>0.{i % 10} 0.2 0.9 1</diffuse></material></visual></link>\n'
    )


def _model(name: str, inner: str) -> str:
    return f'<model name="{name}">\n{inner}</model>\n'


def _sdformat(inner: str) -> dict[str, str]:
    return {"scene.sdf": f'<?xml version="1.0"?>\n<sdf version="1.9"><world name="large">\n{inner}</world></sdf>\n'}


def sdformat_links(count: int) -> dict[str, str]:
    joints = "".join(
        f'<joint name="j{i}" type="revolute"><parent>l0</parent><child>l{i}</child><axis><xyz>0 1 0</xyz>'
        f"<limit><lower>-0.{1 + i % 9}</lower><upper>1</upper></limit></axis></joint>\n"
        for i in range(1, count)
    )
    return _sdformat(_model("robot", "".join(map(_link, range(count))) + joints))


def sdformat_chain(count: int) -> dict[str, str]:
    """Links in one chain: each hangs from the one before, and says its pose relative to it."""
    links = [_link(0)] + [
        _link(i).replace("<pose>", f'<pose relative_to="l{i - 1}">', 1)
        + f'<joint name="j{i}" type="revolute"><parent>l{i - 1}</parent><child>l{i}</child><axis><xyz>0 1 0</xyz></axis></joint>\n'
        for i in range(1, count)
    ]
    return _sdformat(_model("chain", "".join(links)))


def sdformat_fixed(count: int) -> dict[str, str]:
    """Links fixed to each other in a chain."""
    return {name: text.replace('"revolute"', '"fixed"') for name, text in sdformat_chain(count).items()}


def sdformat_welded(count: int) -> dict[str, str]:
    """Links that are all fixed to one: formats that weld them into it have none of them."""
    return {name: text.replace('"revolute"', '"fixed"') for name, text in sdformat_links(count).items()}


def sdformat_balls(count: int) -> dict[str, str]:
    """Links that all hang from one by ball joints: chains of hinges elsewhere."""
    return {name: text.replace('"revolute"', '"ball"') for name, text in sdformat_links(count).items()}


def sdformat_loops(count: int) -> dict[str, str]:
    """Links that all hang from one, and each from the one before: trees have half of the joints."""
    more = "".join(f'<joint name="k{i}" type="ball"><parent>l{i - 1}</parent><child>l{i}</child></joint>\n' for i in range(2, count))
    return {name: text.replace("</model>", f"{more}</model>") for name, text in sdformat_links(count).items()}


def sdformat_sensors(count: int) -> dict[str, str]:
    """One link with sensors at different places of it."""
    sensors = "".join(f'<sensor name="s{i}" type="imu"><pose>{i} 0 0 0 0 0</pose></sensor>\n' for i in range(count))
    return _sdformat(_model("robot", f'<link name="l">{sensors}</link>\n'))


def sdformat_lights(count: int) -> dict[str, str]:
    """Lights that all stand at one place."""
    light = '<light name="x{}" type="point"><diffuse>1 0.5 0.1 1</diffuse></light>\n'
    return _sdformat("".join(map(light.format, range(count))))


def sdformat_static(count: int) -> dict[str, str]:
    """Models that never move, all at one place: formats that have no such thing make one of them."""
    part = f"<static>true</static>{_link(0)}"
    return _sdformat("".join(_model(f"m{i}", part) for i in range(count)))


def sdformat_folders(count: int) -> dict[str, str]:
    """Models with meshes of one name, each in its own folder."""
    shape = "<geometry><mesh><uri>m{0}/mesh.obj</uri></mesh></geometry>"
    link = f'<link name="l"><collision name="c">{shape}</collision><visual name="v">{shape}</visual></link>\n'
    meshes = {f"m{i}/mesh.obj": f"mtllib mesh.mtl\n{WEDGE.replace(' 1', f' 1.{i}', 1)}" for i in range(count)}
    looks = {f"m{i}/mesh.mtl": f"newmtl grey\nKd 0.5 0.5 0.{i}\n" for i in range(count)}
    return _sdformat("".join(_model(f"m{i}", link.format(i)) for i in range(count))) | meshes | looks


def sdformat_nested(count: int) -> dict[str, str]:
    """Models, each in the one before."""
    start = "".join(f'<model name="m{i}">\n{_link(i)}' for i in range(count))
    return _sdformat(start + "</model>\n" * count)


def sdformat_massless(count: int) -> dict[str, str]:
    """A chain of links of which only the last one weighs anything."""
    chain = sdformat_chain(count)["scene.sdf"]
    return {"scene.sdf": re.sub(r"<mass>.*?</mass>", "<mass>0</mass>", chain, count=count - 1)}


def sdformat_placed(count: int) -> dict[str, str]:
    """Models that are placed by a link of theirs."""
    models = sdformat_models(count)["scene.sdf"]
    return {"scene.sdf": re.sub(r'<model name="m(\d+)">', r'<model name="m\1" placement_frame="l\1">', models)}


def sdformat_models(count: int) -> dict[str, str]:
    return _sdformat("".join(_model(f"m{i}", _link(i)) for i in range(count)))


def sdformat_unknown(count: int) -> dict[str, str]:
    return _sdformat(_model("robot", "".join(f'<link name="l{i}"><colour{i}>{i}</colour{i}></link>\n' for i in range(count))))


def sdformat_namesakes(count: int) -> dict[str, str]:
    """Parts of models that have one and the same name."""
    return _sdformat("".join(_model(f"a{i}", _model("inner", _link(0))) for i in range(count)))


def sdformat_attributes(count: int) -> dict[str, str]:
    return _sdformat(_model("robot", f'<link name="l" {" ".join(f"""a{i}="{i}" """ for i in range(count))}/>\n'))


def sdformat_outline(count: int) -> dict[str, str]:
    """One plate with the outline of a gear."""
    turns = [(1 + i % 2 / 10, 2 * math.pi * i / count) for i in range(count)]
    points = "".join(f"<point>{r * math.cos(turn):.6f} {r * math.sin(turn):.6f}</point>" for r, turn in turns)
    geometry = f"<geometry><polyline><height>0.1</height>{points}</polyline></geometry>"
    parts = f'<collision name="c">{geometry}</collision><visual name="v">{geometry}</visual>'
    return _sdformat(_model("robot", f'<link name="l">{parts}</link>\n'))


def sdformat_shared(count: int) -> dict[str, str]:
    """Links that all show one mesh file, with one image and one material script."""
    mesh = "<geometry><mesh><uri>wedge.obj</uri></mesh></geometry>"
    look = (
        "<material><script><uri>grey.material</uri><name>Grey</name></script><diffuse>1 1 1 1</diffuse>"
        "<pbr><metal><albedo_map>grey.png</albedo_map></metal></pbr></material>"
    )
    link = f'<link name="l{{}}"><collision name="c">{mesh}</collision><visual name="v">{mesh}{look}</visual></link>\n'
    return _sdformat(_model("robot", "".join(link.format(i) for i in range(count)))) | {"wedge.obj": WEDGE}


# ---------------------------------------------------------------- MARS


def _node(i: int) -> str:
    return (
        f'<node name="n{i}"><index>{i + 1}</index><filename>PRIMITIVE</filename><physicmode>box</physicmode><movable>true</movable>'
        f"<mass>{_mass(i)}</mass><density>0</density><groupid>0</groupid>"
        f"<position><x>{i / 4}</x><y>0</y><z>1</z></position><extend><x>0.1</x><y>0.2</y><z>0.3</z></extend></node>\n"
    )


def _mars(nodes: str, others: str = "") -> dict[str, str]:
    return {"scene.scene": f"<SceneFile>\n<version>0.2</version>\n<nodelist>\n{nodes}</nodelist>\n{others}</SceneFile>\n"}


def mars_links(count: int) -> dict[str, str]:
    joints = "".join(
        f'<joint name="j{i}"><index>{i}</index><type>hinge</type><nodeindex1>1</nodeindex1><nodeindex2>{i + 1}</nodeindex2>'
        f"<anchorpos>node2</anchorpos><axis1><x>0</x><y>1</y><z>0</z></axis1></joint>\n"
        for i in range(1, count)
    )
    return _mars("".join(map(_node, range(count))), f"<jointlist>\n{joints}</jointlist>\n")


def mars_models(count: int) -> dict[str, str]:
    return _mars("".join(map(_node, range(count))))


def mars_unknown(count: int) -> dict[str, str]:
    return _mars("".join(_node(i).replace("<mass>", f"<colour{i}>{i}</colour{i}><mass>") for i in range(count)))


def mars_shared(count: int) -> dict[str, str]:
    """Nodes that all show one mesh file, with one material and its image."""
    colour = "<diffuseFront><r>1</r><g>1</g><b>1</b><a>1</a></diffuseFront>"
    material = f"<material><id>1</id><name>grey</name>{colour}<texturename>grey.png</texturename></material>"
    nodes = "".join(
        _node(i).replace("PRIMITIVE", "wedge.obj").replace(">box<", ">mesh<").replace("</extend>", "</extend><material_id>1</material_id>")
        for i in range(count)
    )
    return _mars(nodes, f"<materiallist>\n{material}\n</materiallist>\n") | {"wedge.obj": WEDGE}


# ---------------------------------------------------------------- RubySceneGraph


def _transform(i: int, inner: str = "") -> str:
    return (
        f" (nd Transform (setName t{i}) (setLocalPos {i / 4} 0 1)\n  (nd RigidBody (setName body) (setBoxTotal {_mass(i)} 0.1 0.2 0.3))\n"
        f"  (nd Box (setExtents 0.1 0.2 0.3) (setMaterial matGrey))\n  (nd BoxCollider (setBoxLengths 0.1 0.2 0.3)){inner})\n"
    )


def _rsg(inner: str) -> dict[str, str]:
    return {"scene.rsg": f"(RSG 0 1)\n(\n{inner})\n"}


def rsg_links(count: int) -> dict[str, str]:
    hinge = "\n  (nd HingeJoint (attach ../body ../../t0/body) (setAnchor 0 0 0.1) (setAxis 1) (setLowStopDeg 0 -{}) (setHighStopDeg 0 90))"
    inner = "".join(_transform(i, hinge.format(i % 90) if i else "") for i in range(count))
    return _rsg(f" (nd Space (setName robot)\n{inner} )\n")


def rsg_models(count: int) -> dict[str, str]:
    return _rsg("".join(map(_transform, range(count))))


def rsg_unknown(count: int) -> dict[str, str]:
    return _rsg("".join(_transform(i, f"\n  (nd Colour{i} (setShade {i}))") for i in range(count)))


def rsg_nested(count: int) -> dict[str, str]:
    """Bodies in as many named Transforms around each other that hold nothing else, and in others that do."""
    bodies = "".join(map(_transform, range(count)))
    bare = "".join(f" (nd TRF (setName zone{i}) (setLocalPos 0.1 0 0)\n" for i in range(count))
    held = "".join(f" (nd TRF (setName hall{i}) (nd Box (setExtents 1 1 1))\n" for i in range(count))
    return _rsg(f"{bare}{bodies}{')' * count}\n{held}{bodies}{')' * count}\n")


def rsg_shared(count: int) -> dict[str, str]:
    """Nodes that all show one mesh file, and one material of the same file."""
    mesh = "\n  (nd StaticMesh (load wedge.obj) (setScale 0.5 0.5 0.5) (resetMaterials matGrey))"
    return _rsg("".join(_transform(i, mesh) for i in range(count))) | {"wedge.obj": WEDGE}


SCENES: dict[str, Scene] = {
    f"{name.partition('_')[0]} {name.partition('_')[2]}": make
    for name, make in sorted(globals().items())
    if name.partition("_")[0] in BUILT_IN
}
BASIC = "sdformat"
"""The format whose scenes stand in, converted, for those of a format without functions here."""


def write_large(folder: Path, name: str, count: int) -> Path:
    """Write a scene of so many; returns its main file."""
    if name not in SCENES:
        wanted, _, many = name.partition(" ")
        basic = write_large(folder / BASIC, f"{BASIC} {many}", count)
        scenec.convert(basic, folder / f"large{load(wanted).suffix()}", to=wanted)
        return folder / f"large{load(wanted).suffix()}"
    files = SCENES[name](count)
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8", newline="\n")
    return folder / next(iter(files))
