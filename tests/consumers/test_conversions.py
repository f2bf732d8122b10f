"""Gazebo's and Drake's parsers read what scenec writes: same masses, tensors, poses, axes and limits as our own summary.

The reference is the physics summary of the scene as read from SimRobot, so reader, writer and consumer are compared at once.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import scenec
from tests.consumers.sdf_consumers import ConsumerMissingError, Summary, differences, load_with_drake, load_with_libsdformat, renamed

pytestmark = pytest.mark.findings("*", reason="the programs that load the result judge it")
ROOT = Path(__file__).parents[2]
FIXTURES = sorted([*(ROOT / "fixtures").rglob("*.ros2"), *(ROOT / "fixtures").rglob("*.ros3")])
HUMANOID = ROOT / "fixtures" / "humanoid" / "humanoid.ros2"
VERSIONS = ["1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12"]  # libsdformat 12 reads up to 1.9
CORPUS = ROOT.parent / "shared" / "corpus" / "simrobot" / "bhuman-2024" / "Scenes"
LOADERS = [load_with_libsdformat, load_with_drake]


def at_zero(scene: scenec.Scene) -> Summary:
    """The physics summary with every joint moved from its initial position to zero."""
    initial = scene.physics().to_json()
    zero = {joint["path"]: [0.0] * len(joint["axes"]) for joint in initial["joints"] if joint["axes"]}
    summary: Summary = scene.physics(at=zero).to_json()
    return summary


def read_by(load: Callable[[Path], Summary], source: Path, folder: Path, to: str = "sdformat") -> tuple[Summary, Summary]:
    """Return what we say the source is, and what the consumer makes of its conversion."""
    scene, _ = scenec.read(source, lenient=True)
    target = folder / f"{source.stem}.sdf"
    scenec.convert(source, target, to=to, lenient=True)
    try:
        return at_zero(scene), load(target)
    except ConsumerMissingError as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize("source", FIXTURES, ids=lambda path: path.stem)
def test_a_consumer_sees_the_robot_that_the_source_describes(source: Path, load: Callable[[Path], Summary], tmp_path: Path) -> None:
    ours, theirs = read_by(load, source, tmp_path)
    if source.stem == "name_clashes":
        theirs = renamed(theirs, ours)
    assert differences(ours, theirs) == []


@pytest.mark.parametrize(("load", "version"), [(load_with_drake, v) for v in VERSIONS] + [(load_with_libsdformat, v) for v in VERSIONS[:6]])
def test_every_version_of_sdformat_says_the_same_robot(load: Callable[[Path], Summary], version: str, tmp_path: Path) -> None:
    ours, theirs = read_by(load, HUMANOID, tmp_path, f"sdformat@{version}")
    assert ours["total"]["joints"] == 22
    assert differences(ours, theirs) == []


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize("name", ["BH.ros2", "Game.ros2"])
def test_a_consumer_sees_a_real_humanoid_and_a_whole_game(name: str, load: Callable[[Path], Summary], tmp_path: Path) -> None:
    source = CORPUS / name
    if not source.exists():
        pytest.skip(f"the B-Human scenes are not beside this checkout ({name})")
    ours, theirs = read_by(load, source, tmp_path)
    assert ours["total"]["joints"] >= 24
    assert differences(ours, theirs) == []


@pytest.mark.parametrize("load", LOADERS)
def test_a_consumer_does_not_see_what_a_file_carries(load: Callable[[Path], Summary], tmp_path: Path) -> None:
    plain, carrying = tmp_path / "plain" / "robot.sdf", tmp_path / "carrying" / "robot.sdf"
    scenec.convert(HUMANOID, plain)
    scenec.convert(HUMANOID, carrying, carry=True)
    assert "<scenec:carried" in carrying.read_text(encoding="utf-8")
    try:
        assert load(carrying) == load(plain)
    except ConsumerMissingError as missing:
        pytest.skip(str(missing))
