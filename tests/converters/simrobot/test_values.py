"""How SimRobot spells numbers, units, switches and colours."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import scenec
from scenec.converters.simrobot import kinds
from scenec.converters.simrobot.colours import COLOUR, FRACTIONAL_COLOUR
from scenec.converters.simrobot.vocabulary import vocabulary
from scenec.errors import ReadError
from scenec.syntax.kinds import Kind, KindError
from tests.converters.simrobot.conftest import Reader


@pytest.mark.parametrize(
    ("text", "metres"),
    [
        ("1", 1.0),
        ("+2", 2.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e3", 1000.0),
        ("0x10", 16.0),
        (" \t7", 7.0),
        ("1.1mm", 0.0011),
        ("1.1 cm", 0.011),
        ("3dm", 0.3),
        ("2m", 2.0),
        ("1.5e-3km", 1.5),
        ("-400mm", -0.4),
        ("5 ", 5.0),
        ("0x10mm", 0.016),
    ],
)
def test_lengths_scale_in_decimal(text: str, metres: float) -> None:
    assert kinds.LENGTH.parse(text)[0] == metres


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (kinds.ANGLE, "90degree", math.pi / 2),
        (kinds.ANGLE, "90", 90.0),
        (kinds.ANGLE, "1radian", 1.0),
        (kinds.ANGULAR_VELOCITY, "180degree/s", math.pi),
        (kinds.VELOCITY, "36km/h", 10.0),
        (kinds.VELOCITY, "0.1km/h", 1 / 36),
        (kinds.VELOCITY, "1km/s", 1000.0),
        (kinds.ACCELERATION, "-9810mm/s^2", -9.81),
        (kinds.MASS, "1049.56g", 1.04956),
        (kinds.INERTIA, "5062341.69g*mm^2", 0.00506234169),
        (kinds.FORCE, "5N", 5.0),
        (kinds.DURATION, "0.012s", 0.012),
        (kinds.PLAIN, "", 0.0),
        (kinds.RANGE, "-inf", -math.inf),
    ],
)
def test_quantities_have_their_own_units_and_si_without_one(kind: Kind[float], text: str, value: float) -> None:
    assert kind.parse(text)[0] == value


@pytest.mark.parametrize(
    ("kind", "text", "what", "expected", "nearest"),
    [
        (kinds.LENGTH, "", "Expected float", "", ""),
        (kinds.LENGTH, "1,5", 'Unexpected unit ",5"', 'one of "mm, cm, dm, m, km"', ""),
        (kinds.LENGTH, "1mm ", 'Unexpected unit "mm "', 'one of "mm, cm, dm, m, km"', "mm"),
        (kinds.LENGTH, "1e", 'Unexpected unit "e"', 'one of "mm, cm, dm, m, km"', ""),
        (kinds.LENGTH, "1M", 'Unexpected unit "M"', 'one of "mm, cm, dm, m, km"', "m"),
        (kinds.LENGTH, "nan", '"nan" is no number that a simulation can use', "a finite number", ""),
        (kinds.LENGTH, "1e999", '"1e999" is no number that a simulation can use', "a finite number", ""),
        (kinds.ANGLE, "90deg", 'Unexpected unit "deg"', 'one of "degree, radian"', "degree"),
        (kinds.FORCE, "5Nm", 'Unexpected unit "Nm"', '"N"', "N"),
        (kinds.SIZE, "-1", "Expected a positive non-zero value", "", ""),
        (kinds.MASS, "0kg", "A mass should be greater than zero", "", ""),
        (kinds.POSITIVE, "-1", "Expected a positive value", "", ""),
        (kinds.DIRECTION, "-2", "Expected a value between -1 and 1 instead of -2", "", ""),
        (kinds.PLAIN, "1,5", "Expected float", "", "1.5"),
        (kinds.PLAIN, "1 ", "Expected float", "", ""),
        (kinds.COUNT, "1.5", "Expected integer", "", ""),
        (kinds.COUNT, "0", "Expected a positive non-zero value", "", ""),
        (kinds.COUNT, "99999999999", "99999999999 does not fit into 32 bits", "an integer", ""),
        (kinds.BOOLEAN, "True", "Expected boolean value (true or false)", "", "true"),
        (kinds.PROJECTION, "spheric", 'Unexpected projection type "spheric"', 'one of "perspective, spherical"', "spherical"),
        (kinds.VERTEX_UNIT, " mm", 'Unexpected unit " mm"', 'one of "mm, cm, dm, m, km"', "mm"),
    ],
)
def test_refusals_are_worded_as_simrobot_words_them(kind: Kind[float], text: str, what: str, expected: str, nearest: str) -> None:
    with pytest.raises(KindError) as refused:
        kind.parse(text)
    assert (refused.value.what, refused.value.expected, refused.value.nearest) == (what, expected, nearest)


@pytest.mark.parametrize(("text", "value"), [("true", True), ("1", True), ("on", True), ("false", False), ("0", False), ("off", False)])
def test_switches_have_three_spellings(text: str, value: bool) -> None:
    assert kinds.BOOLEAN.parse(text)[0] is value


@pytest.mark.parametrize(
    ("text", "components"),
    [
        ("#f00", (255, 0, 0, 255)),
        ("#F008", (255, 0, 0, 136)),
        ("#ff8000", (255, 128, 0, 255)),
        ("#ff800080", (255, 128, 0, 128)),
        ("rgb(255,128,0)", (255, 128, 0, 255)),
        ("rgb( 100% , 50% ,0%)", (255, 128, 0, 255)),
        ("rgb(300,-1,0)", (44, 255, 0, 255)),
        ("rgba(255,128,0,0.5)", (255, 128, 0, 128)),
        ("rgba(40%,40%,40%)", (102, 102, 102, 255)),
        ("rgba(0,0,0,2)", (0, 0, 0, 254)),
    ],
)
def test_colours_are_eight_bit_deep(text: str, components: tuple[int, ...]) -> None:
    assert COLOUR.parse(text)[0] == tuple(component / 255 for component in components)


@pytest.mark.parametrize(
    "text",
    [
        "red",
        "",
        "#ff80001",
        "#ff",
        "#xyz",
        "rgb(10.5%,0%,0%)",
        "rgb(1,2,3,0.5)",
        "rgba(1,2,3,50%)",
        "rgb(1,2,3) ",
        " rgb(1,2,3)",
        "RGB(1,2,3)",
        "rgb (1,2,3)",
        "rgb(1,2,3",
        "rgba(1,2,3,x)",
        "rgba(1,2,3,inf)",
    ],
)
def test_other_spellings_of_colours_are_refused(text: str) -> None:
    with pytest.raises(KindError, match="Invalid color format"):
        COLOUR.parse(text)


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("rgb(74.9%, 0%, 50%)", (0.749, 0.0, 128 / 255, 1.0)),
        ("rgba(10%,20%,30%,50%)", (26 / 255, 51 / 255, 77 / 255, 0.5)),
        ("#f00", (1.0, 0.0, 0.0, 1.0)),
    ],
)
def test_before_2018_components_could_be_fractions(text: str, colour: tuple[float, ...]) -> None:
    assert FRACTIONAL_COLOUR.parse(text)[0] == colour


SAMPLES = {
    "number": "1.5",
    "angle": "30degree",
    "velocity": "2km/h",
    "integer": "7",
    "boolean": "on",
    "colour": "#12345678",
    "name": "n",
    "projection type": "spherical",
    "user input type": "angle",
    "length unit": "cm",
}


@pytest.mark.parametrize(
    "kind", list({id(row.kind): row.kind for element in vocabulary().values() for row in element.rows}.values()), ids=lambda kind: kind.name
)
def test_every_kind_reads_back_what_it_shows_and_can_say_something_else(kind: Kind[object]) -> None:
    text = SAMPLES.get(kind.name, "0.5" if isinstance(kind, kinds.Number) else "7" if isinstance(kind, kinds.Integer) else "text")
    value, _ = kind.parse(text)
    assert kind.parse(kind.show(value))[0] == value
    assert kind.parse(kind.perturb(text))[0] != value


@pytest.mark.parametrize("word", ["nan", "-inf", "1e999m"])
def test_a_place_that_is_no_number_is_reported_and_read_as_if_it_were_not_written(read_scene: Reader, word: str) -> None:
    body = '<Body name="b"><SphereMass value="1kg" radius="1m"/><Translation {}y="2m"/></Body>'
    result = read_scene(body.format(f'x="{word}" '))
    assert result.link("b").pose == read_scene(body.format("")).link("b").pose
    (finding,) = result.findings
    assert (finding.code, finding.fate, finding.level, finding.value) == ("number-not-finite", "invalid", "error", word)
    assert finding.target == "0m"


def test_a_size_that_is_no_number_is_refused_since_it_must_be_written(read_scene: Reader) -> None:
    with pytest.raises(ReadError, match='"nan" is no number that a simulation can use, written radius='):
        read_scene('<Body name="b"><SphereMass value="1kg" radius="nan"/></Body>')


def test_simrobot_to_simrobot_keeps_the_word_and_only_notes_it(tmp_path: Path) -> None:
    body = '<Body name="b"><SphereMass value="1kg" radius="1m"/><Translation x="nan"/></Body>'
    (tmp_path / "a.ros2").write_text(f'<Simulation><Scene name="S">{body}</Scene></Simulation>')
    report = scenec.convert(tmp_path / "a.ros2", tmp_path / "b.ros2")
    assert 'x="nan"' in (tmp_path / "b.ros2").read_text()
    assert [(finding.code, finding.level) for finding in report.findings] == [("number-not-finite", "note")]
