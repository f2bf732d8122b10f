"""Expressions: the values are those of Python, the limits ours."""

from __future__ import annotations

import pytest

from scenec.errors import ReadError
from tests.xacro.expanding import expanded
from tests.xacro.hostile import escaped


def value(expression: str) -> str:
    return expanded(f'<l v="${{{escaped(expression)}}}"/>').root.children[0].attributes["v"]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("0.1 + 0.2", "0.30000000000000004"),
        ("1/2", "0.5"),
        ("7//2", "3"),
        ("3.0", "3.0"),
        ("2**10", "1024"),
        ("1e16", "1e+16"),
        ("-7 % 3", "2"),
        ("1 < 2 <= 2", "True"),
        ("not 1", "False"),
        ("'a' if 0 else 'b'", "b"),
        ("None or 5", "5"),
        ("radians(180) == pi", "True"),
        ("math.hypot(3, 4)", "5.0"),
        ("round(2.5)", "2"),
        ("round(2.567, 2)", "2.57"),
        ("max([1, 5, 2])", "5"),
        ("[1, 2.5, 'a', True]", "[1, 2.5, 'a', True]"),
        ("(1,)", "(1,)"),
        ("dict(a=1)", "{'a': 1}"),
        ("dict(a=1)['a']", "1"),
        ("[x * y for x in [1, 2] for y in (10, 20) if x * y != 20]", "[10, 40]"),
        ("list(map(lambda x: x + 1, range(3)))", "[1, 2, 3]"),
        ("sorted(['b', 'a'])", "['a', 'b']"),
        ("sorted([3, 1, 2], key=lambda x: -x)", "[3, 2, 1]"),
        ("[1, 2, 3, 4][1:3]", "[2, 3]"),
        ("'link_1'.split('_')[-1]", "1"),
        ("'-'.join(['a', 'b'])", "a-b"),
        ("'%.3f' % 1.5", "1.500"),
        ("'abc'[::-1]", "cba"),
        ("python.isinstance(1.5, (int, float))", "True"),
        ("xacro.tokenize('a, b;c')", "['a', 'b', 'c']"),
        ("python.sum([1, 2, 3])", "6"),
        ("str(1) + 'x' * 3", "1xxx"),
        ("1 in [1, 2] and 3 not in [1, 2]", "True"),
        ("[*[1, 2], 3]", "[1, 2, 3]"),
        ("int('12') + float('0.5')", "12.5"),
        ("1 << 4", "16"),
        ("1if 1 else 2", "1"),  # Python warns of these three
        ("1e2if 1 else 2", "100.0"),
        (r"'\d'", r"\d"),
        ("xacro.dotify(dict(a=dict(b=1))).a.b", "1"),
    ],
)
def test_values_are_those_of_python(expression: str, expected: str) -> None:
    assert value(expression) == expected


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("whel", "'whel' is not defined, in the expression 'whel'"),
        ("1/0", "division by zero, in the expression '1/0'"),
        ("'a' + 1", "can only concatenate str"),
        ("[1][3]", "list index out of range"),
        ("dict(a=1)['b']", "the map has no key 'b'"),
        ("len", "len is a function, not a value; call it with ()"),
        ("math.sinn(1)", "'sinn' is not defined, in the expression 'math.sinn(1)'; did you mean sin?"),
        ("'a'.uper()", "str has no 'uper' that expressions may use, in the expression \"'a'.uper()\"; did you mean upper?"),
        ("[1].append(2)", "list has no 'append' that expressions may use"),
        ("1 +", "invalid syntax"),
        ("[sin]", "sin is a function, not a value; call it with ()"),
        ("math", "a namespace is not a value; name what it holds"),
        ("(1 for x in 5)", "'int' object is not iterable"),
    ],
)
def test_errors_say_what_is_wrong_in_which_expression(expression: str, message: str) -> None:
    with pytest.raises(ReadError) as caught:
        value(expression)
    assert message in str(caught.value)
    assert str(caught.value).startswith("main.xacro:2:7: ")


def test_what_a_property_shadows_stays_reachable() -> None:
    document = expanded('<xacro:property name="min" value="3"/><l v="${min} ${python.min(1, 2)}"/>')
    assert document.root.children[0].attributes == {"v": "3 1"}
