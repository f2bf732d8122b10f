"""Files that MARS loads and simulates as the scene says."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec import ir
from scenec.ir.pose import Pose, Rotation, cross, norm
from tests.converters.mars.conftest import Reader, index, node, vector
from tests.converters.mars.writing import Node, Written, box, joint, link, read_back, robot, write

Z, X, Y = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
SERVO = ir.Actuator(kind="servo", command="position", output="velocity", gains=ir.Gains(p=5.0), max_effort=2.0, max_velocity=3.0)
MOTOR = ir.Actuator(kind="motor", command="velocity", output="velocity", max_effort=2.0, max_velocity=3.0)


def axis(xyz: ir.Vec3, lower: float | None = None, upper: float | None = None, **fields: Any) -> ir.Axis:
    limits = None if lower is None and upper is None else ir.Limits(lower=lower, upper=upper)
    return ir.Axis(xyz=xyz, limits=limits, **fields)


def two_axes(kind: str, first: ir.Axis, second: ir.Axis, *, wheel: Pose | None = None, parent: str = "body") -> Written:
    return write(robot([link("body"), link("wheel", pose=wheel)], [joint(parent, "wheel", kind, [first, second])]))


def body2_y(written: Written, written_joint: Node) -> ir.Vec3:
    second = next(each for each in written.nodes if each.keys["index"] == written_joint.keys["nodeindex2"])
    return written.pose(second).rotation.apply(Y)


def crossing(a: ir.Vec3, b: ir.Vec3) -> float:
    """The sine of the angle between two unit vectors."""
    return norm(cross(a, b))


# ---------------------------------------------------------------- hinge2


def test_the_parent_of_a_hinge2_is_node1_and_steers() -> None:
    """With the wheel as node1 and its axis along y, MARS ends when it creates the joint."""
    written = two_axes("revolute2", axis(Z), axis(Y))
    found = written.only("joint")
    assert found.keys["nodeindex1"] == written.node("body").keys["index"]
    assert (found.vector("axis1"), found.vector("axis2")) == ((0.0, 0.0, -1.0), (0.0, -1.0, 0.0))
    assert crossing(found.vector("axis1"), body2_y(written, found)) > 0.1


def test_a_hinge2_turns_as_before_when_it_is_read_back(tmp_path: Path) -> None:
    again = read_back(two_axes("revolute2", axis(Z, -0.5, 0.75), axis(X)), tmp_path).physics().joints[0]
    assert (again.parent.rpartition("::")[2], again.child.rpartition("::")[2]) == ("body", "wheel")
    assert [each.axis for each in again.axes] == [Z, X]
    assert (again.axes[0].lower, again.axes[0].upper, again.axes[1].lower, again.axes[1].upper) == (-0.5, 0.75, None, None)


@pytest.mark.parametrize("second", [X, Z])
def test_axes_are_never_parallel_when_a_hinge2_is_created(second: ir.Vec3) -> None:
    """Steering along y of the wheel: then the wheel is node1."""
    written = two_axes("revolute2", axis(Y), axis(second))
    found = written.only("joint")
    assert found.keys["nodeindex1"] == written.node("wheel").keys["index"]
    assert crossing(found.vector("axis1"), body2_y(written, found)) > 0.1


def test_a_hinge2_that_is_parallel_from_both_sides_is_turned_a_little() -> None:
    """The wheel's y is the steering axis z, and the wheel's own axis is y of the body."""
    turned = Pose(rotation=Rotation.about(X, math.pi / 2))
    written = two_axes("revolute2", axis(Z, expressed_in="body"), axis(Y, expressed_in="body"), wheel=turned)
    found = written.only("joint")
    assert crossing(found.vector("axis1"), body2_y(written, found)) > 1e-6
    assert written.finding("joint-axis-approximated").level == "warning"


@pytest.mark.parametrize(("second", "level"), [(X, "note"), ((1.0, 0.0, 1.0), "error")])
def test_a_hinge2_to_the_world_becomes_universal(second: ir.Vec3, level: str) -> None:
    written = two_axes("revolute2", axis(Z), axis(second), parent="world")
    assert written.only("joint").keys["type"] == "universal"
    assert written.finding("joint-type-approximated").level == level


# ---------------------------------------------------------------- stops


def test_stops_of_a_hinge2_have_a_spring_without_which_mars_sets_none(tmp_path: Path) -> None:
    written = two_axes("revolute2", axis(Z, -0.5, 0.5), axis(X))
    found = written.only("joint")
    assert [found.number(f"spring_const_constraint_axis{slot}") for slot in (1, 2)] == [1e9, 1e9]
    assert [found.number(f"{end}StopAxis2") for end in ("low", "high")] == [-1e15, 1e15]
    assert written.finding("joint-limit-spring-converted").subject == "robot::body-wheel"
    limits = read_back(written, tmp_path).joints[0].axes[0].limits
    assert limits is not None
    assert limits.stiffness is None


def test_stops_of_the_second_axis_of_a_hinge2_are_reported_to_have_no_effect() -> None:
    """ODE never limits it."""
    found = two_axes("revolute2", axis(Z), axis(X, -1.0, 1.0)).finding("joint-limit-unenforced")
    assert (found.level, "robot::body-wheel" in found.subject) == ("error", True)


def test_an_open_axis_of_a_universal_joint_does_not_switch_off_the_other() -> None:
    found = two_axes("universal", axis(Z, -0.5, 0.5), axis(X)).only("joint")
    assert {found.number(f"{end}StopAxis{slot}") for end in ("low", "high") for slot in (1, 2)} == {-0.5, 0.5, -1e15, 1e15}
    assert "spring_const_constraint_axis1" not in found.keys


def test_stops_at_0_of_a_universal_joint_count(tmp_path: Path) -> None:
    """MARS takes stops below 1e-4 for none, unless the joint has a spring."""
    written = two_axes("universal", axis(Z, 0.0, 0.5), axis(X, 0.0, 0.7))
    found = written.only("joint")
    assert [found.number(f"lowStopAxis{slot}") for slot in (1, 2)] == [0.0, 0.0]
    assert [found.number(f"spring_const_constraint_axis{slot}") for slot in (1, 2)] == [1e9, 1e9]
    again = read_back(written, tmp_path).physics().joints[0]
    assert [(each.lower, each.upper) for each in again.axes] == [(0.0, 0.5), (0.0, 0.7)]


def test_friction_of_one_axis_is_that_of_both_in_mars() -> None:
    rough = ir.Dynamics(friction=0.5)
    assert "joint-friction-approximated" in two_axes("universal", axis(Z, dynamics=rough), axis(X)).codes
    assert "joint-friction-approximated" not in two_axes("universal", axis(Z, dynamics=rough), axis(X, dynamics=rough)).codes


# ---------------------------------------------------------------- driven hinges


def driven(actuator: ir.Actuator, limits: ir.Limits | None, **options: Any) -> Written:
    arm = joint("base", "arm", axes=[ir.Axis(xyz=Z, limits=limits)], actuators=(actuator,))
    return write(robot([link("base"), link("arm")], [arm]), **options)


@pytest.mark.parametrize("actuator", [SERVO, MOTOR])
def test_a_driven_hinge_keeps_its_stops_by_an_undriven_twin(tmp_path: Path, actuator: ir.Actuator) -> None:
    written = driven(actuator, ir.Limits(lower=-0.5, upper=1.0))
    moved, twin = written.entries("joint")
    assert (twin.name, twin.keys["index"], written.only("motor").keys["jointIndex"]) == ("base-arm_stops", "2", moved.keys["index"])
    for key in ("nodeindex1", "nodeindex2", "anchor", "axis1", "lowStopAxis1", "highStopAxis1"):
        assert twin.keys[key] == moved.keys[key]
    (again,) = read_back(written, tmp_path).physics().joints
    assert (again.axes[0].lower, again.axes[0].upper) == (-0.5, 1.0)
    report = scenec.convert(tmp_path / "robot.scene", tmp_path / "robot.sdf")
    assert [each.code for each in report.findings if each.code.startswith("source-")] == []


def test_a_twin_of_a_scene_that_came_from_mars_has_stops_at_0_too(tmp_path: Path) -> None:
    """MARS sets no stops where the lower one is 0, and the twin would be a joint of its own."""
    arm = joint("base", "arm", axes=[ir.Axis(xyz=Z, limits=ir.Limits(lower=0.0, upper=2.4))], actuators=(SERVO,))
    written = write(robot([link("base"), link("arm")], [arm]), "mars")
    (again,) = read_back(written, tmp_path).physics().joints
    assert again.axes[0].upper == 2.4
    assert again.axes[0].lower == pytest.approx(0.0, abs=1e-9)


def test_the_twin_is_not_written_twice(tmp_path: Path) -> None:
    written = driven(MOTOR, ir.Limits(lower=-0.5, upper=1.0))
    again = write(read_back(written, tmp_path), "mars")
    assert again.files == written.files


@pytest.mark.parametrize("limits", [None, ir.Limits(effort=1.0)])
def test_a_driven_hinge_without_stops_has_no_twin(limits: ir.Limits | None) -> None:
    assert len(driven(SERVO, limits).entries("joint")) == 1


def test_motors_of_limits_have_twins_too() -> None:
    limits = ir.Limits(lower=-1.0, upper=1.0, effort=2.0, velocity=3.0)
    arm = joint("base", "arm", axes=[ir.Axis(xyz=Z, limits=limits)])
    written = write(robot([link("base"), link("arm")], [arm]), motors="velocity")
    assert [each.name for each in written.entries("joint")] == ["base-arm", "base-arm_stops"]


ARM = node("base", (0, 0, 1), index(1)) + node("arm", (1, 0, 1), index(2))


def hinge(name: str, number: int, ends: tuple[int, int], z: float, low: float, high: float, more: str = "") -> str:
    numbers = f"<index>{number}</index><nodeindex1>{ends[0]}</nodeindex1><nodeindex2>{ends[1]}</nodeindex2>"
    place = f"<anchorpos>custom</anchorpos>{vector('anchor', 0, 0, 1)}{vector('axis1', 0, 0, z)}"
    stops = f"<lowStopAxis1>{low}</lowStopAxis1><highStopAxis1>{high}</highStopAxis1>"
    return f'<joint name="{name}"><type>hinge</type>{numbers}{place}{stops}{more}</joint>'


def motor(number: int, kind: str = "DC") -> str:
    return f'<motor name="m"><jointIndex>{number}</jointIndex><type>{kind}</type><maxEffort>5</maxEffort></motor>'


@pytest.mark.parametrize(("ends", "z", "expected"), [((2, 1), 1, (-0.5, 2.0)), ((2, 1), -1, (-2.0, 0.5)), ((1, 2), 1, (-2.0, 0.5))])
def test_the_stops_of_a_twin_count_about_the_axis_of_the_driven_hinge(
    read_scene: Reader, ends: tuple[int, int], z: float, expected: tuple[float, float]
) -> None:
    result = read_scene(ARM + hinge("j", 1, (2, 1), 1, 0, 0) + hinge("k", 2, ends, z, -0.5, 2) + motor(1))
    assert [each.name for each in result.scene.joints] == ["j"]
    found = result.hinge("j").axes[0]
    assert (found.lower, found.upper) == expected
    assert "joint-twin-name-dropped" in result.codes()


def test_the_stops_on_the_driven_hinge_do_not_count(read_scene: Reader) -> None:
    result = read_scene(ARM + hinge("j", 1, (2, 1), 1, -1, 1) + hinge("j_stops", 2, (2, 1), 1, -0.5, 2) + motor(1))
    assert (result.hinge("j").axes[0].lower, "joint-stops-ineffective" in result.codes("warning")) == (-0.5, True)


@pytest.mark.parametrize(
    "other",
    [
        hinge("k", 2, (2, 1), 1, -0.5, 2) + motor(2),
        hinge("k", 2, (2, 1), 1, -0.5, 2, "<damping_const_constraint_axis1>3</damping_const_constraint_axis1>"),
        hinge("k", 2, (2, 1), 1, -0.5, 2) + '<sensor name="s" type="JointPosition"><id>2</id></sensor>',
        hinge("k", 2, (2, 1), 1, -0.5, 2).replace("<z>1</z></anchor>", "<z>2</z></anchor>"),
    ],
)
def test_a_second_hinge_that_does_more_is_a_joint_of_its_own(read_scene: Reader, other: str) -> None:
    assert len(read_scene(ARM + hinge("j", 1, (2, 1), 1, -1, 1) + other + motor(1)).scene.joints) == 2


# ---------------------------------------------------------------- pictures


def test_pictures_hang_on_nodes_that_mars_draws(tmp_path: Path) -> None:
    """A node with noVisual has no draw object: what hangs on it stays at the origin."""
    shell = ir.Visual(name="shell", geometry=ir.Sphere(radius=0.3))
    written = write(robot([link("ball", collisions=(box("ball"),), visuals=(shell,))]))
    target = next(each for each in written.nodes if each.keys["index"] == written.node("shell").keys["vizLink"])
    assert (target.keys["visualType"], "noVisual" in target.keys) == ("empty", False)
    (found,) = read_back(written, tmp_path).links
    assert [each.name for each in found.visuals] == ["shell"]


def test_a_shape_that_looks_like_its_picture_is_one_node() -> None:
    same = ir.Visual(name="ball", geometry=ir.Box(size=(0.2, 0.3, 0.4)))
    (only,) = write(robot([link("ball", collisions=(box("ball"),), visuals=(same,))])).nodes
    assert not {"noVisual", "visualType", "vizLink"} & set(only.keys)


@pytest.mark.findings("visual-kind-refused")
@pytest.mark.parametrize(("kind", "count"), [("empty", 0), ("sphere", 1), ("mesh", 0)])
def test_visual_type_says_what_is_drawn(read_scene: Reader, kind: str, count: int) -> None:
    visuals = read_scene(node("n", more=f"<visualType>{kind}</visualType><origname>empty</origname>")).link("n").visuals
    assert len(visuals) == count
    assert all(isinstance(each.geometry, ir.Sphere) for each in visuals)


def test_a_picture_whose_file_is_missing_does_not_stop_mars() -> None:
    """MARS loads the mesh of every node of physicmode mesh, and nothing after it if that fails."""
    mesh = ir.Mesh(id="mesh1", uri="gone.obj")
    scene = robot([link("a", collisions=(box("c"),), visuals=(ir.Visual(name="look", geometry=ir.MeshShape(mesh="mesh1")),))])
    look = write(ir.Scene(worlds=scene.worlds, models=scene.models, links=scene.links, meshes=(mesh,))).node("look")
    assert (look.keys["filename"], look.keys["physicmode"], look.keys["noPhysical"]) == ("gone.obj", "box", "true")


# ---------------------------------------------------------------- lidars and controllers


def lidar(columns: int, rows: int, height: float = 0.2) -> ir.Sensor:
    return ir.Sensor(
        name="scan",
        type="lidar",
        lidar=ir.Lidar(
            horizontal=ir.Scan(samples=columns, lower=-0.5, upper=1.5),
            vertical=ir.Scan(samples=rows, lower=0.1, upper=0.1 + height),
            range=ir.Range(lower=0.1, upper=10.0),
        ),
    )


@pytest.mark.parametrize(("columns", "rows", "bands"), [(1, 4, 1), (100, 4, 100), (1000, 16, 25)])
def test_a_lidar_with_rows_turns(tmp_path: Path, columns: int, rows: int, bands: int) -> None:
    """A MultiLevelLaserRangeFinder ends MARS. Rays of a RotatingRaySensor are turned about y: positive angles look down."""
    written = write(robot([link("a", sensors=(lidar(columns, rows),))]))
    sensor = written.only("sensor")
    assert (sensor.keys["type"], sensor.number("bands"), sensor.number("lasers")) == ("RotatingRaySensor", bands, rows)
    assert (sensor.number("vertical_offset"), sensor.number("horizontal_offset")) == pytest.approx((-0.2, 0.5))
    found = read_back(written, tmp_path).links[0].sensors[0].lidar
    assert found is not None and found.horizontal is not None and found.vertical is not None
    assert (found.horizontal.samples, found.vertical.samples) == (columns, rows)
    assert (found.horizontal.lower, found.horizontal.upper) == pytest.approx((-0.5, 1.5))
    assert (found.vertical.lower, found.vertical.upper) == pytest.approx((0.1, 0.3))
    assert ("sensor-scan-turning-approximated" in written.codes) == (columns > bands)


def test_a_lidar_whose_rows_are_one_is_a_row() -> None:
    """Without an angle between its lasers a RotatingRaySensor never completes a scan."""
    assert write(robot([link("a", sensors=(lidar(10, 4, 0.0),))])).only("sensor").keys["type"] == "RaySensor"


def test_controllers_of_other_simulators_are_no_libraries_of_mars() -> None:
    bodies = robot([link("a")])
    scene = ir.Scene(worlds=bodies.worlds, models=bodies.models, links=bodies.links, controllers=(ir.Controller(library="Walker"),))
    written = write(scene, "simrobot")
    assert (written.entries("controller"), "controller-foreign-dropped" in written.codes) == ([], True)
    assert write(scene, "mars").only("controller").keys["dylib_path"] == "Walker"
