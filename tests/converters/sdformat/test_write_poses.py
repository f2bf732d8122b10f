"""Poses: relative to a named frame with their digits untouched where the version can say so, else resolved to the default frame."""

from __future__ import annotations

import math

import pytest

from scenec import ir
from scenec.trace import traced
from tests.converters.sdformat.writing import joint, link, pose, scene, write

LINK = ".//link[@name='{}']/pose"
JOINT = ".//joint[@name='{}']/pose"


def chain() -> ir.Scene:
    """As SimRobot says it: the joint stands in its parent link, the child link in the joint."""
    return scene(
        link("a", pose=pose(0.0, 0.0, 0.5)),
        link("b", relative_to="j", pose=pose(0.1, rpy=(0.0, 0.0, 0.3))),
        joint("j", "a", "b", relative_to="a", pose=pose(0.0, 0.0, 0.2, rpy=(0.0, 0.0, math.pi / 2))),
    )


@pytest.mark.parametrize("version", ["1.7", "1.12"])
def test_named_frames_keep_every_digit(version: str) -> None:
    out = write(chain(), version)
    assert out.text(LINK.format("b")) == "0.1 0 0 0 0 0.3"
    assert out.attribute(LINK.format("b"), "relative_to") == "j"
    assert out.text(JOINT.format("j")) == "0 0 0.2 0 0 1.5707963267948966"
    assert out.attribute(JOINT.format("j"), "relative_to") == "a"


@pytest.mark.parametrize("version", ["1.4", "1.5", "1.6"])
def test_older_versions_get_poses_in_the_default_frames(version: str) -> None:
    out = write(chain(), version)
    assert out.text(LINK.format("b")) == "0 0.1 0.7 0 0 1.8707963267949"  # in the model: 15 digits, noise as 0
    x, y, *rest = map(float, (out.text(JOINT.format("j")) or "").split())  # in the child
    assert (x, y) == pytest.approx((-0.1 * math.cos(0.3), 0.1 * math.sin(0.3)))
    assert rest == pytest.approx([0, 0, 0, -0.3])


def test_the_identity_in_the_default_frame_is_left_out() -> None:
    out = write(scene(link("a", pose=pose()), link("b", relative_to="m", pose=pose()), link("c", relative_to="a", pose=pose())))
    assert not out.has(LINK.format("a")) and not out.has(LINK.format("b"))
    assert out.text(LINK.format("c")) == "0 0 0 0 0 0"
    assert not out.findings


def test_a_frame_that_cannot_be_named_from_here_is_worked_out() -> None:
    models = (ir.Model(id="m", name="m"), ir.Model(id="n", name="n", pose=pose(1.0)))
    out = write(scene(*models, link("a", pose=pose(0.0, 2.0)), link("b", "n", relative_to="a", pose=pose(0.0, 0.0, 3.0))))
    assert out.text(LINK.format("b")) == "-1 2 3 0 0 0"
    assert out.attribute(LINK.format("b"), "relative_to") is None


def test_models_stand_relative_to_each_other() -> None:
    models = (ir.Model(id="m", name="m", pose=pose(1.0)), ir.Model(id="n", name="n", relative_to="m", pose=pose(0.0, 2.0)))
    parts = (*models, link("a"), link("b", "n"))
    assert write(scene(*parts)).attribute("world/model[@name='n']/pose", "relative_to") == "m"
    assert write(scene(*parts), "1.6").text("world/model[@name='n']/pose") == "1 2 0 0 0 0"


def test_placement_frame() -> None:
    """The pose given is that of a link of the model; before 1.8 the model's own is worked out from it."""
    placed = ir.Model(id="m", name="m", pose=pose(1.0), placement_frame="a")
    parts = (placed, link("a", pose=pose(0.0, 0.0, 5.0, rpy=(0.0, 0.0, 1.0))))
    new, old = write(scene(*parts)), write(scene(*parts), "1.7")
    assert new.version == "1.8"
    assert (new.attribute("model", "placement_frame"), new.text("model/pose")) == ("a", "1 0 0 0 0 0")
    assert old.attribute("model", "placement_frame") is None
    assert list(map(float, (old.text("model/pose") or "").split())) == pytest.approx([1, 0, -5, 0, 0, -1])


def test_frames_are_written_and_can_be_referred_to_from_1_7_on() -> None:
    frame = ir.Frame(id="f", name="f", model="m", attached_to="a", pose=pose(0.0, 1.0))
    parts = (link("a", pose=pose(1.0)), link("b", relative_to="f"), frame)
    new, old = write(scene(*parts)), write(scene(*parts), "1.6")
    assert new.attribute(".//frame", "attached_to") == "a" and new.text(".//frame/pose") == "0 1 0 0 0 0"
    assert new.attribute(LINK.format("b"), "relative_to") == "f"
    assert not old.has(".//frame") and old.text(LINK.format("b")) == "1 1 0 0 0 0"
    assert "frame-dropped" in old.codes


def test_numbers_computed_from_several_values_print_without_rounding_noise() -> None:
    computed = traced(0.1 + 0.2, (3, 4))
    out = write(scene(link("a", pose=ir.Pose((computed, 0.1 + 0.2, 0.0)))))
    assert out.text(LINK.format("a")) == "0.3 0.30000000000000004 0 0 0 0"


def test_visuals_sensors_and_inertials_stand_in_their_link() -> None:
    inertial = ir.Inertial(mass=2.0, pose=pose(0.0, 0.0, 0.1))
    sensor = ir.Sensor(name="s", type="imu", pose=pose(0.3))
    visual = ir.Visual(name="v", geometry=ir.Sphere(radius=1.0), pose=pose(0.2), relative_to="b")
    out = write(scene(link("a", inertial=inertial, sensors=(sensor,), visuals=(visual,)), link("b", pose=pose(1.0))))
    assert out.text(".//inertial/pose") == "0 0 0.1 0 0 0"
    assert out.text(".//sensor/pose") == "0.3 0 0 0 0 0"
    assert out.text(".//visual/pose") == "0.2 0 0 0 0 0" and out.attribute(".//visual/pose", "relative_to") == "b"
