"""SDFormat to SDFormat: the meaning stays, digits stay, and what scenec wrote it writes again byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import scenec

FIXTURES = Path(__file__).parents[3] / "fixtures" / "sdformat"
FILES = sorted(FIXTURES.rglob("*.sdf"))


def rounded(value: Any) -> Any:
    """Plain data with numbers to 12 places: a quaternion that is written as angles moves in the last ones. A continuous joint is
    written as a revolute one without limits, which older readers take, too."""
    if value == "continuous":
        return "revolute"
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return round(value, 12) + 0.0 if isinstance(value, float) else value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_same_version_says_the_same(path: Path, tmp_path: Path) -> None:
    report = scenec.convert(path, tmp_path / "a.sdf")
    assert [finding.code for finding in report.findings if finding.is_loss and finding.code != "comments-dropped"] == []
    assert rounded(scenec.read(tmp_path / "a.sdf")[0].physics().to_json()) == rounded(scenec.read(path)[0].physics().to_json())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_was_written_is_written_again_byte_for_byte(path: Path, tmp_path: Path) -> None:
    scenec.convert(path, tmp_path / "once" / "a.sdf")
    again = scenec.convert(tmp_path / "once" / "a.sdf", tmp_path / "twice" / "a.sdf")
    assert (tmp_path / "once" / "a.sdf").read_bytes() == (tmp_path / "twice" / "a.sdf").read_bytes()
    assert not again.failed(fail_on=["warning"])


@pytest.mark.findings("frame-dropped", "joint-mimic-dropped", "model-canonical-link-dropped")
@pytest.mark.parametrize("version", ["1.5", "1.7", "1.9", "1.12"])
def test_other_versions_put_links_in_the_same_places(version: str, tmp_path: Path) -> None:
    scenec.convert(FIXTURES / "joints.sdf", tmp_path / "a.sdf", to=f"sdformat@{version}")
    before, after = (scenec.read(file)[0].physics() for file in (FIXTURES / "joints.sdf", tmp_path / "a.sdf"))
    for old, new in zip(before.links, after.links, strict=True):
        assert new.path == old.path
        assert new.pose == pytest.approx(old.pose, abs=1e-12)


def test_a_world_frame_attached_to_a_link_may_be_placed_in_the_world(tmp_path: Path) -> None:
    frame = '<frame name="f" attached_to="m::a"><pose relative_to="world">1 0 0 0 0 0</pose></frame>'
    model = '<model name="m"><pose relative_to="f"/><link name="a"/></model>'
    (tmp_path / "a.sdf").write_text(f'<sdf version="1.8"><world name="w">{frame}{model}</world></sdf>')
    scenec.convert(tmp_path / "a.sdf", tmp_path / "b.sdf")
    assert scenec.read(tmp_path / "b.sdf")[0].physics().links[0].pose[:3] == (1, 0, 0)
