"""Values that do not survive the steps which bring a scene into a target's range are reported under the name of the step."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec.accounting.finding import Finding
from scenec.converters import load
from tests.formats import others

BOX = '<collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>'


def model(content: str, attributes: str = "") -> str:
    return f'<sdf version="1.11"><model name="m"{attributes}>\n{content}</model></sdf>'


def found(code: str, source: Path, target: str = "simrobot", value: str = "", **options: Any) -> Finding:
    findings = scenec.convert(source, source.parent / "out", to=target, **options).findings
    (finding,) = [each for each in findings if each.code == code and each.value == (value or each.value)]
    return finding


def neutral(folder: Path, text: str, edit: Callable[[dict[str, Any]], None]) -> Path:
    """A neutral scene as somebody may write it: what a file says, edited."""
    (folder / "scene.sdf").write_text(text, encoding="utf-8")
    made = folder / "edited.scene.json"
    scenec.convert(folder / "scene.sdf", made, assets="keep")
    data = json.loads(made.read_text(encoding="utf-8"))
    edit(data["scene"])
    made.write_text(json.dumps(data, indent=1), encoding="utf-8")
    return made


def assert_names_line(finding: Finding, line: str, path: Path) -> None:
    """Where it says it is, stands what it is about; it is a warning that says what was done for which target."""
    assert finding.source is not None and line in path.read_text(encoding="utf-8").splitlines()[finding.source.line - 1]
    assert (finding.fate, finding.level, finding.consequence) == ("dropped", "warning", "The result does without the value.")
    assert " for SimRobot, and " in finding.because


def test_a_joint_that_follows_another_by_an_unusable_factor_follows_none(tmp_path: Path) -> None:
    path = tmp_path / "arm.sdf"
    joint = '<joint name="{}" type="revolute"><parent>a</parent><child>{}</child><axis><xyz>0 0 1</xyz>{}</axis></joint>\n'
    mimic = '<mimic joint="k">\n<multiplier>1e300</multiplier><offset>0</offset><reference>0</reference></mimic>'
    links = "".join(f'<link name="{name}">{BOX}</link>' for name in "abc")
    path.write_text(model(f"{links}{joint.format('k', 'b', '')}{joint.format('j', 'c', mimic)}"))
    finding = found("numbers-to-finite-dropped", path)
    assert_names_line(finding, '<mimic joint="k">', path)
    assert finding.subject == "m::j.axes[0].mimic.joint"
    assert finding.value == "k" and finding.because.startswith("Infinite numbers were dropped")


MESH = '<link name="l"><visual name="v"><geometry><mesh><uri>wedge.obj</uri></mesh></geometry></visual></link>'
WEDGE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def test_extents_of_a_mesh_file_are_of_no_use_beside_its_numbers(tmp_path: Path) -> None:
    (tmp_path / "wedge.obj").write_text(WEDGE)

    def say_extents(scene: dict[str, Any]) -> None:
        scene["meshes"][0]["extents"] = [{"submesh": "whole", "lower": [0, 0, 0], "upper": [1, 1, 1], "vertices": 4, "faces": 4}]

    path = neutral(tmp_path, model(MESH), say_extents)
    finding = found("mesh-files-to-inline-dropped", path, value='"whole"')
    assert_names_line(finding, '"submesh": "whole"', path)
    assert finding.because.startswith("Mesh files were inlined")
    assert finding.subject == "meshes[0].extents[0].submesh"


def test_the_name_of_a_mesh_goes_with_it_when_a_simple_shape_takes_its_place(tmp_path: Path) -> None:
    (tmp_path / "wedge.obj").write_text(WEDGE)

    def name_it(scene: dict[str, Any]) -> None:
        scene["meshes"][0]["name"] = "keel"

    path = neutral(tmp_path, model(MESH.replace("visual", "collision")), name_it)
    finding = found("collisions-to-primitives-dropped", path, value='"keel"')
    assert_names_line(finding, '"name": "keel"', path)
    assert finding.because.startswith("Collision shapes were replaced by simple ones")
    assert finding.subject == "meshes[keel].name"


@pytest.mark.parametrize("target", others("sdformat"))
def test_where_the_only_link_is_in_a_model_that_it_places_means_nothing(target: str, tmp_path: Path) -> None:
    path = tmp_path / "box.sdf"
    path.write_text(model(f'<link name="a">{BOX}\n<pose>1 0 0 0 0 0</pose></link>', ' placement_frame="a"'))
    finding = found("link-pose-ineffective", path, target)
    assert finding.source is not None and finding.source.line == 2
    assert (finding.subject, finding.level, finding.is_loss) == ("m::a", "note", False)
    assert finding.because == "The model is placed by its only link."
    assert finding.consequence == "No effect: the link keeps its place."


@pytest.mark.parametrize("target", others("sdformat"))
def test_nor_does_it_where_the_model_is_placed_in_a_frame(target: str, tmp_path: Path) -> None:
    path = tmp_path / "world.sdf"
    placed = f'<pose relative_to="f">2 0 0 0 0 0</pose><link name="a">{BOX}<pose>1 0 0 0 0 0</pose></link>'
    frame = '<frame name="f"><pose>0 1 0 0 0 0</pose></frame>'
    path.write_text(f'<sdf version="1.9"><world name="w">{frame}<model name="m" placement_frame="a">{placed}</model></world></sdf>')
    report = scenec.convert(path, tmp_path / f"out{load(target).suffix()}", to=target)
    (line,) = [line for line in report.ledger if line.value == "1 0 0 0 0 0"]
    assert line.finding is not None
    assert (line.fate, report.findings[line.finding].code) == ("dropped", "link-pose-ineffective")
