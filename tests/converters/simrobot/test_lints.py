"""Findings of `scenec check` about SimRobot's files: scenes that load and then explode, crash or stay dark."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.accounting.code import by_code
from scenec.accounting.finding import Finding
from scenec.converters.simrobot.findings import lints

LINTS = by_code(vars(lints).values())
BALL = '<SphereMass value="1kg" radius="0.1m"/><SphereGeometry radius="0.1m"/>'
TOUCHING = """<Body name="torso">BALL<Hinge name="hip"><Axis z="1"/>
  <Body name="leg" collideWithParent="true"><Translation x="AT"/>BALL</Body></Hinge></Body>"""
RATIO = """<Body name="torso"><SphereMass value="1kg" radius="0.1m"/><Hinge name="hip"><Axis z="1"/>
  <Body name="leg"><SphereMass value="MASS" radius="0.1m"/></Body></Hinge></Body>"""
RANGE = """<Body name="torso"><SphereMass value="1kg" radius="0.1m"/><Hinge name="hip">
  <Axis z="1"><Deflection min="MIN" max="10degree"/></Axis>
  <Body name="leg"><SphereMass value="1kg" radius="0.1m"/></Body></Hinge></Body>"""
CHAIN = """<Compound name="wall"><Hinge name="shoulder"><Axis z="1"/><Body name="upper"><SphereMass value="1kg" radius="0.1m"/>ELBOW
</Body></Hinge></Compound>"""
ELBOW = '<Hinge name="elbow"><Axis z="1"/><Body name="fore"><SphereMass value="1kg" radius="0.1m"/></Body></Hinge>'
MOTOR = """<Body name="torso"><SphereMass value="1kg" radius="0.1m"/><Hinge name="elbow">
  <Axis z="1"><VelocityMotor maxVelocity="1" maxForce="1N"/>
  </Axis><Body name="fore"><InertiaMatrixMass value="0.01kg" ixx="MOMENT" iyy="MOMENT" izz="MOMENT"/></Body></Hinge></Body>"""
INERTIA = '<Body name="torso"><InertiaMatrixMass value="1kg" ixx="1" iyy="1" izz="MOMENT"/></Body>'
CAPSULE = '<Body name="torso"><SphereMass value="1kg" radius="0.1m"/><CapsuleGeometry name="stub" radius="0.1m" height="HEIGHT"/></Body>'
LOOK = '<Compound name="c"><SphereAppearance radius="1"><Surface SURFACE="#f00"/></SphereAppearance></Compound>'


def found(folder: Path, scene: str, suffix: str) -> list[Finding]:
    """The lints of a scene, in the order of the report."""
    path = folder / f"scene{suffix}"
    path.write_text(f'<Simulation>\n<Scene name="s">{scene}</Scene></Simulation>')
    return [each for each in scenec.check(path).findings if each.code in LINTS]


@pytest.mark.parametrize(
    ("code", "level", "subject", "suffix", "bad", "good"),
    [
        ("collide-with-parent-overlap", "warning", "torso::leg", ".ros2", TOUCHING.replace("AT", "0.15m"), TOUCHING.replace("AT", "0.3m")),
        ("mass-ratio", "warning", "torso::hip", ".ros2", RATIO.replace("MASS", "0.1g"), RATIO.replace("MASS", "1g")),
        ("joint-range-empty", "error", "torso::hip", ".ros3", RANGE.replace("MIN", "10degree"), RANGE.replace("MIN", "9degree")),
        ("joint-range-empty", "error", "torso::hip", ".ros3", RANGE.replace("MIN", "20degree"), RANGE.replace("MIN", "-inf")),
        ("world-joint-chain", "error", "upper::shoulder", ".ros3", CHAIN.replace("ELBOW", ELBOW), CHAIN.replace("ELBOW", "")),
        ("velocity-motor-unstable", "warning", "torso::elbow", ".ros3", MOTOR.replace("MOMENT", "1e-6"), MOTOR.replace("MOMENT", "1e-3")),
        ("inertia-refused", "error", "torso", ".ros3", INERTIA.replace("MOMENT", "3"), INERTIA.replace("MOMENT", "1")),
        ("capsule-degenerate", "error", "torso::stub", ".ros3", CAPSULE.replace("HEIGHT", "0.2m"), CAPSULE.replace("HEIGHT", "0.3m")),
        ("scene-without-light", "note", "s", ".ros2", LOOK.replace("SURFACE", "diffuseColor"), CHAIN.replace("ELBOW", "")),
        ("scene-without-light", "note", "s", ".ros3", LOOK.replace("SURFACE", "albedo"), LOOK.replace("SURFACE", "albedo") + "<DirLight/>"),
    ],
)
def test_files_that_simrobot_cannot_run_are_named_before_it_tries(
    tmp_path: Path, code: str, level: str, subject: str, suffix: str, bad: str, good: str
) -> None:
    [finding] = found(tmp_path, bad.replace("BALL", BALL), suffix)
    assert (finding.code, finding.level, finding.subject.endswith(subject)) == (f"simrobot-{code}", level, True), finding.subject
    if code != "scene-without-light":
        assert finding.source is not None and finding.source.line > 1
    assert found(tmp_path, good.replace("BALL", BALL), suffix) == []


@pytest.mark.parametrize("scene", [RANGE.replace("MIN", "10degree"), CHAIN.replace("ELBOW", ELBOW), INERTIA.replace("MOMENT", "3")])
def test_what_only_one_core_refuses_is_no_fault_of_the_other(tmp_path: Path, scene: str) -> None:
    assert found(tmp_path, scene, ".ros2") == []


def test_a_root_body_has_its_space_anyway(tmp_path: Path) -> None:
    """Only a body below it leaves the space of the tree."""
    root = TOUCHING.replace(' collideWithParent="true"', "").replace('name="torso"', 'name="torso" collideWithParent="true"')
    assert found(tmp_path, root.replace("AT", "0.15m").replace("BALL", BALL), ".ros2") == []


def test_every_lint_is_explained_and_has_a_test() -> None:
    text = Path(__file__).read_text()
    assert all(f'("{code.removeprefix("simrobot-")}"' in text for code in LINTS)
