"""Values of other formats with which SimRobot would refuse the whole file: they are left out and reported, and the file can be read."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

import scenec
from scenec import ir

FLAT = "<geometry><box><size>1 0 1</size></box></geometry>"
WORLD = f"""<sdf version="1.9"><world name="w">
<physics name="p" type="ode"><max_step_size>-0.25</max_step_size></physics>
<model name="m"><link name="l"><inertial><mass>-2</mass></inertial>
<collision name="c">{FLAT}</collision><visual name="v">{FLAT}</visual></link></model></world></sdf>"""


def test_sizes_masses_and_steps_that_are_not_above_zero(tmp_path: Path) -> None:
    (tmp_path / "a.sdf").write_text(WORLD)
    report = scenec.convert(tmp_path / "a.sdf", tmp_path / "a.ros2")
    findings = {(finding.code, finding.level, finding.fate) for finding in report.findings}
    assert findings >= {
        ("shape-size-dropped", "error", "dropped"),
        ("visual-size-dropped", "warning", "dropped"),
        ("physics-step-refused-dropped", "error", "dropped"),
        ("link-mass-defaulted", "warning", "defaulted"),
    }
    scene, _ = scenec.read(tmp_path / "a.ros2")
    (link,) = scene.links
    assert (link.collisions, link.visuals) == ((), ())
    assert link.inertial is not None and link.inertial.mass is not None and link.inertial.mass > 0


ROUGH = """<sdf version="1.9"><model name="m"><link name="l">
<collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
</link></model></sdf>"""


def test_numbers_outside_of_a_range_become_the_nearest_that_is_taken(tmp_path: Path) -> None:
    scene, _ = scenec.read(ROUGH.encode(), format="sdformat")
    (link,) = scene.links
    (collision,) = link.collisions
    slippery = replace(link, collisions=(replace(collision, surface=ir.Surface(mu=-0.5)),))
    wide = ir.Sensor(name="wide", type="camera", cameras=(ir.Camera(width=2**40, height=2, horizontal_fov=-1.0, vertical_fov=1.0),))
    report = scenec.write(replace(scene, links=(replace(slippery, sensors=(wide,)),)), tmp_path / "a.ros2")
    findings = {
        (finding.subject, finding.value, finding.target) for finding in report.findings if finding.code == "number-range-approximated"
    }
    assert findings == {
        ("value of <Friction>", "-0.5", "0"),
        ("imageWidth of <Camera>", str(2**40), "2147483647"),
        ("angleX of <Camera>", "-1radian", "1degree"),
    }
    again, _ = scenec.read(tmp_path / "a.ros2")
    (camera,) = again.links[0].sensors[0].cameras
    assert (camera.width, camera.height) == (2**31 - 1, 2)
