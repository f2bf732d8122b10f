"""Differences in MuJoCo have a finding that names the part, by the same name as in the result."""

from __future__ import annotations

from pathlib import Path

import msgspec
import mujoco
import pytest

import scenec
from scenec import ir
from scenec.converters.mjcf.write.layout import MEASURED
from tests.converters.mjcf.mujoco_oracle import load
from tests.converters.mjcf.test_write_bodies import BOX, body, codes, written

FIXTURES = Path(__file__).parents[3] / "fixtures"
ONE_KILOGRAM = ir.Inertial(mass=1.0, inertia=ir.Inertia(0.1, 0.1, 0.1))
TWO_LINKS = f'<link name="a">{body()}</link><link name="b">{body()}</link>'


def joint(name: str, kind: str, axes: str, rest: str = "") -> str:
    return f'<joint name="{name}" type="{kind}"><parent>a</parent><child>b</child>{axes}{rest}</joint>'


def subjects_and_targets(report: scenec.Report, code: str) -> list[tuple[str, str]]:
    return [(finding.subject, finding.target) for finding in report.findings if finding.code == code]


def test_each_part_of_a_joint_of_two_axes_is_named(tmp_path: Path) -> None:
    axes = "<axis><xyz>0 0 1</xyz></axis><axis2><xyz>1 0 0</xyz></axis2>"
    _, _, report = written(tmp_path, TWO_LINKS + joint("j", "universal", axes))
    assert subjects_and_targets(report, "mjcf-joint-split-converted") == [("m::j", "j"), ("m::j", "j_axis2")]


def test_each_quantity_of_an_imu_is_named(tmp_path: Path) -> None:
    _, text, report = written(tmp_path, f'<link name="a">{body()}<sensor name="s" type="imu"/></link>')
    assert [target for _, target in subjects_and_targets(report, "mjcf-sensor-split-converted")] == ["s_gyro", "s_quat"]
    assert text.index('name="s_acc"') < text.index('name="s_gyro"')


def test_the_second_point_of_a_closing_hinge_is_named(tmp_path: Path) -> None:
    axis = "<axis><xyz>0 0 1</xyz></axis>"
    _, text, report = written(tmp_path, TWO_LINKS + joint("j", "revolute", axis) + joint("k", "revolute", axis))
    assert subjects_and_targets(report, "mjcf-loop-approximated") == [("m::k", "k_2")]
    assert text.count("<connect") == 2


def test_an_effort_limit_of_zero_limits(tmp_path: Path) -> None:
    axis = "<axis><xyz>0 0 1</xyz><limit><effort>0</effort></limit></axis>"
    model, _, report = written(tmp_path, TWO_LINKS + joint("j", "revolute", axis))
    assert bool(model.jnt_actfrclimited[model.joint("j").id])
    assert 0 < model.jnt_actfrcrange[model.joint("j").id][1] < 1e-9
    assert subjects_and_targets(report, "mjcf-effort-zero-approximated") == [("m::j", "5e-10 N m")]


@pytest.mark.findings("mjcf-*")
@pytest.mark.parametrize(
    ("kind", "start", "sliver", "turned_round", "effort", "velocity"),
    [
        ("revolute", "28.6479°", "14.3239° to 14.3239°", "57.2958° to -57.2958°", "0 N m", "2 rad/s"),
        ("prismatic", "0.5 m", "0.25 m to 0.25 m", "1 m to -1 m", "0 N", "2 m/s"),
    ],
)
def test_amounts_of_a_joint_have_the_unit_of_its_motion(
    tmp_path: Path, kind: str, start: str, sliver: str, turned_round: str, effort: str, velocity: str
) -> None:
    """A reader who looks for 14 degrees in the file must not be shown a quarter of a metre."""
    path = tmp_path / "m.sdf"
    path.write_text(f'<sdf version="1.9"><model name="m">{TWO_LINKS}{joint("j", kind, "<axis><xyz>0 0 1</xyz></axis>")}</model></sdf>')
    scene = scenec.read(path)[0]

    def values(limits: ir.Limits, initial: float = 0.0) -> dict[str, str]:
        axis = ir.Axis(xyz=(0.0, 0.0, 1.0), limits=limits, initial=initial)
        report = scenec.write(scene.replace("m::j", axes=(axis,)), tmp_path / "result.xml", format="mjcf")
        return {finding.code: finding.value for finding in report.findings}

    limited = values(ir.Limits(lower=0.25, upper=0.25, effort=0.0, velocity=2.0), initial=0.5)
    assert limited["mjcf-joint-initial-limits-converted"] == start
    assert limited["mjcf-limits-equal-approximated"] == sliver
    assert limited["mjcf-effort-zero-approximated"] == effort
    assert limited["mjcf-joint-velocity-limit-dropped"] == velocity
    assert values(ir.Limits(lower=1.0, upper=-1.0))["mjcf-limits-inverted-dropped"] == turned_round


def test_a_fixed_joint_to_the_world_is_reported_as_motion_is(tmp_path: Path) -> None:
    fixed = '<joint name="j" type="fixed"><parent>world</parent><child>a</child></joint>'
    model, _, report = written(tmp_path, f'<link name="a">{body()}</link>{fixed}')
    assert model.njnt == 0
    assert subjects_and_targets(report, "mjcf-joint-fixed-to-world-converted")[0][0] == "m::j"


@pytest.mark.parametrize("loop", ["", joint("k", "fixed", "")], ids=["in the tree", "closing a loop"])
def test_the_frame_of_a_fixed_joint_has_no_effect(tmp_path: Path, loop: str) -> None:
    """A body or a weld holds its links together wherever that is."""
    shifted = '<pose relative_to="a">0.1 0.2 0 0.3 0 0</pose>'
    fixed = joint("j", "fixed", "", shifted)
    _, _, report = written(tmp_path, TWO_LINKS + loop + fixed)
    assert [subject for subject, _ in subjects_and_targets(report, "joint-pose-ineffective")] == ["m::j"]
    assert {"joint-pose-dropped", "joint-relative-to-dropped"} & codes(report) == set()


def test_friction_stays_where_nothing_touches_under_the_law_of_the_source(tmp_path: Path) -> None:
    surface = "<surface><friction><ode><mu>0.6</mu><mu2>0.6</mu2></ode></friction></surface>"
    model, _, report = written(tmp_path, f'<link name="a">{body()}<collision name="c">{BOX}{surface}</collision></link>')
    assert float(model.geom("c").friction[0]) == 0.6
    assert "friction-pair-ineffective" not in codes(report)


def test_the_coefficient_of_the_other_direction_is_reported_of_its_collision(tmp_path: Path) -> None:
    surface = "<surface><friction><ode><mu>0.3</mu><mu2>0.4</mu2></ode></friction></surface>"
    _, _, report = written(tmp_path, f'<link name="a">{body()}<collision name="c">{BOX}{surface}</collision></link>')
    assert [subject for subject, _ in subjects_and_targets(report, "surface-mu2-approximated")] == ["m::a::c"]


def test_a_sensor_of_a_joint_measures_all_its_axes(tmp_path: Path) -> None:
    scene = scenec.read(_sdf(tmp_path, "<axis><xyz>0 0 1</xyz></axis><axis2><xyz>1 0 0</xyz></axis2>"))[0]
    sensor = scenec.ir.Sensor(name="s", type="joint_state", quantity="position")
    watched = scene.replace("m::j", sensors=(sensor,))
    report = scenec.write(watched, tmp_path / "result.xml", format="mjcf")
    text = (tmp_path / "result.xml").read_text()
    assert '<jointpos name="s" joint="j"/>' in text
    assert '<jointpos name="s_2" joint="j_axis2"/>' in text
    assert [target for _, target in subjects_and_targets(report, "mjcf-sensor-split-converted")] == ["s_2"]


def _sdf(folder: Path, axes: str) -> Path:
    path = folder / "m.sdf"
    path.write_text(f'<sdf version="1.9"><model name="m">{TWO_LINKS}{joint("j", "universal", axes)}</model></sdf>')
    return path


@pytest.mark.findings("sensor-camera-far-dropped", "sensor-camera-near-dropped", "source-element-dropped")
def test_writing_again_what_was_written_changes_no_byte(tmp_path: Path) -> None:
    camera = '<sensor name="c" type="camera"><camera/></sensor>'
    light = '<light name="l" type="spot"><spot><inner_angle>0</inner_angle><outer_angle>1</outer_angle><falloff>1</falloff></spot></light>'
    flat = "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>2</izz><ixy>0.1</ixy></inertia></inertial>"
    imu = '<sensor name="i" type="imu"/>'
    links = f'<link name="a">{flat}{camera}{imu}{light}</link><link name="b">{body()}</link><link name="c">{body()}</link>'
    axis = "<axis><xyz>0 0 1</xyz>{}</axis>"
    mimic = '<mimic joint="{}"><multiplier>2</multiplier><offset>0</offset><reference>0</reference></mimic>'
    joints = (
        '<joint name="z" type="revolute"><parent>b</parent><child>c</child>' + axis.format(mimic.format("y")) + "</joint>"
        '<joint name="y" type="revolute"><parent>a</parent><child>b</child>' + axis.format("") + "</joint>"
    )
    source = tmp_path / "m.sdf"
    source.write_text(f'<sdf version="1.11"><model name="m">{links}{joints}</model></sdf>')
    scenec.convert(source, tmp_path / "once" / "m.xml", to="mjcf")
    scenec.convert(tmp_path / "once" / "m.xml", tmp_path / "again" / "m.xml", to="mjcf")
    assert (tmp_path / "once" / "m.xml").read_text() == (tmp_path / "again" / "m.xml").read_text()


def test_the_layout_of_what_mujoco_counts_is_reported(tmp_path: Path) -> None:
    """As MuJoCo itself has it: seven coordinates of the free base, one of each joint, and the sensors one after the other."""
    joints = joint("j", "universal", "<axis><xyz>0 0 1</xyz></axis><axis2><xyz>1 0 0</xyz></axis2>")
    model, _, report = written(
        tmp_path, f'<link name="a">{body()}<sensor name="s" type="imu"/></link><link name="b">{body()}</link>{joints}'
    )
    layouts = {finding.subject: (finding.value, finding.consequence) for finding in report.findings if finding.code == "mjcf-layout"}
    assert layouts["qpos"] == ("9 numbers", "The order is 0-6 a, 7 j, 8 j_axis2.")
    assert layouts["sensordata"] == ("10 numbers", "The order is 0-2 s_acc, 3-5 s_gyro, 6-9 s_quat.")
    assert [int(model.joint(name).qposadr[0]) for name in ("j", "j_axis2")] == [7, 8]
    assert [int(model.sensor(name).adr[0]) for name in ("s_acc", "s_gyro", "s_quat")] == [0, 3, 6]


@pytest.mark.parametrize(
    "part",
    [
        '<visual name="v"><geometry><plane><normal>1 0 0</normal><size>1 0</size></plane></geometry></visual>',
        '<light name="l" type="spot"><direction>0 0 0</direction></light>',
    ],
    ids=["a plane without width", "a light without direction"],
)
def test_values_of_0_that_mujoco_refuses_do_not_spoil_the_file(part: str, tmp_path: Path) -> None:
    _, _, report = written(tmp_path, f'<link name="a">{body()}{part}</link>')
    scenec.read(tmp_path / "result.xml")
    assert {"plane-approximated", "light-direction-dropped"} & {finding.code for finding in report.findings}


def test_both_openings_of_a_camera_arrive(tmp_path: Path) -> None:
    """The cameras of NAO see 60 by 46.8 degrees in 640 by 480 pixels, which square pixels do not."""
    eye = ir.Camera(width=640, height=480, horizontal_fov=1.0472, vertical_fov=0.8168)
    sensor = ir.Sensor(name="eye", type="camera", cameras=(eye,))
    scene = ir.Scene(models=(ir.Model(id="m", name="m"),), links=(ir.Link(id="l", name="l", model="m", sensors=(sensor,)),))
    report = scenec.write(scene, tmp_path / "result.xml", format="mjcf")
    assert not [finding for finding in report.findings if "fov" in finding.code]
    [again] = scenec.read(tmp_path / "result.xml")[0].links[0].sensors[0].cameras
    assert (again.horizontal_fov, again.vertical_fov) == pytest.approx((1.0472, 0.8168))


def test_a_camera_that_opens_half_a_turn_gets_no_opening_that_mujoco_refuses(tmp_path: Path) -> None:
    eye = ir.Sensor(name="eye", type="camera", cameras=(ir.Camera(width=4, height=3, vertical_fov=4.0),))
    scene = ir.Scene(models=(ir.Model(id="m", name="m"),), links=(ir.Link(id="l", name="l", model="m", sensors=(eye,)),))
    report = scenec.write(scene, tmp_path / "result.xml", format="mjcf")
    scenec.read(tmp_path / "result.xml")
    assert "sensor-camera-vertical-fov-dropped" in codes(report)


def test_a_loop_of_a_hinge_without_an_axis_is_reported_to_be_open(tmp_path: Path) -> None:
    links = tuple(ir.Link(id=name, name=name, model="m", inertial=ONE_KILOGRAM) for name in "ab")
    axis = ir.Axis(xyz=(0.0, 0.0, 1.0))
    hinge = ir.Joint(id="j", name="j", model="m", type="revolute", parent="a", child="b", axes=(axis,))
    bare = ir.Joint(id="k", name="k", model="m", type="revolute", parent="a", child="b")
    report = scenec.write(ir.Scene(models=(ir.Model(id="m", name="m"),), links=links, joints=(hinge, bare)), tmp_path / "m.xml")
    assert [finding.subject for finding in report.findings if finding.code == "mjcf-loop-dropped"] == ["m::k"]


def test_a_static_link_that_code_moves_loses_a_tensor_that_mujoco_refuses(tmp_path: Path) -> None:
    inertial = ir.Inertial(mass=1.0, inertia=ir.Inertia(3.0, 0.001, 9.81))
    link = ir.Link(id="a", name="a", model="m", kinematic=True, inertial=inertial)
    report = scenec.write(ir.Scene(models=(ir.Model(id="m", name="m", static=True),), links=(link,)), tmp_path / "m.xml")
    assert [finding.value for finding in report.findings if finding.code == "static-mass-ineffective"] == ["1 kg"]
    assert load(tmp_path / "m.xml").nbody == 2


@pytest.mark.parametrize("source", ["sensors.ros2", "sdformat/sensors.sdf", "mars/sensors.scene", "rsg/sensors.rsg"])
def test_the_layout_is_that_of_the_model_that_mujoco_loads(source: str, tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / source, tmp_path / "m.xml")
    model = load(tmp_path / "m.xml")
    layout = next(finding for finding in report.findings if finding.code == "mjcf-layout" and finding.subject == "sensordata")
    assert layout.value == f"{model.nsensordata} numbers"
    places = []
    for i in range(model.nsensor):
        first, last = model.sensor_adr[i], model.sensor_adr[i] + model.sensor_dim[i] - 1
        places.append(f"{first} {model.sensor(i).name}" if first == last else f"{first}-{last} {model.sensor(i).name}")
    assert layout.consequence == f"The order is {', '.join(places)}."


@pytest.mark.parametrize(
    "tag",
    [
        "accelerometer",
        "gyro",
        "framequat",
        "magnetometer",
        "force",
        "torque",
        "framepos",
        "framelinvel",
        "frameangvel",
        "touch",
        "rangefinder",
    ],
)
def test_the_layout_counts_the_numbers_of_a_sensor_as_mujoco_does(tag: str) -> None:
    of = 'objtype="site" objname="s"' if tag.startswith("frame") else 'site="s"'
    text = f'<mujoco><worldbody><body><geom size="1"/><site name="s"/></body></worldbody><sensor><{tag} {of}/></sensor></mujoco>'
    assert MEASURED.get(tag, 1) == mujoco.MjModel.from_xml_string(text).nsensordata


@pytest.mark.parametrize("flatten", [False, True])
@pytest.mark.parametrize("gone", ["geom", "body"])
def test_what_names_a_part_that_was_removed_is_dropped_and_the_rest_runs(tmp_path: Path, gone: str, flatten: bool) -> None:
    (tmp_path / "a.xml").write_text(
        '<mujoco model="p"><worldbody><body name="a"><freejoint/><geom name="g" size="0.1"/><site name="s"/></body>'
        '<body name="b" pos="0 0 1"><joint name="j"/><geom name="h" size="0.1"/><geom name="i" size="0.1" pos="0 0.3 0"/><site name="t"/>'
        '</body></worldbody><contact><pair geom1="g" geom2="h"/><pair geom1="g" geom2="i"/></contact>'
        '<tendon><spatial name="rope"><site site="s"/><site site="t"/></spatial></tendon>'
        '<actuator><motor name="m" tendon="rope"/></actuator><sensor><tendonpos name="length" tendon="rope"/></sensor></mujoco>'
    )
    scene, _ = scenec.read(tmp_path / "a.xml")
    if gone == "geom":
        links = tuple(
            msgspec.structs.replace(
                link,
                collisions=tuple(each for each in link.collisions if each.name != "h"),
                visuals=tuple(each for each in link.visuals if each.name != "h"),
            )
            for link in scene.links
        )
        scene = msgspec.structs.replace(scene, links=links)
    else:
        link = next(link for link in scene.links if link.name == "b")
        frames = tuple(each for each in scene.frames if each.attached_to != link.id)
        joints = tuple(each for each in scene.joints if link.id not in (each.child, each.parent))
        links = tuple(each for each in scene.links if each is not link)
        scene = msgspec.structs.replace(scene, links=links, joints=joints, frames=frames)
    report = scenec.write(scene, tmp_path / "result.xml", flatten=flatten)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "result.xml"))
    lost = [(finding.subject, finding.value) for finding in report.findings if finding.code == "mjcf-reference-lost-dropped"]
    if gone == "geom":
        assert (model.npair, model.ntendon, model.nu, model.nsensor, lost) == (1, 1, 1, 1, [("pair[1]", "geom h")])
    else:
        assert (model.npair, model.ntendon, model.nu, model.nsensor) == (0, 0, 0, 0)
        assert lost == [("pair[1]", "geom h"), ("pair[2]", "geom i"), ("rope", "site t"), ("m", "tendon rope"), ("length", "tendon rope")]
