"""Number tables: exact parsing, value semantics."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.ir.blocks import Block
from scenec.trace import ids_of, traced

spellings = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(allow_nan=False, allow_infinity=False, places=9, min_value=-1000, max_value=1000).map(str),
    st.sampled_from(["1", "-0", "+.5", "7.", "1E3", "2e-3", "007"]),
)


@given(st.lists(spellings, max_size=30), st.integers(-6, 6))
def test_every_number_is_rounded_once(tokens: list[str], exponent: int) -> None:
    block = Block.parse(" ".join(tokens), 1, exponent)
    assert block.array[:, 0].tolist() == [float(Decimal(token).scaleb(exponent)) for token in tokens]


def test_any_white_space_separates() -> None:
    assert Block.parse("\n 1 2\t3\r\n4 5 6 ", 3) == Block([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    assert Block.parse("1\x1c2", 1) == Block([[1.0], [2.0]]) and Block.parse_integers("1\x1c2", 1) == Block([[1], [2]])
    assert Block.parse(" \n", 3).array.shape == (0, 3)


def test_numbers_beyond_all_ranges_are_what_python_makes_of_them() -> None:
    assert Block.parse("1e400 -inf 5e-324", 3).array.tolist() == [[float("inf"), float("-inf"), 5e-324]]
    ends = [2**63 - 1, -(2**63)]
    assert Block.parse_integers(" ".join(map(str, ends)), 2).array.tolist() == [ends]


@pytest.mark.parametrize("exponent", [0, -3])
@pytest.mark.parametrize("bad", ["1,5", "x", "1_000", "0x10", "--1", "\u0661", "1-2", "1.5.5", "nan(1)"])
def test_the_first_bad_token_is_named(bad: str, exponent: int) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{bad!r} (number 3) is not a number")):
        Block.parse(f"1.5 2e1 {bad} y", 2, exponent)


@pytest.mark.parametrize("bad", ["1.0", "x", "1_0", "1-2", "99999999999999999999"])
def test_indices_are_integers(bad: str) -> None:
    assert Block.parse_integers("0 1 2\n 2 1 3", 3) == Block([[0, 1, 2], [2, 1, 3]])
    with pytest.raises(ValueError, match=re.escape(f"{bad!r} (number 3) is not an integer")):
        Block.parse_integers(f"0 1 {bad}", 3)


def test_rows_must_be_full() -> None:
    with pytest.raises(ValueError, match="4 numbers do not fill rows of 3"):
        Block.parse("1 2 3 4", 3)


def test_a_table_cannot_be_changed_from_outside() -> None:
    rows = np.zeros((2, 3))
    block = Block(rows)
    rows[0] = 1
    assert block == Block(np.zeros((2, 3)))
    for table in (block, Block.parse("1 2 3", 3), pickle.loads(pickle.dumps(block))):
        with pytest.raises(ValueError, match="read-only"):
            table.array[0, 0] = 1


def test_equal_tables_have_equal_hashes() -> None:
    assert hash(Block([[0.0, 1.0]])) == hash(Block([[-0.0, 1.0]]))
    assert Block([[0.0, 1.0]]) == Block([[-0.0, 1.0]])
    assert Block([[1.0, 2.0]]) != Block([[1.0], [2.0]])
    assert Block([[1.0]]) != Block([[2.0]])
    assert Block([[1.0]]) != 1.0


def test_ids_ride_along_and_are_not_part_of_equality() -> None:
    block = Block.parse("1 2 3", 3)
    known = traced(block, (4,))
    assert ids_of(known) == ids_of(pickle.loads(pickle.dumps(known))) == (4,)
    assert known == block == pickle.loads(pickle.dumps(known))
    assert ids_of(block) == ()


def test_numpy_is_not_imported_before_there_is_a_table() -> None:
    code = "import sys, scenec.ir.blocks; assert 'numpy' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_long_texts_are_read_piece_by_piece_and_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(f"{row / 7} -{row}e-3\t{row}.5" for row in range(200))
    whole, scaled, integers = Block.parse(text, 3), Block.parse(text, 3, -3), Block.parse_integers(" ".join(map(str, range(600))), 3)
    monkeypatch.setattr("scenec.ir.blocks._PIECE", 10)
    assert (Block.parse(text, 3), Block.parse(text, 3, -3)) == (whole, scaled)
    assert Block.parse_integers(" ".join(map(str, range(600))), 3) == integers
    with pytest.raises(ValueError, match=r"'x' \(number 602\) is not a number"):
        Block.parse(text + " 1 x", 3)
