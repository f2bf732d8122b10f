"""The neutral scene as a file: complete both ways, described by its schema, and clear about what is wrong in one."""

from __future__ import annotations

import json
import math
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import scenec
from scenec.ir.scene import Scene
from scenec.ir.walk import leaves
from tests.formats import READ_LENIENTLY
from tests.scenes import kitchen_sink

ROOT = Path(__file__).parents[3]
SCENES = [
    path
    for path in sorted(
        [*ROOT.glob("fixtures/*.ros2"), *ROOT.glob("fixtures/humanoid/humanoid.ros2"), *ROOT.glob("fixtures/sdformat/*.sdf")]
    )
    if path.name != READ_LENIENTLY
]
VALID = Draft202012Validator(json.loads((files("scenec") / "schemas" / "scene.schema.json").read_text(encoding="utf-8")))


def there_and_back(scene: Scene, folder: Path) -> tuple[Scene, scenec.Report]:
    scenec.write(scene, folder / "s.scene.json", assets="keep")
    return scenec.read(folder / "s.scene.json")


def values(scene: Scene) -> dict[tuple[Any, ...], Any]:
    """Every value, and every id."""
    named: tuple[Any, ...] = (*scene.models, *scene.links, *scene.joints, *scene.frames, *scene.meshes, *scene.assets, *scene.uses)
    return dict(leaves(scene)) | {("ids",): [each.id for each in named]}


def without_places(value: Any) -> Any:
    """A file's content without the names of files, which move when a scene does."""
    if isinstance(value, dict):
        return {key: without_places(each) for key, each in value.items() if key != "uri"}
    return [without_places(each) for each in value] if isinstance(value, list) else value


def assert_equal_reports(one: Any, other: Any) -> None:
    """The same, numbers to 13 digits: those that were computed have 15 in files."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_equal_reports(one[key], other[key])
    elif isinstance(one, list):
        assert len(one) == len(other)
        for mine, theirs in zip(one, other, strict=True):
            assert_equal_reports(mine, theirs)
    elif isinstance(one, float):
        assert math.isclose(one, other, rel_tol=1e-13, abs_tol=1e-15)
    else:
        assert one == other


@pytest.mark.findings("capsule-degenerate")
@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_a_scene_comes_back_whole(path: Path, tmp_path: Path) -> None:
    of_reader = {finding.code for finding in scenec.read(path)[1].findings}
    report = scenec.convert(path, tmp_path / "one" / "s.scene.json")
    assert {finding.code for finding in report.findings if finding.is_loss} <= {"comments-dropped", *of_reader}
    scenec.convert(tmp_path / "one" / "s.scene.json", tmp_path / "two" / "s.scene.json")
    first, second = ((tmp_path / each / "s.scene.json").read_bytes() for each in ("one", "two"))
    assert first == second
    assert list(VALID.iter_errors(json.loads(first))) == []
    before, after = scenec.read(path)[0].physics(), scenec.read(tmp_path / "one" / "s.scene.json")[0].physics()
    assert_equal_reports(without_places(after.to_json() | {"source": None}), without_places(before.to_json() | {"source": None}))


def test_every_class_of_the_scene_survives(tmp_path: Path) -> None:
    scene = kitchen_sink()
    back, report = there_and_back(scene, tmp_path)
    assert values(back) == values(scene)
    assert report.lost == 0
    assert report.totals["dropped"] == 0, "every value of the file is in the scene"


def written(tmp_path: Path, **scene: Any) -> Path:
    path = tmp_path / "s.scene.json"
    path.write_text(json.dumps({"schema": "scenec.scene/2", "scene": scene}, indent=1))
    return path


@pytest.mark.parametrize(
    ("scene", "complaint"),
    [
        ({"linkz": []}, r"s.scene.json:4:12: Scene has no field 'linkz'; did you mean links\?"),
        ({"name": 7}, r"s.scene.json:4:11: name is wrong: Expected `str \| null`, got `int`, written 7"),
        ({"links": [{"id": "l"}]}, r"s.scene.json:5:4: Link has no 'model'"),
        ({"links": 3}, r"s.scene.json:4:12: links is no object; expected a list of objects"),
        ({"frames": [{"id": "f", "name": "f", "pose": {"rotation": {"rpy": [1, 2]}}}]}, r"no rotation; expected 3 numbers"),
        ({"meshes": [{"id": "m", "data": {"vertices": [[0, 0, 0], [1]]}}]}, r"vertices is no table"),
        ({"meshes": [{"id": "m", "data": {"vertices": [["a", "b", "c"]]}}]}, r"vertices is no table"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(tmp_path: Path, scene: dict[str, Any], complaint: str) -> None:
    with pytest.raises(scenec.ReadError, match=complaint):
        scenec.read(written(tmp_path, **scene))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[]", "1:1: no JSON object"),
        ('{"schema": "scenec.scene/3", "scene": {}}', "1:12: the schema is 'scenec.scene/3'"),
        ('{"schema": "scenec.scene/2"}', 'no scene; expected one member "scene"'),
        ('{"schema": "scenec.scene/2", "scene": {"name": NaN}}', "1:48: no JSON value"),
        ('{"schema": "scenec.scene/2", "scene": {"name": "a", "name": "b"}}', '"name" stands twice in one object'),
        ('{"schema": "scenec.scene/2", "scene": {', "no name of a member"),
        ('{"schema": "scenec.scene/2", "scene": {}} x', "1:43: text behind the end"),
        ('{"schema": ' + "[" * 100_000, "no JSON value|nested too deep"),
        ("".join('{"a": ' for _ in range(2000)), "nested deeper than 1,000 objects"),
        ('{"schema": "scenec.scene/2", "scene": {"links": [{}, 3]}}', '"links" mixes objects with other values'),
    ],
)
def test_what_is_no_scene_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "s.scene.json"
    path.write_text(text)
    with pytest.raises(scenec.ReadError, match=complaint):
        scenec.read(path)


def mesh(vertices: list[list[float]], *faces: list[list[float]]) -> dict[str, Any]:
    groups = [{"name": "", "faces": [{"vertices": each} for each in faces]}] if faces else []
    return {"id": "x", "data": {"vertices": vertices, "groups": groups}}


@pytest.mark.parametrize(
    ("scene", "complaint"),
    [
        ({"links": [{"id": "l", "model": "nobody"}]}, r"link\.model: Reference to a missing part: nobody\. The scene has no part nobody"),
        ({"models": [{"id": "m"}, {"id": "m"}]}, r"Id repeated: m\. Two parts of the scene have the same id"),
        ({"models": [{"id": "a", "parent": "b"}, {"id": "b", "parent": "a"}]}, "The model is part of itself|refers to itself"),
        ({"plugins": [{"name": "p", "content": [{"depth": 2, "tag": "a"}]}]}, r"Depth of foreign content wrong: 2\. At most 0 is possible"),
        ({"meshes": [mesh([[0, 0]])]}, "A row of vertices has 2 numbers instead of 3"),
        ({"meshes": [mesh([[0, 0, 0]], [[0, 0, 1]])]}, "A face refers to vertices that do not exist"),
        ({"meshes": [mesh([[0, 0, 0]], [[0.5, 0, 0]])]}, "The vertices of faces must be a table of whole numbers"),
    ],
)
def test_what_hangs_together_wrongly_is_refused(tmp_path: Path, scene: dict[str, Any], complaint: str) -> None:
    with pytest.raises(scenec.ReadError, match=rf"s\.scene\.json:\d+:\d+: .*({complaint})"):
        scenec.read(written(tmp_path, **scene))


def test_infinite_coefficients_are_written_as_words(tmp_path: Path) -> None:
    link = {
        "id": "l",
        "name": "a",
        "model": "m",
        "collisions": [{"geometry": {"type": "Sphere", "radius": 1}, "surface": {"mu": "Infinity"}}],
    }
    scene, _ = scenec.read(written(tmp_path, models=[{"id": "m", "name": "m"}], links=[link]))
    surface = there_and_back(scene, tmp_path)[0].links[0].collisions[0].surface
    assert surface is not None and surface.mu == math.inf


def test_another_tool_may_write_one(tmp_path: Path) -> None:
    """The least a scene can be: no ids but those that are referred to, integers for floats, nothing stated twice."""
    model = {"id": "m", "name": "robot"}
    link = {"id": "l", "name": "arm", "model": "m", "inertial": {"mass": 2, "inertia": {"ixx": 1, "iyy": 1, "izz": 1}}}
    scene, _ = scenec.read(written(tmp_path, models=[model], links=[link]))
    assert [(each.path, each.mass) for each in scene.physics().links] == [("robot::arm", 2.0)]
    report = scenec.convert(written(tmp_path, models=[model], links=[link]), tmp_path / "robot.sdf")
    assert report.lost == 0
    assert "<mass>2</mass>" in (tmp_path / "robot.sdf").read_text()


def test_a_scene_of_the_schema_before_is_read_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "s.scene.json"
    path.write_text('{"schema": "scenec.scene/1", "scene": {"name": "yard"}}')
    scene, report = scenec.read(path)
    assert scene.name == "yard"
    assert [(each.code, each.value) for each in report.findings] == [("scene-schema-earlier", "scenec.scene/1")]
