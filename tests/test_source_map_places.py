"""Numbers that others are worked out of: the source map leads from them to what would change."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

import benchmarks.source_map as proof
from benchmarks.source_map import Converted, targets
from tests.test_source_map import FIXTURES, trial, verdict_of

PIXELS = """<Simulation><Scene name="s" stepLength="0.01s"><Body name="b"><BoxMass value="1kg" width="1m" height="1m" depth="1m"/>
<Camera name="c" imageWidth="640" imageHeight="480" angleX="54.7degree" angleY="42.5degree"/></Body></Scene></Simulation>"""
SHAPED = "<collision name='c'><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>"
TURNED = "(RSG 0 1) ((nd Transform (setLocalRotation 90 180 0) (nd PlaneCollider (setParams 0 0 1.0 0))))"
WELDED = """<robot name="r">
<link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="b"><collision><origin xyz="0 0 0" rpy="0 0 0"/><geometry><box size="1 2 3"/></geometry></collision></link>
<joint name="j" type="fixed"><parent link="a"/><child link="b"/><origin xyz="0 1 0" rpy="0 0 0.5"/></joint></robot>"""
HEAVY = """<robot name="r"><link name="a"><inertial><origin xyz="1 0 0" rpy="0 0 0"/><mass value="1"/>
<inertia ixx="2" iyy="3" izz="4" ixy="0.1" ixz="0.2" iyz="0.3"/></inertial></link></robot>"""
GREY = """<mujoco><asset><material name="m" rgba="1 0 0 1"/></asset><worldbody>
<body name="b"><geom material="m" size="1" rgba="0.5 0.5 0.5 1"/></body></worldbody></mujoco>"""
SITE = '<mujoco><worldbody><body name="b"><freejoint/><geom size=".1"/><site name="1"/></body></worldbody></mujoco>'
LOOP = """<mujoco><worldbody><body name="a"><geom size="0.1"/></body><body name="b" pos="0 0 -0.1"><joint type="slide" axis="0 0 1"/>
<geom size="0.1"/></body></worldbody><equality><connect body1="a" body2="b" anchor="0 0 0"/></equality></mujoco>"""


def test_a_mask_that_decides_nothing_has_the_places_of_the_other_mask() -> None:
    """The second mask of the hand reaches all others, so that it touches them with any value of the first."""
    file = FIXTURES / "mjcf" / "arm.xml"
    before = proof.converted(file, "sdformat", ".sdf", {}, {})
    assert before is not None
    contype = next(each for each in before.lines if each.path.endswith("/@contype") and each.value == "2")
    assert proof.judged_alone(contype, trial(file, "sdformat", before), random.Random(1)).startswith(proof.NOTHING)
    assert verdict_of(contype, file, "sdformat", before) == "traced"
    apart = [msgspec.structs.replace(each, target=()) if each.path.endswith("/@conaffinity") else each for each in before.lines]
    assert verdict_of(contype, file, "sdformat", Converted(before.files, apart)).startswith(proof.NOTHING), "elsewhere it proves nothing"


CORNERS = """<Simulation><Scene name="s" stepLength="0.01"><Compound><ComplexAppearance name="a">
<Surface diffuseColor="#fff"/><Vertices>0 0 0 1 0 0 0 1 0 0 0 1 2 0 0</Vertices><Triangles>{}</Triangles></ComplexAppearance></Compound>
</Scene></Simulation>"""


def test_faces_with_other_corners_have_another_size(tmp_path: Path) -> None:
    """MARS stretches a mesh to a size, which is that of the vertices that faces have as corners."""
    file = tmp_path / "mesh.ros2"
    file.write_text(CORNERS.format("0 1 2"))
    before = proof.converted(file, "mars", ".scene", {}, {})
    assert before is not None
    corners = next(each for each in before.lines if "Triangles" in each.path)
    assert verdict_of(corners, file, "mars", before) == "rewired"
    assert not proof.is_rewired(file, {}, {str(file): CORNERS.format("0 1 2").replace("2 0 0<", "3 0 0<").encode()})


def test_a_flag_without_effect_counts_where_another_value_is_reported(tmp_path: Path) -> None:
    """A link that stands still touches nothing that stands still, so that masks cannot show it: with true the report says that."""
    file = tmp_path / "box.sdf"
    file.write_text(
        '<sdf version="1.7"><model name="m"><static>1</static><link name="l"><visual name="v"><geometry><box><size>1 2 3</size></box>'
        "</geometry></visual><self_collide>0</self_collide></link></model></sdf>"
    )
    before = proof.converted(file, "mars", ".scene", {}, {})
    assert before is not None
    flag = next(each for each in before.lines if "self_collide" in each.path)
    assert proof.judged_alone(flag, trial(file, "mars", before), random.Random(1)).startswith(proof.NOTHING)
    assert verdict_of(flag, file, "mars", before) == "together"


@pytest.mark.parametrize(
    ("source", "target", "path", "value"),
    [
        # A servo whose largest velocity is a damping: that is force through velocity, and the gain is the same times a rate.
        ("mars/august_2012.scene", "mjcf", "/motor[1]/motorMaxForce[1]/text()", "200"),
        # A joint of two axes is two joints in MJCF and URDF, and the axis of the motor says which of them is named.
        ("mars/joints.scene", "mjcf", "/motor[4]/axis[1]/text()", "2"),
        ("mars/joints.scene", "urdf", "/motor[4]/axis[1]/text()", "2"),
        # The normal of a plane is a rotation in MJCF, by all three of its numbers.
        ("rsg/colliders.rsg", "mjcf", "/[2]/[2]/[5]/[3]/[5]", "0"),
        # So it is by the third, where the plane is turned, too: only another sign changes something.
        (TURNED, "mjcf", "[4]", "1.0"),
        # A camera whose pixels are no squares has the size of a sensor in MJCF.
        (PIXELS, "mjcf", "/@imageWidth", "640"),
        # A turn of zeros is written with the turn of the joint that it adds to.
        (WELDED, "simrobot", "/collision[1]/origin[1]/@rpy", "0 0 0"),
        # A tensor is written along the axes of the body, also where those of the mass are no other ones.
        (HEAVY, "mars", "/@rpy", "0 0 0"),
        (HEAVY, "mjcf", "/@rpy", "0 0 0"),
        # A geom with the colour of those that state none has that of its material.
        (GREY, "mars", "/geom[1]/@rgba", "0.5 0.5 0.5 1"),
        (GREY, "urdf", "/geom[1]/@rgba", "0.5 0.5 0.5 1"),
        # The second joint to the world of a body has an anchor, whose pose is worked out of those between them.
        (LOOP, "sdformat", "/connect[1]/@anchor", "0 0 0"),
        (LOOP, "sdformat", "/body[2]/@pos", "0 0 -0.1"),
        # A site is a link on a joint with its name.
        (SITE, "urdf", "/site[1]/@name", "1"),
    ],
)
def test_numbers_that_others_are_worked_out_of_have_their_places(source: str, target: str, path: str, value: str, tmp_path: Path) -> None:
    file = FIXTURES / source
    if suffix := {"<rob": ".urdf", "<Sim": ".ros2", "(RSG": ".rsg", "<muj": ".xml"}.get(source[:4]):
        file = tmp_path / f"scene{suffix}"
        file.write_text(source)
    before = proof.converted(file, target, targets()[target], {}, {})
    assert before is not None
    line = next(each for each in before.lines if each.path.endswith(path) and each.value == value)
    assert verdict_of(line, file, target, before) in ("traced", "rewired")


def test_a_mesh_turns_with_its_scale_in_mars(tmp_path: Path) -> None:
    """MARS turns OBJ files. A mirrored one is written anew, and the node is not turned."""
    (tmp_path / "flat.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    file = tmp_path / "a.urdf"
    visual = '<visual><geometry><mesh filename="flat.obj" scale="1 1 1"/></geometry></visual>'
    file.write_text(f'<robot name="r"><link name="a">{visual}</link></robot>')
    before = proof.converted(file, "mars", ".scene", {}, {})
    assert before is not None
    scale = next(each for each in before.lines if each.path.endswith("@scale"))
    text = before.files["result.scene"]
    assert isinstance(text, bytes)
    turned = [number for number, each in enumerate(text.splitlines(), 1) if b"<x>-0.7071" in each]
    assert turned and {each.line for each in scale.target if each.file == "result.scene"} >= set(turned)


def test_a_flag_of_one_link_counts_with_those_of_the_others(tmp_path: Path) -> None:
    """Two links touch if both may, so that one flag changes nothing where all others are off."""
    links = "".join(f"<link name='{name}'><self_collide>0</self_collide>{SHAPED}</link>" for name in "abc")
    joints = "".join(f"<joint name='{a}{b}' type='ball'><parent>{a}</parent><child>{b}</child></joint>" for a, b in ("ab", "bc"))
    file = tmp_path / "s.sdf"
    file.write_text(f"<sdf version='1.9'><model name='m'>{links}{joints}</model></sdf>")
    before = proof.converted(file, "mars", ".scene", {}, {})
    assert before is not None
    flag = next(each for each in before.lines if each.path.endswith("/link[1]/self_collide[1]/text()"))
    assert verdict_of(flag, file, "mars", before) == "together"
