"""SDFormat's value kinds accept and refuse what the reference library does."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.converters.sdformat import kinds
from scenec.syntax.kinds import Kind, KindError


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (kinds.DOUBLE, "3kg", 3.0),
        (kinds.DOUBLE, "1d3", 1.0),
        (kinds.DOUBLE, "0x10", 16.0),
        (kinds.DOUBLE, " -.5e-3 ", -0.0005),
        (kinds.DOUBLE, "-inf", -math.inf),
        (kinds.INT, "0x1F", 31),
        (kinds.INT, "-7.9", -7),
        (kinds.UNSIGNED, "4294967295", 2**32 - 1),
        (kinds.BOOL, "TRUE", True),
        (kinds.BOOL, "0", False),
        (kinds.STRING, "  a b \n", "a b"),
        (kinds.VECTOR3, "1 2\n3 4", (1.0, 2.0, 3.0)),
        (kinds.VECTOR2, "1 2", (1.0, 2.0)),
        (kinds.COLOR, "1 .5 0", (1.0, 0.5, 0.0, 1.0)),
        (kinds.COLOR, "1 .5 0 .25", (1.0, 0.5, 0.0, 0.25)),
        (kinds.POSE, "", (0.0,) * 6),
        (kinds.POSE, "1 2 3 0 0 1.5", (1.0, 2.0, 3.0, 0.0, 0.0, 1.5)),
        (kinds.POSE_QUATERNION, "", (0.0,) * 6 + (1.0,)),
        (kinds.QUATERNION, "0 0 0 1", (0.0, 0.0, 0.0, 1.0)),
        (kinds.TIME, "3 500000000", (3, 500000000)),
    ],
)
def test_accepted(kind: Kind[object], text: str, value: object) -> None:
    assert kind.parse(text) == (value, False)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (kinds.DOUBLE, "kg"),
        (kinds.DOUBLE, ""),
        (kinds.INT, "a"),
        (kinds.INT, "3000000000"),
        (kinds.UNSIGNED, "-1"),
        (kinds.BOOL, "yes"),
        (kinds.VECTOR3, "1 2"),
        (kinds.VECTOR3, "1,2,3"),
        (kinds.COLOR, "255 0 0"),
        (kinds.COLOR, "1 0"),
        (kinds.POSE, "1 2 3"),
        (kinds.POSE, "1 2 3 4 5 6 7"),
        (kinds.POSE, "nan 0 0 0 0 0"),
        (kinds.TIME, "3"),
    ],
)
def test_refused(kind: Kind[object], text: str) -> None:
    with pytest.raises(KindError):
        kind.parse(text)


@given(st.floats(allow_nan=False))
def test_a_number_reads_back_equal(number: float) -> None:
    assert kinds.DOUBLE.parse(kinds.DOUBLE.show(number))[0] == number


@given(st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 6))
def test_a_pose_reads_back_equal(pose: Any) -> None:
    assert kinds.POSE.parse(kinds.POSE.show(pose))[0] == pose


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("double", "0"),
        ("double", "inf"),
        ("int", "2147483647"),
        ("bool", "true"),
        ("string", "x"),
        ("vector3", "0 0 0"),
        ("color", "1 1 1"),
        ("pose", "0 0 0 0 0 0"),
        ("time", "0 0"),
        ("unsigned int", "4294967295"),
        ("vector2d", "-0.1 0"),
    ],
)
def test_perturbing_gives_another_value_of_the_kind(name: str, text: str) -> None:
    kind = kinds.kind_named(name)
    assert kind.parse(kind.perturb(text))[0] != kind.parse(text)[0]
