"""MARS to MARS: the result says what the source said, and writing it again changes nothing."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.accounting.report import Report
from scenec.ir.pose import Pose, Rotation
from tests.converters.mars.conftest import index, node, vector
from tests.converters.mars.writing import box, joint, link, read_back, robot, write


def converted(folder: Path, content: str, **files: bytes) -> tuple[str, Report]:
    """A scene written out for MARS, which must be the same when that is done once more. With poses in the world, the text of the source is
    not kept."""
    for name, data in files.items():
        (folder / name.replace("__", ".")).write_bytes(data)
    (folder / "s.scene").write_text(f"<SceneFile>\n{content}\n</SceneFile>\n")
    report = scenec.convert(folder / "s.scene", folder / "once.scene", poses="absolute")
    once = (folder / "once.scene").read_text()
    scenec.convert(folder / "once.scene", folder / "twice.scene", poses="absolute")
    assert (folder / "twice.scene").read_text() == once
    return once, report


def assert_nothing_lost(report: Report) -> None:
    assert report.lost == 0
    assert [(each.level, each.code) for each in report.findings if each.level != "note"] == []


@pytest.mark.parametrize("file", ["m.obj", "m.stl", "m.bobj", "m.dae"])
@pytest.mark.parametrize("size", ["visualsize", "visualscale"])
def test_a_missing_mesh_keeps_its_name_and_size(tmp_path: Path, file: str, size: str) -> None:
    shown = f"<filename>{file}</filename>{vector(size, 0.5, 2, 3)}"
    text, report = converted(tmp_path, node("n").replace("<filename>PRIMITIVE</filename>", shown))
    assert_nothing_lost(report)
    values = re.search(rf"<{size}>\s*<x>(.*)</x>\s*<y>(.*)</y>\s*<z>(.*)</z>", text)
    assert values is not None and values.groups() == ("0.5", "2", "3")
    assert f"<filename>{file}</filename>" in text
    assert "unchanged" in next(each.consequence for each in report.findings if each.code == "mesh-file-missing")


@pytest.mark.parametrize("content", [{}, {"m__obj": b"v 0 0\nf 1 2 3\n"}])
def test_a_mesh_that_touches_and_cannot_be_measured_keeps_its_extent(tmp_path: Path, content: dict[str, bytes]) -> None:
    touching = node("n", mode="mesh", size=(1, 2, 3), movable=False).replace("PRIMITIVE", "m.obj")
    text, report = converted(tmp_path, touching, **content)
    assert_nothing_lost(report)
    assert re.search(r"<physicmode>mesh</physicmode>\s*<filename>m.obj</filename>\s*<extend>\s*<x>1</x>\s*<y>2</y>\s*<z>3</z>", text)


def test_the_size_of_a_missing_mesh_is_lost_to_others(tmp_path: Path) -> None:
    (tmp_path / "s.scene").write_text(
        "<SceneFile>" + node("n", more=vector("visualsize", 1, 2, 3)).replace("PRIMITIVE", "m.obj") + "</SceneFile>"
    )
    report = scenec.convert(tmp_path / "s.scene", tmp_path / "out.sdf")
    assert next(each.level for each in report.findings if each.code == "mesh-size-unresolved") == "warning"


def test_what_mars_refuses_is_worth_a_note_as_nothing_changes(tmp_path: Path) -> None:
    refused = "<joint name='j'><index>1</index><type>hinge</type><nodeindex1>7</nodeindex1></joint>"
    _, report = converted(tmp_path, node("n", more=index(1)) + refused)
    assert [(each.code, each.level) for each in report.findings if each.category == "physics"] == [("joint-refused", "note")]


# ---------------------------------------------------------------- the first output is the fixed point


def test_a_velocity_motor_has_no_first_position() -> None:
    wheel = ir.Actuator(axis=0, kind="motor", command="velocity", output="velocity", max_effort=1.0, max_velocity=2.0, initial_command=0.5)
    written = write(robot([link("a"), link("b")], [joint("a", "b", axes=[ir.Axis(xyz=(0.0, 0.0, 1.0))], actuators=(wheel,))]))
    assert "position" not in written.only("motor").keys
    assert any("initial_command" in each.subject for each in written.findings), "what is not written is told"


def test_a_spring_without_damping_says_none(tmp_path: Path) -> None:
    springs = ir.Dynamics(spring_stiffness=7.0, spring_reference=0.5, damping=0.0)
    hinge = joint("a", "b", axes=[ir.Axis(xyz=(0.0, 0.0, 1.0), dynamics=springs)])
    written = write(robot([link("a"), link("b")], [hinge]))
    assert written.only("joint").number("spring_const_constraint_axis1") == 7.0
    again = write(read_back(written, tmp_path), "mars")
    assert again.files["robot.scene"] == written.files["robot.scene"]


def test_a_camera_without_a_size_has_that_of_mars(tmp_path: Path) -> None:
    eye = ir.Sensor(name="eye", type="camera", cameras=(ir.Camera(horizontal_fov=1.0),))
    written = write(robot([link("a", sensors=(eye,))]))
    assert (written.only("sensor").keys["width"], written.only("sensor").keys["height"]) == ("640", "480")
    (again,) = read_back(written, tmp_path).links[0].sensors
    assert (again.cameras[0].width, again.cameras[0].height) == (640, 480)


def test_findings_name_sensors_of_one_name_as_summaries_do() -> None:
    both = tuple(ir.Sensor(name="torso", type=kind) for kind in ("gyroscope", "accelerometer"))
    scene = robot([link("a", sensors=both)])
    written = write(scene)
    paths = [sensor.path for sensor in scene.physics().links[0].sensors]
    assert [each.subject for each in written.findings if each.code == "sensor-type-approximated"] == paths


def test_each_body_that_no_mask_can_speak_for_is_reported() -> None:
    """Masks state that links do not touch themselves, and these links have no shapes."""
    bodies = [link(name) for name in "abc"]
    written = write(robot(bodies, [joint(parent, child, "ball") for parent, child in ("ab", "bc")], self_collide=False))
    findings = [each for each in written.findings if each.code == "self-collision-ineffective"]
    assert [(each.subject, each.level, each.consequence) for each in findings] == [
        (f"robot::{name}", "note", "No effect: the same links touch either way.") for name in "abc"
    ]


@pytest.mark.parametrize("says", [True, False])
def test_what_the_only_link_of_a_model_says_of_the_others_is_idle(says: bool) -> None:
    written = write(robot([link("a", self_collide=says)]))
    assert [each.subject for each in written.findings if each.code == "self-collision-ineffective"] == ["robot::a"]


def test_a_link_that_would_touch_others_of_which_none_may_is_reported() -> None:
    """Links that a joint connects never touch; of the two others only one is said to."""
    bodies = [link(name, collisions=(box(name),), self_collide=name == "c") for name in "abc"]
    written = write(robot(bodies, [joint(parent, child, "ball") for parent, child in ("ab", "bc")], self_collide=False))
    assert [each.subject for each in written.findings if each.code == "self-collision-ineffective"] == ["robot::c"]


@pytest.mark.parametrize("target", ["mars", "mjcf"])
def test_a_link_without_a_collision_that_would_touch_others_is_reported(target: str, tmp_path: Path) -> None:
    """Whether `c` touches its model makes no difference, and the masks of `a` and `b` say nothing of it."""
    bodies = [link(name, collisions=() if name == "c" else (box(name),), self_collide=name == "c") for name in "abc"]
    report = scenec.write(robot(bodies, self_collide=False), tmp_path / "robot", format=target)
    assert "robot::c" in [each.subject for each in report.findings if each.code == "self-collision-ineffective"]


@pytest.mark.parametrize("target", ["mars", "rsg"])
def test_what_a_static_link_says_of_touching_others_of_its_model_is_reported_to_mean_nothing(target: str, tmp_path: Path) -> None:
    house = ir.Scene(
        models=(ir.Model(id="m", name="house", static=True),), links=(link("wall", collisions=(box("wall"),), self_collide=True),)
    )
    report = scenec.write(house, tmp_path / "house", format=target)
    assert [each.subject for each in report.findings if each.code == "self-collision-ineffective"] == ["house::wall"]


@pytest.mark.parametrize("kind", ["fixed", "ball"])
def test_the_turned_frame_of_a_joint_without_axes_is_reported(kind: str) -> None:
    turned = Pose((0.0, 0.0, 1.0), Rotation.from_rpy(0.3, 0.0, 0.0))
    written = write(robot([link("a"), link("b")], [joint("a", "b", kind, pose=turned)]))
    assert [each.fate for each in written.findings if each.code == "joint-frame-approximated"] == ["approximated"]


def test_findings_about_an_archive_distinguish_its_joints(tmp_path: Path) -> None:
    """An archive has no lines for people, so one finding for many would name the first place only."""
    bodies = "".join(node(f"n{i}", (2 * i, 0, 0), index(i)) for i in (1, 2, 3))
    ends = "<nodeindex1>{}</nodeindex1><nodeindex2>{}</nodeindex2>"
    stops = "<lowStopAxis1>0</lowStopAxis1><highStopAxis1>1</highStopAxis1>"
    joints = "".join(
        f"<joint name='j{i}'><index>{i}</index><type>hinge</type>{ends.format(i, i + 1)}{vector('axis1', 0, 0, 1)}{stops}</joint>"
        for i in (1, 2)
    )
    scene = f"<SceneFile>{bodies}{joints}</SceneFile>".encode()
    (tmp_path / "s.scene").write_bytes(scene)
    with zipfile.ZipFile(tmp_path / "s.scn", "w") as archive:
        archive.writestr("s.scene", scene)
    found = {}
    for name in ("s.scene", "s.scn"):
        _, report = scenec.read(tmp_path / name)
        found[name] = [(each.subject, each.count) for each in report.findings if each.code == "joint-limit-interpreted"]
    apart = [("joint j1", 1), ("joint j2", 1)]  # also in a plain scene, since the finding is about no value that a ledger line could name
    assert found == {"s.scene": apart, "s.scn": apart}
