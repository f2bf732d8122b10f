"""Meshes that plugins of MuJoCo make: they are read without their data, and stay as they are in MJCF."""

from __future__ import annotations

from pathlib import Path

import mujoco

import scenec
from tests.converters.mjcf.conftest import Read

TORUS = (
    '<extension><plugin plugin="mujoco.sdf.torus"><instance name="t"><config key="radius1" value="0.35"/>'
    '<config key="radius2" value="0.15"/></instance></plugin></extension><asset><mesh name="torus"><plugin instance="t"/></mesh></asset>'
)
BODY = '<body name="b"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia=".1 .1 .1"/>{}</body>'
RING = '<geom type="sdf" mesh="torus"><plugin instance="t"/></geom>'


def test_the_shape_is_unknown_and_the_finding_says_so(read: Read) -> None:
    scene, report = read(f"{TORUS}<worldbody>{BODY.format(RING)}</worldbody>")
    [finding] = [each for each in report.findings if each.level == "error"]
    assert (finding.code, finding.value) == ("mjcf-mesh-unreadable", "torus")
    assert len(scene.links[0].collisions) == 1
    assert scene.meshes[0].data is None


def test_mujoco_makes_it_again(tmp_path: Path) -> None:
    source, result = tmp_path / "a.xml", tmp_path / "b.xml"
    source.write_text(f"<mujoco>{TORUS}<worldbody>{BODY.format(RING)}</worldbody></mujoco>")
    report = scenec.convert(source, result, to="mjcf")
    assert report.lost == 0
    first, second = (mujoco.MjModel.from_xml_path(str(path)) for path in (source, result))
    assert list(second.geom_type) == list(first.geom_type) == [mujoco.mjtGeom.mjGEOM_SDF]
    assert second.nmeshvert == first.nmeshvert > 0
