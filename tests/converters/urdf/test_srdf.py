"""The SRDF of a robot: links that never touch, and named poses."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from tests.converters.urdf.writing import LIMIT, codes, joined

SRDF = """<?xml version="1.0"?>
<robot name="r">
  <group name="arm"><joint name="j"/></group>
  <group_state name="home" group="arm"><joint name="j" value="0.5"/></group_state>
  <disable_collisions link1="a" link2="b" reason="Adjacent"/>
  <disable_collisions link1="a" link2="nobody" reason="Never"/>
</robot>
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "r.urdf").write_bytes(joined(LIMIT))
    (tmp_path / "r.srdf").write_text(SRDF)
    return tmp_path


def test_pairs_and_poses_are_read(files: Path) -> None:
    scene, report = scenec.read(files / "r.urdf", srdf=str(files / "r.srdf"))
    (pair,) = scene.excluded_pairs
    assert [next(link.name for link in scene.links if link.id == each) for each in pair.links] == ["a", "b"]
    (pose,) = scene.named_poses
    assert (pose.name, pose.positions[0].joint, pose.positions[0].values) == ("home", scene.joints[0].id, (0.5,))
    assert "urdf-srdf-part-invalid" in codes(report)
    assert report.source.files == ("r.urdf", "r.srdf")


def test_without_the_option_the_file_is_not_looked_at(files: Path) -> None:
    scene, report = scenec.read(files / "r.urdf")
    assert scene.excluded_pairs == () and report.source.files == ("r.urdf",)


def test_every_value_of_an_srdf_is_accounted_for(files: Path) -> None:
    report = scenec.convert(files / "r.urdf", files / "out.urdf", srdf=str(files / "r.srdf"))
    assert sum(1 for line in report.ledger if line.file == "r.srdf") == 13
    assert {"group"} <= {line.path.rpartition("/")[0].rpartition("/")[2].partition("[")[0] for line in report.ledger}


def test_a_missing_srdf_is_refused(files: Path) -> None:
    with pytest.raises(scenec.ReadError, match="SRDF"):
        scenec.read(files / "r.urdf", srdf=str(files / "none.srdf"))
