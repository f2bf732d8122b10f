"""The programs of ours that ask Drake and MuJoCo see a URDF file as these do."""

from __future__ import annotations

from pathlib import Path

import pytest

BODY = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'


def test_mujoco_reads_a_robot_in_a_namespace_by_default(tmp_path: Path) -> None:
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (pip install mujoco)")
    from scenec.verify.mujoco_loader import summary

    path = tmp_path / "r.urdf"
    path.write_text(f'<robot name="r" xmlns="http://example.org"><link name="a">{BODY}</link></robot>', encoding="utf-8")
    assert [link["path"] for link in summary(str(path), urdf=True)["links"]] == ["r::a"]


def test_drake_finds_the_packages_of_the_search_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pydrake", reason="Drake is not installed (pip install drake)")
    from scenec.verify.drake_loader import summary

    (tmp_path / "robot_description").mkdir()
    (tmp_path / "robot_description" / "part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    visual = '<visual><geometry><mesh filename="package://robot_description/part.obj"/></geometry></visual>'
    path = tmp_path / "r.urdf"
    path.write_text(f'<robot name="r"><link name="a">{BODY}{visual}</link></robot>', encoding="utf-8")
    monkeypatch.setenv("SDF_PATH", str(tmp_path))
    assert [link["path"] for link in summary(str(path))["links"]] == ["r::a"]
