"""Values that a writer claims of a view count as written; no others do."""

from __future__ import annotations

import copy
import pickle
import sys

import msgspec
import pytest

from scenec import ir
from scenec.accounting.leaf_uses import claim_whole
from scenec.accounting.views import ALL, Reads, unwrap
from tests.scenes import arm, pose
from tests.tracing import looked_at


def look(node: ir.Link | None = None) -> tuple[ir.Link, Reads]:
    reads = Reads()
    return looked_at(node or arm().links[0], reads), reads


def test_a_value_looked_at_counts_as_read_and_others_do_not() -> None:
    link, reads = look()
    assert link.name == "upper"
    assert reads.fields == {"name"}


def test_touching_a_node_is_not_reading_it() -> None:
    link, reads = look()
    inertial = link.inertial
    seen = reads.inside("inertial")
    assert seen is not None
    assert not reads.fields | seen.fields
    assert inertial is not None
    assert inertial.mass == 2.0
    assert seen.fields == {"mass"}
    assert not reads.fields


def test_items_of_a_tuple_count_apart_even_if_they_are_one_object() -> None:
    """Reads are kept by the path of use, not by the identity of the node."""
    shape = ir.Collision(name="shell", geometry=ir.Sphere(radius=1.0))
    link, reads = look(ir.Link(id="a", model="m", collisions=(shape, shape)))
    assert link.collisions[0].name == "shell"
    assert [seen.fields for seen in reads.of_each("collisions")] == [{"name"}, set()]
    assert len(link.collisions) == 2


def test_one_node_in_two_fields_counts_apart() -> None:
    image = ir.Texture(uri="wood.png")
    reads = Reads()
    material = looked_at(ir.Material(diffuse_texture=image, normal_texture=image), reads)
    assert material.normal_texture is not None
    assert material.normal_texture.uri == "wood.png"
    seen = reads.inside("normal_texture")
    assert seen is not None
    assert seen.fields == {"uri"}
    assert reads.inside("diffuse_texture") is None


def test_extras_count_per_key() -> None:
    link, reads = look(ir.Link(id="a", model="m", extras=tuple(ir.Extra(format="f", key=key, value=1.0) for key in ("p", "q"))))
    assert [extra.value for extra in link.extras if extra.key == "q"] == [1.0]
    assert ["value" in seen.fields for seen in reads.of_each("extras")] == [False, True]


def test_a_view_is_an_instance_of_the_node_s_class() -> None:
    link, _ = look()
    assert isinstance(link, ir.Link)
    assert not isinstance(link, ir.Joint)
    assert isinstance(link, msgspec.Struct)


def test_match_reads_what_the_pattern_binds() -> None:
    reads = Reads()
    shape: ir.Shape = looked_at(ir.Cylinder(radius=0.5, length=2.0), reads)
    match shape:
        case ir.Sphere():
            pytest.fail("a cylinder is no sphere")
        case ir.Cylinder(radius=radius):
            assert radius == 0.5
    assert reads.fields == {"radius"}


def test_methods_and_properties_run_on_the_view() -> None:
    reads = Reads()
    here = looked_at(pose(1.0, 2.0, 3.0), reads)
    assert here.is_identity is False
    assert "position" in reads.fields
    assert here.inverse().position == (-1.0, -2.0, -3.0)
    assert reads.fields == {"position", "rotation"}
    inertia_reads = Reads()
    assert looked_at(ir.Inertia(1.0, 2.0, 3.0), inertia_reads).matrix()[1][1] == 2.0
    assert inertia_reads.fields == {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"}


def test_poses_compose_through_a_view_from_both_sides() -> None:
    reads = Reads()
    assert (looked_at(pose(5.0), reads) @ pose(0.0, 2.0)).position == (5.0, 2.0, 0.0)
    assert reads.fields == {"position", "rotation"}
    reads = Reads()
    assert (pose(0.0, 2.0) @ looked_at(pose(5.0), reads)).position == (5.0, 2.0, 0.0)
    assert reads.fields == {"position", "rotation"}


def test_equality_and_hash_are_the_node_s() -> None:
    link, reads = look()
    assert link == arm().links[0]
    assert arm().links[0] == link
    assert link == look()[0]
    assert link != arm().links[1]
    assert hash(link) == hash(arm().links[0])
    assert not reads.fields  # comparing is not writing


def test_a_view_cannot_be_changed() -> None:
    link, _ = look()
    with pytest.raises(AttributeError, match="read-only"):
        link.name = "other"  # type: ignore[misc]  # wrong on purpose


def test_an_unknown_field_says_so() -> None:
    link, _ = look()
    with pytest.raises(AttributeError, match="Link has no field 'mass'"):
        link.mass  # type: ignore[attr-defined]  # noqa: B018 - wrong on purpose


def test_copying_and_pickling_say_to_unwrap_first() -> None:
    link, _ = look()
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="unwrap"):
            attempt(link)


@pytest.mark.skipif(sys.version_info < (3, 13), reason="copy.replace is new in 3.13")
def test_replacing_says_to_unwrap_first() -> None:
    link, _ = look()
    with pytest.raises(TypeError, match="unwrap"):
        copy.replace(link, name="x")  # type: ignore[attr-defined, unused-ignore]  # older Pythons lack it


def test_msgspec_refuses_a_view_rather_than_losing_the_record() -> None:
    link, _ = look()
    with pytest.raises(TypeError):
        msgspec.structs.replace(link, name="x")
    with pytest.raises(TypeError):
        msgspec.json.encode(link)


def test_unwrapping_gives_the_node_and_records_nothing() -> None:
    scene = arm()
    link, reads = look(scene.links[0])
    assert unwrap(link) is scene.links[0]
    assert unwrap(scene) is scene
    assert not reads.fields


def test_what_was_written_by_other_means_can_be_marked() -> None:
    link, reads = look()
    claim_whole(link.inertial)
    seen = reads.inside("inertial")
    assert seen is not None
    assert seen.fields == {ALL}
    claim_whole(arm())  # a plain node has no record of claims
