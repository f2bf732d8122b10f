"""MuJoCo compiles what is written of the fixtures of all formats, and sees the same masses, poses, joints and ranges as we do."""

from __future__ import annotations

from pathlib import Path

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
