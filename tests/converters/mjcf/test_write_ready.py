"""`--ready`: MuJoCo runs a model alone on a floor, and its viewer shows the model, not the floor."""

from __future__ import annotations

from pathlib import Path

import mujoco
import pytest

import scenec

BOX = """<sdf version="1.9"><model name="box"><pose>1 2 0.2 0 0 0</pose><link name="body">
  <inertial><mass>1</mass></inertial>
  <collision name="shape"><geometry><box><size>0.4 0.4 0.6</size></box></geometry></collision>
</link></model></sdf>"""


def written(tmp_path: Path, source: str, suffix: str) -> tuple[Path, list[str]]:
    (tmp_path / f"source.{suffix}").write_text(source)
    target = tmp_path / "ready.xml"
    report = scenec.convert(tmp_path / f"source.{suffix}", target, to="mjcf", ready=True)
    return target, [finding.code for finding in report.findings]


def test_a_box_rests_on_the_floor_that_was_added(tmp_path: Path) -> None:
    target, codes = written(tmp_path, BOX, "sdf")
    assert {"ready-floor-defaulted", "ready-light-defaulted", "mjcf-statistic-defaulted"} <= set(codes)
    model = mujoco.MjModel.from_xml_path(str(target))
    data = mujoco.MjData(model)
    for _ in range(500):
        mujoco.mj_step(model, data)
    assert data.body("body").xpos == pytest.approx([1.0, 2.0, 0.2], abs=2e-3), "it stays where the source places it"
    assert data.geom("collision").xpos[2] == pytest.approx(-0.1), "just below the box"


def test_a_viewer_looks_at_what_can_move(tmp_path: Path) -> None:
    target, _ = written(tmp_path, BOX, "sdf")
    stat = mujoco.MjModel.from_xml_path(str(target)).stat
    assert list(stat.center) == [1.0, 2.0, 0.2]
    assert stat.extent == pytest.approx((0.4**2 + 0.4**2 + 0.6**2) ** 0.5, abs=1e-3)


def test_a_file_that_says_all_of_it_stays_as_it_is(tmp_path: Path) -> None:
    source = """<mujoco model="m"><statistic extent="3"/><worldbody>
      <light name="l" pos="0 0 5"/><geom name="floor" type="plane" size="0 0 1"/>
      <body name="b" pos="0 0 1"><freejoint/><geom name="g" type="sphere" size="0.1"/></body></worldbody></mujoco>"""
    target, codes = written(tmp_path, source, "xml")
    assert [code for code in codes if code.endswith("-defaulted")] == []
    model = mujoco.MjModel.from_xml_path(str(target))
    assert (model.stat.extent, model.nlight) == (3.0, 1)
    assert [model.geom(i).type[0] for i in range(model.ngeom)].count(mujoco.mjtGeom.mjGEOM_PLANE) == 1
