"""Large files are put together of all their parts, in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.assembly import PIECE, Lines, PassingText


@pytest.mark.parametrize("count", [1, 2, 999, 1000, 1001, 1002, 2500])
def test_every_line_arrives_once_and_in_order(count: int) -> None:
    lines = Lines()
    for number in range(count):
        lines.append(f"{number}")
        lines.lengthen("ü")
    assert lines.finished() == "".join(f"{number}ü\n" for number in range(count)).encode()


def test_there_is_no_last_line_before_the_first() -> None:
    lines = Lines()
    assert not lines
    lines.append("")
    assert lines


@given(st.lists(st.binary(max_size=50)))
def test_texts_are_kept_side_by_side(texts: list[bytes]) -> None:
    passing = PassingText()
    assert [bytes(piece[start:end]) for piece, start, end in [passing.keep(text) for text in texts]] == texts


def test_texts_larger_than_a_piece_are_kept_too() -> None:
    passing = PassingText()
    texts = [b"a" * (PIECE - 1), b"bc", b"d" * (2 * PIECE), b"e"]
    assert [bytes(piece[start:end]) for piece, start, end in [passing.keep(text) for text in texts]] == texts
