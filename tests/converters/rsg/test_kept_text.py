"""RubySceneGraph to RubySceneGraph is the text of the source: its templates, imports, classes and comments, and the files it names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec.accounting.report import Report

BODY = "(nd RigidBody (setName body) (setBoxTotal 1 1 1 1))"
SOCCER = f"""; a player and a ball
(RSG 0 1)
(
  (def $height 1.5)
  (nd Space (setName bot) (disableInnerCollision true)
    (nd AgentAspect (setName body) (setLocalPos 0 0 $height) {BODY}
      (nd SayEffector) (nd Battery (nd BatteryPerceptor (setName BAT))))
    (nd Transform (setName shoulder) (setLocalPos 0 0 1.7) (nd SphereCollider (setRadius 0.05))))
  (nd Ball (setName Ball) (nd RigidBody (setName physics) (setSphereTotal 0.05 0.05))
    (nd TransformCollider (nd SphereCollider (setName geometry) (setRadius 0.05)) (nd ContactJointHandler (setContactMu 0.1))))
)
"""
SUFFIXES = (".rsg", ".obj", ".mtl")
PART = f"(RSG 0 1)\n((templ $name $x) ; one leg\n (nd Transform (setName $name) (setLocalPos $x 0 0) {BODY}))\n"


def identity(tmp_path: Path, files: dict[str, str], **options: Any) -> tuple[Report, Path]:
    for name, content in files.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, newline="")
    out = tmp_path / "out" / "x.rsg"
    out.parent.mkdir(exist_ok=True)
    return scenec.convert(tmp_path / "in" / "s.rsg", out, search_path=[str(tmp_path / "in")], **options), out


def files_in(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in sorted(folder.rglob("*.*")) if path.suffix in SUFFIXES}


@pytest.mark.parametrize("text", [SOCCER, SOCCER.replace("\n", "\r\n")])
def test_a_soccer_scene_keeps_every_byte(tmp_path: Path, text: str) -> None:
    """AgentAspect, Ball and their paths, handlers, batteries and the one Space are what SimSpark's soccer code looks for."""
    report, out = identity(tmp_path, {"s.rsg": text})
    assert out.read_bytes() == text.encode()
    assert report.lost == 0 and not report.findings


def test_imported_files_are_copied_byte_for_byte(tmp_path: Path) -> None:
    source = {"s.rsg": "(RSG 0 1) ((importScene parts/leg.rsg left 1) (importScene parts/leg.rsg right -1))", "parts/leg.rsg": PART}
    report, out = identity(tmp_path, source)
    assert files_in(out.parent) == {"x.rsg": source["s.rsg"], "parts/leg.rsg": PART}
    assert report.lost == 0


def test_meshes_and_what_only_untaken_branches_name_come_along(tmp_path: Path) -> None:
    obj = "# a\n# b\nmtllib paint.mtl\no thing\nv 0 0 0\nv 2 0 0\nv 2 1 0\nvn 0 0 1\nusemtl red\nf 1//1 2//1 3//1\n"
    part = "(RSG 0 1) ((nd Transform (nd StaticMesh (load models/other.obj))))"
    scene = (
        "(RSG 0 1) ((def $boxes false) (switch $boxes (true ((importScene part.rsg)))"
        " (false ((nd Transform (nd StaticMesh (load models/m.obj)))))))"
    )
    files = {
        "s.rsg": scene,
        "part.rsg": part,
        "models/m.obj": obj,
        "models/other.obj": obj,
        "materials/paint.mtl": "newmtl red\nKd 1 0 0\n",
    }
    report, out = identity(tmp_path, files)
    assert set(files_in(out.parent)) == {"x.rsg", *files} - {"s.rsg"}
    assert report.lost == 0


def test_parameters_of_the_entry_file_become_definitions(tmp_path: Path) -> None:
    """Readers of the result do not get them."""
    report, out = identity(tmp_path, {"s.rsg": PART}, parameters=["left", "0.5"])
    assert out.read_text() == PART.replace("(templ $name $x)", "(def $name left) (def $x 0.5)")
    assert scenec.read(out)[0].physics().links[0].pose[:3] == (0.5, 0, 0)
    assert "parameters-written-out" in {finding.code for finding in report.findings}


def test_constants_become_values_and_no_file_of_the_source_is_written_over(tmp_path: Path) -> None:
    part = PART.replace("$x 0 0", "(eval Field.Length / 2) 0 $x")
    source = {"s.rsg": "(RSG 0 1) ((importScene leg.rsg left 1))", "leg.rsg": part}
    report, out = identity(tmp_path, source, constants={"Field": {"Length": 30.0}})
    changed = part.replace("(eval Field.Length / 2)", "15")
    assert files_in(out.parent) == {"x.rsg": "(RSG 0 1) ((importScene x_assets/leg.rsg left 1))", "x_assets/leg.rsg": changed}
    assert scenec.read(out)[0].physics().links[0].pose[:3] == (15, 0, 1)
    (reported,) = (finding for finding in report.findings if finding.code == "constant-written-out")
    assert (reported.fate, reported.level, reported.value) == ("converted", "note", "eval Field.Length / 2")
    assert report.lost == 0


@pytest.mark.findings("text-rewritten")
def test_an_edited_scene_never_comes_out_as_its_source(tmp_path: Path) -> None:
    (tmp_path / "s.rsg").write_text(SOCCER)
    scene, _ = scenec.read(tmp_path / "s.rsg")
    path = next(link.path for link in scene.physics().links if link.path.endswith("Ball"))
    scenec.write(scene.replace(path, name="Ball2"), tmp_path / "out.rsg")
    assert "Ball2" in (tmp_path / "out.rsg").read_text()


def test_another_dialect_is_written_in_its_words(tmp_path: Path) -> None:
    _, out = identity(tmp_path, {"s.rsg": PART}, parameters=["left", "0.5"], to="rsg@2007")
    assert "(nd Body" in out.read_text()


def test_a_stream_keeps_its_text(tmp_path: Path) -> None:
    out = tmp_path / "x.rsg"
    scenec.convert(SOCCER.encode(), out, from_="rsg")
    assert out.read_text() == SOCCER


def test_a_migrated_library_keeps_its_parts_where_they_are(tmp_path: Path) -> None:
    library = {"rsg/a.rsg": "(RSG 0 1) ((importScene rsg/parts/leg.rsg left 1))", "rsg/parts/leg.rsg": PART}
    for name, content in library.items():
        (tmp_path / "lib" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "lib" / name).write_text(content)
    list(scenec.migrate(tmp_path / "lib", tmp_path / "new", to="rsg"))
    written = files_in(tmp_path / "new")
    assert {name: written.get(name) for name in library} == library


@pytest.mark.parametrize("part", [PART, PART.replace("$x 0 0", "(eval Field.Length / 2) 0 $x")], ids=["parameters", "constants"])
def test_values_of_a_text_with_other_parts_in_it_have_their_places(part: str, tmp_path: Path) -> None:
    given: dict[str, Any] = {"parameters": ["left", "0.5"], "constants": {"Field": {"Length": 30.0}}, "trace": True}
    report, out = identity(tmp_path, {"s.rsg": part}, **given)
    lines = out.read_text().split("\n")
    places = {line.value: line.target for line in report.ledger}
    for value in ("setName", "setBoxTotal", "body"):
        assert lines[places[value][0].line - 1][places[value][0].column - 1 :].startswith(value)
    shown = {text: lines[place.line - 1][place.column - 1 :] for text in ("$name", "templ") for place in places[text]}
    assert shown["templ"].startswith("(def $name left) (def $x 0.5)")
