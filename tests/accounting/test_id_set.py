"""A set of ids is a set."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scenec.accounting.id_set import IdSet

IDS = st.sets(st.integers(0, 3000))


@given(IDS, IDS)
def test_it_holds_what_was_put_into_it_in_order(ids: set[int], others: set[int]) -> None:
    found = IdSet(ids)
    found.update(others)
    assert list(found) == sorted(ids | others)
    assert set(found) == ids | others
    assert len(found) == len(ids | others)
    assert [value_id for value_id in range(4000) if value_id in found] == sorted(ids | others)


@given(IDS, st.integers(0, 3000))
def test_one_is_added_and_taken_out(ids: set[int], one: int) -> None:
    found = IdSet(ids)
    found.add(one)
    assert set(found) == ids | {one}
    found.discard(one)
    assert set(found) == ids - {one}
    assert one not in found
    assert -1 not in found
