"""Migrating a library: what is done, what is done again, what is left alone."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec.batch.result import Migrated
from tests.batch.conftest import PART, content, put, scene


class Here(Executor):
    """Does what is submitted at once, in this process."""

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(work(*arguments, **named))
        return future


def migrate(source: Path, target: Path, to: str = "sdformat", executor: Executor | None = None, **options: Any) -> list[Migrated]:
    return list(scenec.migrate(source, target, to=to, executor=executor or Here(), **options))


def statuses(results: Iterable[Migrated]) -> dict[str, str]:
    return {result.source or result.target: result.status for result in results}


ALL = ("a.ros2", "b.ros2", "c.ros2", "deep/er/d.ros2")


def test_every_scene_is_converted_in_place(library: Path, tmp_path: Path) -> None:
    results = migrate(library, tmp_path / "out")
    assert statuses(results) == dict.fromkeys(ALL, "converted")
    assert set(content(tmp_path / "out")) == {"a.sdf", "b.sdf", "c.sdf", "deep/er/d.sdf"}
    single = tmp_path / "single.sdf"
    scenec.convert(library / "a.ros2", single)
    assert (tmp_path / "out/a.sdf").read_bytes() == single.read_bytes().replace(b"single", b"a")


def test_each_result_brings_its_report(library: Path, tmp_path: Path) -> None:
    first = migrate(library, tmp_path / "out")[0]
    assert (first.source, first.target, first.files) == ("a.ros2", "a.sdf", ("a.sdf",))
    assert first.report.totals["values"] == scenec.convert(library / "a.ros2", tmp_path / "a.sdf").totals["values"]
    assert first.report.source.files == ("a.ros2", "parts/bump.rsi2")


def test_nothing_is_converted_again_without_a_reason(library: Path, tmp_path: Path) -> None:
    before = migrate(library, tmp_path / "out")
    again = migrate(library, tmp_path / "out")
    assert statuses(again) == dict.fromkeys(ALL, "unchanged")
    assert [result.report.totals for result in again] == [result.report.totals for result in before]
    assert [result.files for result in again] == [result.files for result in before]


def test_a_changed_include_converts_exactly_its_dependants(library: Path, tmp_path: Path) -> None:
    migrate(library, tmp_path / "out")
    put(library, "parts/bump.rsi2", PART.format(radius=0.5))
    assert statuses(migrate(library, tmp_path / "out")) == {
        "a.ros2": "converted",
        "b.ros2": "converted",
        "c.ros2": "unchanged",
        "deep/er/d.ros2": "unchanged",
    }
    assert b"0.5" in (tmp_path / "out/b.sdf").read_bytes()


def test_a_file_that_is_only_touched_is_not_converted_again(library: Path, tmp_path: Path) -> None:
    migrate(library, tmp_path / "out")
    os.utime(library / "a.ros2", (1, 1))
    assert statuses(migrate(library, tmp_path / "out"))["a.ros2"] == "unchanged"


def test_other_options_convert_everything_again(library: Path, tmp_path: Path) -> None:
    migrate(library, tmp_path / "out")
    assert set(statuses(migrate(library, tmp_path / "out", to="sdformat@1.9")).values()) == {"converted"}


def test_an_output_that_is_gone_is_made_again(library: Path, tmp_path: Path) -> None:
    migrate(library, tmp_path / "out")
    (tmp_path / "out/c.sdf").unlink()
    assert statuses(migrate(library, tmp_path / "out"))["c.ros2"] == "converted"
    assert (tmp_path / "out/c.sdf").exists()


def test_a_file_saved_during_a_repeat_is_converted_by_the_next(library: Path, tmp_path: Path) -> None:
    """An editor saves a file that was found unchanged and has not been reported yet."""
    migrate(library, tmp_path / "out")
    running = iter(scenec.migrate(library, tmp_path / "out", to="sdformat"))
    first = next(running)
    put(library, "c.ros2", scene("c", mass=2))
    assert statuses([first, *running])["c.ros2"] == "unchanged"
    assert statuses(migrate(library, tmp_path / "out"))["c.ros2"] == "converted"


def test_a_bad_file_does_not_stop_the_others_and_is_tried_again(library: Path, tmp_path: Path) -> None:
    put(library, "b.ros2", "<Simulation><Scene>")
    results = {result.source: result for result in migrate(library, tmp_path / "out")}
    assert statuses(results.values()) == {**dict.fromkeys(ALL, "converted"), "b.ros2": "failed"}
    assert "b.ros2:1:" in results["b.ros2"].error
    assert results["b.ros2"].code == 3
    put(library, "b.ros2", scene("b"))
    assert statuses(migrate(library, tmp_path / "out")) == {**dict.fromkeys(ALL, "unchanged"), "b.ros2": "converted"}


def test_a_file_that_failed_before_keeps_what_it_once_became(library: Path, tmp_path: Path) -> None:
    migrate(library, tmp_path / "out")
    old = (tmp_path / "out/b.sdf").read_bytes()
    put(library, "b.ros2", "<Simulation><Scene>")
    assert statuses(migrate(library, tmp_path / "out", prune=True))["b.ros2"] == "failed"
    assert (tmp_path / "out/b.sdf").read_bytes() == old


def test_outputs_edited_by_hand_are_kept_unless_forced(library: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    migrate(library, out)
    put(out, "c.sdf", "mine")
    assert statuses(migrate(library, out))["c.ros2"] == "unchanged"
    put(library, "c.ros2", scene("c", mass=2))
    held = {result.source: result for result in migrate(library, out)}["c.ros2"]
    assert (held.status, (out / "c.sdf").read_text()) == ("held", "mine")
    assert "c.sdf: was edited" in held.error
    assert statuses(migrate(library, out, force=True))["c.ros2"] == "converted"
    assert b"<mass>2" in (out / "c.sdf").read_bytes()


def test_a_file_that_lay_there_before_is_somebody_elses(library: Path, tmp_path: Path) -> None:
    put(tmp_path, "out/c.sdf", "not scenec's")
    assert statuses(migrate(library, tmp_path / "out"))["c.ros2"] == "held"


def test_outputs_without_source_are_reported_and_removed_on_request(library: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    migrate(library, out)
    (library / "deep/er/d.ros2").unlink()
    assert statuses(migrate(library, out))["deep/er/d.sdf"] == "stale"
    assert (out / "deep/er/d.sdf").exists()
    assert statuses(migrate(library, out, prune=True))["deep/er/d.sdf"] == "pruned"
    assert not (out / "deep").exists()
    assert "deep/er/d.sdf" not in statuses(migrate(library, out))


def test_a_stale_output_that_was_edited_is_not_removed(library: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    migrate(library, out)
    (library / "c.ros2").unlink()
    put(out, "c.sdf", "mine")
    assert statuses(migrate(library, out, prune=True))["c.sdf"] == "held"
    assert statuses(migrate(library, out, prune=True, force=True))["c.sdf"] == "pruned"


@pytest.mark.sweep
def test_two_migrations_into_one_folder_do_not_mix(library: Path, tmp_path: Path) -> None:
    running = iter(scenec.migrate(library, tmp_path / "out", to="sdformat", executor=Here()))
    next(running)
    with pytest.raises(scenec.WriteError, match="in use by another migration"):
        migrate(library, tmp_path / "out")
    running.close()  # type: ignore[attr-defined]  # iterators of migrations are generators
    assert set(statuses(migrate(library, tmp_path / "out")).values()) == {"converted", "unchanged"}


def test_any_executor_does_the_work(library: Path, tmp_path: Path) -> None:
    migrate(library, tmp_path / "one")
    with ThreadPoolExecutor(2) as threads:
        migrate(library, tmp_path / "two", executor=threads)
    list(scenec.migrate(library, tmp_path / "three", to="sdformat", jobs=2))
    assert content(tmp_path / "one") == content(tmp_path / "two") == content(tmp_path / "three")


def test_an_unknown_option_is_refused_before_anything_happens(library: Path, tmp_path: Path) -> None:
    with pytest.raises(scenec.UsageError, match="did you mean flatten"):
        scenec.migrate(library, tmp_path / "out", to="sdformat", flaten=True)
    with pytest.raises(scenec.UsageError, match="different folders"):
        scenec.migrate(library, library, to="sdformat")
    assert not (tmp_path / "out").exists()


def test_the_length_is_the_number_of_files(library: Path, tmp_path: Path) -> None:
    assert len(scenec.migrate(library, tmp_path / "out", to="sdformat")) == 4


def test_scenes_share_what_they_include_and_show(library: Path, tmp_path: Path) -> None:
    """Included files and images keep their places, once, instead of being copied for every scene."""
    put(library, "Textures/grass.png", "no image, but a file")
    surface = '<Simulation><Surface name="grass" diffuseColor="rgb(0,99,0)" diffuseTexture="../Textures/grass.png"/></Simulation>'
    put(library, "parts/grass.rsi2", surface)
    box = '<BoxAppearance width="1m" height="1m" depth="1m"><Surface ref="grass"/></BoxAppearance>'
    look = '<Body name="{0}"><SphereMass value="1kg" radius="1m"/>' + box + "</Body>"
    for name in ("e", "f"):
        text = f'<Simulation><Include href="../parts/grass.rsi2"/><Scene name="{name}">{look.format(name)}</Scene></Simulation>'
        put(library, f"deep/{name}.ros2", text)
    results = migrate(library, tmp_path / "out", to="simrobot@core3")
    assert {result.status for result in results} == {"converted"}, [result.error for result in results]
    made = set(content(tmp_path / "out"))
    assert {"parts/bump.rsi3", "parts/grass.rsi3", "Textures/grass.png", "deep/e.ros3", "deep/f.ros3"} <= made
    assert [name for name in made if "_assets" in name] == []
    assert '<Include href="../parts/grass.rsi3"' in (tmp_path / "out/deep/e.ros3").read_text()
    assert '"../Textures/grass.png"' in (tmp_path / "out/parts/grass.rsi3").read_text()
    assert scenec.read(tmp_path / "out/deep/e.ros3")[1].lost == 0


def test_an_include_that_becomes_something_else_in_another_scene_gets_another_name(library: Path, tmp_path: Path) -> None:
    """The friction of a material of the newer core depends on what it touches in its scene."""
    put(
        library,
        "parts/bump.rsi2",
        '<Simulation><Material name="felt"/><SphereGeometry name="bump" radius="0.2m"><Material ref="felt"/></SphereGeometry></Simulation>',
    )
    pair = '<Material name="ice"><Friction material="felt" value="0.1"/></Material>'
    floor = '<Compound name="floor"><BoxGeometry width="9m" height="1m" depth="9m"><Material ref="ice"/></BoxGeometry></Compound>'
    text = scene("b", part="parts/bump.rsi2").replace("<Scene", pair + "<Scene", 1).replace("</Scene>", floor + "</Scene>")
    put(library, "b.ros2", text)
    results = migrate(library, tmp_path / "out", to="simrobot@core3")
    assert {result.status for result in results} == {"converted"}, [result.error for result in results]
    for name in ("a", "b"):
        report = scenec.convert(library / f"{name}.ros2", tmp_path / "alone" / f"{name}.ros3")
        assert report.lost <= 1
        alone = scenec.read(tmp_path / "alone" / f"{name}.ros3")[0].physics().to_json()["links"]
        assert scenec.read(tmp_path / "out" / f"{name}.ros3")[0].physics().to_json()["links"] == alone


def test_equal_meshes_of_several_scenes_are_one_file(tmp_path: Path) -> None:
    """Inline meshes become files in one folder for all, called after their content; images keep their places."""
    library, out = tmp_path / "library", tmp_path / "out"
    put(library, "Textures/wood.png", "no image, but a file")
    part = """<Simulation><ComplexAppearance name="gable">
      <Surface diffuseColor="rgb(255, 0, 0)" diffuseTexture="../Textures/wood.png"/>
      <Vertices>0 0 0  1 0 0  0 1 0</Vertices><TexCoords>0 0  1 0  0 1</TexCoords><Triangles>0 1 2</Triangles>
    </ComplexAppearance></Simulation>"""
    put(library, "parts/gable.rsi2", part)
    for place in ("a", "deep/b"):
        up = "../" * place.count("/")
        body = '<Body><SphereMass value="1kg" radius="1m"/><ComplexAppearance ref="gable"/></Body>'
        put(library, f"{place}.ros2", f'<Simulation><Include href="{up}parts/gable.rsi2"/><Scene name="s">{body}</Scene></Simulation>')
    migrate(library, out)
    made = set(content(out))
    (mesh,) = (name for name in made if name.endswith(".obj"))
    assert made == {"a.sdf", "deep/b.sdf", "Textures/wood.png", mesh}
    assert f"<uri>{mesh}</uri>" in (out / "a.sdf").read_text()
    assert f"<uri>../{mesh}</uri>" in (out / "deep/b.sdf").read_text()
    assert "../Textures/wood.png" in (out / "deep/b.sdf").read_text()
    for name in ("a.sdf", "deep/b.sdf"):
        assert scenec.read(out / name)[1].totals["unresolved"] == 0


@pytest.mark.parametrize(("to", "suffix"), [("mars", ".scene"), ("rsg", ".rsg"), ("sdformat", ".sdf"), ("ir", ".scene.json")])
def test_every_target_shares_what_is_made_and_what_is_copied(tmp_path: Path, to: str, suffix: str) -> None:
    """One mesh file for both scenes, found from each, and no folder of files per scene."""
    library, out = tmp_path / "library", tmp_path / "out"
    put(library, "Textures/wood.png", "no image, but a file")
    body = """<Body><SphereMass value="1kg" radius="1m"/><ComplexAppearance name="gable">
      <Surface diffuseColor="rgb(255, 0, 0)" diffuseTexture="{up}Textures/wood.png"/>
      <Vertices>0 0 0  1 0 0  0 1 0</Vertices><TexCoords>0 0  1 0  0 1</TexCoords><Triangles>0 1 2</Triangles>
    </ComplexAppearance></Body>"""
    for place in ("a", "deep/b"):
        shown = body.format(up="../" * place.count("/"))
        put(library, f"{place}.ros2", f'<Simulation><Scene name="s">{shown}</Scene></Simulation>')
    results = migrate(library, out, to)
    assert [result.status for result in results] == ["converted", "converted"]
    made = set(content(out)) - {f"a{suffix}", f"deep/b{suffix}"}
    assert {name.partition("/")[0] for name in made} <= {"Textures", "meshes", "materials"}
    assert len([name for name in made if name.endswith(".obj")]) == (0 if to == "ir" else 1)
    assert len([name for name in made if name.endswith(".mtl")]) <= 1
    for name in (f"a{suffix}", f"deep/b{suffix}"):
        scene, report = scenec.read(out / name)
        assert report.totals["unresolved"] == 0
        assert [mesh.found is not None or mesh.data is not None for mesh in scene.meshes] == [True]
