"""Values of other formats with which SimRobot would refuse the whole file: they are left out and told, and the file can be read."""

from __future__ import annotations

from pathlib import Path

import scenec

FLAT = "<geometry><box><size>1 0 1</size></box></geometry>"
WORLD = f"""<sdf version="1.9"><world name="w">
<physics name="p" type="ode"><max_step_size>-0.25</max_step_size></physics>
<model name="m"><link name="l"><inertial><mass>-2</mass></inertial>
<collision name="c">{FLAT}</collision><visual name="v">{FLAT}</visual></link></model></world></sdf>"""


def test_sizes_masses_and_steps_that_are_not_above_zero(tmp_path: Path) -> None:
    (tmp_path / "a.sdf").write_text(WORLD)
    report = scenec.convert(tmp_path / "a.sdf", tmp_path / "a.ros2")
    told = {(finding.code, finding.level, finding.fate) for finding in report.findings}
    assert told >= {
        ("shape-size-dropped", "error", "dropped"),
        ("shape-size-dropped", "warning", "dropped"),
        ("physics-step-dropped", "error", "dropped"),
        ("mass-defaulted", "warning", "defaulted"),
    }
    scene, _ = scenec.read(tmp_path / "a.ros2")
    (link,) = scene.links
    assert (link.collisions, link.visuals) == ((), ())
    assert link.inertial is not None and link.inertial.mass is not None and link.inertial.mass > 0
