"""Sensors that a target lacks: the most similar type takes their place, and what cannot be replaced is dropped and reported."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from msgspec.structs import replace

from scenec import ir
from scenec.accounting.finding import Finding
from scenec.converters import load
from scenec.trace import traced
from tests.adapt.jointed import adapted, body, joint, mechanism

RAY = ir.Beam(shape="ray", range=ir.Range(lower=0.1, upper=4.0))
CONE = ir.Beam(shape="cone", horizontal_angle=0.5, vertical_angle=0.25, range=ir.Range(upper=3.0))
CAMERA = ir.Sensor(name="s", type="camera", cameras=(ir.Camera(),))


def type_of(target: str) -> Any:
    """Return what a target says about types of sensors."""
    return import_module(f"{load(target).package}.profile").sensor_type


def on_link(sensor: ir.Sensor, target: str, **parameters: Any) -> tuple[tuple[ir.Sensor, ...], list[Finding]]:
    scene, findings = adapted("sensors_to_types", mechanism(body("a", sensors=(sensor,))), type_of=type_of(target), **parameters)
    return scene.links[0].sensors, findings


@pytest.mark.parametrize(
    ("kind", "target", "becomes"),
    [
        ("wide_angle_camera", "mars", "camera"),
        ("wide_angle_camera", "mjcf", "camera"),
        ("wide_angle_camera", "simrobot", "camera"),
        ("wide_angle_camera", "rsg", ""),
        ("wide_angle_camera", "sdformat", "wide_angle_camera"),
        ("gyroscope", "mars", "link_state"),
        ("gyroscope", "mjcf", "gyroscope"),
        ("gyroscope", "rsg", "gyroscope"),
        ("gyroscope", "sdformat", "imu"),
        ("gyroscope", "simrobot", "gyroscope"),
        ("gyroscope", "urdf", "imu"),
        ("sonar", "mars", "lidar"),
        ("sonar", "mjcf", "distance"),
        ("sonar", "rsg", "sonar"),
        ("sonar", "sdformat", "sonar"),
        ("distance", "mars", "lidar"),
        ("distance", "mjcf", "distance"),
        ("distance", "rsg", ""),
        ("distance", "sdformat", "sonar"),
        ("distance", "simrobot", "distance"),
        ("distance", "urdf", ""),
        ("altimeter", "mars", ""),
        ("altimeter", "mjcf", ""),
        ("altimeter", "rsg", ""),
        ("altimeter", "urdf", "altimeter"),
    ],
)
def test_each_target_names_the_type_it_has(kind: str, target: str, becomes: str) -> None:
    sensors, findings = on_link(replace(CAMERA, type=kind, beam=CONE), target)
    assert [str(each.type) for each in sensors] == [becomes] * bool(becomes)
    assert len(findings) == (becomes != kind)
    assert not becomes or "sensor-unsupported-dropped" not in {finding.code for finding in findings}
    assert {finding.subject for finding in findings} <= {"m::a::s"}


def test_a_single_ray_measures_the_same_as_a_scanner_and_a_wide_beam_more() -> None:
    (scanner,), (finding,) = on_link(ir.Sensor(name="s", type="distance", beam=RAY), "urdf")
    assert scanner.lidar == ir.Lidar(horizontal=ir.Scan(samples=1, lower=0.0, upper=0.0), range=RAY.range)
    assert scanner.beam is None
    assert (finding.code, finding.fate, finding.target) == ("sensor-type-converted", "converted", "lidar")
    (scanner,), (finding,) = on_link(ir.Sensor(name="s", type="sonar", beam=CONE), "mars", rays=11)
    assert scanner.lidar == ir.Lidar(horizontal=ir.Scan(samples=11, lower=-0.25, upper=0.25), range=CONE.range)
    assert scanner.beam == ir.Beam(shape="cone", vertical_angle=0.25), "which the rays cannot express"
    assert (finding.code, finding.level) == ("sensor-type-approximated", "warning")


def test_one_number_for_the_whole_cone_is_no_number_lost() -> None:
    cone = traced(0.5, (7,))
    beam = replace(CONE, horizontal_angle=cone, vertical_angle=cone)
    (scanner,), findings = on_link(ir.Sensor(name="s", type="sonar", beam=beam), "mars", rays=11)
    assert scanner.lidar == ir.Lidar(horizontal=ir.Scan(samples=11, lower=-0.25, upper=0.25), range=CONE.range)
    assert scanner.beam is None
    assert [(finding.code, finding.value) for finding in findings][1:] == [("sensor-cone-approximated", "28.6479°")]


def test_an_imu_measures_all_that_its_parts_measure() -> None:
    _, (finding,) = on_link(ir.Sensor(name="s", type="accelerometer"), "sdformat")
    assert (finding.code, finding.level) == ("sensor-type-approximated", "note")


def test_a_gyroscope_becomes_the_angular_velocity_of_its_link() -> None:
    (sensor,), _ = on_link(ir.Sensor(name="s", type="gyroscope"), "mars")
    assert (sensor.type, sensor.quantity) == ("link_state", "angular velocity")


def test_sensors_of_joints_have_types_of_their_own() -> None:
    state, camera = (
        ir.Sensor(name="q", type="joint_state", quantity="position"),
        ir.Sensor(name="eye", type="camera", cameras=(ir.Camera(),)),
    )
    scene = mechanism(body("a"), body("b"), joint("j", "a", "b", sensors=(state, camera)))
    result, findings = adapted("sensors_to_types", scene, type_of=type_of("mars"))
    assert result.joints[0].sensors == (state,)
    assert [(each.code, each.subject) for each in findings] == [("sensor-unsupported-dropped", "m::b::eye")]


def test_a_scene_in_range_stays_as_it_is() -> None:
    scene = mechanism(body("a", sensors=(ir.Sensor(type="imu"),)))
    assert adapted("sensors_to_types", scene, type_of=type_of("sdformat"))[0] is scene


@pytest.mark.parametrize(
    ("beam", "width", "height"),
    [
        (CONE, 0.25, 0.125),
        (ir.Beam(shape="cone", horizontal_angle=0.5), 0.25, 0.25),
        (ir.Beam(shape="cone", radius=3.0, range=ir.Range(upper=3.0)), 0.7853981633974483, 0.7853981633974483),
    ],
    ids=["two angles", "one angle", "radius at the far end"],
)
def test_rays_fill_a_cone_in_both_directions(beam: ir.Beam, width: float, height: float) -> None:
    scene = mechanism(body("a", sensors=(ir.Sensor(name="s", type="sonar", beam=beam),)))
    after, _ = adapted("sensors_to_types", scene, type_of=lambda sensor, holder: "lidar", rays=9, filled=True)
    (scanner,) = after.links[0].sensors
    planes = [ir.Scan(samples=9, lower=-half, upper=half) for half in (width, height)]
    assert scanner.lidar == ir.Lidar(horizontal=planes[0], vertical=planes[1], range=beam.range)
    assert scanner.beam is None
