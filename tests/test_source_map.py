"""The source map over formats: a number of the source that is changed changes the result where the ledger says, and nowhere else."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import benchmarks.source_map as proof
import scenec
from benchmarks.mutation.workload import scenes
from benchmarks.source_map import Converted, Places, Trial, changes, checked, judged, judged_from, targets
from scenec.accounting.report import LedgerLine
from scenec.accounting.source_map import MOST, TargetPlace

FIXTURES = Path(__file__).parents[1] / "fixtures"
SCENES = {source: [scene for scene in scenes(0, 0) if scene[2] == source] for source in dict.fromkeys(each[2] for each in scenes(0, 0))}
"""Format -> its fixtures."""


def trial(file: Path, target: str, before: Converted) -> Trial:
    return Trial(file, target, targets()[target], {}, before, Places(place for each in before.lines for place in each.target))


def verdict_of(number: LedgerLine, file: Path, target: str, before: Converted) -> str:
    return judged(number, trial(file, target, before), random.Random(1))


@pytest.mark.sweep
@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("source", SCENES)
def test_changed_numbers_show_where_the_ledger_says(source: str, target: str) -> None:
    tally = checked(target, targets()[target], SCENES[source], 6, random.Random(f"{source} {target}"))
    assert tally.failures == []
    assert tally.counts["traced"] >= 3


NODE = "<node><index>{n}</index>{above}<physicmode>box</physicmode><movable>true</movable><position><x>{x}</x></position></node>"
PLACED = "".join(NODE.format(n=n, x=n / 4, above=f"<relativeid>{n - 1}</relativeid>" if n > 1 else "") for n in (1, 2, 3))
SIZE = "<extend><x>0.1</x><y>0.2</y><z>0.3</z></extend><groupid>1</groupid>"
GROUPED = "".join(NODE.format(n=n, x=n / 4, above=f"{SIZE}<relativeid>{n - 1}</relativeid>" if n > 1 else SIZE) for n in (1, 2, 3))
HINGE = "<joint><index>1</index><type>hinge</type><axis1><z>1</z></axis1><nodeindex1>1</nodeindex1><nodeindex2>3</nodeindex2></joint>"
BOX = "<mass>1</mass><extend><x>0.1</x><y>0.2</y><z>0.3</z></extend>"
CHAIN = f"<SceneFile><nodelist>{PLACED.replace('</movable>', f'</movable>{BOX}')}</nodelist></SceneFile>"
TOGETHER = f"<SceneFile><nodelist>{GROUPED}</nodelist></SceneFile>"
ANCHORED = f"<SceneFile><nodelist>{PLACED}</nodelist><jointlist>{HINGE}</jointlist></SceneFile>"
SERVO = """<Simulation><Scene name="s" stepLength="0.01s">
<Body name="base"><BoxMass value="2kg" width="0.3m" height="0.2m" depth="0.1m"/><Hinge name="j">
<Axis y="1"><ServoMotor maxVelocity="6" maxForce="9" p="5"/></Axis><Body name="arm"><BoxMass value="4kg" width="0.1m" height="0.2m"
 depth="0.3m"/></Body></Hinge></Body></Scene></Simulation>"""
DAMPED = """<mujoco><worldbody><body name="b"><joint name="j" axis="0 1 0" springdamper="0.1 0.8"/><geom type="box" size=".1 .2 .3"/>
</body></worldbody><actuator><position joint="j" kp="9" dampratio="0.5"/></actuator></mujoco>"""
HELD = """<mujoco><worldbody><body name="b" pos="0 1 0"><joint name="j" axis="0 1 0" pos="0 0 0"/><geom size="0.1" pos="1 0 0"/>
</body></worldbody></mujoco>"""
RING = """(RSG 0 1) ((nd Transform (setName a) (nd RigidBody (setName body) (setBoxTotal 1 1 1 1)))
 (nd Transform (setName b) (setLocalPos 0 0 2) (nd RigidBody (setName body) (setBoxTotal 1 1 1 1))
 (nd HingeJoint (setName h) (attach ../body ../../a/body) (setAnchor 1 0 0) (setAxis 0) (setMaxMotorForce 0 5))
 (nd HingeJoint (setName k) (attach ../body ../../a/body) (setAnchor 0 0 0) (setAxis 1))))"""
BALANCED = """<sdf version="1.11"><model name="m"><link name="a"><inertial auto="true"><mass>6</mass></inertial>
<collision name="c"><pose>0 0 1 0 0 0</pose><density>100</density><geometry><sphere><radius>1</radius></sphere></geometry></collision>
<collision name="d"><pose>0 0 -1 0 0 0</pose><density>100</density><geometry><sphere><radius>1</radius></sphere></geometry></collision>
</link></model></sdf>"""
WEIGHED = """<mujoco><worldbody><body pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3" pos="0 0 0" contype="0" conaffinity="0"/>
</body></worldbody></mujoco>"""
LEANING = SERVO.replace("2kg", "90kg").replace(
    '<Body name="arm">',
    '<Body name="arm"><Hinge name="k"><Axis z="1"><Deflection min="-90degree" max="90degree" init="20degree"/></Axis>'
    '<Body name="hand"><Translation x="1m"/><BoxMass value="1kg" width="0.1m" height="0.2m" depth="0.3m"/></Body></Hinge>',
)
ANKLE = SERVO.replace('<Hinge name="j">', '<Hinge name="j"><Translation z="-1m"/>')
MASS = '<inertial><mass value="2.5"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
TURNS = '<joint name="{0}{1}" type="continuous"><parent link="{0}"/><child link="{1}"/><axis xyz="0 0 1"/></joint>'
LIGHT = f"""<robot name="r"><link name="a">{MASS}</link><link name="b"><visual><geometry><box size="1 1 1"/></geometry></visual></link>
<link name="c">{MASS}</link>{TURNS.format("a", "b")}{TURNS.format("b", "c")}</robot>"""
NOTHING = MASS.replace('"2.5"', '"0"')
IDLE = f"""<robot name="r"><link name="a">{NOTHING}</link><link name="b"/>{TURNS.format("a", "b")}</robot>"""
BESIDE_HEAVY = f"""<robot name="r"><link name="a">{NOTHING}</link><link name="b">{MASS}</link>{TURNS.format("a", "b")}</robot>"""
POINT = f"""<robot name="r"><link name="a">{MASS.replace('"1"', '"0"')}</link></robot>"""
CENTRED = f"""<robot name="r"><link name="a">{MASS}</link><link name="b">{MASS.replace("<mass", '<origin xyz="0 0 0"/><mass')}<collision>
<origin xyz="1 2 3"/><geometry><box size="1 1 1"/></geometry></collision></link><joint name="j" type="continuous"><origin xyz="4 5 6"/>
<parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint></robot>"""
SCALED = f'''<robot name="r"><link name="a">{MASS}<visual><geometry><mesh filename="{FIXTURES}/mars/wedge.obj" scale="1 2 3"/></geometry>
</visual></link></robot>'''
DRAG = """(RSG 0 1) ((nd Transform (nd RigidBody (setName b) (setSphereTotal 2 0.5) (nd DragController (setLinearDrag 0.1)
 (setAngularDrag 0.2)))))"""
PLANE = """<sdf version="1.9"><model name="ground"><static>true</static><pose>0 0 0.5 0 0 0</pose><link name="l"><collision name="c">
<geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model></sdf>"""
TURNED = """<sdf version="1.9"><model name="m"><link name="a"><inertial><pose degrees="true">0 0 0 0 0 0</pose><inertia><ixx>1</ixx>
<iyy>1.5</iyy><izz>2</izz></inertia></inertial></link></model></sdf>"""
OFFSET = """<sdf version="1.9"><model name="m"><link name="a"/><link name="b"><inertial><pose>0 0 0.5 0 0 0</pose></inertial></link>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"""
AROUND = """<sdf version="1.9"><model name="m"><frame name="f"><pose>0.12345 0 0 0 0 0</pose></frame><link name="a">
<pose relative_to="f"/><collision name="c"><pose relative_to="__model__"/><geometry><sphere><radius>0.5</radius></sphere></geometry>
</collision></link></model></sdf>"""
AXLE = """<sdf version="1.4"><model name="m"><link name="a"/><link name="b"><pose>1 0 0 0.2 0 0</pose></link>
<joint name="j" type="revolute"><pose>0 0 0 0 0 0</pose><parent>a</parent><child>b</child><axis><xyz>1 1 0</xyz></axis></joint>
</model></sdf>"""
PLACED_BY = """<sdf version="1.8"><model name="m" placement_frame="n::b"><pose>0 0 10 0 0 0</pose><link name="a">
<pose>1 0 0 0 0 0</pose></link><model name="n"><link name="b"><pose>0 2 0.5 0 0 0</pose></link></model></model></sdf>"""
CUSTOM = ANCHORED.replace("<nodeindex1>", "<anchorpos>custom</anchorpos><anchor><x>0</x></anchor><nodeindex1>")
WATCHED = """<mujoco><worldbody><camera pos="1 2 3"/><geom name="ground" type="plane" pos="0 0 0" size="1 1 1"/></worldbody></mujoco>"""
STARTED = f"""<robot name="r"><link name="a">{MASS}</link><link name="b">{MASS}</link><joint name="j" type="revolute"><origin xyz="1 2 3"/>
<parent link="a"/><child link="b"/><axis xyz="0 0 1"/><limit lower="-1" upper="2" effort="3" velocity="4"/></joint>
<ros2_control name="c" type="system"><joint name="j"><command_interface name="position"/><state_interface name="position">
<param name="initial_value">0.25</param></state_interface></joint></ros2_control></robot>"""

GLOWING = """<sdf version="1.9"><model name="m"><link name="a"><visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry>
<material><diffuse>0.8 0.8 0.8 1</diffuse><emissive>0.4 0.2 0.4 1</emissive></material></visual></link></model></sdf>"""
FOLLOWED = STARTED.replace(
    "</robot>",
    f"""<link name="d">{MASS}</link><joint name="k" type="continuous"><parent link="a"/><child link="d"/>
<axis xyz="0 0 1"/><mimic joint="j" multiplier="2" offset="0.5"/></joint></robot>""",
)


@pytest.mark.parametrize(
    ("source", "form", "path", "target"),
    [
        (CHAIN, "mars", "node[1]/position[1]/x[1]/text()", "urdf"),
        (CHAIN, "mars", "node[1]/position[1]/x[1]/text()", "rsg"),
        (LIGHT, "urdf", "link[1]/inertial[1]/mass[1]/@value", "rsg"),
        ("mjcf/loops.xml", "mjcf", "body[4]/@pos", "simrobot"),
        ("mjcf/shapes.xml", "mjcf", "body[3]/geom[1]/@size", "mjcf"),
        ("ir/pendulum.scene.json", "ir", "surface[1]/@mu", "simrobot"),
        (SERVO, "simrobot", "Axis[1]/@y", "mjcf"),
        (SCALED, "urdf", "mesh[1]/@scale", "mjcf"),
        (PLANE, "sdformat", "normal[1]/text()", "rsg"),
        (OFFSET, "sdformat", "inertial[1]/pose[1]/text()", "rsg"),
        (TURNED, "sdformat", "inertial[1]/pose[1]/text()", "rsg"),
        (SERVO, "simrobot", "Scene[1]/@stepLength", "mjcf"),
        (DRAG, "rsg", "/[3]/[4]/[2]", "sdformat"),
        ("rsg/colliders.rsg", "rsg", "/[1]/[3]/[3]", "sdformat"),
        ("mjcf/shapes.xml", "mjcf", "compiler[1]/@inertiagrouprange", "sdformat"),
        ("mjcf/arm.xml", "mjcf", "body[1]/geom[1]/@size", "sdformat"),
        ("mjcf/shapes.xml", "mjcf", "mesh[1]/@scale", "urdf"),
        (AXLE, "sdformat", "joint[1]/pose[1]/text()", "rsg"),
        (STARTED, "urdf", "param[1]/text()", "rsg"),
        (STARTED, "urdf", "param[1]/text()", "mars"),
        (FOLLOWED, "urdf", "param[1]/text()", "mjcf"),
        (GLOWING, "sdformat", "diffuse[1]/text()", "mjcf"),
        ("mjcf/arm.xml", "mjcf", "position[1]/@forcerange", "mjcf"),
        ("mars/joints.scene", "mars", "joint[2]/angle1_offset[1]/text()", "mjcf"),
        (ANKLE, "simrobot", "ServoMotor[1]/@p", "mjcf"),
        (ANCHORED, "mars", "node[3]/relativeid[1]/text()", "simrobot"),
        (WEIGHED, "mjcf", "geom[1]/@pos", "mars"),
        (DAMPED, "mjcf", "geom[1]/@size", "mjcf"),
        (DAMPED, "mjcf", "geom[1]/@size", "urdf"),
        (AROUND, "sdformat", "frame[1]/pose[1]/text()", "mjcf"),
        (TOGETHER, "mars", "node[3]/relativeid[1]/text()", "sdformat"),
        (TOGETHER, "mars", "node[2]/relativeid[1]/text()", "sdformat"),
        (BESIDE_HEAVY, "urdf", "mass[1]/@value", "simrobot"),
        (IDLE, "urdf", "mass[1]/@value", "mars"),
        (IDLE, "urdf", "mass[1]/@value", "rsg"),
        (POINT, "urdf", "mass[1]/@value", "mars"),
        (CENTRED, "urdf", "inertial[1]/origin[1]/@xyz", "rsg"),
        (CENTRED, "urdf", "inertial[1]/origin[1]/@xyz", "mars"),
        ("mars/looks.scene", "mars", "light[2]/lookat[1]/z[1]/text()", "simrobot"),
        (BALANCED, "sdformat", "collision[1]/density[1]/text()", "mars"),
        (LEANING, "simrobot", "Deflection[1]/@init", "mjcf"),
        (HELD, "mjcf", "joint[1]/@pos", "urdf"),
        (PLACED_BY, "sdformat", "model[1]/model[1]/link[1]/pose[1]/text()", "simrobot"),
        (PLACED_BY, "sdformat", "model[1]/model[1]/link[1]/pose[1]/text()", "rsg"),
        (PLACED_BY, "sdformat", "model[1]/model[1]/link[1]/pose[1]/text()", "urdf"),
        (CUSTOM, "mars", "anchor[1]/x[1]/text()", "mjcf"),
        (WATCHED, "mjcf", "geom[1]/@pos", "mars"),
        (RING, "rsg", "/[2]/[2]/[7]/[5]/[3]", "mjcf"),
    ],
    ids=[
        "way to the world",
        "turned way",
        "share of a mass",
        "merged link",
        "spring of a time constant",
        "name of a material",
        "gain about an axis",
        "shared mesh",
        "height of a plane",
        "anchor from the centre of mass",
        "tensor along turned axes",
        "gain of a step",
        "share of a velocity",
        "place of a plane",
        "shapes that count for a mass",
        "mass of what stands still",
        "frame of a mesh",
        "anchor that moves nothing",
        "start of a joint",
        "range counted from the start",
        "start of a leading joint",
        "colour that a glow is a share of",
        "range of both kinds",
        "start in a keyframe",
        "gain of a servo that carries",
        "number of the node around",
        "centre of mass that moves nothing",
        "damping of a ratio",
        "spring of what a joint moves",
        "frame of the link around a shape",
        "node of a group around another",
        "first node of a group",
        "tensor of a massless link",
        "tensor of links that weigh nothing",
        "mass of links that weigh nothing",
        "tensor of a point",
        "centre of mass that places others",
        "centre of mass that places nodes",
        "greatest part of a direction",
        "density of balanced shapes",
        "start of what a servo carries",
        "place of a joint and its link",
        "place of a model by its link",
        "its nodes",
        "its joint",
        "anchor at the origin",
        "camera by a node",
        "place of a joint that closes a loop",
    ],
)
def test_a_number_that_decides_others_has_their_places(source: str, form: str, path: str, target: str, tmp_path: Path) -> None:
    is_text = source[0] in "<("
    file = tmp_path / f"scene{targets()[form]}" if is_text else FIXTURES / source
    if is_text:
        file.write_text(source)
    before = proof.converted(file, target, targets()[target], {}, {})
    assert before is not None
    line = next(each for each in before.lines if each.path.endswith(path))
    assert verdict_of(line, file, target, before) == "traced"


def test_with_shifted_zeros_a_start_has_the_places_of_poses_ranges_and_couplings(tmp_path: Path) -> None:
    """--joint-zero shift writes all of them as they are counted from the start."""
    results = []
    for start in ("0.25", "0.26"):
        (tmp_path / "scene.urdf").write_text(FOLLOWED.replace("0.25", start))
        results.append(proof.converted(tmp_path / "scene.urdf", "sdformat", ".sdf", {"joint_zero": "shift"}, {}))
    before, after = results
    assert before is not None and after is not None
    line = next(each for each in before.lines if each.path.endswith("param[1]/text()"))
    assert judged_from(line, before, after, Places(place for each in before.lines for place in each.target)) == "traced"
    data = before.files["result.sdf"]
    assert isinstance(data, bytes)
    shown = {data.decode().split("\n")[place.line - 1].strip().partition(">")[0].partition(" ")[0] for place in line.target}
    assert shown == {"<pose", "<lower", "<upper", "<reference"}


def test_the_pose_of_a_light_has_the_place_of_its_direction_even_where_it_turns_nothing(tmp_path: Path) -> None:
    results = []
    for roll in ("0", "0.3"):
        (tmp_path / "scene.sdf").write_text(f"""<sdf version="1.9"><world name="w"><light name="sun" type="directional">
<pose>0 0 10 {roll} 0 0</pose><direction>-0.5 0.1 -0.9</direction></light></world></sdf>""")
        results.append(proof.converted(tmp_path / "scene.sdf", "mjcf", ".xml", {}, {}))
    before, after = results
    assert before is not None and after is not None
    line = next(each for each in before.lines if each.path.endswith("pose[1]/text()"))
    assert judged_from(line, before, after, Places(place for each in before.lines for place in each.target)) == "traced"


def test_the_number_of_a_node_has_the_place_of_what_is_anchored_there(tmp_path: Path) -> None:
    (tmp_path / "scene.scene").write_text(ANCHORED)
    result = proof.converted(tmp_path / "scene.scene", "sdformat", ".sdf", {}, {})
    assert result is not None
    index = next(each for each in result.lines if each.path.endswith("nodeindex1[1]/text()"))
    data = result.files["result.sdf"]
    assert isinstance(data, bytes)
    shown = {data.decode().split("\n")[place.line - 1].strip().partition(">")[0] for place in index.target}
    assert shown == {"<parent", '<pose relative_to="__model__"'}


def test_a_number_that_names_a_part_may_change_the_rest(tmp_path: Path) -> None:
    """With another node a joint connects other links. With another position it connects the same."""
    file = tmp_path / "scene.scene"
    file.write_text(ANCHORED)
    for old, new, rewired in (("<nodeindex2>3", "<nodeindex2>2", True), ("<x>0.5", "<x>0.6", False)):
        assert proof.is_rewired(file, {}, {str(file): ANCHORED.replace(old, new).encode()}) is rewired


@pytest.mark.parametrize(
    ("old", "new", "rewired"),
    [
        ("<material_id>2<", "<material_id>3<", True),
        ("<material_id>2<", "<material_id>4<", True),
        ("<transparency>0.25<", "<transparency>0.5<", False),
        ("<g>1</g><b>0</b>", "<g>0.5</g><b>0</b>", False),
        ("<name>glass</name>", "<name>7</name>", False),
    ],
    ids=["another material", "none", "its transparency", "its colour", "its name"],
)
def test_a_number_that_names_a_material_may_change_the_rest(old: str, new: str, rewired: bool) -> None:
    """A visual looks like another material of the file, whose numbers stand elsewhere. A material that is changed stays the same one."""
    file = FIXTURES / "mars" / "looks.scene"
    text = file.read_text()
    assert text.count(old) == 1
    assert proof.is_rewired(file, {}, {str(file): text.replace(old, new).encode()}) is rewired


def test_a_number_that_names_a_material_has_its_own_places() -> None:
    file = FIXTURES / "mars" / "looks.scene"
    before = proof.converted(file, "mjcf", ".xml", {}, {})
    assert before is not None
    line = next(each for each in before.lines if each.path.endswith("node[2]/material_id[1]/text()"))
    assert verdict_of(line, file, "mjcf", before) == "rewired"
    elsewhere = msgspec.structs.replace(line, target=(TargetPlace("result.xml", 2, 2),))
    assert "none of which changes" in verdict_of(elsewhere, file, "mjcf", before)


def test_a_pose_that_another_one_takes_back_is_equal_scene_scene(tmp_path: Path) -> None:
    """The frame of the link moves, and its shape stays: some formats have no such frame."""
    placed = (
        '<robot name="r"><link name="a"/><link name="b"><visual><origin xyz="{}"/><geometry><box size="1 1 1"/></geometry></visual></link>'
    )
    file, texts = tmp_path / "r.urdf", []
    for inner, joint in (("0 0 0", "0 0 1"), ("0 0 -1", "0 0 2"), ("0 0 -1", "0 0 3")):
        ends = f'<origin xyz="{joint}"/><parent link="a"/><child link="b"/>'
        texts.append(placed.format(inner) + f'<joint name="j" type="fixed">{ends}</joint></robot>')
    file.write_text(texts[0])
    first, second = ({str(file): text.encode()} for text in texts[1:])
    assert proof.is_equal_scene(file, {}, first, line(fate="converted"))
    assert not proof.is_equal_scene(file, {}, second, line(fate="converted"))
    assert not proof.is_equal_scene(file, {}, first, line(fate="kept")), "a number that is kept is printed itself"


def test_a_part_of_a_vector_that_changes_nothing_has_the_places_of_the_other_parts(tmp_path: Path) -> None:
    """No turn about its axis changes the tensor of a cylinder; MARS writes each number of the turn as an element."""
    turn = "<rotation><x>0</x><y>0</y><z>0</z><w>1</w></rotation><coll_bitmask>0</coll_bitmask></node>"
    drum = (
        NODE.format(n=2, x=1, above=f"{SIZE}<filename>gone.obj</filename><relativeid>1</relativeid>")
        .replace("box", "cylinder")
        .replace("</node>", turn)
    )
    file = tmp_path / "scene.scene"
    file.write_text(f"<SceneFile><nodelist>{NODE.format(n=1, x=0, above=SIZE)}{drum}</nodelist></SceneFile>")
    before = proof.converted(file, "mjcf", ".xml", {}, {})
    assert before is not None
    z = next(each for each in before.lines if each.path.endswith("rotation[1]/z[1]/text()"))
    assert proof.judged_alone(z, trial(file, "mjcf", before), random.Random(1)).startswith(proof.NOTHING)
    assert verdict_of(z, file, "mjcf", before) == "traced"
    assert [each.path[-11:] for each in proof.rest_of_vector(z, before.lines)] == ["x[1]/text()", "y[1]/text()", "w[1]/text()"]
    assert proof.rest_of_vector(msgspec.structs.replace(z, fate="kept"), before.lines) == []


def test_a_number_that_names_a_kind_of_shape_has_the_places_of_its_size() -> None:
    """Before 2013, MARS wrote kinds of shapes as numbers. A cylinder in the place of a capsule has other elements."""
    file = FIXTURES / "mars" / "shapes.scene"
    before = proof.converted(file, "urdf", ".urdf", {}, {})
    assert before is not None
    line = next(each for each in before.lines if each.path.endswith("node[4]/physicmode[1]/text()"))
    assert verdict_of(line, file, "urdf", before) == "rewired"


@pytest.mark.parametrize(("contype", "rewired"), [("1", True), ("2", False)])
def test_the_first_mask_of_a_scene_may_change_the_rest(contype: str, rewired: bool, tmp_path: Path) -> None:
    """Where all shapes touch each other none has a mask."""
    geoms = '<geom size="0.1" contype="1"/><geom size="0.2" contype="{}"/>'
    file = tmp_path / "scene.xml"
    file.write_text(f"<mujoco><worldbody>{geoms.format('0')}</worldbody></mujoco>")
    changed = f"<mujoco><worldbody>{geoms.format(contype)}</worldbody></mujoco>".encode()
    assert proof.is_rewired(file, {}, {str(file): changed}) is rewired


@pytest.mark.parametrize(
    ("number", "other"), [("0.0599", "0.0621"), ("-83", "-86"), ("1.2500", "1.2964"), ("-2.5E+3", "-2.6e+03"), ("10", "11")]
)
def test_among_the_other_numbers_is_one_as_long_as_the_first(number: str, other: str) -> None:
    """A line may be broken elsewhere when it is longer, and then nothing is compared."""
    assert other in proof._near_numbers(number)


BEFORE: dict[str, bytes | str] = {"a.scene": b"<x>1</x> <y>2</y>\n<z>3</z>\n", "mesh.obj": b"v 1 2 3\n", "copy.png": "/there.png"}
X, Y, Z = (TargetPlace("a.scene", *at) for at in ((1, 4), (1, 13), (2, 4)))
MESH = TargetPlace("mesh.obj", 1, 1)


def line(*target: TargetPlace, fate: Any = "kept", value: str = "5") -> LedgerLine:
    return LedgerLine("a.ros2", 1, 1, "/a[1]/@b", value, fate, None, target)


def verdict(own: LedgerLine, after: dict[str, bytes | str], reported: LedgerLine | None = None) -> str:
    return judged_from(own, Converted(BEFORE, [own]), Converted({**BEFORE, **after}, [reported or own]), Places((X, Y, Z, MESH)))


def test_a_change_at_one_of_its_places_is_traced() -> None:
    assert verdict(line(X, Z), {"a.scene": b"<x>1</x> <y>2</y>\n<z>4</z>\n"}) == "traced"
    assert verdict(line(MESH), {"mesh.obj": b"v 1 2 4\n"}) == "traced"


def test_a_number_with_more_places_than_are_kept_may_change_others() -> None:
    many = [TargetPlace("mesh.obj", 1, column) for column in range(1, MOST + 1)]
    assert verdict(line(*many), {"a.scene": b"<x>4</x> <y>2</y>\n<z>3</z>\n"}) == "traced"
    assert verdict(line(*many), {}).startswith(proof.NOTHING)


@pytest.mark.parametrize(
    ("after", "place"),
    [
        ({"a.scene": b"<x>4</x> <y>7</y>\n<z>3</z>\n"}, "a.scene:1:13"),
        ({"a.scene": b"<x>4</x> <y>2</y>\n<z>5</z>\n"}, "a.scene:2:4"),
        ({"a.scene": b"<x>4</x> <y>2</y>\n<z>3</z>\n", "mesh.obj": b"v 9 2 3\n"}, "mesh.obj:1:3"),
        ({"a.scene": b"<x>4</x> <y>2</y>\n<z>3</z>\n", "copy.png": "/another.png"}, "copy.png:1:1"),
    ],
)
def test_a_change_anywhere_else_is_a_failure_with_its_place(after: dict[str, bytes | str], place: str) -> None:
    assert verdict(line(X), after) == f"another value changes {place}, which is not among its 1 places"


def test_a_change_elsewhere_only_is_a_failure_even_of_a_number_that_names_a_part() -> None:
    assert verdict(line(X), {"a.scene": b"<x>1</x> <y>7</y>\n<z>3</z>\n"}).endswith(proof.NONE_OF_THEM)


def test_a_number_that_names_a_part_may_move_with_what_it_says() -> None:
    """The end of a joint is the same text in the list of another body. It has to stand elsewhere then."""
    unchanged = verdict(line(X), {"a.scene": b"<x>1</x> <y>7</y>\n<z>3</z>\n"})
    assert proof.stands_elsewhere(line(X), unchanged, Converted({}, [line(Z)]))
    assert not proof.stands_elsewhere(line(X), unchanged, Converted({}, [line(X)]))
    assert not proof.stands_elsewhere(line(X), unchanged, Converted({}, [line()]))
    assert not proof.stands_elsewhere(line(X), unchanged, None)


def test_a_place_that_does_not_change_is_a_failure() -> None:
    assert verdict(line(X), {}) == "another value changes nothing, and a.scene:1:4 is said to be its place"


def test_a_number_without_a_place_changes_nothing_unless_it_is_zero() -> None:
    changed: dict[str, bytes | str] = {"a.scene": b"<x>4</x> <y>2</y>\n<z>3</z>\n"}
    assert verdict(line(), {}) == "without effect"
    assert verdict(line(), changed) == "another value changes a.scene:1:4, which is not among its 0 places"
    assert verdict(line(value="0 0 0"), changed) == "left out"


def test_a_number_that_is_lost_when_it_is_changed_is_the_reports_business() -> None:
    changed: dict[str, bytes | str] = {"a.scene": b"<x>1</x> <y>7</y>\n<z>3</z>\n"}
    assert verdict(line(X), changed, line(X, fate="dropped")) == "reported otherwise"


def test_last_digits_elsewhere_may_change() -> None:
    assert verdict(line(X), {"a.scene": b"<x>4</x> <y>2.00000000001</y>\n<z>3</z>\n"}) == "traced"
    assert proof._near("2.00000000001m", "2m")
    assert not proof._near("2.00000000001m", "2mm")
    assert verdict(line(X), {"a.scene": b"<x>4</x> <y>2.000001</y>\n<z>3</z>\n"}).startswith("another value changes a.scene:1:13")


def test_results_of_other_lines_or_files_are_not_compared() -> None:
    assert changes(BEFORE, {**BEFORE, "a.scene": b"<x>1</x>\n"}) is None
    assert changes(BEFORE, {"a.scene": BEFORE["a.scene"]}) is None
    assert verdict(line(X), {"a.scene": b"<x>1</x>\n"}) == "reshaped"


def test_a_map_with_holes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every value the first place is taken away."""
    whole = proof.converted

    def holed(*args: Any) -> Converted | None:
        found = whole(*args)
        if found is None:
            return None
        lines = [
            LedgerLine(each.file, each.line, each.column, each.path, each.value, each.fate, each.finding, each.target[1:])
            for each in found.lines
        ]
        return Converted(found.files, lines)

    monkeypatch.setattr(proof, "converted", holed)
    scene = ("sliders.ros2", FIXTURES / "sliders.ros2", "simrobot", dict[str, Any]())
    tally = checked("mars", ".scene", [scene], 8, random.Random(1))
    assert tally.failures
    assert tally.failures[0].startswith("sliders.ros2 -> mars: sliders.ros2:")


@pytest.mark.parametrize(("attribute", "column"), [("ixx", 1), ("izz", 1), ("izz", 15), ("izz", 20)], ids=["first", "tag", "name", "value"])
def test_the_number_that_is_changed_is_that_of_the_attribute(attribute: str, column: int) -> None:
    text = '<t ixx="0.03" izz="0.03"/>'
    line = next(each for each in scenec.read(b'<robot name="r"><link name="a"/></robot>', format="urdf")[1].ledger)
    line = msgspec.structs.replace(line, path=f"/t[1]/@{attribute}", value="0.03", line=1, column=column)
    assert text[: proof._found(text, line, column - 1)].endswith(f'{attribute}="')
