"""Going through a scene leaf by leaf."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from scenec import ir
from scenec.ir.blocks import Block
from scenec.ir.walk import at_path, fields_of, leaves, with_value
from tests.scenes import kitchen_sink, pose
from tests.strategies import scenes


def test_leaves_are_values_and_not_nodes_or_structure() -> None:
    link = ir.Link(id="a", name="arm", model="m", use="u", pose=pose(1.0), gravity=False, collisions=(ir.Collision(geometry=ir.Empty()),))
    assert list(leaves(link)) == [
        (("name",), "arm"),
        (("model",), "m"),
        (("pose", "position"), (1.0, 0.0, 0.0)),
        (("pose", "rotation"), (1.0, 0.0, 0.0, 0.0)),
        (("gravity",), False),
    ]


def test_zero_false_and_the_empty_text_are_values_but_none_and_nothing_are_not() -> None:
    assert dict(fields_of(ir.Extra(format="f", key="", value=0.0))) == {"format": "f", "key": "", "value": 0.0}
    assert dict(fields_of(ir.MaterialScript())) == {}


def test_tables_are_one_leaf() -> None:
    faces = ir.Faces(vertices=Block(np.zeros((1000, 3))))
    assert [path for path, _ in leaves(faces)] == [("vertices",)]


@given(scenes())
def test_every_leaf_is_found_again_at_its_path(scene: ir.Scene) -> None:
    for path, value in leaves(scene):
        assert at_path(scene, path) is value
        assert with_value(scene, path, value) == scene


def test_exchanging_a_value_changes_this_leaf_only() -> None:
    scene = kitchen_sink()
    path = ("links", 0, "inertial", "mass")
    changed = with_value(scene, path, 9.0)
    different = [there for (there, old), (_, new) in zip(leaves(scene), leaves(changed), strict=True) if old != new]
    assert different == [path]
