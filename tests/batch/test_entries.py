"""Which files of a library are converted: scenes and models, not their fragments."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenec.batch.entries import entries
from scenec.batch.places import places
from scenec.errors import ReadError
from tests.batch.conftest import put, scene

CONFIG = '<model><name>crate</name><version>1.0</version><sdf version="1.7">{file}</sdf></model>'
MODEL = '<sdf version="1.7"><model name="crate"><link name="l"/></model></sdf>'


def found(root: Path, *include: str, exclude: tuple[str, ...] = ()) -> list[str]:
    return [entry.path for entry in entries(str(root), include, exclude)]


def targets(root: Path, to: str, layout: str = "") -> dict[str, str]:
    return {place.entry.path: place.target for place in places(str(root), entries(str(root)), to, layout)}


def test_scenes_are_entries_and_what_they_include_is_not(library: Path) -> None:
    assert found(library) == ["a.ros2", "b.ros2", "c.ros2", "deep/er/d.ros2"]


def test_a_fragment_that_is_asked_for_is_taken(library: Path) -> None:
    assert found(library, "parts/*") == ["parts/bump.rsi2"]


@pytest.mark.parametrize(
    ("include", "expected"),
    [
        ("*.ros2", ["a.ros2", "b.ros2", "c.ros2", "deep/er/d.ros2"]),
        ("deep/*", []),
        ("deep/**", ["deep/er/d.ros2"]),
        ("?.ros2", ["a.ros2", "b.ros2", "c.ros2", "deep/er/d.ros2"]),
    ],
)
def test_a_pattern_without_a_slash_is_one_for_names(library: Path, include: str, expected: list[str]) -> None:
    assert found(library, include) == expected


def test_what_is_excluded_is_left_out(library: Path) -> None:
    assert found(library, exclude=("deep/**", "b.*")) == ["a.ros2", "c.ros2"]


def test_hidden_files_and_the_target_are_not_looked_at(library: Path) -> None:
    put(library, ".git/x.ros2", scene("x"))
    put(library, "out/y.ros2", scene("y"))
    assert [entry.path for entry in entries(str(library), outside=str(library / "out"))] == found(library, exclude=("out/**",))


def test_a_file_is_no_library(library: Path) -> None:
    with pytest.raises(ReadError, match="is not a folder"):
        entries(str(library / "a.ros2"))


def test_folders_stay_and_suffixes_change(library: Path) -> None:
    assert targets(library, "sdformat") == {"a.ros2": "a.sdf", "b.ros2": "b.sdf", "c.ros2": "c.sdf", "deep/er/d.ros2": "deep/er/d.sdf"}
    assert targets(library, "simrobot@core3")["deep/er/d.ros2"] == "deep/er/d.ros3"


def test_model_directories_on_request(library: Path) -> None:
    assert targets(library, "sdformat", "model")["deep/er/d.ros2"] == "deep/er/d/model.sdf"


def test_of_a_model_directory_only_the_file_its_config_names_is_an_entry(tmp_path: Path) -> None:
    for name in ("model.sdf", "model-1_4.sdf"):
        put(tmp_path, f"crate/{name}", MODEL)
    put(tmp_path, "crate/model.config", CONFIG.format(file="model.sdf"))
    assert found(tmp_path) == ["crate/model.sdf"]
    assert targets(tmp_path, "simrobot") == {"crate/model.sdf": "crate.ros2"}
    assert targets(tmp_path, "sdformat@1.9") == {"crate/model.sdf": "crate/model.sdf"}


def test_of_two_sources_of_one_name_the_second_is_called_after_its_suffix(tmp_path: Path) -> None:
    """Also where only a file system that ignores case takes the names for one."""
    put(tmp_path, "a.ros2", scene("a"))
    put(tmp_path, "A.ros3", scene("a"))
    put(tmp_path, "b.ros2", scene("b"))
    assert targets(tmp_path, "sdformat") == {"A.ros3": "A.sdf", "a.ros2": "a_ros2.sdf", "b.ros2": "b.sdf"}
    assert targets(tmp_path, "sdformat", "model")["a.ros2"] == "a_ros2/model.sdf"


def test_what_another_rsg_file_imports_is_no_scene_of_its_own(tmp_path: Path) -> None:
    put(tmp_path, "rsg/robot.rsg", "(RSG 0 1) ((nd Transform (setName torso)))")
    put(tmp_path, "rsg/game.rsg", "(RSG 0 1) ((nd Space (importScene rsg/robot.rsg)))")
    assert found(tmp_path) == ["rsg/game.rsg"]
    assert targets(tmp_path, "mars") == {"rsg/game.rsg": "rsg/game.scene"}
