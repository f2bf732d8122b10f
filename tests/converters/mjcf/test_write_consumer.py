"""MuJoCo compiles what is written of the fixtures of all formats, and sees the same masses, poses, joints and ranges as we do."""

from __future__ import annotations

from pathlib import Path

import mujoco
import pytest

import scenec
from tests.converters.mjcf.mujoco_oracle import differences
from tests.formats import READ_LENIENTLY, scene_files

FIXTURES = Path(__file__).parents[3] / "fixtures"
SCENES = [path for path in scene_files(FIXTURES) if "mjcf" not in path.parts and path.name != READ_LENIENTLY]
EXCUSES = {
    "joint missing": ("mjcf-joint-between-static-ineffective", "mjcf-loop-approximated", "mjcf-loop-dropped"),
    "mass": ("link-mass-defaulted",),
    "inertia": ("link-mass-defaulted", "link-inertia-approximated", "link-inertia-unbalanced-approximated"),
    "damping": ("mjcf-servo-velocity-damping-approximated",),
    "range": ("mjcf-limits-equal-approximated",),
}
"""How a difference begins -> the findings about the same link or joint that excuse it."""


@pytest.mark.findings("*", reason="every fixture; the result is judged, with the findings of its conversion")
@pytest.mark.parametrize("path", SCENES, ids=lambda path: str(path.relative_to(FIXTURES)))
def test_mujoco_sees_the_scene_that_was_read(path: Path, tmp_path: Path) -> None:
    scene = scenec.read(path)[0]
    report = scenec.convert(path, tmp_path / "result.xml", to="mjcf", flatten=True)
    refusals: dict[str, set[str]] = {}
    for finding, subjects in zip(report.findings, report.subjects, strict=True):
        for subject in subjects:
            refusals.setdefault(subject.partition(".")[0], set()).add(finding.code)
    bent = [
        (part, what)
        for part, what in differences(scene, tmp_path / "result.xml")
        if not any(what.startswith(start) and refusals.get(part, set()).intersection(codes) for start, codes in EXCUSES.items())
    ]
    assert bent == []


BALL = '<geom size=".1"/>'
JOINT = f"<worldbody><body>{BALL}<body><joint {{}}/>{BALL}</body></body></worldbody>"
OLD = {
    "renamed options": ('<option mpr_iterations="7" mpr_tolerance="1e-3"/>', '<option ccd_iterations="7" ccd_tolerance="1e-3"', 0),
    "a flag that became two": ('<option><flag passive="disable"/></option>', '<flag spring="disable" damper="disable"/>', 0),
    "renamed limits of a joint": (JOINT.format('actuatorforcerange="-2 2"'), 'actuatorfrcrange="-2 2"', 0),
    "a range that was switched off": (JOINT.format('actuatorforcelimited="false" actuatorforcerange="-2 2"'), "<joint", 0),
    "a setting that is gone": ('<option apirate="50" timestep="0.001"/>', '<option timestep="0.001"', 1),
    "a flag that is gone": ('<option><flag sensornoise="enable" energy="enable"/></option>', '<flag energy="enable"/>', 1),
    "a camera's attribute that is gone": ('<worldbody><body><camera orthographic="true"/></body></worldbody>', "<camera", 1),
}
"""Content that a release before MuJoCo 4 read, a text that stands in the result, and how many values are lost."""


@pytest.mark.findings("*", reason="values that the release has no more are lost by name, which is counted")
@pytest.mark.parametrize("case", OLD)
def test_mujoco_takes_what_is_written_anew_of_an_old_model(case: str, tmp_path: Path) -> None:
    inside, expected, lost = OLD[case]
    (tmp_path / "old.xml").write_text(f"<mujoco>{inside}</mujoco>")
    with pytest.raises(ValueError, match="unrecognized attribute"):
        mujoco.MjModel.from_xml_path(str(tmp_path / "old.xml"))
    report = scenec.convert(tmp_path / "old.xml", tmp_path / "new.xml", flatten=True)
    mujoco.MjModel.from_xml_path(str(tmp_path / "new.xml"))
    assert expected in (tmp_path / "new.xml").read_text()
    assert report.totals["dropped"] == lost
