"""Which part is which: names settle it where they can, places and neighbours where they cannot."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from scenec import ir
from scenec.comparison.compared_scene import ComparedScene
from scenec.comparison.scene_matching import Matching, match
from tests.strategies import scenes


def matched(a: ir.Scene, b: ir.Scene) -> Matching:
    return match(ComparedScene(a), ComparedScene(b))


def changed(node: Any, **fields: Any) -> Any:
    return msgspec.structs.replace(node, **fields)


def arm(names: tuple[str, ...] = ("base", "upper", "lower", "hand"), *, prefix: str = "", model: str = "arm") -> ir.Scene:
    """A chain of links of different masses, jointed in a row; ids say nothing about names."""
    tensor = ir.Inertia(1e-3, 1e-3, 1e-3)
    links = [
        ir.Link(
            id=f"{prefix}l{i}",
            name=name,
            model=f"{prefix}m",
            pose=ir.Pose((0.1 * i, 0.0, 0.0)),
            inertial=ir.Inertial(mass=1.0 + i, inertia=tensor),
        )
        for i, name in enumerate(names)
    ]
    joints = [
        ir.Joint(
            id=f"{prefix}j{i}",
            name=f"{names[i]}_{names[i + 1]}",
            model=f"{prefix}m",
            type="revolute",
            parent=f"{prefix}l{i}",
            child=f"{prefix}l{i + 1}",
            axes=(ir.Axis(xyz=(0.0, 1.0, 0.0)),),
        )
        for i in range(len(names) - 1)
    ]
    return ir.Scene(models=(ir.Model(id=f"{prefix}m", name=model),), links=tuple(links), joints=tuple(joints))


@given(scenes())
def test_a_scene_is_itself(scene: ir.Scene) -> None:
    found = matched(scene, scene)
    for nodes, pairs in ((scene.models, found.models), (scene.links, found.links), (scene.joints, found.joints)):
        assert pairs == {node.id: node.id for node in nodes}
    assert not found.reversed


@given(scenes(), st.data())
def test_the_order_in_which_a_file_lists_its_parts_makes_no_difference(scene: ir.Scene, data: st.DataObject) -> None:
    named = changed(
        scene,
        models=tuple(changed(model, name=f"m{i}") for i, model in enumerate(scene.models)),
        links=tuple(changed(link, name=f"l{i}") for i, link in enumerate(scene.links)),
        joints=tuple(changed(joint, name=f"j{i}") for i, joint in enumerate(scene.joints)),
    )
    shuffled = changed(
        named, **{group: tuple(data.draw(st.permutations(getattr(named, group)))) for group in ("models", "links", "joints")}
    )
    found = matched(named, shuffled)
    assert found.links == {link.id: link.id for link in scene.links}
    assert found.joints == {joint.id: joint.id for joint in scene.joints}
    assert found.models == {model.id: model.id for model in scene.models}


def test_links_keep_their_identity_when_everything_is_called_differently() -> None:
    found = matched(arm(), arm(("a", "b", "c", "d"), prefix="x", model="robot"))
    assert found.links == {"l0": "xl0", "l1": "xl1", "l2": "xl2", "l3": "xl3"}
    assert found.joints == {"j0": "xj0", "j1": "xj1", "j2": "xj2"}
    assert found.models == {"m": "xm"}


def test_a_link_that_was_renamed_and_moved_is_known_by_its_body() -> None:
    other = arm(("base", "upper", "forearm", "hand"))
    moved = changed(other, links=(*other.links[:2], changed(other.links[2], pose=ir.Pose((5.0, 0.0, 0.0))), other.links[3]))
    assert matched(arm(), moved).links["l2"] == "l2"


def test_a_link_that_was_renamed_and_weighs_something_else_is_known_by_its_joint() -> None:
    other = arm(("base", "upper", "forearm", "hand"))
    heavier = changed(other, links=(*other.links[:2], changed(other.links[2], inertial=ir.Inertial(mass=70.0)), other.links[3]))
    assert matched(arm(), heavier).links["l2"] == "l2"


def test_what_is_new_is_not_taken_for_what_is_gone() -> None:
    a = arm()
    other = changed(a.links[3], id="camera", name="camera", pose=ir.Pose((0.0, 3.0, 0.0)), inertial=ir.Inertial(mass=0.1))
    b = changed(a, links=(*a.links[:3], other), joints=a.joints[:2])
    found = matched(a, b)
    assert "l3" not in found.links
    assert "j2" not in found.joints


def test_ten_robots_of_the_same_make_keep_apart() -> None:
    """The links have the same names and bodies: only the model tells them apart."""
    robots = [arm(prefix=f"r{i}", model=f"robot{i}") for i in range(10)]
    both = [
        changed(
            robots[0],
            **{group: tuple(node for robot in order for node in getattr(robot, group)) for group in ("models", "links", "joints")},
        )
        for order in (robots, robots[::-1])
    ]
    found = matched(*both)
    assert found.links == {link.id: link.id for link in both[0].links}


def test_a_joint_written_child_first_is_the_same_joint() -> None:
    a = arm()
    first = changed(a.joints[0], parent="l1", child="l0", name="other way", pose=ir.Pose((0.1, 0.0, 0.0)))
    found = matched(a, changed(a, joints=(first, *a.joints[1:])))
    assert found.joints["j0"] == "j0"
    assert found.reversed == {"j0"}
