"""Paths: what reports and users call the parts of a scene."""

from __future__ import annotations

from hypothesis import given

from scenec import ir
from scenec.ir.names import Unique, frame_paths, joint_paths, link_paths, model_paths
from tests.scenes import kitchen_sink
from tests.strategies import scenes


def scene(*models: ir.Model, links: tuple[ir.Link, ...] = ()) -> ir.Scene:
    return ir.Scene(models=models, links=links)


def test_nested_models_are_reported_from_the_outside_in() -> None:
    inner, outer = ir.Model(id="b", name="hand", parent="a"), ir.Model(id="a", name="arm")
    tip = ir.Link(id="c", name="tip", model="b")
    assert model_paths(scene(inner, outer, links=(tip,))) == {"a": "arm", "b": "arm::hand"}
    assert link_paths(scene(inner, outer, links=(tip,))) == {"c": "arm::hand::tip"}


def test_repeated_names_are_numbered_in_document_order() -> None:
    links = tuple(ir.Link(id=f"l{i}", name=name, model="a") for i, name in enumerate(["wheel", "wheel_2", "wheel", "wheel"]))
    assert list(link_paths(scene(ir.Model(id="a", name="car"), links=links)).values()) == [
        "car::wheel",
        "car::wheel_2",
        "car::wheel_3",
        "car::wheel_4",
    ]


def test_two_models_of_one_name_keep_their_links_apart() -> None:
    links = tuple(ir.Link(id=f"l{i}", name="body", model=model) for i, model in enumerate("ab"))
    paths = link_paths(scene(ir.Model(id="a", name="ball"), ir.Model(id="b", name="ball"), links=links))
    assert list(paths.values()) == ["ball::body", "ball_2::body"]


def test_unnamed_parts_go_by_what_they_are() -> None:
    assert link_paths(scene(ir.Model(id="a"), links=(ir.Link(id="l", model="a"),))) == {"l": "model::link"}
    assert joint_paths(ir.Scene(joints=(ir.Joint(id="j", type="fixed", parent="world", child="x"),))) == {"j": "joint"}


def test_nothing_is_called_as_the_world_is() -> None:
    assert model_paths(scene(ir.Model(id="a", name="world"))) == {"a": "world_2"}


def test_models_that_contain_each_other_still_have_names() -> None:
    looped = scene(ir.Model(id="a", name="x", parent="b"), ir.Model(id="b", name="y", parent="a"))
    assert len(set(model_paths(looped).values())) == 2


def test_a_very_deep_scene_is_no_problem() -> None:
    models = tuple(ir.Model(id=f"m{i}", name="m", parent=f"m{i - 1}" if i else None) for i in range(1500))
    assert model_paths(scene(*reversed(models)))["m1499"].count("::") == 1499


def test_a_maker_of_unique_names_avoids_what_is_taken() -> None:
    unique = Unique(["a", "a_2"])
    assert [unique("a"), unique("a"), unique("b")] == ["a_3", "a_4", "b"]


@given(scenes())
def test_paths_are_unique_in_every_scene(scene: ir.Scene) -> None:
    for paths in (model_paths(scene), link_paths(scene), joint_paths(scene), frame_paths(scene)):
        assert len(set(paths.values())) == len(paths)


def test_all_parts_of_a_scene_have_a_path() -> None:
    kitchen = kitchen_sink()
    assert set(link_paths(kitchen)) == {link.id for link in kitchen.links}
    assert joint_paths(kitchen)["anchor"] == "j_world"
    assert frame_paths(kitchen) == {"frame1": "rig::mount", "frame2": "corner"}
