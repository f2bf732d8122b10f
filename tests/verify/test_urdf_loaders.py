"""The program of ours that asks MuJoCo sees a URDF file as MuJoCo does."""

from __future__ import annotations

from pathlib import Path

import pytest

BODY = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'


def test_mujoco_reads_a_robot_in_a_namespace_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the program goes to the folder of the file, and this process has to come back
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (pip install mujoco)")
    from scenec.verify.mujoco_loader import summary

    path = tmp_path / "r.urdf"
    path.write_text(f'<robot name="r" xmlns="http://example.org"><link name="a">{BODY}</link></robot>', encoding="utf-8")
    assert [link["path"] for link in summary(str(path), urdf=True)["links"]] == ["r::a"]
