"""A mesh whose file is missing or broken is lost with the shapes that show it: each shape has one finding, and the mesh none beside."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

import scenec
from tests.formats import SIMULATED, others

SHAPE = '<{kind} name="{kind}"><geometry><mesh filename="{file}"/></geometry></{kind}>'
INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
KINDS = [("collision",), ("visual",), ("visual", "collision")]


def convert(folder: Path, target: str, file: str, kinds: tuple[str, ...]) -> scenec.Report:
    shapes = "".join(SHAPE.format(kind=kind, file=file) for kind in kinds)
    source = folder / "robot.urdf"
    source.write_text(f'<robot name="r"><link name="l">{INERTIAL}{shapes}</link></robot>')
    return scenec.convert(source, folder / f"out{SIMULATED[target]}", to=target)


def lost_files(report: scenec.Report) -> int:
    """Number of shapes whose file name is lost."""
    return sum(line.path.endswith("@filename") and line.fate == "dropped" for line in report.ledger)


def losses(report: scenec.Report) -> int:
    """Number of losses in findings about shapes and meshes."""
    about = ("geometry", "appearance", "physics")
    return sum(each.count for each in report.findings if each.is_loss and each.category in about)


@pytest.mark.parametrize("target", SIMULATED)
@pytest.mark.parametrize("kinds", KINDS)
def test_each_shape_of_a_missing_mesh_is_reported_once(tmp_path: Path, target: str, kinds: tuple[str, ...]) -> None:
    report = convert(tmp_path, target, "none.obj", kinds)
    assert losses(report) == lost_files(report)


@pytest.mark.parametrize("target", others("simrobot"))  # for which an adaptation reads the meshes of visuals, and reports the fault
@pytest.mark.parametrize("kinds", KINDS)
def test_each_shape_of_a_broken_mesh_is_reported_once(tmp_path: Path, target: str, kinds: tuple[str, ...]) -> None:
    (tmp_path / "broken.stl").write_text("solid")
    report = convert(tmp_path, target, "broken.stl", kinds)
    assert losses(report) == lost_files(report)


def test_findings_of_mjcf_say_what_the_missing_shape_does_not_do(tmp_path: Path) -> None:
    report = convert(tmp_path, "mjcf", "none.obj", ("visual", "collision"))
    found = {each.subject: each.consequence for each in report.findings if each.code == "mjcf-mesh-file-dropped"}
    assert found == {"r::l::visual": "The visual is invisible.", "r::l::collision": "Other bodies pass through the link there."}


def test_mesh_that_a_visual_names_is_kept_in_mars(tmp_path: Path) -> None:
    """MARS draws a missing file once it is there, and needs the size of one that collides."""
    report = convert(tmp_path, "mars", "none.obj", ("visual", "collision"))
    assert [line.fate for line in report.ledger if line.path.endswith("@filename")] == ["converted", "dropped"]
    assert {each.subject for each in report.findings if each.is_loss and each.category == "geometry"} == {"r::l::collision"}


def to_urdf(folder: Path, uri: str, assets: Literal["copy", "keep"] = "copy") -> tuple[scenec.Report, str]:
    """Convert an SDFormat model with a visual and a collision of a mesh file to URDF."""
    shapes = "".join(
        f'<{kind} name="{kind}"><geometry><mesh><uri>{uri}</uri></mesh></geometry></{kind}>' for kind in ("visual", "collision")
    )
    source = folder / "model.sdf"
    source.write_text(f'<sdf version="1.9"><model name="m"><link name="l">{shapes}</link></model></sdf>')
    report = scenec.convert(source, folder / "out.urdf", assets=assets)
    return report, (folder / "out.urdf").read_text()


def test_urdf_leaves_out_missing_files_at_which_programs_refuse_the_robot(tmp_path: Path) -> None:
    report, text = to_urdf(tmp_path, "model://none/meshes/none.dae")
    found = {each.subject: each.consequence for each in report.findings if each.code == "urdf-mesh-file-dropped"}
    assert found == {"m::l::visual": "The visual is invisible.", "m::l::collision": "Other bodies pass through the link there."}
    assert "none.dae" not in text


def test_urdf_says_nothing_of_the_look_of_a_visual_that_it_leaves_out(tmp_path: Path) -> None:
    """Gazebo's tag of a link holds what URDF's material cannot say. Of a lost visual, it would say what the report calls lost."""
    visual = (
        '<visual name="v"><geometry><mesh><uri>model://none/meshes/none.dae</uri></mesh></geometry>'
        "<material><specular>0.1 0.2 0.3 1</specular></material></visual>"
    )
    source = tmp_path / "model.sdf"
    source.write_text(f'<sdf version="1.9"><model name="m"><link name="l">{visual}</link></model></sdf>')
    report = scenec.convert(source, tmp_path / "out.urdf")
    assert [each.code for each in report.findings if each.subject == "m::l::v"] == ["urdf-mesh-file-dropped"]
    assert "specular" not in (tmp_path / "out.urdf").read_text()


def test_urdf_keeps_references_that_its_reader_looks_up(tmp_path: Path) -> None:
    """Programs find packages of ROS in places of their own."""
    report, text = to_urdf(tmp_path, "package://none/meshes/none.dae")
    assert text.count("package://none/meshes/none.dae") == 2
    assert all(each.code != "urdf-mesh-file-dropped" for each in report.findings)


@pytest.mark.findings("surface-dropped", "unresolved-asset")
def test_urdf_keeps_missing_references_on_request(tmp_path: Path) -> None:
    _, text = to_urdf(tmp_path, "model://none/meshes/none.dae", assets="keep")
    assert text.count("model://none/meshes/none.dae") == 2
