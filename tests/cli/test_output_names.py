"""Names of the outputs of several files with one name, as in model directories."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Scenec, put

SDF = '<sdf version="1.9"><model name="{}"><link name="l"/></model></sdf>'


def test_files_of_one_name_are_called_after_their_models(scenec: Scenec, tmp_path: Path) -> None:
    for folder, name in (("l1", "crate"), ("l2", "chair")):
        put(tmp_path, f"{folder}/model.sdf", SDF.format(name))
    assert scenec("convert", "l1/model.sdf", "l2/model.sdf", "-o", "out/", "--to", "simrobot", "-q").status == 0
    assert sorted(os.listdir("out")) == ["chair.ros2", "crate.ros2"]
    assert scenec("convert", "l1/model.sdf", "l2/model.sdf", "-o", "models/", "--layout", "model", "-q").status == 0
    assert sorted(path.parent.name for path in (tmp_path / "models").rglob("model.sdf")) == ["chair", "crate"]


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["l1/model.sdf", "l2/model.sdf"], ["l1.ros2", "l2.ros2"]),
        (["a/x/model.sdf", "b/x/model.sdf"], ["a_x.ros2", "b_x.ros2"]),
        (["a/r.sdf", "a/deep/r.sdf"], ["a.ros2", "deep.ros2"]),
        (["a/r.sdf", "a/r.world"], ["r.sdf.ros2", "r.world.ros2"]),
        (["a/R.sdf", "a/r.sdf"], ["R.sdf.ros2", "r.sdf-2.ros2"]),
        (["crate.sdf", "a/model.sdf", "b/model.sdf"], ["a.ros2", "b.ros2", "crate.ros2"]),
    ],
)
def test_models_of_one_name_are_called_after_their_folders(scenec: Scenec, tmp_path: Path, paths: list[str], expected: list[str]) -> None:
    """Every file gets a place of its own."""
    for path in paths:
        put(tmp_path, path, SDF.format("crate"))
    assert scenec("convert", *paths, "-o", "out/", "--to", "simrobot", "-q").status == 0
    assert sorted(os.listdir("out")) == expected


def test_a_name_of_a_model_cannot_lead_out_of_the_folder(scenec: Scenec, tmp_path: Path) -> None:
    for folder, name in (("l1", "../../evil"), ("l2", "C:\\con")):
        put(tmp_path, f"{folder}/model.sdf", SDF.format(name))
    assert scenec("convert", "l1/model.sdf", "l2/model.sdf", "-o", "deep/out/", "--to", "simrobot", "-q").status == 0
    assert sorted(os.listdir("deep/out")) == ["C_con.ros2", "evil.ros2"]


def test_a_file_of_several_that_cannot_be_read_does_not_cost_the_others_their_names(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "l1/model.sdf", "<sdf")
    put(tmp_path, "l2/model.sdf", SDF.format("chair"))
    assert scenec("convert", "l1/model.sdf", "l2/model.sdf", "-o", "out/", "--to", "simrobot", "-q").status == 5
    assert os.listdir("out") == ["chair.ros2"]
