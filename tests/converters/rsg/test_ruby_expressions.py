"""Arithmetic as Ruby does it, and what of it reaches SimSpark."""

from __future__ import annotations

import time
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenec.converters.rsg.read.program.ruby_expressions import evaluate, factors_of_zero
from scenec.converters.rsg.read.program.ruby_tokens import RubyError

CONSTANTS = {"Soccer": {"FieldLength": 30.0, "Name": "pitch", "On": True}, "Types": [{"Key": 0.25}, {"Key": 2}], "Count": 7}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 / 2", "0"),
        ("-7 / 2", "-4"),
        ("-7 % 3", "2"),
        ("2 ^ 3", "1"),
        ("2 ** 3", "8"),
        ("-2 ** 2", "-4"),
        ("5 -1", "4"),
        ("-1* 3", "-3"),
        ("$a / - 2.0".replace("$a", "5"), "-2.5"),
        ("1.0 / 3", "0.333333"),
        ("6.0 / 2", "3"),
        ("1234567.891 + 0", "1.23457e+06"),
        ("1.0e-5 * 1", "1e-05"),
        ("Math.sin 0.5", "0.479426"),
        ("Math.sqrt(16) + 1", "5"),
        ("Math::PI", "3.14159"),
        ("0x10 + 010", "24"),
        ("( 1 + 2 ) * 3", "9"),
        ("[10,20,30][ 1 ]", "20"),
        ("[1,2,3].max", "3"),
        ("'th' + 'ird'", "third"),
        ("Soccer.FieldLength / 2", "15"),
        ("Soccer::Name", "pitch"),
        ("Types[1]['Key']", "2"),
        ("Types[-2]['Key']", "0.25"),
        ("10 ** 9", "1000000000"),
        ("1.0 / 0", "inf"),
    ],
)
def test_values(expression: str, value: str) -> None:
    assert evaluate(expression, CONSTANTS) == value


@pytest.mark.parametrize(
    ("expression", "any_number"),
    [
        ("-1 * 0", [0]),
        ("0 * 2 + 3 * 0", [2, 4]),
        ("0.0 / 4", [2]),
        ("1 / 4", []),
        ("3 * 0 + 1", []),
        ("0 * 0", [0, 2]),
    ],
)
def test_numbers_that_are_multiplied_by_zero_could_be_any(expression: str, any_number: list[int]) -> None:
    assert factors_of_zero(expression.split(), evaluate(expression, {}), {}) == any_number


def test_numbers_of_long_expressions_are_not_looked_at_one_by_one() -> None:
    """Each takes as long as the whole expression, and all together the square of it."""
    assert factors_of_zero(["0", *["*", "2"] * 50_000], "0", {}) == []


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        (".5", "a digit before the point"),
        ("2.", "a name is due"),
        ("", "empty"),
        ("1 +", "a value is due"),
        ("1 / 0", "divided by 0"),
        ("2 ** -1", "fraction"),
        ("2 ** 31", "beyond 32 bits"),
        ("9 ** 9 ** 9 ** 9", "more than 4096 bits"),
        ("1 << 99999999", "a shift by more"),
        ("Soccer.FieldLenght", "no constant 'FieldLenght'"),
        ("Socer.FieldLength", "unknown constant 'Socer'"),
        ("Types[2]['Key']", "no element 2"),
        ("Soccer.On", "true or false"),
        ("Soccer", "a table"),
        ("nil", "nil"),
        ("`rm -rf /`", "no arithmetic"),
        ("system('ls')", "unknown constant 'system'"),
        ("'a' * 3", "no number"),
        ("1abc", "no number"),
        ("Math.log(-1)", "outside"),
        ("1; 2", "no arithmetic"),
        ("x = 1", "no arithmetic"),
    ],
)
def test_what_has_no_value_says_why(expression: str, why: str) -> None:
    with pytest.raises(RubyError) as caught:
        evaluate(expression, CONSTANTS)
    assert why in caught.value.what


def test_near_names_and_the_option_are_named() -> None:
    with pytest.raises(RubyError) as caught:
        evaluate("Soccer.FieldLenght", CONSTANTS)
    assert "Did you mean FieldLength?" in caught.value.hint and "--constants" in caught.value.hint


WORDS = st.sampled_from(
    "1 0 2.5 1e9 999999999999 0x7f 'a' Count Soccer .FieldLength Types [0] ['Key'] Math .sin ::PI + - * / % ** ^ & | << >> ( ) [ ] , . ~ ! "
    "== .max .to_i nil".split()
)


def outcome(expression: str) -> str:
    """The value, or why there is none."""
    try:
        return evaluate(expression, CONSTANTS)
    except RubyError as error:
        return error.what


@settings(max_examples=400, deadline=None)
@given(st.lists(WORDS, max_size=60).map("".join) | st.text(max_size=60))
def test_every_text_gives_a_value_or_an_error_in_no_time(expression: str) -> None:
    assert seconds_for(expression) < 10 * seconds_for_a_long_sum()


@cache
def seconds_for_a_long_sum() -> float:
    return max(seconds_for("1" + "+1" * 4000) for _ in range(2))


def seconds_for(expression: str) -> float:
    """Of the processor."""
    began = time.process_time()
    assert isinstance(outcome(expression), str)
    return time.process_time() - began


@pytest.mark.parametrize(
    "expression", ["(" * 4900 + "1" + ")" * 4900, "-" * 9000 + "1", "[" * 9000, "1" + "+1" * 4000, "2" + "**2" * 3000, "1" * 9999]
)
def test_depth_and_length_are_no_danger(expression: str) -> None:
    assert isinstance(outcome(expression), str)
