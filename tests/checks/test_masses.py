"""Links that a simulator cannot move for want of a mass are errors of a conversion; those that need none stay notes."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.checks.masses import links_lacking_mass
from scenec.ir import Axis, Inertial, Joint, Link, Model, Scene

CHAIN = """<sdf version="1.7"><model name="crane">
  <link name="tower"><inertial><mass>5</mass></inertial></link>
  <link name="jib"><inertial><mass>{jib}</mass></inertial></link>
  <link name="hook"><inertial><mass>{hook}</mass></inertial></link>
  <joint name="turn" type="revolute"><parent>tower</parent><child>jib</child><axis><xyz>0 0 1</xyz></axis></joint>
  <joint name="lift" type="{lift}"><parent>jib</parent><child>hook</child>{axis}</joint>
</model></sdf>"""
ALONG_Z = "<axis><xyz>0 0 1</xyz></axis>"


def levels(folder: Path, source: str, target: str) -> dict[str, str]:
    """Convert and return link -> level of the finding about its mass."""
    path = folder / "crane.sdf"
    path.write_text(source)
    report = scenec.convert(path, folder / f"out{target}", to="sdformat@1.9" if target == ".sdf" else None)
    return {each.subject.rpartition("::")[2]: each.level for each in report.findings if each.code == "link-mass-implausible"}


def test_a_link_at_the_end_of_a_chain_needs_a_mass(tmp_path: Path) -> None:
    source = CHAIN.format(jib=1, hook=0, lift="prismatic", axis=ALONG_Z)
    assert levels(tmp_path, source, ".sdf") == {"hook": "error"}


def test_a_link_that_carries_others_needs_none_in_gazebo(tmp_path: Path) -> None:
    source = CHAIN.format(jib=0, hook=2, lift="prismatic", axis=ALONG_Z)
    assert levels(tmp_path, source, ".sdf") == {"jib": "note"}


def test_a_link_welded_to_one_with_mass_needs_none(tmp_path: Path) -> None:
    source = CHAIN.format(jib=1, hook=0, lift="fixed", axis="")
    assert levels(tmp_path, source, ".sdf") == {"hook": "note"}


@pytest.mark.parametrize("suffix", [".ros2", ".scene", ".rsg", ".xml"])
def test_a_link_that_the_conversion_gave_a_mass_is_a_note(tmp_path: Path, suffix: str) -> None:
    source = CHAIN.format(jib=0, hook=0, lift="prismatic", axis=ALONG_Z)
    assert set(levels(tmp_path, source, suffix).values()) == {"note"}


def test_the_neutral_scene_has_no_physics_that_needs_one(tmp_path: Path) -> None:
    source = CHAIN.format(jib=0, hook=0, lift="prismatic", axis=ALONG_Z)
    assert set(levels(tmp_path, source, ".scene.json").values()) == {"note"}


def test_an_error_about_a_mass_fails_the_conversion(tmp_path: Path) -> None:
    path = tmp_path / "crane.sdf"
    path.write_text(CHAIN.format(jib=0, hook=0, lift="prismatic", axis=ALONG_Z))
    report = scenec.convert(path, tmp_path / "out.sdf", to="sdformat@1.9")
    assert report.lost == 0
    assert report.failed()
    assert report.failed(["physics"])


def chain(*masses: float, kind: str = "revolute") -> Scene:
    """Links in a row, from a free one, with joints of one kind between them."""
    links = [Link(id=f"l{i}", name=f"l{i}", model="m", inertial=Inertial(mass=mass)) for i, mass in enumerate(masses)]
    joints = [
        Joint(
            id=f"j{i}",
            name=f"j{i}",
            model="m",
            type="revolute" if kind == "revolute" else "fixed",
            parent=f"l{i}",
            child=f"l{i + 1}",
            axes=(Axis(xyz=(0.0, 0.0, 1.0)),) if kind == "revolute" else (),
        )
        for i in range(len(masses) - 1)
    ]
    return Scene(models=(Model(id="m", name="m"),), links=tuple(links), joints=tuple(joints))


@pytest.mark.parametrize(
    ("masses", "kind", "each", "end"),
    [
        ((1.0, 1.0), "revolute", set(), set()),
        ((0.0, 1.0), "revolute", {"l0"}, set()),
        ((1.0, 0.0), "revolute", {"l1"}, {"l1"}),
        ((0.0, 0.0), "revolute", {"l0", "l1"}, {"l0", "l1"}),
        ((0.0, 1.0), "fixed", set(), set()),
        ((3.0, -1.0), "fixed", {"l1"}, {"l1"}),
    ],
)
def test_which_links_lack_a_mass(masses: tuple[float, ...], kind: str, each: set[str], end: set[str]) -> None:
    scene = chain(*masses, kind=kind)
    assert links_lacking_mass(scene, of_each=True) == each
    assert links_lacking_mass(scene, of_each=False) == end


def test_a_text_that_is_kept_is_no_worse_than_its_source(tmp_path: Path) -> None:
    path = tmp_path / "crane.sdf"
    path.write_text(CHAIN.format(jib=1, hook=0, lift="prismatic", axis=ALONG_Z))
    report = scenec.convert(path, tmp_path / "same.sdf")
    assert [(each.code, each.level) for each in report.findings] == [("link-mass-implausible", "note")]


def test_a_scene_of_simrobot_that_is_kept_is_no_worse_than_its_source(tmp_path: Path) -> None:
    path = tmp_path / "scene.ros2"
    path.write_text('<Simulation><Scene name="s"><Body name="b"><Mass/></Body></Scene></Simulation>')
    report = scenec.convert(path, tmp_path / "same.ros2")
    assert [(each.code, each.level) for each in report.findings] == [("link-mass-implausible", "note")]
