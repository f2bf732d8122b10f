"""URDF as written: a tree that urdfdom and simulators load, with everything where it was."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import msgspec
import pytest

import scenec
from scenec import ir
from scenec.api import prepare
from tests.converters.urdf.writing import ENDS, LIMIT, LINKS, codes, joined, read, robot, written

FIXTURES = Path(__file__).parents[3] / "fixtures"
OWN = sorted((FIXTURES / "urdf").glob("*.urdf"))


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


# ---------------------------------------------------------------- URDF to URDF


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_an_unchanged_robot_keeps_its_text(path: Path, tmp_path: Path) -> None:
    report = scenec.convert(path, tmp_path / path.name)
    if path.name != "shapes.urdf":  # whose meshes are in another folder then
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()
    assert report.lost == 0
    assert [finding.code for finding in report.findings if finding.level != "note"] == []


@pytest.mark.findings("urdf-mesh-missing")
@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_a_robot_that_is_written_anew_means_the_same_and_is_a_fixed_point(path: Path, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    report = scenec.convert(path, tmp_path / "r.urdf", flatten=True)
    assert [finding.code for finding in report.findings if finding.fate == "dropped" and not finding.code.endswith("-ineffective")] == [
        "comments-dropped"
    ]
    scenec.convert(tmp_path / "r.urdf", tmp_path / "again" / "r.urdf", flatten=True)
    assert (tmp_path / "again" / "r.urdf").read_text().replace("r_assets", "x") == (tmp_path / "r.urdf").read_text().replace(
        "r_assets", "x"
    )
    before, after = scenec.read(path)[0].physics(), scenec.read(tmp_path / "r.urdf")[0].physics()
    assert [(link.path, link.mass, link.com) for link in after.links] == [(link.path, link.mass, link.com) for link in before.links]
    for ours, theirs in zip(before.joints, after.joints, strict=True):
        assert msgspec.structs.replace(theirs, anchor=ours.anchor) == ours
        assert theirs.anchor == pytest.approx(ours.anchor, abs=1e-14)


def test_an_edited_robot_is_written_anew_with_everything_else_kept(tmp_path: Path) -> None:
    scene, _ = scenec.read(FIXTURES / "urdf" / "control.urdf")
    text = written(scene.replace("lift::carriage", mass=4.5), tmp_path)
    assert '<mass value="4.5"/>' in text
    for kept in ("/dev/ttyUSB0", 'gpio name="lamp"', "<mechanicalReduction>50", 'command_interface name="velocity"', "initial_value"):
        assert kept in text


def test_a_value_is_traced_to_the_line_it_is_written_in(tmp_path: Path) -> None:
    _, report = prepare(FIXTURES / "urdf" / "arm.urdf", tmp_path / "r.urdf", flatten=True, trace=True)
    output, _ = prepare(FIXTURES / "urdf" / "arm.urdf", tmp_path / "r.urdf", flatten=True)
    lines = output.files[output.main].decode().splitlines()
    found = {line.value: line.target for line in report.ledger if line.value in ("4.5", "telescope", "0.125")}
    for value, places in found.items():
        assert any(value in lines[place.line - 1] for place in places), value
    assert len(found) == 3


# ---------------------------------------------------------------- rotations


@pytest.mark.parametrize("pitch", [math.pi / 2, -math.pi / 2, math.pi / 2 - 1e-3, math.pi / 2 - 1e-9, 1.57075])
def test_angles_are_exact_at_the_pole(pitch: float, tmp_path: Path) -> None:
    turn = ir.Rotation((*ir.Rotation.from_rpy(0.3, pitch, -0.7),))
    scene, _ = read('<link name="a"/>')
    visual = ir.Visual(geometry=ir.Box(size=(1.0, 2.0, 3.0)), pose=ir.Pose(rotation=turn))
    scene = msgspec.structs.replace(scene, links=(msgspec.structs.replace(scene.links[0], visuals=(visual,)),))
    back, _ = read(written(scene, tmp_path).encode())
    pose = back.links[0].visuals[0].pose
    assert pose is not None
    for ours, theirs in zip(turn.matrix(), pose.rotation.matrix(), strict=True):
        assert theirs == pytest.approx(ours, abs=5e-15)


# ---------------------------------------------------------------- joints


def test_joints_without_limits_are_continuous_or_get_1e16(tmp_path: Path) -> None:
    for kind, expected in (("revolute", "continuous"), ("prismatic", "prismatic")):
        scene, _ = read(joined(LIMIT, kind))
        axis = msgspec.structs.replace(scene.joints[0].axes[0], limits=None)
        open_joint = msgspec.structs.replace(scene.joints[0], axes=(axis,))
        report = scenec.write(msgspec.structs.replace(scene, joints=(open_joint,)), tmp_path / "out.urdf")
        (joint,) = tree((tmp_path / "out.urdf").read_text()).findall("joint")
        assert joint.get("type") == expected
        limit = joint.find("limit")
        if kind == "prismatic":
            assert limit is not None and dict(limit.attrib) == dict.fromkeys(("upper", "effort", "velocity"), "1e+16") | {"lower": "-1e+16"}
            assert {"urdf-joint-range-defaulted", "urdf-joint-limit-defaulted"} <= codes(report)
        else:
            assert limit is None


@pytest.mark.parametrize(
    ("axis", "added"),
    [
        ("<dynamics><damping>1</damping></dynamics>", "effort 1e16 N m and velocity 1e16 rad/s"),
        ("<limit><lower>-1</lower><upper>2</upper><effort>3</effort></limit>", "velocity 1e16 rad/s"),
        ("<limit><lower>-1</lower><upper>2</upper><velocity>3</velocity></limit>", "effort 1e16 N m"),
    ],
)
@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
@pytest.mark.findings("urdf-joint-limit-defaulted", "urdf-joint-range-defaulted", "sdf-*")
def test_limits_that_are_added_have_the_unit_of_the_joint(kind: str, axis: str, added: str, tmp_path: Path) -> None:
    if kind == "prismatic":
        added = added.replace("N m", "N").replace("rad/s", "m/s")
    elif "<limit>" not in axis:
        axis += "<limit><lower>-1</lower><upper>1</upper></limit>"
    (tmp_path / "slide.sdf").write_text(
        f"""<sdf version="1.7"><model name="m"><link name="a"/><link name="b"/><joint name="j" type="{kind}"><parent>a</parent>
        <child>b</child><axis><xyz>0 0 1</xyz>{axis}</axis></joint></model></sdf>"""
    )
    report = scenec.convert(tmp_path / "slide.sdf", tmp_path / "slide.urdf")
    (finding,) = (each for each in report.findings if each.code == "urdf-joint-limit-defaulted")
    assert finding.headline == f"Joint limit added: {added}"


@pytest.mark.findings("text-rewritten")
def test_a_mimic_with_a_reference_gets_another_offset(tmp_path: Path) -> None:
    scene, _ = scenec.read(FIXTURES / "urdf" / "arm.urdf")
    follower = scene.joints[4]
    mimic = ir.Mimic(joint=scene.joints[3].id, multiplier=2.0, offset=0.5, reference=0.25)
    axis = msgspec.structs.replace(follower.axes[0], mimic=mimic)
    joints = (*scene.joints[:4], msgspec.structs.replace(follower, axes=(axis,)), *scene.joints[5:])
    text = written(msgspec.structs.replace(scene, joints=joints), tmp_path)
    assert '<mimic joint="finger" multiplier="2" offset="0"/>' in text


def test_joints_of_several_axes_become_chains_and_loops_are_reported(tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "sdformat" / "joints.sdf", tmp_path / "r.urdf", lenient=True)
    root = tree((tmp_path / "r.urdf").read_text())
    types = {joint.get("type") for joint in root.findall("joint")}
    assert types <= {"revolute", "continuous", "prismatic", "fixed", "floating", "planar"}
    assert "joint-split" in codes(report)
    children = [child.get("link") for child in root.iterfind("joint/child")]
    assert len(children) == len(set(children))


def test_a_link_that_stands_off_its_joint_is_placed_in_the_joint(tmp_path: Path) -> None:
    sdf = """<sdf version="1.7"><model name="m">
      <link name="a"/><link name="b"><pose>1 0 0 0 0 0</pose></link>
      <joint name="j" type="revolute"><pose>0 0 0.5 0 0 0</pose><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz></axis></joint>
    </model></sdf>"""
    (tmp_path / "m.sdf").write_text(sdf)
    report = scenec.convert(tmp_path / "m.sdf", tmp_path / "m.urdf")
    before, after = (scenec.read(tmp_path / name)[0].physics(at={"m::j": 0.7}) for name in ("m.sdf", "m.urdf"))
    assert after.links[1].com == pytest.approx(before.links[1].com, abs=1e-12)
    assert "urdf-link-frame-at-joint" in codes(report)


# ---------------------------------------------------------------- the tree


def test_a_floating_base_stays_floating(tmp_path: Path) -> None:
    text = written(read(joined(LIMIT))[0], tmp_path)
    assert 'name="world"' not in text


def test_what_is_welded_to_the_ground_hangs_on_a_link_world(tmp_path: Path) -> None:
    scenec.convert(FIXTURES / "urdf" / "arm.urdf", tmp_path / "r.urdf", flatten=True)
    root = tree((tmp_path / "r.urdf").read_text())
    assert root.findall("link")[0].get("name") == "world" and len(root.findall("link")[0]) == 0


def test_several_models_are_one_tree_and_each_joint_of_ours_is_reported(tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "sdformat" / "world.sdf", tmp_path / "r.urdf")
    root = tree((tmp_path / "r.urdf").read_text())
    links = {link.get("name") for link in root.findall("link")}
    children = {child.get("link") for child in root.iterfind("joint/child")}
    assert links - children == {"world"}
    assert "urdf-model-merged" in codes(report)


@pytest.mark.findings("physics-engine-dropped", "scene-friction-law-dropped")
def test_links_without_names_are_called_by_the_paths_that_findings_call_them_by(tmp_path: Path) -> None:
    """Numbers alone would call the link of `model_2` like the second one of `model`, which moves otherwise."""
    ball = '<joint axis="0 0 1"/><geom size=".1"/>'
    bodies = f'<body pos="{{x}} 0 0">{ball}<body pos="0 0 1">{ball}</body></body>'
    (tmp_path / "arms.xml").write_text(f"<mujoco><worldbody>{bodies.format(x=0)}{bodies.format(x=9)}</worldbody></mujoco>")
    scenec.convert(tmp_path / "arms.xml", tmp_path / "arms.urdf")
    links = [link.get("name") for link in tree((tmp_path / "arms.urdf").read_text()).findall("link")]
    assert [name for name in links if name != "world"] == ["model_link", "model_link_2", "model_2_link", "model_2_link_2"]


@pytest.mark.parametrize(("other", "expected"), [("world", []), ("wall", ["true"])], ids=["ground", "another-model"])
def test_the_ground_alone_switches_no_self_collision_on(other: str, expected: list[str], tmp_path: Path) -> None:
    shape = '<collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry></collision>'
    models = (
        f'<model name="{other}"><static>true</static><link name="{other}">{shape}</link></model><model name="m"><link name="a"/></model>'
    )
    report = scenec.convert(f'<sdf version="1.8"><world name="w">{models}</world></sdf>'.encode(), tmp_path / "r.urdf", from_="sdformat")
    assert [each.text for each in tree((tmp_path / "r.urdf").read_text()).iter("self_collide")] == expected
    assert ("urdf-self-collision-of-robot" in codes(report)) is bool(expected)


def test_a_robot_on_the_ground_collides_with_itself_as_before(tmp_path: Path) -> None:
    ground = '<link name="world"><collision><geometry><sphere radius="1"/></geometry></collision></link>'
    ends = '<joint name="w" type="fixed"><parent link="world"/><child link="a"/></joint>'
    for state in (True, False):
        tags = f"<gazebo><self_collide>{str(state).lower()}</self_collide></gazebo>"
        scene, _ = read(robot(f'{ground}{LINKS}<joint name="j" type="revolute">{ENDS}{LIMIT}</joint>{ends}{tags}'))
        again, _ = scenec.read(written(scene, tmp_path).encode(), format="urdf")
        assert [link.self_collide for link in again.physics().links] == [state, state, False]


# ---------------------------------------------------------------- shapes and files


def test_capsules_raise_the_version(tmp_path: Path) -> None:
    shape = '<visual><geometry><capsule radius="1" length="2"/></geometry></visual>'
    scene, _ = read(robot(f'<link name="a">{shape}</link>', 'name="r" version="1.1"'))
    assert 'version="1.1"' in written(scene, tmp_path)
    assert "version" not in written(read('<link name="a"/>')[0], tmp_path).partition("?>")[2]


@pytest.mark.findings("physics-*", "solver-dropped", "surface-restitution-dropped", "urdf-joint-type-floating-added")
def test_inline_meshes_become_files_beside_the_robot_each_once(tmp_path: Path) -> None:
    scenec.convert(FIXTURES / "mesh_shared_vertices.ros2", tmp_path / "r.urdf")
    names = [mesh.get("filename") for mesh in tree((tmp_path / "r.urdf").read_text()).iter("mesh")]
    assert names and all((tmp_path / str(name)).is_file() for name in names)


def test_a_material_is_written_once_and_referred_to(tmp_path: Path) -> None:
    scenec.convert(FIXTURES / "urdf" / "arm.urdf", tmp_path / "r.urdf", flatten=True)
    root = tree((tmp_path / "r.urdf").read_text())
    assert [material.get("name") for material in root.findall("material")] == ["steel", "glass", "rubber"]
    assert all(len(material) == 0 for material in root.iterfind("link/visual/material"))


def test_values_that_differ_between_collisions_of_a_link_are_reported(tmp_path: Path) -> None:
    scene, _ = scenec.read(FIXTURES / "urdf" / "rover.urdf")
    first, second = scene.links[0].collisions
    slippery = msgspec.structs.replace(second, surface=ir.Surface(mu=0.1, mu2=0.1))
    links = (msgspec.structs.replace(scene.links[0], collisions=(first, slippery)), *scene.links[1:])
    report = scenec.write(msgspec.structs.replace(scene, links=links), tmp_path / "r.urdf")
    assert "urdf-surface-differs-dropped" in codes(report)


def test_a_value_of_a_text_that_is_kept_is_traced_to_its_line(tmp_path: Path) -> None:
    source = FIXTURES / "urdf" / "arm.urdf"
    report = scenec.convert(source, tmp_path / "arm.urdf", trace=True)
    places = {line.path: [(each.line, each.column) for each in line.target] for line in report.ledger}
    stated = {line.path: (line.line, line.column) for line in report.ledger}
    mass = next(path for path in places if path.endswith("/mass[1]/@value"))
    assert places[mass] == [stated[mass]]


def test_lights_are_reported_by_name_also_those_of_links(tmp_path: Path) -> None:
    lights = '<light name="sun" dir="0 0 -1"/><body name="b"><light name="lamp"/><freejoint/><geom size="1"/></body>'
    (tmp_path / "a.xml").write_text(f'<mujoco model="m"><worldbody>{lights}</worldbody></mujoco>')
    report = scenec.convert(tmp_path / "a.xml", tmp_path / "a.urdf")
    assert {each.subject for each in report.findings if each.code == "urdf-light-unsupported-dropped"} == {"sun", "b::b::lamp"}


def test_a_capsule_without_length_is_a_sphere_and_reported(tmp_path: Path) -> None:
    """SimRobot takes a capsule that is lower than its two caps for a ball."""
    scene, _ = read(
        robot(
            '<link name="a"><collision><geometry><capsule radius="1" length="0"/></geometry></collision></link>', 'name="r" version="1.1"'
        )
    )
    report = scenec.write(scene, tmp_path / "a.urdf")
    assert "shape-capsule-converted" in codes(report)
    assert '<sphere radius="1"/>' in (tmp_path / "a.urdf").read_text()


def test_a_part_of_a_mesh_file_becomes_a_file_of_its_own(tmp_path: Path) -> None:
    """SDFormat shows one part of a file; URDF has only whole files."""
    (tmp_path / "two.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nv 6 5 5\nv 5 6 5\no near\nf 1 2 3\no far\nf 4 5 6\n")
    part, whole = "<uri>two.obj</uri><submesh><name>far</name></submesh>", "<uri>two.obj</uri>"
    shapes = "".join(f'<visual name="v{i}"><geometry><mesh>{text}</mesh></geometry></visual>' for i, text in enumerate((part, whole)))
    shapes += f'<collision name="c"><geometry><mesh>{part}</mesh></geometry></collision>'
    (tmp_path / "a.sdf").write_text(f'<sdf version="1.9"><model name="m"><link name="l">{shapes}</link></model></sdf>')
    report = scenec.convert(tmp_path / "a.sdf", tmp_path / "out" / "a.urdf")
    assert "mesh-inlined" in codes(report) and "urdf-mesh-part-dropped" not in codes(report)
    (seen,) = scenec.read(tmp_path / "out" / "a.urdf")[0].physics().links
    far = ((5, 5, 5), (6, 6, 5))
    assert [each.bounds for each in (*seen.visuals, *seen.collisions)] == [far, ((0, 0, 0), (6, 6, 5)), far]


def test_a_visual_whose_colour_hides_it_stays(tmp_path: Path) -> None:
    """One that is hidden by other means has no place in URDF."""
    geoms = "".join(
        f'<geom name="{name}" type="sphere" size="0.1" contype="0" conaffinity="0" {how}/>'
        for name, how in (("clear", 'rgba="1 0 0 0"'), ("aside", 'group="4"'))
    )
    source = tmp_path / "m.xml"
    inertial = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
    source.write_text(f'<mujoco><worldbody><body name="b">{inertial}{geoms}</body></worldbody></mujoco>')
    report = scenec.convert(source, tmp_path / "out.urdf")
    visuals = scenec.read(tmp_path / "out.urdf")[0].links[0].visuals
    assert [(each.name, each.material.diffuse) for each in visuals if each.material] == [("clear", (1.0, 0.0, 0.0, 0.0))]
    assert [finding.subject for finding in report.findings if finding.code == "visual-hidden-ineffective"] == ["b::b::aside"]


def test_a_light_in_a_frame_is_reported_as_a_missing_light(tmp_path: Path) -> None:
    """The code says what is missing; the elements around the light do not."""
    source = tmp_path / "m.xml"
    source.write_text(
        '<mujoco><worldbody><body name="b"><geom size="0.1"/><frame pos="1 0 0"><light name="lamp"/></frame></body></worldbody></mujoco>'
    )
    found = [
        finding for finding in scenec.convert(source, tmp_path / "out.urdf").findings if finding.code == "urdf-light-unsupported-dropped"
    ]
    assert [(each.subject, each.value) for each in found] == [("b::b::lamp", "b::b::lamp")]
