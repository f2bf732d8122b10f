"""The name of a single robot is the name of the result, not that of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec

LINKS = """<link name="base"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  <collision><geometry><box size="1 1 1"/></geometry></collision></link>"""
ROBOT = f'<robot name="rover">{LINKS}</robot>'
ON_GROUND = f"""<robot name="rover">
  <link name="world"><collision><geometry><box size="9 9 1"/></geometry></collision></link>{LINKS}
  <joint name="stand" type="fixed"><parent link="world"/><child link="base"/></joint>
</robot>"""


@pytest.mark.parametrize("source", [ROBOT, ON_GROUND], ids=["alone", "with ground"])
@pytest.mark.parametrize("ready", [False, True], ids=["", "ready"])
@pytest.mark.parametrize(
    ("suffix", "name"),
    [
        (".xml", '<mujoco model="rover">'),
        (".ros2", '<Scene name="rover"'),
        (".ros3", '<Scene name="rover"'),
        (".sdf", ' name="rover"'),
        (".rsg", "(setName rover)"),
        (".urdf", '<robot name="rover">'),
    ],
)
def test_the_result_has_the_name_of_the_robot(tmp_path: Path, source: str, ready: bool, suffix: str, name: str) -> None:
    (tmp_path / "export-7.urdf").write_text(source)
    target = tmp_path / f"result{suffix}"
    report = scenec.convert(tmp_path / "export-7.urdf", target, ready=ready)
    text = target.read_text()
    assert name in text
    assert 'name="result"' not in text
    assert 'model="result"' not in text
    assert not {"model-name-dropped", "model-name-unstored-dropped"} & {each.code for each in report.findings}


@pytest.mark.findings("physics-engine-dropped", "physics-update-rate-dropped")
def test_a_world_of_two_robots_keeps_its_own_name(tmp_path: Path) -> None:
    source = tmp_path / "pair.sdf"
    model = '<model name="{0}"><link name="{0}"><inertial><mass>1</mass></inertial></link></model>'
    source.write_text(f'<sdf version="1.6"><world name="yard">{model.format("one")}{model.format("two")}</world></sdf>')
    scenec.convert(source, tmp_path / "both.xml", to="mjcf")
    assert '<mujoco model="yard">' in (tmp_path / "both.xml").read_text()
