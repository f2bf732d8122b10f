"""``scenec check`` tells what SimSpark crashes on, ignores or shows otherwise, to those who write files by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.converters.rsg.findings import CODES
from scenec.converters.rsg.findings.lints import CODES as LINTS

BODY = "(nd RigidBody (setName body) (setBoxTotal 1 1 1 1))"
OBJ = "# a\n# b\nmtllib paint.mtl\no thing\nv 0 0 0\nv 2 0 0\nv 2 1 0\nvt 0 0\nvn 0 0 1\n"
FACE = "f 1/1/1 2/1/1 3/1/1\n"
MESH = "(nd Transform (nd StaticMesh (load models/m.obj)))"
FULL = "newmtl red\nKa 0 0 0\nKd 1 0 0\nKs 0 0 0\nNs 10\nd 1\n"


def linted(tmp_path: Path, body: str, files: dict[str, str] | None = None) -> dict[str, str]:
    """Code -> level of the lints of a file."""
    for name, content in {"s.rsg": f"(RSG 0 1) ({body})", **(files or {})}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    report = scenec.check(tmp_path / "s.rsg")
    return {finding.code: finding.level for finding in report.findings if finding.code in LINTS}


def moving(content: str, cls: str = "Transform") -> str:
    return f"(nd {cls} (setName a) {BODY} {content})"


BOX = "(nd BoxCollider (nd {}))"
FORCE, TOUCH = "(nd ForceResistancePerceptor)", "(nd TouchPerceptor)"
BALL = "(nd Ball (setName Ball) (nd RigidBody (setName {}) (setSphereTotal 1 1)) (nd SphereCollider (setName geometry) (setRadius 1)))"


@pytest.mark.parametrize(
    ("body", "code", "level"),
    [
        (moving("(nd TransformCollider (nd BoxCollider (nd ContactJointHandler)))"), "rsg-handler-in-inner-collider", "warning"),
        (moving(BOX.format("TouchPerceptorHandler") + FORCE), "rsg-touch-handler-without-perceptor", "warning"),
        (moving(TOUCH + BOX.format("ContactJointHandler")), "rsg-touch-perceptor-unfed", "warning"),
        (moving("(nd Transform (nd Accelerometer))"), "rsg-inertial-sensor-without-body", "error"),
        (moving("(nd Transform (nd GyroRatePerceptor))"), "rsg-inertial-sensor-without-body", "error"),
        (moving("(nd BatteryPerceptor)"), "rsg-battery-perceptor-outside", "warning"),
        (moving("(nd ImagePerceptor)"), "rsg-image-needs-render-server", "note"),
        (moving("(nd SayEffector)"), "rsg-effector-outside-agent", "note"),
        (BALL.format("body"), "rsg-ball-incomplete", "warning"),
        (moving("(nd HingeJoint (attach ../body) (nd HingeEffector))"), "rsg-effector-without-perceptor", "note"),
        (moving("(nd SliderJoint (attach ../body))"), "rsg-first-joint-slider", "error"),
    ],
)
def test_what_simspark_stumbles_over_is_reported(tmp_path: Path, body: str, code: str, level: str) -> None:
    assert linted(tmp_path, body).get(code) == level


@pytest.mark.parametrize(
    "body",
    [
        moving("(nd TransformCollider (nd BoxCollider) (nd ContactJointHandler))"),
        moving(FORCE + BOX.format("TouchPerceptorHandler")),
        moving(TOUCH + BOX.format("PerceptorHandler")),
        moving("(nd Accelerometer) (nd GyroRatePerceptor)"),
        moving("(nd Battery (nd BatteryPerceptor))"),
        moving("(nd SayEffector)", "AgentAspect"),
        BALL.format("physics"),
        moving("(nd HingeJoint (attach ../body) (nd HingeEffector) (nd HingePerceptor))"),
        moving("(nd BallJoint) (nd SliderJoint (attach ../body))"),
    ],
)
def test_what_works_is_not_reported(tmp_path: Path, body: str) -> None:
    assert linted(tmp_path, body) == {}


@pytest.mark.parametrize(
    ("faces", "code"),
    [(FACE, "rsg-mesh-without-usemtl"), (f"{FACE}usemtl red\n{FACE}", "rsg-mesh-without-usemtl"), (f"usemtl red\n{FACE}", "")],
)
def test_a_mesh_whose_faces_stand_under_no_usemtl_is_an_error(tmp_path: Path, faces: str, code: str) -> None:
    reported = linted(tmp_path, MESH, {"models/m.obj": OBJ + faces, "materials/paint.mtl": FULL})
    assert reported == ({code: "error"} if code else {})


@pytest.mark.parametrize("missing", ["Ns 10\n", "d 1\n", "Ka 0 0 0\n"])
def test_a_material_that_leaves_values_out_is_reported_with_its_line(tmp_path: Path, missing: str) -> None:
    files = {"models/m.obj": f"{OBJ}usemtl red\n{FACE}", "materials/paint.mtl": "# paint\n\n" + FULL.replace(missing, "")}
    assert linted(tmp_path, MESH, files) == {"rsg-material-uninitialised": "warning"}
    found = next(each for each in scenec.check(tmp_path / "s.rsg").findings if each.code == "rsg-material-uninitialised")
    assert found.source is not None and (found.source.file, found.source.line) == ("materials/paint.mtl", 3)
    assert missing.split()[0] in found.because


def test_lints_name_the_line_in_an_imported_file(tmp_path: Path) -> None:
    part = "(RSG 0 1)\n((templ $name)\n(nd Transform (setName $name)\n(nd Accelerometer)))"
    assert "rsg-inertial-sensor-without-body" in linted(tmp_path, "(importScene part.rsg lone)", {"part.rsg": part})
    found = next(each for each in scenec.check(tmp_path / "s.rsg").findings if each.code == "rsg-inertial-sensor-without-body")
    assert found.source is not None and (found.source.file, found.source.line) == ("part.rsg", 4)
    assert found.subject == "lone/Accelerometer"


def test_every_lint_is_explained() -> None:
    assert set(LINTS) <= set(CODES)
    assert all(row.level and row.category and row.advice for row in LINTS.values())
