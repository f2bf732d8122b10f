"""Findings about scenes that are programs: one place makes many things, and each is reported by its name."""

from __future__ import annotations

from pathlib import Path

import scenec

JOINT = "(nd HingeJoint (attach ../body) (nd HingeEffector) (nd HingePerceptor (setName p)))"
ARM = f"(RSG 0 1) ((nd RigidBody (setName body) (setBoxTotal 1 1 1 1)) {JOINT})"


def test_things_made_at_one_place_are_distinguished(tmp_path: Path) -> None:
    (tmp_path / "arm.rsg").write_text(ARM)
    arms = " ".join(f"(nd Transform (setName {name}) (importScene arm.rsg))" for name in "abc")
    (tmp_path / "scene.rsg").write_text(f"(RSG 0 1) ({arms})")
    report = scenec.convert(tmp_path / "scene.rsg", tmp_path / "scene.sdf")
    dropped = [finding for finding in report.findings if finding.code == "actuator-dropped"]
    assert [(finding.subject, finding.count) for finding in dropped] == [("a::joint", 1), ("b::joint", 1), ("c::joint", 1)]
    sensors = {finding.subject for finding in report.findings if finding.code == "sensor-dropped"}
    assert sensors == {"a::a::p", "b::b::p", "c::c::p"}


def test_what_loses_several_values_is_called_by_what_they_stand_in(tmp_path: Path) -> None:
    drag = "(nd DragController (setLinearDrag 0.1) (setAngularDrag 0.2))"
    (tmp_path / "scene.rsg").write_text(f"(RSG 0 1) ((nd Transform (nd RigidBody (setName body) (setBoxTotal 1 1 1 1) {drag})))")
    report = scenec.convert(tmp_path / "scene.rsg", tmp_path / "scene.ros2")
    (reported,) = [finding for finding in report.findings if finding.code == "damping-dropped"]
    assert (reported.subject, reported.headline, reported.count) == ("body::body", "Link damping dropped", 1)
    assert reported.because.endswith("In the source: DragController.")


def test_the_name_of_a_model_that_holds_nothing_but_an_empty_link_is_lost_with_the_link(tmp_path: Path) -> None:
    model = '<sdf version="1.9"><world name="w"><model name="mark"><static>true</static><link name="place"/></model></world></sdf>'
    (tmp_path / "scene.sdf").write_text(model)
    report = scenec.convert(tmp_path / "scene.sdf", tmp_path / "scene.rsg")
    (reported,) = [finding for finding in report.findings if finding.code == "link-empty-dropped"]
    assert reported.subject == "mark::place"
    lost = [line.path for line in report.ledger if line.fate == "dropped"]
    assert "/sdf[1]/world[1]/model[1]/@name" in lost
