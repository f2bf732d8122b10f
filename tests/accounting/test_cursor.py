"""Values read through a cursor know their source; values that are not read stay unclaimed."""

from __future__ import annotations

from typing import Any

import pytest

from scenec.accounting.cursor import Cursor
from scenec.accounting.ledger import Ledger
from scenec.errors import ReadError
from scenec.syntax.kinds import Kind, KindError, scaled
from scenec.syntax.vocabulary import Row
from scenec.trace import ids_of
from tests.tracing import document

TEXT = """<body name="torso" mass="250g">
  <point>1 2 3</point>
  <part length="10mm"/>
  <part length="0.5m"/>
</body>"""


class Length(Kind[float]):
    name = "length"
    units = {"mm": -3, "g": -3, "m": 0}  # noqa: RUF012 - shared on purpose, as in the kinds of scenec

    def parse(self, text: str) -> tuple[float, bool]:
        for unit, exponent in self.units.items():
            if text.endswith(unit):
                return scaled(text.removesuffix(unit), exponent), bool(exponent)
        raise KindError("no unit", "mm or m", "m")


class Word(Kind[str]):
    def parse(self, text: str) -> tuple[str, bool]:
        return text, False


NAME: Row[str] = Row("name", Word(), required=True)
KIND: Row[str] = Row("kind", Word(), default="rigid")
MASS: Row[float] = Row("mass", Length())
LENGTH: Row[float] = Row("length", Length(), required=True)


@pytest.fixture
def body() -> Cursor:
    ledger = Ledger()
    made = ledger.add(document(TEXT))
    return Cursor(made.root, made, ledger)


def test_a_value_carries_its_id(body: Cursor) -> None:
    assert (body.take(NAME), ids_of(body.take(NAME))) == ("torso", (0,))
    assert ids_of(body.raw("mass")) == (1,)
    assert body.raw("colour") is None


def test_a_unit_applied_is_noted_as_a_conversion(body: Cursor) -> None:
    mass = body.take_optional(MASS)
    assert (mass, ids_of(mass)) == (0.25, (1,))
    assert body.ledger.converted_ids == {1}
    lengths = [part.take(LENGTH) for part in body.children("part")]
    assert lengths == [0.01, 0.5]
    assert body.ledger.converted_ids == {1, 3}


def test_a_default_comes_from_nowhere_and_silence_is_nothing(body: Cursor) -> None:
    assert (body.take(KIND), ids_of(body.take(KIND))) == ("rigid", ())
    assert body.take_optional(KIND) is None
    assert (body.has(MASS), body.has(KIND)) == (True, False)


def test_text_is_a_value_too(body: Cursor) -> None:
    point = body.child("point")
    assert point is not None
    text = point.text(Word())
    assert (text, ids_of(text)) == ("1 2 3", (2,))
    assert body.text(Word()) is None
    assert body.child("nothing") is None


def test_a_missing_attribute_is_named_with_its_place(body: Cursor) -> None:
    row: Row[Any] = Row("length", Length(), required=True)
    with pytest.raises(ReadError, match=r'^a\.xml:1:1: Expected attribute "length"; add length= to <body>$'):
        body.take(row)


def test_a_value_of_the_wrong_kind_is_named_as_written(body: Cursor) -> None:
    with pytest.raises(ReadError, match=r"a\.xml:1:\d+: no unit, written name='torso'; expected mm or m; did you mean m\?"):
        body.take(Row("name", Length()))
    point = body.child("point")
    assert point is not None
    with pytest.raises(ReadError, match=r"a\.xml:2:3: no unit, written '1 2 3'"):
        point.text(Length())


def test_findings_about_a_whole_element_name_all_its_values(body: Cursor) -> None:
    assert body.all_ids() == (0, 1, 2, 3, 4)
    assert next(body.children("part")).all_ids() == (3,)
    assert body.origin.source.path == "/body[1]"


def test_values_whose_job_is_done(body: Cursor) -> None:
    body.consumed(body.take(NAME), body.raw("mass"), None)
    assert set(body.ledger.consumed_ids) == {0, 1}
