"""Sensors and controllers, materials and lights."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import scenec
from scenec import ir
from tests.converters.mars.conftest import Reader, Result, index, node, vector

BODIES = node("base", (0, 0, 1), index(1)) + node("arm", (1, 0, 1), index(2))
ENDS = "<nodeindex1>1</nodeindex1><nodeindex2>2</nodeindex2>"
JOINT = f'<joint name="j"><index>5</index><type>hinge</type>{ENDS}{vector("axis1", 0, 0, 1)}</joint>'
MOTOR = '<motor name="m"><index>9</index><jointIndex>5</jointIndex><type>2</type></motor>'


@pytest.fixture
def read_sensor(read_scene: Reader) -> Reader:
    def read(type_: str, inside: str) -> Result:
        result: Result = read_scene(BODIES + JOINT + MOTOR + f'<sensor name="s" type="{type_}"><index>1</index>{inside}</sensor>')
        return result

    return read


def only(result: Result) -> tuple[str, ir.Sensor]:
    """The one sensor there is, and what it is on."""
    (found,) = [
        (str(each.name), sensor) for group in (result.scene.links, result.scene.joints) for each in group for sensor in each.sensors
    ]
    return found


@pytest.mark.parametrize(
    ("type_", "inside", "expected"),
    [
        ("JointPosition", "<id>5</id>", ("j", "joint_state", "position")),
        ("JointVelocity", "<id>5</id>", ("j", "joint_state", "velocity")),
        ("JointTorque", "<id>5</id>", ("j", "joint_state", "torque")),
        ("NodePosition", "<id>2</id>", ("arm", "link_state", "position")),
        ("NodeRotation", "<id>2</id>", ("arm", "link_state", "rotation")),
        ("NodeContact", "<id>2</id>", ("arm", "contact", "contact")),
        ("NodeIMU", "<id>2</id>", ("arm", "imu", None)),
        ("MotorCurrent", "<id>9</id>", ("j", "motor_state", "current")),
        ("RaySensor", "<attached_node>2</attached_node>", ("arm", "lidar", None)),
        ("CameraSensor", "<attached_node>2</attached_node>", ("arm", "camera", None)),
        ("ScanningSonar", "<attached_node>2</attached_node>", ("arm", "sonar", None)),
        ("HapticField", "<attached_node>2</attached_node>", ("arm", "other:HapticField", None)),
        ("Joint6DOF", "<nodeID>2</nodeID><jointID>5</jointID>", ("j", "force_torque", None)),
    ],
)
def test_types_of_sensors(read_sensor: Reader, type_: str, inside: str, expected: tuple[str, str, str | None]) -> None:
    owner, sensor = only(read_sensor(type_, inside))
    assert (owner, sensor.type, sensor.quantity) == expected


def test_rates_are_periods_in_ms(read_sensor: Reader) -> None:
    assert only(read_sensor("NodePosition", "<rate>40</rate><id>1</id>"))[1].update_rate == 25.0


def test_a_sensor_of_several_things_hangs_on_the_first(read_sensor: Reader) -> None:
    result = read_sensor("NodeContact", "<id>2</id><id>1</id><id>77</id>")
    assert only(result)[0] == "arm"
    assert only(result)[1].targets == (result.link("base").id,)
    assert "sensor-target-ineffective" in result.codes()


def test_rays_fan_out_around_x(read_sensor: Reader) -> None:
    _, sensor = only(read_sensor("RaySensor", "<attached_node>1</attached_node><width>11</width><opening_width>1.2</opening_width>"))
    assert sensor.lidar is not None and sensor.lidar.horizontal is not None and sensor.lidar.range is not None
    scan = sensor.lidar.horizontal
    assert (scan.samples, scan.lower, scan.upper, sensor.lidar.range.upper) == (11, -0.6, 0.6, 100.0)


def test_cameras_open_in_degrees_and_are_turned_in_degrees(read_sensor: Reader) -> None:
    offset = '<position_offset x="0.1" y="0" z="0.2"/><orientation_offset yaw="90" pitch="0" roll="0"/>'
    _, sensor = only(read_sensor("CameraSensor", f"<attached_node>1</attached_node><opening_width>60</opening_width>{offset}"))
    camera = sensor.cameras[0]
    assert (camera.width, camera.height, camera.horizontal_fov, camera.vertical_fov) == (640, 480, math.radians(60), None)
    assert sensor.pose is not None
    assert sensor.pose.apply((1.0, 0.0, 0.0)) == pytest.approx((0.1, 1.0, 0.2))


def test_force_and_torque_are_measured_in_the_frame_of_a_node(read_sensor: Reader) -> None:
    result = read_sensor("Joint6DOF", "<nodeID>1</nodeID><jointID>5</jointID>")
    sensor = only(result)[1]
    assert sensor.force_torque is not None
    assert (sensor.force_torque.frame, result.joint("j").feedback) == ("parent", True)


def test_a_type_that_mars_does_not_know_stops_it(read_sensor: Reader) -> None:
    result = read_sensor("RayGrid", "<attached_node>1</attached_node>")
    finding = next(each for each in result.findings if each.code == "sensor-type-refused")
    assert (finding.level, finding.value) == ("error", "RayGrid")


def test_a_sensor_of_nothing_measures_nothing(read_sensor: Reader) -> None:
    assert "sensor-idle-ineffective" in read_sensor("NodePosition", "<id>77</id>").codes("warning")


def test_controllers_are_wired_by_number(read_scene: Reader) -> None:
    sensor = '<sensor name="s" type="NodePosition"><index>3</index><id>1</id></sensor>'
    wires = "<rate>40</rate><dylib_path>c.so</dylib_path><sensorid>3</sensorid><motorid>9</motorid><nodeid>2</nodeid><nodeid>77</nodeid>"
    result = read_scene(f"{BODIES}{JOINT}{MOTOR}{sensor}<controller>{wires}</controller>")
    (controller,) = result.scene.controllers
    assert (controller.library, controller.period, controller.sensors, controller.actuators) == ("c.so", 0.04, ("s",), ("m",))
    assert controller.links == (result.link("arm").id,)
    assert "controller-wire-ineffective" in result.codes()


# ---------------------------------------------------------------- looks


def colour(tag: str, *rgba: float) -> str:
    return f"<{tag}>{''.join(f'<{key}>{value:g}</{key}>' for key, value in zip('rgba', rgba, strict=True))}</{tag}>"


def material_of(result: Result, name: str = "n") -> ir.Material:
    material = result.link(name).visuals[0].material
    assert material is not None
    return material


def test_a_material_by_its_old_and_its_new_names(read_scene: Reader) -> None:
    old = f"<material><id>1</id>{colour('diffuseFront', 1, 0.5, 0, 1)}<texturename>t.png</texturename><bumpmap>n.png</bumpmap></material>"
    new = old.replace("diffuseFront", "diffuseColor").replace("texturename", "diffuseTexture").replace("bumpmap", "normalTexture")
    files: dict[str, str | bytes] = {"t.png": b"", "n.png": b""}
    found = [material_of(read_scene(node("n", more="<material_id>1</material_id>") + each, files)) for each in (old, new)]
    assert found[0] == found[1]
    assert found[0].diffuse == (1.0, 0.5, 0.0, 1.0)
    assert found[0].normal_texture is not None and found[0].normal_texture.found is not None


def test_without_a_material_things_are_black(read_scene: Reader) -> None:
    assert material_of(read_scene(node("n"))).diffuse == (0.0, 0.0, 0.0, 1.0)
    result = read_scene(node("n", more="<material_id>4</material_id>"))
    assert (material_of(result).diffuse, "material-missing-ineffective" in result.codes("warning")) == ((0.0, 0.0, 0.0, 1.0), True)


def test_transparency_counts_more_than_alpha(read_scene: Reader) -> None:
    inside = f"<id>1</id>{colour('diffuseFront', 1, 0, 0, 0.5)}<transparency>0.25</transparency>"
    result = read_scene(node("n", more="<material_id>1</material_id>") + f"<material>{inside}</material>")
    assert result.body("n").visuals[0].color == (1.0, 0.0, 0.0, 0.75)


def test_the_material_that_mars_writes_into_its_nodes_is_none(read_scene: Reader) -> None:
    red = f"<material><id>1</id>{colour('diffuseFront', 1, 0, 0, 1)}</material>"
    result = read_scene(node("n", more="<material>red</material><material_id>1</material_id>") + red)
    assert material_of(result).diffuse == (1.0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("inside", "type_", "position", "direction"),
    [
        ("<type>1</type>", "point", (1, 2, 3), None),
        ("<type>2</type>" + vector("lookat", 0, 3, -4), "spot", (1, 2, 3), (0, 0.6, -0.8)),
        ("<directional>true</directional>", "directional", None, pytest.approx([-c / math.sqrt(14) for c in (1, 2, 3)])),
    ],
)
def test_lights(read_scene: Reader, inside: str, type_: str, position: object, direction: object) -> None:
    (light,) = read_scene(f"<light>{vector('position', 1, 2, 3)}{inside}</light>").scene.physics().lights
    assert (light.type, light.position, light.direction) == (type_, position, direction)


def test_fog_that_is_switched_off_is_a_statement(tmp_path: Path) -> None:
    """A target without fog reports it as lost, not as kept."""
    (tmp_path / "s.scene").write_text("<SceneFile><graphicOptions><fogEnabled>false</fogEnabled></graphicOptions></SceneFile>")
    report = scenec.convert(tmp_path / "s.scene", tmp_path / "s.rsg")
    assert [line.fate for line in report.ledger if line.path.endswith("fogEnabled[1]/text()")] == ["dropped"]


def test_background_and_fog(read_scene: Reader) -> None:
    def look(inside: str) -> ir.Look:
        found = read_scene(inside).scene.worlds[0].look
        assert found is not None
        return found

    assert look("").background == (0.25, 0.27, 0.48, 1.0)
    foggy = look(f"<graphicOptions>{colour('clearColor', 1, 0, 0, 1)}<fogEnabled>true</fogEnabled><fogEnd>9</fogEnd></graphicOptions>")
    assert (foggy.background, foggy.fog) == (
        (1.0, 0.0, 0.0, 1.0),
        ir.Fog(type="linear", density=0.35, start=10.0, end=9.0, color=(0.2, 0.2, 0.2, 1.0)),
    )
