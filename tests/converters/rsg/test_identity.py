"""RubySceneGraph to RubySceneGraph: what leads nowhere or is no proper shape in the source is said with the same words again, and is no
loss then."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.accounting.report import Report
from tests.converters.rsg.writing import Node, program


def again(tmp_path: Path, body: str, target: str = "out.rsg") -> tuple[Report, str]:
    (tmp_path / "in.rsg").write_text(f"(RSG 0 1) ({body})")
    report = scenec.convert(tmp_path / "in.rsg", tmp_path / target)
    return report, (tmp_path / target).read_text()


def root_of(text: str) -> Node:
    return program(text)


BODY = "(nd RigidBody (setName body) (setBoxTotal 1 1 1 1))"
MOVING = "(nd Transform (nd RigidBody (setBoxTotal 1 1 1 1)) {0})"


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ("(nd Transform (nd StaticMesh (load models/gone.obj)))", "mesh-not-found", "models/gone.obj"),
        ("(nd Transform (nd Box (setExtents 1 1 1) (setMaterial matNobody)))", "material-unknown", "matNobody"),
        ("(nd Transform (nd Cylinder (setParams 1 1) (setScale 0.1 0.3 2)))", "cylinder-elliptic", "(setScale 0.1 0.3 2)"),
        ("(nd Transform (nd Capsule (setParams 0.5 1) (setScale 2 2 1)))", "capsule-scaled", "(setScale 2 2 1)"),
    ],
)
def test_what_is_written_as_it_stands_is_kept(tmp_path: Path, body: str, code: str, words: str) -> None:
    report, text = again(tmp_path, body)
    assert words in " ".join(text.split())
    assert [(finding.fate, finding.level) for finding in report.findings if finding.code == code] == [("kept", "note")]
    assert report.lost == 0


def test_a_scale_of_its_own_survives_a_second_time(tmp_path: Path) -> None:
    _, once = again(tmp_path, "(nd Transform (nd Capsule (setParams 0.5 1) (setScale 2 3 0.7)))")
    (tmp_path / "once.rsg").write_text(once)
    scenec.convert(tmp_path / "once.rsg", tmp_path / "twice.rsg")
    assert (tmp_path / "twice.rsg").read_text() == once


def test_other_formats_still_lose_the_ellipse(tmp_path: Path) -> None:
    report, _ = again(tmp_path, "(nd Transform (nd Cylinder (setParams 1 1) (setScale 0.1 0.3 2)))", "out.sdf")
    assert next(finding for finding in report.findings if finding.code == "cylinder-elliptic").fate == "approximated"


def test_a_fixed_joint_that_pulls_still_pulls(tmp_path: Path) -> None:
    joint = "(nd FixedJoint (attach ../body) )"
    report, text = again(tmp_path, f"(nd Transform (setLocalPos 1 0 0) {BODY} {joint})")
    assert root_of(text).first("FixedJoint").get("setFixed") is None
    assert report.lost == 0


def test_a_file_that_simspark_leaves_is_loud_but_no_loss(tmp_path: Path) -> None:
    (tmp_path / "part.rsg").write_text(f"(RSG 0 1) ((templ $size) {MOVING.format('')} (nd Transform (setLocalPos $size 0 0)))")
    report, _ = again(tmp_path, "(importScene part.rsg)")
    reported = next(finding for finding in report.findings if finding.code == "variable-without-value-ineffective")
    assert (reported.level, reported.is_loss) == ("warning", False)
    assert report.lost == 0


def test_a_path_without_a_body_is_the_world_again(tmp_path: Path) -> None:
    joint = "(nd HingeJoint (attach ../body ../../nowhere))"
    report, _ = again(tmp_path, f"(nd Transform {BODY} {joint})")
    reported = next(finding for finding in report.findings if finding.code == "joint-body-not-found")
    assert (reported.fate, reported.level) == ("kept", "note")


def test_an_unknown_constant_stays_a_warning(tmp_path: Path) -> None:
    """With the scripts of an application SimSpark knows it, and the result still names it."""
    report, text = again(tmp_path, "(nd Transform (setLocalPos (eval Nao.Height) 0 0))")
    assert next(finding for finding in report.findings if finding.code == "expression-invalid").level == "warning"
    assert "(eval Nao.Height)" in text


def test_colours_that_a_light_does_not_state_stay_unset(tmp_path: Path) -> None:
    _, text = again(tmp_path, "(nd Transform (setLocalPos 1 2 3) (nd Light (setDiffuse 1 0 0 1)))")
    assert [name for name, _ in root_of(text).first("Light").calls] == ["setDiffuse"]


@pytest.mark.findings("link-inertia-defaulted", "sensor-pose-approximated")
def test_both_halves_of_an_inertial_sensor_stand_where_they_are_read(tmp_path: Path) -> None:
    """Each in a Transform of its own, as perceptors are written that were never one."""
    imu = ir.Sensor(type="imu", name="imu", pose=ir.Pose((1.0, 2.0, 3.0)))
    body = ir.Link(id="l", name="hull", model="m", inertial=ir.Inertial(mass=1.0), sensors=(imu,))
    scene = ir.Scene(models=(ir.Model(id="m", name="robot"),), links=(body,))
    scenec.write(scene, tmp_path / "once.rsg")
    scenec.convert(tmp_path / "once.rsg", tmp_path / "twice.rsg")
    assert (tmp_path / "twice.rsg").read_text() == (tmp_path / "once.rsg").read_text()


def test_a_perceptor_that_only_simspark_has_comes_back_from_the_neutral_scene(tmp_path: Path) -> None:
    (tmp_path / "in.rsg").write_text(f"(RSG 0 1) ({MOVING.format('(nd RestrictedVisionPerceptor (setName eyes))')})")
    scenec.convert(tmp_path / "in.rsg", tmp_path / "in.scene.json")
    scenec.convert(tmp_path / "in.scene.json", tmp_path / "out.rsg")
    assert root_of((tmp_path / "out.rsg").read_text()).first("RestrictedVisionPerceptor").name == "eyes"
