"""Findings of `scenec check` about the files of a scene: images that are not drawn, files of other programs."""

from __future__ import annotations

from pathlib import Path

from scenec.conversion import read_source
from scenec.converters.format import LintRequest, ReadOptions
from scenec.converters.simrobot.file_lints import lints
from scenec.ir.check import Problem
from tests.converters.simrobot.test_write_images import png

LOOKS = """<Simulation>
  <Surface name="red" diffuseColor="#f00" diffuseTexture="red.png"/>
  <Surface name="idle" diffuseColor="#f00" diffuseTexture="nowhere.png"/>
</Simulation>
"""
SCENE = """<Simulation>
  <Include href="parts/looks.rsi2"/>
  <Scene name="s"><Compound name="c"><ComplexAppearance><Surface ref="red"/>
    <Vertices>0 0 0 1 0 0 0 1 0</Vertices><TexCoords>0 0 1 0 0 1</TexCoords><Triangles>0 1 2</Triangles>
  </ComplexAppearance></Compound></Scene>
</Simulation>
"""


def found(folder: Path, scene: str, suffix: str = ".ros2", image: bytes | None = None) -> list[Problem]:
    (folder / "parts").mkdir()
    (folder / "parts/looks.rsi2").write_text(LOOKS)
    (folder / "parts/red.png").write_bytes(image or png(2))
    path = folder / f"scene{suffix}"
    path.write_text(scene)
    origin = read_source(str(path), None, None, None, ReadOptions())
    request = LintRequest(origin.scene, origin.side.version, origin.ledger, str(path), lambda path: Path(path).read_bytes())
    return list(lints(request))


def test_an_image_that_is_not_there_is_reported_where_it_is_named_although_nothing_uses_it(tmp_path: Path) -> None:
    problems = found(tmp_path, SCENE)
    assert [(each.code, each.value) for each in problems] == [("simrobot-texture-missing", "parts/nowhere.png")]
    assert str(problems[0].origin).startswith("parts/looks.rsi2:3:")


def test_a_palette_image_is_not_drawn_by_the_older_core(tmp_path: Path) -> None:
    problems = found(tmp_path, SCENE, image=png(3))
    assert ("simrobot-texture-pixels", "parts/red.png (palette)") in [(each.code, each.value) for each in problems]


def test_an_image_is_not_drawn_on_a_box(tmp_path: Path) -> None:
    box = '<BoxAppearance width="1" height="1" depth="1"><Surface ref="red"/></BoxAppearance></Compound>'
    codes = [each.code for each in found(tmp_path, SCENE.replace("</Compound>", box))]
    assert codes.count("simrobot-texture-without-coordinates") == 1


def test_an_absolute_path_is_for_one_machine(tmp_path: Path) -> None:
    scene = SCENE.replace("  <Scene", '  <Surface name="far" diffuseColor="#fff" diffuseTexture="/no/such.png"/>\n  <Scene')
    assert "simrobot-texture-path-absolute" in [each.code for each in found(tmp_path, scene)]


def test_an_include_for_the_other_core_is_reported(tmp_path: Path) -> None:
    (tmp_path / "wall.rsi3").write_text("<Simulation/>")
    scene = SCENE.replace("  <Scene", '  <Include href="wall.rsi3"/>\n  <Scene')
    assert "simrobot-include-of-other-core" in [each.code for each in found(tmp_path, scene)]
