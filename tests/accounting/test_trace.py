"""Values that know where they came from are values like any other."""

from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec import ir
from scenec.ir.blocks import Block
from scenec.source import Origin, Source
from scenec.trace import derived, ids_of, merge, plain, traced, traced_one
from tests.scenes import arm, kitchen_sink
from tests.tracing import Traced

values = st.one_of(
    st.floats(allow_nan=False), st.text(max_size=5), st.integers(), st.booleans(), st.tuples(st.floats(allow_nan=False), st.integers())
)


@given(values)
def test_a_traced_value_equals_hashes_and_prints_as_the_value(value: object) -> None:
    one = traced(value, (3, 4))
    assert one == value
    assert hash(one) == hash(value)
    assert str(one) == str(value)
    assert f"{one}" == f"{value}"
    assert repr(one) == repr(value)
    assert isinstance(one, int if type(value) is bool else type(value))
    assert ids_of(one) == (3, 4)


@given(values)
def test_a_value_with_one_id_keeps_no_tuple_around_it(value: object) -> None:
    """A large scene has millions of values, and the tuple would be as large as the value."""
    one, two = traced(value, (3,)), traced(value, (3, 4))
    assert (held_by(one), ids_of(one)) == (3, (3,))
    assert (held_by(two), ids_of(two)) == ((3, 4), (3, 4))


@given(st.one_of(values, st.just(None), st.tuples(st.floats(allow_nan=False), st.floats(allow_nan=False))))
def test_a_value_of_one_id_is_the_same_however_it_got_it(value: object) -> None:
    alone, listed = traced_one(value, 7), traced(value, (7,))
    assert (alone, type(alone), ids_of(alone)) == (listed, type(listed), ids_of(listed))


def test_numbers_keep_their_ids_without_a_dictionary_which_would_be_twice_as_large() -> None:
    one = traced((1.5, 2.5, 3.5), (3,))
    again = traced(one, (4, 5))
    assert not hasattr(one, "__dict__")
    assert (ids_of(one), ids_of(again), ids_of(plain(again))) == ((3,), (4, 5), ())
    assert {type(each) for each in plain(again)} == {float}


def test_a_number_taken_out_of_a_tuple_does_not_say_where_that_came_from() -> None:
    first, _ = one = traced((1.5, 2.5), (3,))
    assert (ids_of(first), ids_of((first, 0.0)), ids_of(one[:1])) == ((), (), ())
    assert (type(plain(first)), ids_of(traced(first, (7,))), type(pickle.loads(pickle.dumps(first)))) == (float, (7,), float)


def held_by(value: object) -> object:
    """Return what a traced value holds beside itself."""
    return getattr(value, "one_or_more", None)


@given(values)
def test_the_value_itself_comes_back(value: object) -> None:
    back = plain(traced(value, (3,)))
    assert type(back) is type(value)
    assert back == value
    assert ids_of(back) == ()


@given(values)
def test_pickling_keeps_value_and_ids(value: object) -> None:
    one = traced(value, (3, 4))
    back = pickle.loads(pickle.dumps(one))
    assert (back, type(back), ids_of(back)) == (one, type(one), (3, 4))


def test_arithmetic_forgets() -> None:
    """Code that computes names its sources."""
    a, b = traced(1.5, (1,)), traced(2.0, (2,))
    assert ids_of(a + b) == ids_of(math.sin(a)) == ids_of(-a) == ()
    assert ids_of(derived(a + b, a, b)) == (1, 2)


def test_derived_values_know_all_their_sources_once_in_order() -> None:
    a = traced(1.5, (7, 1))
    assert ids_of(derived(3.0, a, (traced(2, (1,)), traced("x", (9,))), ir.Sphere(radius=traced(0.5, (4,))))) == (7, 1, 9, 4)
    assert ids_of(derived(a, traced(2.0, (8,)))) == (7, 1, 8)
    assert derived(3.0, 1.0, "x") == 3.0
    assert merge((), (1, 2), (), (2, 3)) == (1, 2, 3)


def test_none_stays_none() -> None:
    assert traced(None, (1,)) is None
    assert derived(None, traced(1.0, (1,))) is None
    assert ids_of(None) == ()


def test_tables_rotations_and_poses_carry_ids() -> None:
    table = traced(Block([[1.0, 2.0]]), (5,))
    assert (table, ids_of(table)) == (Block([[1.0, 2.0]]), (5,))
    turn = ir.Rotation.from_rpy(traced(0.1, (1,)), traced(0.2, (2,)), traced(0.3, (3,)))
    assert ids_of(turn) == (1, 2, 3)
    assert ids_of(derived(turn, traced(0.5, (9,)))) == (1, 2, 3, 9)
    assert ids_of(derived(ir.Pose((1.0, 2.0, 3.0), turn), traced(0.5, (9,)))) == (1, 2, 3, 9)


def test_a_value_of_a_kind_that_cannot_carry_ids_is_an_error_of_the_caller() -> None:
    with pytest.raises(KeyError):
        traced([1.0], (1,))


def test_scenes_with_and_without_ids_are_equal_and_have_one_hash() -> None:
    made = Traced(kitchen_sink()).scene
    assert made == kitchen_sink()
    assert hash(made) == hash(kitchen_sink())
    assert ids_of(made) != ()
    assert ids_of(kitchen_sink()) == ()


def test_where_a_node_was_read_is_no_part_of_it() -> None:
    here, there = (Origin(None, None, Source(name, 3, 4, "/a[1]")) for name in ("a.ros2", "b.sdf"))
    one, other, none = (ir.Sphere(radius=1.0, origin=origin) for origin in (here, there, None))
    assert one == other == none
    assert none == one
    assert len({one, other, none}) == 1
    assert one != ir.Sphere(radius=2.0, origin=here)


def test_a_pickled_scene_keeps_its_provenance() -> None:
    made = Traced(arm()).scene
    back = pickle.loads(pickle.dumps(made))
    assert back == made
    assert ids_of(back) == ids_of(made)
    kitchen = pickle.loads(pickle.dumps(kitchen_sink()))
    assert kitchen == kitchen_sink()
    assert kitchen.origin.source == kitchen_sink().origin.source  # type: ignore[union-attr]  # this scene is made with an origin
