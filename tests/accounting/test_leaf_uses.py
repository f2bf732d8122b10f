"""Kept means printed: what a writer only looks at is lost, what stands in the finished file is kept."""

from __future__ import annotations

import copy
import gc
import pickle
from pathlib import Path

import msgspec
import pytest

import scenec
from scenec import ir
from scenec.accounting.leaf_uses import REPORTED, LeafUses, all_leaves
from scenec.ir.blocks import Block
from scenec.ir.pose import Pose, Rotation
from scenec.ir.walk import leaves
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, said, spelled
from scenec.syntax.xml_printing import claims_of, print_xml
from scenec.trace import Computed, ids_of, is_computed, is_flag, made_of, plain, steered_by, traced
from tests.tracing import dotted

LINK = ir.Link(
    id="l", name=traced("base", (7,)), model="m", pose=Pose(traced((1.0, 2.0, 3.0), (8,)), Rotation.from_rpy(0.1, 0.2, 0.3)), gravity=False
)


def looking(node: ir.Link = LINK) -> tuple[ir.Link, LeafUses]:
    uses = LeafUses()
    return uses.stamped(node), uses


def claimed(node: msgspec.Struct, uses: LeafUses) -> set[str]:
    """Return the paths of the values that are claimed with all their parts."""
    return {dotted(path) for path, value in leaves(node) if uses.mark_of(value)}


def number(value: float) -> Said:
    return Said(repr(float(value)), ids_of(value))


def test_looking_claims_nothing() -> None:
    link, uses = looking()
    assert (link.name, link.pose, bool(link.gravity)) == ("base", LINK.pose, False)
    assert claimed(link, uses) == set()


def test_numbers_of_a_vector_have_their_leaves_however_they_are_taken_out() -> None:
    link, uses = looking()
    assert link.pose is not None
    position = link.pose.position
    assert position == (1.0, 2.0, 3.0)
    first = ids_of(position)[0]
    assert ids_of(position) == (first, first + 1, first + 2)
    assert [ids_of(each) for each in position] == [(first,), (first + 1,), (first + 2,)]
    assert ids_of(position[-1]) == (first + 2,)
    assert ids_of(position[1:]) == (first + 1, first + 2)
    assert ids_of((*position, 4.0)) == ids_of(position)
    assert ids_of(position + (4.0,)) == ids_of((4.0,) + position) == ids_of(position)  # noqa: RUF005 - adding is what is asked
    assert plain(position) == (1.0, 2.0, 3.0)
    assert [type(each) for each in plain(position)] == [float] * 3
    assert pickle.loads(pickle.dumps(position)) == position
    assert uses.sources(ids_of(position)) == (8,)


def test_numbers_of_a_rotation_have_their_leaves_however_they_are_taken_out() -> None:
    link, uses = looking()
    assert link.pose is not None
    rotation = link.pose.rotation
    assert LINK.pose is not None
    assert rotation == LINK.pose.rotation
    assert rotation.rpy == (0.1, 0.2, 0.3)
    assert rotation.rpy is not None
    first = ids_of(rotation)[0]
    assert ids_of(rotation) == (first, first + 1, first + 2)
    assert [ids_of(each) for each in rotation.rpy] == [(first,), (first + 1,), (first + 2,)]
    w, x, y, z = rotation
    assert [ids_of(each) for each in (w, x, y, z)] == [(), (first,), (first + 1,), (first + 2,)]
    assert ids_of(rotation[3]) == (first + 2,)
    assert uses.sources(ids_of(rotation)) == ()


def test_what_was_worked_out_stays_so_in_a_vector() -> None:
    pose = Pose((Computed(1.0), 2.0, 3.0), Rotation.from_rpy(Computed(0.1), 0.2, 0.3))
    stamped = LeafUses().stamped(msgspec.structs.replace(LINK, pose=pose)).pose
    assert stamped is not None
    assert stamped.rotation.rpy is not None
    assert [is_computed(each) for each in stamped.position] == [True, False, False]
    assert [is_computed(each) for each in stamped.rotation.rpy] == [True, False, False]


def test_a_leaf_leads_to_one_value_or_to_several_or_to_none() -> None:
    mass, tensor = traced(2.0, (3,)), made_of(ir.Inertia(1.0, 1.0, 1.0, 0.0, 0.0, 0.0), 1.0)
    inertia = ir.Inertia(*(traced(Computed(each), (5, 6)) for each in tensor.entries))
    stamped, uses = looking(msgspec.structs.replace(LINK, pose=None, inertial=ir.Inertial(mass=mass, inertia=inertia)))
    assert stamped.inertial is not None
    assert stamped.inertial.inertia is not None
    assert uses.sources_of(stamped.inertial.mass) == (3,)
    assert uses.sources_of(stamped.inertial.inertia.izz) == (5, 6)
    assert uses.sources_of(stamped.gravity) == ()
    assert uses.sources_below([stamped.inertial.mass, stamped.gravity, stamped.inertial.inertia]) == ([3], [(5, 6)] * 6)
    place = 0  # of the link
    assert uses.sources_within([place]) == ([7, 3], [(5, 6)] * 6)


def test_a_value_that_is_printed_is_claimed_with_all_its_parts() -> None:
    link, uses = looking()
    assert link.pose is not None
    out = Element("link", name=spelled(link.name or ""))
    for axis, part in zip("xy", link.pose.position, strict=False):
        out.append(axis, number(part))
    uses.claim(claims_of(out).leaves)
    assert claimed(link, uses) == {"name"}, "z of the position was forgotten"
    out.append("z", number(link.pose.position[2]))
    uses.claim(claims_of(out).leaves)
    assert claimed(link, uses) == {"name", "pose.position"}, "and nothing was said of the rotation"


def test_the_scene_of_a_writer_is_made_of_plain_nodes() -> None:
    """Nodes are equal to those that they were made of, and can be copied and changed like any others."""
    link, _ = looking()
    assert type(link) is ir.Link and link == LINK and hash(link) == hash(LINK)
    assert msgspec.structs.replace(link, name="other").pose == LINK.pose
    assert pickle.loads(pickle.dumps(link)) == LINK


def test_each_use_of_a_node_has_leaves_of_its_own() -> None:
    shape = ir.Collision(name="shell", geometry=ir.Sphere(radius=1.0))
    link, uses = looking(ir.Link(id="a", model="m", collisions=(shape, shape)))
    uses.claim(ids_of(link.collisions[0].name))
    assert claimed(link, uses) == {"collisions.0.name"}
    image = ir.Texture(uri="wood.png")
    material = uses.stamped(ir.Material(diffuse_texture=image, normal_texture=image))
    assert material.normal_texture is not None
    uses.claim(ids_of(material.normal_texture.uri))
    assert claimed(material, uses) == {"normal_texture.uri"}


def test_an_element_that_is_thrown_away_claims_nothing() -> None:
    link, uses = looking()
    root = Element("model")
    root.append("link", says=(link.name,))
    assert claims_of(root).leaves.tolist() == list(ids_of(link.name))
    root.children.clear()
    assert not claims_of(root).leaves
    assert uses.claimed(ids_of(link.name)[0]) is False


def test_what_is_sealed_still_says_what_it_says_and_where() -> None:
    link, _ = looking()
    root = Element("sdf")
    first = root.append("model", constant("none"))
    first.append("link", name=spelled(link.name or ""))
    first.seal(1)
    root.append("gravity", says=(link.gravity,))
    claims = claims_of(root)
    assert list(claims.each()) == [(ids_of(link.name)[0], 2, "name"), (ids_of(link.gravity)[0], 3, "*")]
    assert claims.count == 4
    assert b'<link name="base"/>' in print_xml(root)


def test_a_reference_says_what_its_definition_would_have_said() -> None:
    link, _ = looking()
    twin = Element("link", name=spelled(link.name or ""))
    reference = Element("ref", name=constant("base"))
    reference.stand_for(twin)
    assert claims_of(reference).leaves.tolist() == claims_of(twin).leaves.tolist()


def test_an_attribute_takes_along_what_it_says() -> None:
    link, _ = looking()
    out = Element("link", name=spelled(link.name or ""))
    moved = out.remove("name")
    assert (moved.text, moved.ids, out.attributes) == ("base", ids_of(link.name), {})
    assert not claims_of(out).leaves
    out.set("ref", moved)
    assert out.said("ref").ids == ids_of(link.name)
    out.set("ref", constant("other"))
    assert not claims_of(out).leaves, "it says only what it says now"


def test_a_text_may_also_say_values_of_the_source_that_are_in_no_field() -> None:
    """A text that is kept says them; they have no leaf to be claimed."""
    link, uses = looking()
    both = ids_of((traced("kept", (3, 4)), link.name))
    uses.claim(both)
    assert claimed(link, uses) == {"name"}
    assert uses.sources(both) == (3, 4, 7)


def test_only_the_default_may_be_left_out() -> None:
    link, _ = looking()
    out = Element("link")
    out.omit(link.gravity, False)
    assert claims_of(out).leaves.tolist() == list(ids_of(link.gravity))
    with pytest.raises(ValueError, match="default is 'other'"):
        out.omit(link.name, "other")


def test_the_parts_of_a_rotation_are_roll_pitch_and_yaw() -> None:
    link, _ = looking()
    assert link.pose is not None
    rotation = link.pose.rotation
    assert rotation.rpy is not None
    assert ids_of(rotation) == ids_of(rotation.rpy) == tuple(leaf for part in rotation.rpy for leaf in ids_of(part))
    assert ids_of(rotation[0]) == ()
    assert rotation == LINK.pose.rotation if LINK.pose else False


def test_leaves_lead_to_the_values_of_the_source_and_numbers_stay_as_read_or_computed() -> None:
    link, uses = looking()
    assert link.pose is not None
    assert (uses.sources_of(link.name), uses.sources_of(link.pose.position)) == ((7,), (8,))
    assert not any(map(is_computed, link.pose.position))
    assert is_flag(link.gravity)
    assert plain(link.pose.position) == (1.0, 2.0, 3.0)


def test_what_is_computed_says_what_it_was_computed_from() -> None:
    link, uses = looking()
    assert link.pose is not None
    x, y, _ = link.pose.position
    area = made_of(Computed(x * y), x, y)
    assert is_computed(area) and uses.sources_of(area) == (8,)
    assert ids_of(area) == ids_of((x, y))
    assert ids_of(x * y) == (), "arithmetic alone forgets, and that is loud"
    turned = made_of((y, x, 0.0), x, y)
    assert all(ids_of(part) == ids_of((x, y)) for part in turned)
    joined = uses.join(ids_of(link.pose.position))
    assert len(joined) == 1
    uses.claim(joined)
    assert all(uses.claimed(leaf) for leaf in ids_of(link.pose.position))


def test_reported_values_and_nodes_need_not_be_printed() -> None:
    link, uses = looking()
    assert link.pose is not None
    uses.report(ids_of((link.name, link.pose.position[0])))
    assert claimed(link, uses) == {"name"}
    uses.claim(ids_of(link.pose.rotation))
    uses.report(ids_of(link.pose))
    assert claimed(link, uses) == {"name", "pose.position", "pose.rotation"}
    assert uses.mark_of(link.pose.rotation) == REPORTED, "printed or not"


def test_a_writer_that_prints_all_claims_all() -> None:
    link, uses = looking()
    uses.claim_all()
    assert claimed(link, uses) == {"name", "model", "gravity", "pose.position", "pose.rotation"}


def test_a_changed_value_says_what_it_was_made_of_and_nothing_else() -> None:
    link, uses = looking()
    assert link.pose is not None
    x, y, z = link.pose.position
    moved = msgspec.structs.replace(link, pose=Pose((made_of(x + 1.0, x), y, z), link.pose.rotation), gravity=None)
    assert moved.pose is not None
    uses.claim(ids_of((moved.pose.position, moved.name)))
    assert claimed(link, uses) == {"name", "pose.position"}, "no call printed the gravity that was taken out"


def test_the_leaves_of_a_node_are_those_of_all_in_it() -> None:
    link, uses = looking()
    uses.claim(ids_of(link.pose))
    assert claimed(link, uses) == {"pose.position", "pose.rotation"}
    uses.claim(all_leaves(link, ("name", "pose")).ids)
    assert claimed(link, uses) == {"pose.position", "pose.rotation", "model", "gravity"}


def test_blocks_of_numbers_are_one_leaf() -> None:
    uses = LeafUses()
    mesh = uses.stamped(ir.MeshData(vertices=Block([[0.0, 0.0, 0.0]])))
    uses.claim(ids_of(mesh.vertices))
    assert claimed(mesh, uses) == {"vertices"}
    assert mesh.vertices.array is not None and len(ids_of(mesh.vertices)) == 1


def test_printed_text_cannot_be_mistaken_for_text() -> None:
    text = said(" ", (constant("a"), number(1.0)))
    assert text == constant("a 1.0")
    for mistake in (lambda: str(text), lambda: f"{text}", lambda: hash(text)):
        with pytest.raises(TypeError):
            mistake()


def test_values_travel_with_their_ids() -> None:
    name = pickle.loads(pickle.dumps(LINK.name))
    assert (name, ids_of(name)) == ("base", (7,))
    assert ids_of(copy.copy(Computed(1.0))) == ()


@pytest.mark.findings("model-name-unstored-dropped")
def test_a_scene_that_was_written_is_let_go_of(tmp_path: Path) -> None:
    """A process that converts a library would keep all of it."""

    def held() -> int:
        gc.collect()
        return sum(isinstance(each, LeafUses) for each in gc.get_objects())

    before = held()
    (tmp_path / "a.sdf").write_text('<sdf version="1.7"><model name="m"><link name="l"/></model></sdf>')
    for target in ("a.scene", "b.sdf"):
        scenec.convert(tmp_path / "a.sdf", tmp_path / target, to="mars" if target == "a.scene" else "sdformat@1.9")
    assert held() == before


def test_what_steers_a_text_is_traced_there_and_not_counted_as_printed() -> None:
    uses = LeafUses()
    link = uses.stamped(LINK)
    assert link.pose is not None and link.pose.rotation.rpy is not None
    name, rotation = ids_of(link.name), link.pose.rotation
    number = steered_by(5.0, link.name)
    assert number == 5.0 and uses.sources(ids_of(number), beside=True) == (7,)
    uses.claim(ids_of(number))
    assert not uses.claimed(name[0])
    turned = steered_by(rotation, link.name)
    assert turned == rotation and turned.rpy == rotation.rpy
    uses.claim(ids_of(turned[1]))
    assert [uses.claimed(leaf) for leaf in ids_of(rotation)] == [True, False, False], "each part still says only its own"
    assert 7 in uses.sources(ids_of(turned), beside=True)
