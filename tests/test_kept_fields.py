"""The table of each format: the fate of every field of the scene (`tests/data/kept_fields/`), as a person has read it.

``pytest tests/test_kept_fields.py --accept`` writes the fates of now; read the difference before you commit it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.accounting.finding import LOSSY_FATES
from scenec.converters import resolve, written_formats
from tests.fate_table import NOWHERE, OTHERS, Fate, Place, Row, Table, read_rows, row_about, rows_of, table_of, text_of
from tests.rover import balls, rover
from tests.scenes import kitchen_sink

pytestmark = pytest.mark.findings("*", reason="a scene that holds everything; the tables judge what becomes of it")

ROOT = Path(__file__).parents[1]
TABLES = Path(__file__).parent / "data" / "kept_fields"
SPECS = [
    name
    for record in written_formats()
    for name in (record.name, *(f"{record.name}@{version}" for version in dict.fromkeys(record.suffixes.values()) if version))
]
"""Each format in the version that it is written in by default, and each version that has a suffix of its own."""
HEADING = """{title}: the fate of each field of tests/scenes.py and tests/rover.py, and of parts of fixtures/ with its own values.
Columns: field; fate, with the code of its finding; the elements that it is printed in; [parts], where those of a class differ.
`default`: not printed, as the format takes that value anyway. <element>: said by the presence of the element.
Last the texts that state no value of the scene: constants, numbers of parts, references by name.
Written by `pytest tests/test_kept_fields.py --accept`. Read the difference: a field that is printed no more is a loss."""


OWN = (
    "motors.ros2",
    "sdformat/world.sdf",
    "sdformat/sensors.sdf",
    "mars/sensors.scene",
    "mars/looks.scene",
    "rsg/drives.rsg",
    "rsg/soccer.rsg",
    "rsg/sensors.rsg",
    "rsg/colliders.rsg",
    "urdf/control.urdf",
    "urdf/arm.urdf",
    "mjcf/arm.xml",
    "mjcf/views.xml",
    "mjcf/loops.xml",
    "mjcf/shapes.xml",
)
"""Fixtures with values that only their format has: the tables have the parts that hold such values."""


@cache
def own_scenes() -> dict[str, dict[str, ir.Scene]]:
    """Format -> the scenes of its fixtures, by file name."""
    found: dict[str, dict[str, ir.Scene]] = {}
    for name in OWN:
        scene, report = scenec.read(ROOT / "fixtures" / name)
        found.setdefault(report.source.format, {})[name.rpartition("/")[2]] = scene
    return found


def table(spec: str) -> Table:
    """The fate of every field now."""
    return table_of(spec, {"": kitchen_sink(), "rover": rover(), "balls": balls()}, own_scenes().get(resolve(spec)[0].name, {}))


@pytest.mark.parametrize("spec", SPECS)
def test_a_field_is_kept_converted_or_reported_as_its_table_says(spec: str, request: pytest.FixtureRequest) -> None:
    now = table(spec)
    assert [place.field for place, fate in now.items() if fate.what in LOSSY_FATES] == [], "lost, and no finding says so"
    record, version = resolve(spec)
    path = TABLES / f"{spec}.txt"
    text = text_of(rows_of(now), HEADING.format(title=f"{record.title} {version}".strip()))
    if request.config.getoption("--accept"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    accepted = path.read_text(encoding="utf-8")
    wrong = differences(spec, now, accepted)
    assert not wrong, "\n".join(wrong)
    assert accepted == text, f"{path.relative_to(ROOT)} is not as it would be written, though it says the same: run with --accept"


def differences(spec: str, now: Table, accepted: str) -> list[str]:
    """A sentence for each value whose fate is not the table's, those that are no longer printed first."""
    lines = read_rows(accepted)
    file = f"{TABLES.relative_to(ROOT).as_posix()}/{spec}.txt"
    lost, others = [], []
    for place, fate in now.items():
        found = row_about(place, lines)
        if found is None:
            others.append(f"{spec}: {called(place)}: no row of {file} is about it. It is now {in_words(fate)}. {ADVICE}")
            continue
        number, row = found
        if row.fate == fate:
            continue
        said = f"{spec}: {called(place)}: the table says {in_words(row.fate)} ({file}:{number}), now {in_words(fate)}."
        if row.fate.where != NOWHERE and fate.where == NOWHERE:
            lost.append(f"{said} {writers(spec, place.field)} {ADVICE}")
        else:
            others.append(f"{said} {ADVICE}")
    fields = {place.field for place in now}
    for field in lines.keys() - fields:
        number, row = lines[field][0]
        gone = "is printed no more" if row.fate.what == "printed" else "is in no scene of the test any more"
        others.append(f"{spec}: {field} {gone} ({file}:{number}). {ADVICE}")
    return lost + others


ADVICE = "If that is meant, run with --accept and read the difference."


def called(place: Place) -> str:
    return f"{place.field} [{place.part}]" if place.part else place.field


def in_words(fate: Fate) -> str:
    return fate.what if fate.where == NOWHERE else f"{fate.what}, printed in {fate.where}"


def writers(spec: str, field: str) -> str:
    """Name the modules of the writer that mention a field."""
    name, package = field.rpartition(".")[2], f"scenec/converters/{resolve(spec)[0].name}/write"
    mentions = re.compile(rf"\b{name}\b")
    found = [path.name for path in sorted((ROOT / package).glob("*.py")) if mentions.search(path.read_text(encoding="utf-8"))]
    if not found:
        return f"No module of {package} mentions `{name}`."
    return f"`{name}` is mentioned in {package}: {', '.join(found[:6])}{' and others' if len(found) > 6 else ''}."


# ---------------------------------------------------------------- the test itself


def test_a_printed_value_that_vanishes_is_reported_with_format_field_and_row() -> None:
    """As a writer that stops printing the upper stop of hinges would."""
    lower, upper = Place("Joint.axes.limits.lower", "revolute"), Place("Joint.axes.limits.upper", "revolute")
    accepted = text_of(rows_of({lower: Fate("kept", "axis1/low"), upper: Fate("kept", "axis1/high")}), "heading")
    now = {lower: Fate("kept", "axis1/low"), upper: Fate("dropped joint-limit-upper-dropped", NOWHERE)}
    (sentence,) = differences("mars", now, accepted)
    assert sentence.startswith(
        "mars: Joint.axes.limits.upper [revolute]: the table says kept, printed in axis1/high (tests/data/kept_fields/mars.txt:4), "
        "now dropped joint-limit-upper-dropped. `upper` is mentioned in scenec/converters/mars/write: "
    )


def test_a_field_of_which_one_of_two_places_vanishes_is_reported() -> None:
    place = Place("Link.name", "")
    accepted = text_of(rows_of({place: Fate("kept", "link/@name, child/@link")}), "heading")
    assert len(differences("urdf", {place: Fate("kept", "link/@name")}, accepted)) == 1


def test_a_row_is_about_the_parts_that_it_names_and_one_about_all_others() -> None:
    kept, dropped = Fate("kept", "joint/@type"), Fate("dropped joint-type-dropped", NOWHERE)
    fates: Table = {Place("Joint.type", kind): kept for kind in ("fixed", "ball", "revolute", "prismatic")}
    fates[Place("Joint.type", "screw")] = dropped
    rows = rows_of(fates)
    assert rows == [Row("Joint.type", kept, (OTHERS,)), Row("Joint.type", dropped, ("screw",))]
    read = read_rows(text_of(rows, "heading"))
    assert {place: row.fate for place in fates for _, row in [row_about(place, read) or (0, rows[0])]} == fates
    assert row_about(Place("Link.name", "base"), read) is None


def test_the_tables_are_of_the_formats_that_can_be_written() -> None:
    assert {path.stem for path in TABLES.glob("*.txt")} == set(SPECS)
