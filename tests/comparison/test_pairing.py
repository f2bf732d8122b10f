"""Pairs by keys, by votes, and the nearest first."""

from __future__ import annotations

from scenec.comparison.pairing import Pairing, Take, nearest, strongest


def pairs(ours: str, theirs: str, take: Take) -> dict[int, int]:
    pairing = Pairing(len(ours), len(theirs))
    pairing.by(list(ours), list(theirs), take=take)
    return pairing.right_of


def test_keys_pair_what_is_alone_or_as_many_or_the_first() -> None:
    assert pairs("abbcc", "acbb", "alone") == {0: 0}
    assert pairs("abbcc", "acbb", "all") == {0: 0, 1: 2, 2: 3}
    assert pairs("abbcc", "acbb", "first") == {0: 0, 1: 2, 2: 3, 3: 1}


def test_the_pair_with_most_votes_comes_first() -> None:
    assert strongest([(0, 1), (1, 1), (1, 1), (0, 0)]) == [(1, 1), (0, 1), (0, 0)]
    pairing = Pairing(2, 2)
    pairing.by_votes([(0, 1), (1, 1), (1, 1), (0, 0)])
    assert pairing.right_of == {1: 1, 0: 0}, "a single link does not take the model that holds two of another"


def test_the_nearest_of_one_key_is_taken() -> None:
    keys = (lambda _: ["number"], lambda _: ["number"])
    assert nearest([1.0, 5.0], [5.1, 0.0, 9.0], [keys], lambda a, b: abs(a - b)) == [(1.0, 0.0), (5.0, 5.1), (None, 9.0)]
