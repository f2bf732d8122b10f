"""Texts that wait to be printed stay what they are, however many and large."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scenec.syntax.passing_text import PIECE, PassingText


@given(st.lists(st.binary(max_size=50)))
def test_texts_are_kept_side_by_side(texts: list[bytes]) -> None:
    passing = PassingText()
    assert [bytes(piece[start:end]) for piece, start, end in [passing.keep(text) for text in texts]] == texts


def test_texts_larger_than_a_piece_are_kept_too() -> None:
    passing = PassingText()
    texts = [b"a" * (PIECE - 1), b"bc", b"d" * (2 * PIECE), b"e"]
    assert [bytes(piece[start:end]) for piece, start, end in [passing.keep(text) for text in texts]] == texts
