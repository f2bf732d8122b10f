"""Output of `scenec diff`: nothing for equal parts, one item for one difference, the same from both sides."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenec
from scenec import ir
from scenec.difference.item import Item
from scenec.ir.walk import at_path
from tests.difference.test_matching import arm, changed
from tests.formats import READ_LENIENTLY
from tests.perturbing import other_leaves
from tests.scenes import kitchen_sink, pose
from tests.strategies import scenes

ROOT = Path(__file__).parents[2]
FIXTURES = sorted(
    path
    for pattern in ("*.ros2", "*.ros3", "humanoid/*.ros2", "mars/*.scene", "mars/*.yml", "rsg/*.rsg", "sdformat/*.sdf", "ir/*.json")
    for path in (ROOT / "fixtures").glob(pattern)
    if path.name != READ_LENIENTLY
)
SWAPPED = {"added": "removed", "removed": "added"}


def items(a: Any, b: Any, **options: Any) -> tuple[Item, ...]:
    return scenec.diff(a, b, **options).items


def in_short(found: tuple[Item, ...]) -> list[tuple[str, str, str, str]]:
    return [(item.change, item.kind, item.path, item.aspect) for item in found]


def with_link(scene: ir.Scene, index: int, **fields: Any) -> ir.Scene:
    links = list(scene.links)
    links[index] = changed(links[index], **fields)
    edited: ir.Scene = changed(scene, links=tuple(links))
    return edited


def with_joint(scene: ir.Scene, index: int, **fields: Any) -> ir.Scene:
    joints = list(scene.joints)
    joints[index] = changed(joints[index], **fields)
    edited: ir.Scene = changed(scene, joints=tuple(joints))
    return edited


# ---------------------------------------------------------------- scenes of any make-up


@given(scenes())
@settings(max_examples=40)
def test_a_scene_does_not_differ_from_itself(scene: ir.Scene) -> None:
    assert items(scene, scene) == ()


def test_nothing_differs_from_itself_in_a_scene_that_holds_everything() -> None:
    assert items(kitchen_sink(), kitchen_sink()) == ()


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_a_file_does_not_differ_from_itself(path: Path) -> None:
    assert items(path, path) == ()


@given(scenes(), st.data())
@settings(max_examples=30)
def test_the_order_of_a_file_is_no_difference(scene: ir.Scene, data: st.DataObject) -> None:
    named = changed(
        scene,
        models=tuple(changed(model, name=f"m{i}", canonical_link=None) for i, model in enumerate(scene.models)),
        links=tuple(changed(link, name=f"l{i}") for i, link in enumerate(scene.links)),
        joints=tuple(changed(joint, name=f"j{i}") for i, joint in enumerate(scene.joints)),
    )
    shuffled = changed(named, **{group: tuple(data.draw(st.permutations(getattr(named, group)))) for group in ("links", "joints")})
    assert [item for item in items(named, shuffled) if item.change != "restructured"] == []


@given(scenes(), scenes())
@settings(max_examples=30)
def test_what_is_added_one_way_is_removed_the_other(a: ir.Scene, b: ir.Scene) -> None:
    there, back = items(a, b), items(b, a)
    one = sorted(
        (item.change, item.kind, str(item.b)) for item in there if item.change == "added" and item.kind in ("link", "joint", "model")
    )
    other = sorted(
        (SWAPPED[item.change], item.kind, str(item.a))
        for item in back
        if item.change == "removed" and item.kind in ("link", "joint", "model")
    )
    assert one == other


SAYS_NOTHING_BY_ITSELF = {
    "Axis.expressed_in": "two frames that are parallel",
    "Axis.xyz": "its length",
    "Camera.relative_to": "two frames at the same place",
    "Frame.attached_to": "two things of the same body",
    "Frame.model": "which model lists it, where its name and place stay",
    "Gripper.model": "which model lists it",
    "Joint.child": "a frame of the same link",
    "Joint.parent": "a frame or model of the same link",
    "Material.name": "looks are compared by their colours and images",
    "Mesh.name": "meshes are compared by their shape",
    "Model.canonical_link": "which link carries the model's frame, where nothing is posed relative to it",
    "Model.placement_frame": "a model that stands where it stood",
    "ParticleEmitter.relative_to": "two frames at the same place",
    "Plane.size": "of a collision: it is infinite",
    "Pose.position": "of a plane, along it; of a light that comes from everywhere; of what its model is placed by",
    "Pose.rotation": "of a sphere, or of a light that shines everywhere",
}
"""Fields that may differ without effect on a simulator or user."""


@pytest.mark.sweep
def test_every_value_of_a_scene_that_holds_everything_is_compared() -> None:
    """Each field is changed in turn; a change in a field that is not compared makes no difference."""
    scene = kitchen_sink()
    silent = {f"{type(at_path(scene, path[:-1])).__name__}.{path[-1]}" for path, _, other in other_leaves(scene) if not items(scene, other)}
    assert silent == set(SAYS_NOTHING_BY_ITSELF)


# ---------------------------------------------------------------- one thing at a time


def test_a_link_that_became_heavier() -> None:
    heavier = with_link(arm(), 1, inertial=changed(arm().links[1].inertial, mass=2.5))
    [item] = items(arm(), heavier)
    assert (item.change, item.kind, item.path, item.aspect, item.before, item.after, item.unit) == (
        "changed",
        "link",
        "arm::upper",
        "mass",
        2.0,
        2.5,
        "kg",
    )


def test_what_hangs_on_a_link_moves_along_and_is_one_difference() -> None:
    """A shoulder 5 mm further out takes the rest of the arm with it."""
    scene = arm()
    chained = changed(
        scene, links=(scene.links[0], *(changed(link, pose=pose(0.1), relative_to=f"l{i}") for i, link in enumerate(scene.links[1:])))
    )
    moved = with_link(chained, 1, pose=pose(0.105))
    [item] = items(chained, moved)
    assert (item.change, item.path, item.along) == ("moved", "arm::upper", ("arm::lower", "arm::hand"))
    assert item.distance == pytest.approx(0.005)
    assert item.angle == 0


def test_a_link_that_is_turned_says_by_how_much() -> None:
    turned = with_link(arm(), 3, pose=pose(0.3, rpy=(0.0, 0.0, math.radians(30))))
    [item] = [each for each in items(arm(), turned) if each.kind == "link"]
    assert item.change == "moved"
    assert item.angle == pytest.approx(math.radians(30))


def test_a_model_that_stands_elsewhere_is_one_difference() -> None:
    moved = changed(arm(), models=(changed(arm().models[0], pose=pose(0.0, 1.0)),))
    [item] = items(arm(), moved)
    assert (item.change, item.kind, item.path, item.distance) == ("moved", "model", "arm", 1.0)
    assert len(item.along) == 4


def test_a_frame_that_moves_without_its_body_is_structure() -> None:
    """Another origin for the same body: what is in it is written with other numbers and stays where it was."""
    scene = with_link(arm(), 3, visuals=(ir.Visual(name="shell", geometry=ir.Box(size=(0.1, 0.1, 0.1))),))
    scene = with_joint(scene, 2, relative_to="l2", pose=pose(0.05))
    link = scene.links[3]
    back = pose(-0.02)
    moved = with_link(
        scene,
        3,
        pose=pose(0.32),
        inertial=changed(link.inertial, pose=back),
        visuals=(changed(link.visuals[0], pose=back),),
    )
    [item] = items(scene, moved)
    assert (item.change, item.path, item.aspect) == ("restructured", "arm::hand", "frame")


@pytest.mark.parametrize(
    ("fields", "aspect", "unit"),
    [
        ({"limits": ir.Limits(lower=-1.0, upper=1.5)}, "upper limit", "rad"),
        ({"initial": 0.3}, "initial position", "rad"),
        ({"dynamics": ir.Dynamics(damping=0.1)}, "damping", "N m s/rad"),
        ({"xyz": (0.0, 0.0, 1.0)}, "axis", ""),
    ],
)
def test_a_difference_of_a_joint_names_the_value(fields: dict[str, Any], aspect: str, unit: str) -> None:
    axis = ir.Axis(xyz=(0.0, 1.0, 0.0), limits=ir.Limits(lower=-1.0, upper=1.0))
    one, other = (with_joint(arm(), 1, axes=(each,)) for each in (axis, changed(axis, **fields)))
    [item] = items(one, other)
    assert (item.change, item.kind, item.path, item.aspect, item.unit) == ("changed", "joint", "arm::upper_lower", aspect, unit)


def test_a_joint_written_child_first_with_its_axis_reversed_is_the_same_motion() -> None:
    scene = arm()
    joint = scene.joints[0]
    swapped = with_joint(scene, 0, parent="l1", child="l0", relative_to="l1", axes=(ir.Axis(xyz=(0.0, -1.0, 0.0)),))
    assert in_short(items(with_joint(scene, 0, relative_to=joint.child), swapped)) == [
        ("restructured", "joint", "arm::base_upper", "written")
    ]


def test_a_hinge_may_have_its_anchor_anywhere_along_its_axis() -> None:
    assert items(with_joint(arm(), 1, relative_to="l2"), with_joint(arm(), 1, relative_to="l2", pose=pose(0.0, 0.7))) == ()


def test_motors_gains_and_plugins_are_what_users_set() -> None:
    servo = ir.Actuator(kind="ServoMotor", command="position", output="velocity", gains=ir.Gains(p=10.0), max_effort=2.0)
    plain = with_joint(arm(), 0, actuators=(servo,))
    assert in_short(items(arm(), plain)) == [("added", "actuator", "arm::base_upper", "")]
    stiffer = with_joint(arm(), 0, actuators=(changed(servo, gains=ir.Gains(p=12.0)),))
    assert in_short(items(plain, stiffer)) == [("changed", "actuator", "arm::base_upper", "gain p")]
    plugged = changed(arm(), models=(changed(arm().models[0], plugins=(ir.Plugin(name="walk", filename="libwalk.so"),)),))
    assert in_short(items(arm(), plugged)) == [("added", "plugin", "arm", "walk")]


# ---------------------------------------------------------------- shapes


def shaped(geometry: ir.Shape, where: ir.Pose | None = None, **fields: Any) -> ir.Scene:
    return with_link(arm(), 1, collisions=(ir.Collision(name="hull", geometry=geometry, pose=where, **fields),))


@pytest.mark.parametrize(
    ("one", "other", "turn"),
    [
        (ir.Cylinder(radius=0.1, length=0.5), ir.Cylinder(radius=0.1, length=0.5), (0.0, 0.0, 1.0)),
        (ir.Cylinder(radius=0.1, length=0.5), ir.Cylinder(radius=0.1, length=0.5), (math.pi, 0.0, 0.0)),
        (ir.Box(size=(0.1, 0.2, 0.3)), ir.Box(size=(0.2, 0.1, 0.3)), (0.0, 0.0, math.pi / 2)),
        (ir.Sphere(radius=0.1), ir.Sphere(radius=0.1), (0.3, 0.2, 0.1)),
    ],
)
def test_a_shape_that_fills_the_same_space_is_the_same(one: ir.Shape, other: ir.Shape, turn: tuple[float, float, float]) -> None:
    assert items(shaped(one), shaped(other, pose(rpy=turn))) == ()


@pytest.mark.parametrize(
    ("other", "where", "expected"),
    [
        (ir.Box(size=(0.1, 0.2, 0.4)), None, ("changed", "size")),
        (ir.Box(size=(0.2, 0.1, 0.3)), None, ("changed", "size")),
        (ir.Sphere(radius=0.1), None, ("changed", "type")),
        (ir.Box(size=(0.1, 0.2, 0.3)), pose(0.0, 0.0, 0.01), ("moved", "pose")),
        (ir.Box(size=(0.1, 0.2, 0.3)), pose(rpy=(0.2, 0.0, 0.0)), ("moved", "pose")),
    ],
)
def test_a_difference_of_a_shape_says_whether_it_moved_or_changed(
    other: ir.Shape, where: ir.Pose | None, expected: tuple[str, str]
) -> None:
    [item] = items(shaped(ir.Box(size=(0.1, 0.2, 0.3))), shaped(other, where))
    assert (item.change, item.aspect) == expected
    assert (item.path, item.owner) == ("arm::upper::hull", "arm::upper")


def test_a_shape_that_is_called_differently_is_renamed() -> None:
    box = ir.Box(size=(0.1, 0.2, 0.3))
    other = with_link(arm(), 1, collisions=(ir.Collision(name="body", geometry=box),))
    assert in_short(items(shaped(box), other)) == [("renamed", "collision", "arm::upper::hull", "name")]


def test_colours_of_one_format_are_compared_exactly() -> None:
    red, reddish = (
        with_link(arm(), 1, visuals=(ir.Visual(geometry=ir.Sphere(radius=1.0), material=ir.Material(diffuse=(r, 0.0, 0.0, 1.0))),))
        for r in (1.0, 0.999)
    )
    [item] = items(red, reddish)
    assert (item.kind, item.aspect, item.before, item.after) == ("material", "colour", (1.0, 0.0, 0.0, 1.0), (0.999, 0.0, 0.0, 1.0))
    assert items(red, reddish, tolerance=0.01) == ()


# ---------------------------------------------------------------- names, structure, absence


@pytest.mark.parametrize(("group", "kind", "path"), [("links", "link", "arm::lower"), ("joints", "joint", "arm::lower_hand")])
def test_a_rename_is_one_difference(group: str, kind: str, path: str) -> None:
    nodes = list(getattr(arm(), group))
    nodes[2] = changed(nodes[2], name="otherwise")
    [item] = items(arm(), changed(arm(), **{group: tuple(nodes)}))
    assert (item.change, item.kind, item.a, item.b) == ("renamed", kind, path, "arm::otherwise")


def test_the_rename_of_a_model_does_not_rename_its_links() -> None:
    assert in_short(items(arm(), arm(model="robot"))) == [("renamed", "model", "arm", "name")]


def test_a_lost_hand_and_its_joint() -> None:
    shorter = changed(arm(), links=arm().links[:3], joints=arm().joints[:2])
    assert in_short(items(arm(), shorter)) == [("removed", "link", "arm::hand", ""), ("removed", "joint", "arm::lower_hand", "")]
    assert in_short(items(shorter, arm())) == [("added", "link", "arm::hand", ""), ("added", "joint", "arm::lower_hand", "")]


def test_a_whole_robot_more_is_one_difference() -> None:
    second = arm(prefix="x", model="second")
    both = changed(arm(), **{group: getattr(arm(), group) + getattr(second, group) for group in ("models", "links", "joints")})
    [item] = items(arm(), both)
    assert (item.change, item.kind, item.b, item.after) == ("added", "model", "second", "4 links, 3 joints")


def test_a_link_that_another_format_welds_to_its_neighbour_is_structure_and_no_mass_is_lost() -> None:
    """A hand on a fixed joint, and the same hand as a part of the lower arm."""
    hand = ir.Visual(name="palm", geometry=ir.Box(size=(0.1, 0.1, 0.02)))
    apart = with_joint(with_link(arm(), 3, visuals=(hand,)), 2, type="fixed", axes=())
    lower, upper = apart.links[2], apart.links[3]
    near, far = (link.inertial.mass if link.inertial is not None else None for link in (lower, upper))
    assert near is not None and far is not None
    mass = near + far
    at = 0.1 * far / mass
    spread = 0.1**2 * near * far / mass
    body = ir.Inertial(mass=mass, pose=pose(at), inertia=ir.Inertia(2e-3, 2e-3 + spread, 2e-3 + spread))
    one = changed(lower, inertial=body, visuals=(changed(hand, pose=pose(0.1)),))
    merged = changed(apart, links=(*apart.links[:2], one), joints=apart.joints[:2])
    [item] = items(apart, merged)
    assert (item.change, item.kind, item.path, item.before) == ("restructured", "link", "arm::hand", "arm::lower")
    heavier = with_link(merged, 2, inertial=changed(body, mass=mass + 1))
    assert ("removed", "link", "arm::hand", "") in in_short(items(apart, heavier))


# ---------------------------------------------------------------- files


def test_formats_are_compared_in_what_they_mean(tmp_path: Path) -> None:
    """Millimetres and degrees on one side, metres and radians on the other: only what the report tells of differs."""
    source = ROOT / "fixtures/hinges.ros2"
    report = scenec.convert(source, tmp_path / "hinges.sdf")
    difference = scenec.diff(source, tmp_path / "hinges.sdf")
    assert {(item.path, item.aspect) for item in difference.items} == {
        ("arm::elbow", "initial position"),
        ("arm::locked", "initial position"),
    }
    assert [finding.count for finding in report.findings if finding.code == "joint-initial-unread-dropped"] == [2]
    assert difference.unstated > 0


def test_each_difference_names_the_lines_of_both_files(tmp_path: Path) -> None:
    text = (ROOT / "fixtures/hinges.ros2").read_text(encoding="utf-8")
    (tmp_path / "edited.ros2").write_text(
        text.replace('<Hinge name="elbow">', '<!-- a line\nmore --><Hinge name="bend">'), encoding="utf-8"
    )
    [item] = items(ROOT / "fixtures/hinges.ros2", tmp_path / "edited.ros2")
    assert (item.change, item.a, item.b) == ("renamed", "arm::elbow", "arm::bend")
    assert item.source_a is not None
    assert item.source_b is not None
    assert item.source_b.line == item.source_a.line + 1
    assert item.source_a.path.endswith("/Hinge[1]")


@pytest.mark.sweep
@pytest.mark.parametrize("target", ["sdf", "ros2", "rsg", "scene"])
@pytest.mark.parametrize("path", [path for path in FIXTURES if path.suffix not in (".json", ".ros3")], ids=lambda path: path.name)
def test_what_survives_the_way_there_and_back_differs_only_where_a_finding_says_so(path: Path, target: str, tmp_path: Path) -> None:
    """Except what the neutral scene leaves open, and friction that SimRobot's two cores state in different ways, to the same effect."""
    there, back = tmp_path / f"there.{target}", tmp_path / f"back{path.suffix if path.suffix != '.yml' else '.scene'}"
    reports = scenec.convert(path, there), scenec.convert(there, back)
    said = [finding for report in reports for finding in report.findings if finding.fate != "kept"]
    names = {each.rpartition("::")[2] for finding in said for each in (finding.subject, finding.target, finding.value)}
    categories = {finding.category for finding in said}
    untold = [
        (item.path, item.aspect, item.before, item.after)
        for item in items(path, back)
        if item.kind != "frame"  # no simulator sees one
        and item.category not in categories
        and not {each.rpartition("::")[2] for each in (item.a, item.b, item.owner) if each} & names
    ]
    assert untold == []
