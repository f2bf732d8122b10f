"""A neutral scene in between changes nothing: what X -> .scene.json -> Y writes is what X -> Y writes."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Literal

import pytest

import scenec
from tests.accounting.test_advice import FIXTURES, SOURCES
from tests.formats import DIALECTS, swept

SCENES = [path for path in SOURCES if not path.name.endswith(".scene.json")]
NUMBER = re.compile(r"-?(?<![\w#.])\d+(?:\.\d+)?(?:e[-+]?\d+)?")
SUFFIXES = [suffix.removeprefix(".") for suffix in DIALECTS if suffix != ".scene.json"]
SIMROBOT = (".ros2", ".ros3")
EVERY_TIME = ("humanoid.ros2", "hinges.ros2")
"""Fixtures of the default run; the others are swept."""
LEFT_BEHIND = ("visuals.rsg", "rsg", {"materials/wedge.mtl"})
"""SimSpark looks for the materials of a mesh in a folder of its own, which is not beside the mesh."""


def files_of(path: Path, target: Path) -> dict[str, bytes]:
    """Return what is written of a scene, by name."""
    # What the source states of its world makes SDFormat's file one of a world, and a neutral scene states everything.
    framing: Literal["world"] | None = "world" if target.suffix == ".sdf" else None
    if path.suffix in SIMROBOT and target.suffix in SIMROBOT:  # converted at once, it would come out in the words of its file
        scenec.write(scenec.read(path, lenient=True)[0], target, flatten=True)
    else:
        scenec.convert(path, target, lenient=True, as_=framing, flatten=True)  # documents do not travel in a neutral scene
    folder = target.parent
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file()}


def reads_equal(one: bytes, other: bytes) -> bool:
    """The same text; numbers that were computed of others are written with 15 digits, so that the last may differ if one computes on."""
    if one == other:
        return True
    a, b = one.decode(), other.decode()
    numbers = zip(NUMBER.findall(a), NUMBER.findall(b), strict=True)
    return NUMBER.sub("#", a) == NUMBER.sub("#", b) and all(
        math.isclose(float(x), float(y), rel_tol=1e-13, abs_tol=1e-15) for x, y in numbers
    )


@pytest.mark.parametrize(
    "path", [swept(path, path.name not in EVERY_TIME) for path in SCENES], ids=lambda path: path.relative_to(FIXTURES).as_posix()
)
@pytest.mark.findings("*", reason="every fixture in every format; equal results are judged")
def test_a_neutral_scene_in_between_changes_nothing(path: Path, tmp_path: Path) -> None:
    stem = path.name.split(".")[0]
    between = tmp_path / "between" / f"{stem}.scene.json"
    scenec.convert(path, between, lenient=True)
    for suffix in SUFFIXES:
        direct = files_of(path, tmp_path / f"{suffix}-direct" / f"{stem}.{suffix}")
        through = files_of(between, tmp_path / f"{suffix}-through" / f"{stem}.{suffix}")
        if (path.name, suffix) == LEFT_BEHIND[:2]:
            assert direct.keys() - through.keys() == LEFT_BEHIND[2] | {"models/wedge.obj"}
            continue
        assert through.keys() == direct.keys(), suffix
        differing = [name for name in direct if not reads_equal(direct[name], through[name])]
        assert differing == [], suffix


def test_what_only_simrobot_may_say_comes_back_from_a_neutral_scene(tmp_path: Path) -> None:
    """A body whose mass is an empty element moves in SimRobot; from anywhere else it would be made static, as SimRobot refuses it."""
    scene = '<Simulation><Scene name="s"><Body name="ghost"><Mass/></Body></Scene></Simulation>'
    (tmp_path / "ghost.ros2").write_text(scene)
    scenec.convert(tmp_path / "ghost.ros2", tmp_path / "ghost.scene.json")
    report = scenec.convert(tmp_path / "ghost.scene.json", tmp_path / "back.ros2")
    assert "link-made-static" not in {finding.code for finding in report.findings}
    assert '<Body name="ghost">' in (tmp_path / "back.ros2").read_text()
    assert not scenec.read(tmp_path / "back.ros2")[0].physics().links[0].static


@pytest.mark.findings("actuator-delay-dropped", "simrobot-servo-motor-velocity-low-pass-factor-dropped", "surface-rolling-friction-dropped")
def test_a_scene_keeps_its_version_unless_the_suffix_belongs_to_another(tmp_path: Path) -> None:
    scenec.convert(FIXTURES / "core3.ros3", tmp_path / "a.scene.json")
    for suffix, version in (("ros3", "core3"), ("ros2", "core2")):
        report = scenec.convert(tmp_path / "a.scene.json", tmp_path / f"a.{suffix}")
        assert report.target.version == version


def test_a_mesh_keeps_its_materials_and_images(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "meshes" / "maps").mkdir(parents=True)
    (source / "meshes" / "part.obj").write_text("mtllib part.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n")
    (source / "meshes" / "part.mtl").write_text("newmtl red\nKd 1 0 0\nmap_Kd maps/red.png\n")
    (source / "meshes" / "maps" / "red.png").write_bytes((FIXTURES / "checker.png").read_bytes())
    visual = "<visual name='v'><geometry><mesh><uri>meshes/part.obj</uri></mesh></geometry></visual>"
    (source / "m.sdf").write_text(f"<sdf version='1.7'><model name='m'><link name='l'>{visual}</link></model></sdf>")
    scenec.convert(source / "m.sdf", tmp_path / "m.scene.json")
    assets = tmp_path / "m_assets"
    assert {each.relative_to(assets).as_posix() for each in assets.rglob("*") if each.is_file()} == {"part.obj", "part.mtl", "maps/red.png"}


def test_an_unknown_format_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.scene.json").write_text('{"schema": "scenec.scene/2", "source": "gazebo@9", "scene": {}}')
    report = scenec.convert(tmp_path / "a.scene.json", tmp_path / "b.scene.json")
    assert [(each.code, each.value) for each in report.findings] == [("scene-source-ineffective", "gazebo@9")]
    assert '"source"' not in (tmp_path / "b.scene.json").read_text()
