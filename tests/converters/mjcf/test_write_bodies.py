"""Bodies, shapes and contacts of an MJCF file, as MuJoCo compiles them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
from PIL import Image

import scenec
from scenec.accounting.report import Report
from scenec.ir.names import joint_paths
from tests.converters.mjcf.mujoco_oracle import load

FIXTURES = Path(__file__).parents[3] / "fixtures"
INERTIAL = "<inertial><mass>{mass}</mass><inertia><ixx>{i}</ixx><iyy>{i}</iyy><izz>{i}</izz></inertia></inertial>"
BOX = "<geometry><box><size>0.2 0.4 0.6</size></box></geometry>"


def body(mass: float = 1.0, i: float = 0.1) -> str:
    return INERTIAL.format(mass=mass, i=i)


def written(folder: Path, model: str, version: str = "1.9") -> tuple[Any, str, Report]:
    """The compiled model of an SDF model, its text, and the report."""
    source = folder / "model.sdf"
    source.write_text(f'<sdf version="{version}"><model name="m">{model}</model></sdf>')
    report = scenec.convert(source, folder / "result.xml", to="mjcf")
    return load(folder / "result.xml"), (folder / "result.xml").read_text(), report


def codes(report: Report) -> set[str]:
    return {finding.code for finding in report.findings}


def test_lengths_are_halved_and_visuals_neither_weigh_nor_touch(tmp_path: Path) -> None:
    shapes = f'<collision name="c">{BOX}</collision><visual name="v">{BOX}</visual>'
    model, _, _ = written(tmp_path, f'<link name="a">{body(2.0)}{shapes}</link>')
    assert [model.geom(name).size.tolist() for name in ("c", "v")] == [[0.1, 0.2, 0.3]] * 2
    assert [int(model.geom(name).group[0]) for name in ("c", "v")] == [3, 2]
    assert int(model.geom("v").contype[0]) == int(model.geom("v").conaffinity[0]) == 0
    assert float(model.body("a").mass[0]) == 2.0


def test_shapes_weigh_nothing_beside_what_the_scene_says(tmp_path: Path) -> None:
    model, _, _ = written(tmp_path, f'<static>true</static><link name="a"><collision name="c">{BOX}</collision></link>')
    assert model.body("a").mass.tolist() == [1.0]  # SDFormat's default; by MuJoCo's density the box would weigh 48 kg
    assert model.njnt == 0


def chain(between: str, second: str = "prismatic") -> str:
    """A base, a link without anything, and an end, on two joints."""
    return f"""
      <link name="base">{body()}</link><link name="between">{between}<pose>0 0 0.5 0 0 0</pose></link>
      <link name="end"><pose>0 0 1 0 0 0</pose>{body(3.0)}</link>
      <joint name="first" type="revolute"><parent>base</parent><child>between</child><axis><xyz>0 1 0</xyz>
        <limit><lower>-1</lower><upper>1</upper></limit></axis></joint>
      <joint name="second" type="{second}"><parent>between</parent><child>end</child><axis><xyz>0 0 1</xyz>
        <limit><lower>0</lower><upper>2</upper></limit></axis></joint>"""


def test_a_link_without_mass_between_two_joints_becomes_one_body_with_both(tmp_path: Path) -> None:
    massless = "<inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia></inertial>"
    model, text, report = written(tmp_path, chain(massless))
    assert [model.joint(i).name for i in range(1, model.njnt)] == ["first", "second"]
    assert {int(model.joint(name).bodyid[0]) for name in ("first", "second")} == {model.body("end").id}
    assert '<body name="between"' not in text
    assert "link-in-series-converted" in codes(report)
    assert "link-mass-defaulted" not in codes(report)
    data = mujoco.MjData(model)
    data.qpos[model.joint("first").qposadr[0]] = 0.5
    data.qpos[model.joint("second").qposadr[0]] = 0.25
    mujoco.mj_kinematics(model, data)
    reach = 0.5 + 0.25  # from the first joint, which is half a metre up
    expected = [reach * np.sin(0.5), 0.0, 0.5 + reach * np.cos(0.5)]
    assert np.allclose(data.body("end").xpos, expected, atol=1e-12)


def test_a_folded_link_has_its_name_again_when_the_file_is_read(tmp_path: Path) -> None:
    massless = "<inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia></inertial>"
    _, text, _ = written(tmp_path, chain(massless))
    assert '<text name="link after first" data="between"/>' in text
    scene, _ = scenec.read(tmp_path / "result.xml")
    assert [link.name for link in scene.links] == ["base", "between", "end"]
    scenec.convert(tmp_path / "result.xml", tmp_path / "again.xml")
    assert (tmp_path / "again.xml").read_text() == text


def test_a_text_that_names_no_link_between_two_joints_is_kept_as_it_is(tmp_path: Path) -> None:
    source = tmp_path / "source.xml"
    body = '<body name="b"><joint name="only"/><geom size="1"/></body>'
    texts = '<text name="link after only" data="b2"/><text name="link after" data="c"/>'
    source.write_text(f"<mujoco><custom>{texts}</custom><worldbody>{body}</worldbody></mujoco>")
    report = scenec.convert(source, tmp_path / "again.xml")
    assert '<text name="link after only" data="b2"/>' in (tmp_path / "again.xml").read_text()
    assert not [finding for finding in report.findings if finding.fate == "dropped" and not finding.ineffective]


def test_self_collision_of_a_folded_link_is_reported_like_that_of_the_others(tmp_path: Path) -> None:
    """No two links have shapes, so that no mask says that they do not touch; read again, each link of the chain may."""
    massless = "<inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia></inertial>"
    _, _, report = written(tmp_path, chain(massless))
    findings = [finding.subject for finding in report.findings if finding.code == "self-collision-ineffective"]
    assert sorted(findings) == ["m::base", "m::between", "m::end"]


def test_a_link_with_a_shape_between_two_joints_stays_a_body(tmp_path: Path) -> None:
    model, _, report = written(tmp_path, chain(f'{body(1e-3, 1e-6)}<visual name="v">{BOX}</visual>'))
    assert model.body("between").id > 0
    assert "link-in-series-converted" not in codes(report)


def test_a_tensor_that_no_body_has_is_raised_and_reported(tmp_path: Path) -> None:
    bad = "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>3</izz></inertia></inertial>"
    model, _, report = written(tmp_path, f'<link name="a">{bad}</link>')
    assert model.body("a").inertia.tolist() == pytest.approx([1.5, 1.5, 3.0])
    assert "link-inertia-unbalanced-approximated" in codes(report)


def test_a_flat_tensor_is_not_refused_for_its_rounding(tmp_path: Path) -> None:
    tensor = "<ixx>0.1</ixx><iyy>0.2</iyy><izz>0.3</izz><ixy>0.01</ixy>"
    turned = f"<inertial><pose>0 0 0 0.3 0.4 0.5</pose><mass>1</mass><inertia>{tensor}</inertia></inertial>"
    model, _, report = written(tmp_path, f'<link name="a">{turned}</link>')
    assert model.nbody == 2
    assert not any("approximated" in finding.code and "inertia" in finding.code for finding in report.findings)


def legs(self_collide: str) -> str:
    """Two legs that stand in each other, on a hip that is fixed to the world."""
    leg = f'<pose>0 0 -0.5 0 0 0</pose>{body()}<collision name="c">{BOX}</collision>'
    joint = '<joint name="j{0}" type="revolute"><parent>hip</parent><child>leg{0}</child><axis><xyz>1 0 0</xyz></axis></joint>'
    return f"""<self_collide>{self_collide}</self_collide><link name="hip">{body()}<collision name="c">{BOX}</collision></link>
      <link name="leg1">{leg}</link><link name="leg2">{leg}</link>
      {joint.format(1)}{joint.format(2)}<joint name="fix" type="fixed"><parent>world</parent><child>hip</child></joint>"""


@pytest.mark.parametrize(("self_collide", "pairs"), [("false", []), ("true", [("leg1", "leg2")])])
def test_links_touch_as_the_model_says_and_never_their_neighbours(tmp_path: Path, self_collide: str, pairs: list[tuple[str, str]]) -> None:
    """The hip stands still, so MuJoCo would let it touch the legs that hang on it."""
    model, _, _ = written(tmp_path, legs(self_collide))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    touching = {
        tuple(sorted(model.body(int(model.geom_bodyid[geom])).name for geom in (contact.geom1, contact.geom2))) for contact in data.contact
    }
    assert sorted(touching) == pairs


@pytest.mark.parametrize(
    ("masks", "stated"),
    [
        (("0xffff", "0xffff"), ["65535 x2"]),
        (("0xffffffff", "1"), ["4294967295"]),
        (("1", "1"), []),
        (("0xffff", "0"), ["65535"]),
        (("0xffff", "6"), []),
    ],
)
def test_masks_that_come_to_the_default_of_mujoco_are_stated_in_the_report(
    tmp_path: Path, masks: tuple[str, str], stated: list[str]
) -> None:
    """Many masks let all shapes touch: a mask that is changed into another of them leaves the file as it is."""
    shape = '<collision name="c{}">' + BOX + "<surface><contact><collide_bitmask>{}</collide_bitmask></contact></surface></collision>"
    shapes = "".join(shape.format(number, mask) for number, mask in enumerate(masks))
    model, text, report = written(tmp_path, f'<link name="a">{body()}{shapes}</link>')
    assert [finding.value for finding in report.findings if finding.code == "mjcf-full-masks-kept"] == stated
    if "6" in masks:
        assert [int(model.geom(name).contype[0]) for name in ("c0", "c1")] == [65535, 6], (
            "masks that restrict are written, also beside full ones"
        )
    else:
        assert "contype" not in text.split("<worldbody>")[1]


def test_a_mask_of_a_shape_that_is_left_out_is_not_said_to_let_it_touch(tmp_path: Path) -> None:
    missing = "<geometry><mesh><uri>nowhere.obj</uri></mesh></geometry>"
    mask = "<surface><contact><collide_bitmask>6</collide_bitmask></contact></surface>"
    _, _, report = written(tmp_path, f'<link name="a">{body()}<collision name="c">{missing}{mask}</collision></link>')
    assert "mjcf-full-masks-kept" not in codes(report)


def test_a_loop_is_closed_by_an_equality_at_the_same_place(tmp_path: Path) -> None:
    links = "".join(
        f'<link name="l{i}"><pose>{x} {y} 0 0 0 0</pose>{body()}</link>' for i, (x, y) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1)))
    )
    joints = "".join(
        f'<joint name="j{i}" type="revolute"><parent>l{i}</parent><child>l{(i + 1) % 4}</child><axis><xyz>0 0 1</xyz></axis></joint>'
        for i in range(4)
    )
    model, _, report = written(tmp_path, links + joints)
    assert model.neq == 2  # two points hold the axis
    assert model.njnt == 1 + 3
    findings = [finding for finding in report.findings if finding.code == "mjcf-loop-approximated"]
    assert [finding.subject for finding in findings] == ["m::j3"]
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert np.abs(data.efc_pos[: 3 * model.neq]).max() < 1e-12


def test_a_mesh_file_with_normals_for_some_faces_only_is_written_anew(tmp_path: Path) -> None:
    """MuJoCo refuses it; `written` compiles the result."""
    faces = "f 1//1 3//1 2//1\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    (tmp_path / "some.obj").write_text(f"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 -1\n{faces}")
    shape = "<geometry><mesh><uri>some.obj</uri></mesh></geometry>"
    model, _, _ = written(tmp_path, f'<link name="a">{body()}<visual name="v">{shape}</visual></link>')
    assert model.nmeshface == 4


def test_a_mesh_with_a_hollow_is_reported_to_be_filled(tmp_path: Path) -> None:
    corners = "0 0 0", "2 0 0", "2 2 0", "1 0.5 0", "0 2 0", "1 1 2"
    faces = "1 4 2", "2 4 3", "1 5 4", "1 2 6", "2 3 6", "3 4 6", "4 5 6", "5 1 6"
    hollow = "".join(f"v {corner}\n" for corner in corners) + "".join(f"f {face}\n" for face in faces)
    (tmp_path / "hollow.obj").write_text(hollow)
    shape = "<geometry><mesh><uri>hollow.obj</uri></mesh></geometry>"
    _, text, report = written(tmp_path, f'<link name="a">{body()}<collision name="c">{shape}</collision></link>')
    assert "mjcf-collision-hull-approximated" in codes(report)
    assert (tmp_path / "result_assets" / "hollow.obj").read_text() == hollow
    assert 'file="result_assets/hollow.obj"' in text


def test_flat_meshes_are_drawn_as_they_are_and_thickened_where_they_collide(tmp_path: Path) -> None:
    (tmp_path / "flat.obj").write_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n")
    shape = "<geometry><mesh><uri>flat.obj</uri></mesh></geometry>"
    link = f'<link name="a">{body()}<collision name="c">{shape}</collision><visual name="v">{shape}</visual></link>'
    model, _, report = written(tmp_path, link)
    assert model.nmesh == 2
    assert "mjcf-collision-thickened" in codes(report)


@pytest.mark.findings("physics-engine-dropped", "physics-update-rate-dropped")
def test_names_that_two_models_share_begin_with_the_model(tmp_path: Path) -> None:
    link = f'<link name="base">{body()}</link>'
    source = tmp_path / "two.sdf"
    models = "".join(f'<model name="{name}"><pose>{x} 0 0 0 0 0</pose>{link}</model>' for x, name in enumerate(("left", "right")))
    source.write_text(f'<sdf version="1.9"><world name="w">{models}</world></sdf>')
    scenec.convert(source, tmp_path / "result.xml", to="mjcf")
    model = load(tmp_path / "result.xml")
    assert [model.body(i).name for i in range(1, model.nbody)] == ["left/base", "right/base"]


@pytest.mark.findings("physics-engine-dropped", "solver-dropped")
@pytest.mark.parametrize("radius", ["1", "1.5"])
def test_names_that_two_shapes_share_do_not_depend_on_their_sizes(radius: str, tmp_path: Path) -> None:
    """A script that looks a shape up shall find it after its size was changed."""
    (tmp_path / "scene.ros2").write_text(f"""<Simulation><Scene name="s"><Body name="b"><SphereMass value="1kg" radius="1m"/>
<SphereGeometry name="ball" radius="1m"/><SphereGeometry name="ball" radius="{radius}m"/></Body></Scene></Simulation>""")
    scenec.convert(tmp_path / "scene.ros2", tmp_path / "result.xml", to="mjcf")
    model = load(tmp_path / "result.xml")
    assert [model.geom(i).name for i in range(model.ngeom)] == ["b/ball", "b/ball_2"]


def test_all_groups_of_a_mesh_file_are_shown(tmp_path: Path) -> None:
    """MuJoCo takes the first group of an OBJ file only, so a file with several is written anew with one."""
    cube = "v 0 0 {0}\nv 1 0 {0}\nv 0 1 {0}\nv 0 0 {1}\n"
    faces = "f {0} {2} {1}\nf {0} {1} {3}\nf {1} {2} {3}\nf {0} {3} {2}\n"
    text = cube.format(0, 1) + cube.format(5, 6) + "g low\n" + faces.format(1, 2, 3, 4) + "g high\n" + faces.format(5, 6, 7, 8)
    (tmp_path / "two.obj").write_text(text)
    shape = "<geometry><mesh><uri>two.obj</uri></mesh></geometry>"
    model, _, _ = written(tmp_path, f'<link name="a">{body()}<visual name="v">{shape}</visual></link>')
    assert int(model.mesh_facenum[0]) == 8


@pytest.mark.findings("*", reason="a robot with all drives; the names are judged")
def test_joints_without_a_name_are_called_as_in_reports_and_in_other_formats(tmp_path: Path) -> None:
    scenec.convert(FIXTURES / "rsg" / "drives.rsg", tmp_path / "drives.sdf")
    scenec.convert(FIXTURES / "rsg" / "drives.rsg", tmp_path / "drives.xml")
    scene, _ = scenec.read(FIXTURES / "rsg" / "drives.rsg")
    of_sdf = [joint.name for joint in scenec.read(tmp_path / "drives.sdf")[0].joints]
    of_mjcf = [joint.name for joint in scenec.read(tmp_path / "drives.xml")[0].joints if not str(joint.name).endswith("_axis2")]
    assert [path.rpartition("::")[2] for path in joint_paths(scene).values()] == of_sdf
    assert set(of_mjcf) == set(of_sdf) == {"spindle", "joint", "joint_2", "joint_3", "joint_4"}


@pytest.mark.findings("model-name-dropped", "physics-engine-dropped", "physics-update-rate-dropped", "sensor-contact-dropped")
def test_a_contact_sensor_feels_the_whole_of_its_link(tmp_path: Path) -> None:
    """MuJoCo's touch sensor feels what touches within its site, which is invisible and larger than any link."""
    floor = '<link name="floor"><collision name="f"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link>'
    sensor = '<sensor name="s" type="contact"><contact><collision>c</collision></contact></sensor>'
    box = f'<link name="a"><pose>0 0 0.29 0 0 0</pose>{body()}<collision name="c">{BOX}</collision>{sensor}</link>'
    source = tmp_path / "world.sdf"
    models = f'<model name="ground"><static>true</static>{floor}</model><model name="m">{box}</model>'
    source.write_text(f'<sdf version="1.9"><world name="w">{models}</world></sdf>')
    scenec.convert(source, tmp_path / "result.xml")
    model = load(tmp_path / "result.xml")
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert data.ncon > 0 and data.sensor("s").data[0] > 1.0
    assert float(model.site_rgba[0][3]) == 0.0


def test_terrain_stands_where_its_darkest_point_is(tmp_path: Path) -> None:
    """MuJoCo stretches the levels of an image to 0 and 1: those from 0.2 to 0.8 of 4 m are 2.4 m high and begin 0.8 m up."""
    levels = np.array([[51, 204], [51, 204]], dtype=np.uint8)
    Image.fromarray(levels).save(tmp_path / "hills.png")
    shape = "<geometry><heightmap><uri>hills.png</uri><size>10 20 4</size><pos>1 2 0.5</pos></heightmap></geometry>"
    model, _, _ = written(tmp_path, f'<static>true</static><link name="a"><collision name="c">{shape}</collision></link>')
    assert model.hfield_size[0].tolist() == pytest.approx([5, 10, 2.4, 0.1])
    assert model.geom("c").pos.tolist() == pytest.approx([1, 2, 0.5 + 0.8])
