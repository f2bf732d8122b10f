"""Masses and tensors of a URDF file that comes from another format: all programs that read URDF take them."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import mujoco
import pytest

import scenec
from tests.converters.urdf.writing import INERTIAL, codes, robot

CHEETAH = """<mujoco><worldbody><body name="torso"><inertial pos="0 0 0" mass="{mass}" diaginertia="{tensor}"/>
  <joint name="rootx" type="slide" axis="1 0 0"/><joint name="rootz" type="slide" axis="0 0 1"/><joint name="rooty" axis="0 1 0"/>
</body></worldbody></mujoco>"""
ARM = """<sdf version="1.7"><model name="arm"><link name="base"><inertial><mass>1</mass></inertial></link>
  <link name="hand"><inertial><mass>{mass}</mass>{tensor}</inertial>{shape}</link>
  <joint name="wrist" type="revolute"><parent>base</parent><child>hand</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"""
THIN = "<inertia><ixx>0.01</ixx><iyy>0.001</iyy><izz>0.001</izz></inertia>"
BALL = "<collision name='c'><geometry><sphere><radius>0.1</radius></sphere></geometry></collision>"


def converted(
    text: str, name: str, folder: Path, *, density: float | None = None
) -> tuple[ElementTree.Element, mujoco.MjModel, scenec.Report]:
    """The result of a conversion to URDF, and MuJoCo's model of it."""
    source = folder / name
    source.write_text(text)
    report = scenec.convert(source, folder / "result.urdf", to="urdf", density=density)
    return ElementTree.parse(folder / "result.urdf").getroot(), mujoco.MjModel.from_xml_path(str(folder / "result.urdf")), report


def masses(root: ElementTree.Element) -> dict[str, float]:
    """The mass of each link that states one."""
    stated = {str(link.get("name")): link.find("inertial/mass") for link in root.iter("link")}
    return {name: float(mass.get("value", 0)) for name, mass in stated.items() if mass is not None}


@pytest.mark.findings("*", reason="the masses are judged")
def test_links_between_the_joints_of_a_body_weigh_a_millionth(tmp_path: Path) -> None:
    """MJCF has three joints between the world and the torso, URDF a link between each two. MuJoCo refuses one without mass."""
    root, model, report = converted(CHEETAH.format(mass="6", tensor="0.1 0.1 0.1"), "cheetah.xml", tmp_path)
    assert masses(root) == {"torso_rootx": 6e-6, "torso_rootz": 6e-6, "torso": 6.0}
    assert {finding.subject for finding in report.findings if finding.code == "link-mass-defaulted"} == {
        "torso::torso_rootx",
        "torso::torso_rootz",
    }
    data = mujoco.MjData(model)
    while data.time < 0.5:
        mujoco.mj_step(model, data)
    assert data.qvel.tolist() == pytest.approx([0.0, -9.81 * 0.5, 0.0], abs=1e-3), "it falls as before"


@pytest.mark.findings("*", reason="the masses are judged")
def test_links_beside_a_speck_of_dust_weigh_what_mujoco_takes_at_least(tmp_path: Path) -> None:
    root, model, _ = converted(CHEETAH.format(mass="4e-10", tensor="6e-13 6e-13 6e-13"), "speck.xml", tmp_path)
    assert masses(root)["torso_rootx"] == 1e-15
    assert model.nv == 3


@pytest.mark.findings("link-mass-defaulted")
def test_a_link_at_the_end_of_a_chain_weighs_a_thousandth_of_its_neighbour(tmp_path: Path) -> None:
    root, _, _ = converted(ARM.format(mass="0", tensor="", shape=""), "arm.sdf", tmp_path)
    assert masses(root)["hand"] == 1e-3


@pytest.mark.findings("link-mass-of-shapes-defaulted", "surface-dropped")
def test_a_link_with_shapes_weighs_as_they_do_at_the_density_that_is_asked_for(tmp_path: Path) -> None:
    text = ARM.format(mass="0", tensor="", shape=BALL)
    assert masses(converted(text, "arm.sdf", tmp_path)[0])["hand"] == pytest.approx(4.18879)
    assert masses(converted(text, "arm.sdf", tmp_path, density=500.0)[0])["hand"] == pytest.approx(2.0944)


@pytest.mark.findings("link-inertia-unbalanced-approximated", "sdf-*")
def test_a_tensor_that_no_body_has_is_raised(tmp_path: Path) -> None:
    """MuJoCo refuses a moment above the sum of the others."""
    root, _, _ = converted(ARM.format(mass="1", tensor=THIN, shape=""), "arm.sdf", tmp_path)
    entries = root.find("link[@name='hand']/inertial/inertia")
    assert entries is not None
    xx, yy, zz = (float(entries.get(name, 0)) for name in ("ixx", "iyy", "izz"))
    assert xx == 0.01
    assert yy + zz == pytest.approx(0.01, rel=1e-8)
    assert yy + zz > xx


def test_a_urdf_file_keeps_the_masses_tensors_and_axes_that_it_states(tmp_path: Path) -> None:
    """A program that refuses it refuses the source, too; `scenec check` says so."""
    thin = '<link name="b"><inertial><mass value="0"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>'
    joint = '<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 2e-16"/></joint>'
    source = tmp_path / "source.urdf"
    source.write_bytes(robot(f'<link name="a">{INERTIAL}</link>{thin}{joint}'))
    report = scenec.convert(source, tmp_path / "result.urdf", to="urdf")
    assert "link-mass-defaulted" not in codes(report)
    assert (tmp_path / "result.urdf").read_bytes() == source.read_bytes()
    assert "urdf-lint-massless-moving" in codes(scenec.check(tmp_path / "result.urdf"))
