"""`scenec formats`: what can be read and written."""

from __future__ import annotations

import json

from scenec.cli.support import SUPPORT
from scenec.converters import aliases, all_formats, suffixes
from scripts.support_matrix import FORMATS
from tests.cli.conftest import Scenec


def test_every_format_is_listed_with_what_can_be_done_with_it(scenec: Scenec) -> None:
    done = scenec("formats")
    assert done.status == 0
    for record in all_formats():
        line = next(line for line in done.out.splitlines() if line.startswith(f"{record.name} "))
        assert ("read" in line) == (record.read is not None)
        assert ("written" in line) == (record.write is not None)


def test_every_suffix_version_and_alias_is_listed(scenec: Scenec) -> None:
    words = scenec("formats").out.replace(",", " ").split()
    assert {*suffixes(), *aliases()} <= set(words)
    assert {version for record in all_formats() for version in record.versions} <= set(words)
    assert "simrobot@core3" in words


def test_the_matrix_says_for_each_concept_and_format_how_far_it_goes(scenec: Scenec) -> None:
    done = scenec("formats", "--matrix", "--format", "json")
    data = json.loads(done.out)
    assert (done.status, data["schema"]) == (0, "scenec.matrix/1")
    names = [each["name"] for each in data["formats"]]
    assert tuple(names) == FORMATS
    cells = {(row["group"], row["concept"]): {name: row["cells"][name]["support"] for name in names} for row in data["concepts"]}
    assert {support for row in cells.values() for support in row.values()} <= set(SUPPORT)
    assert cells["Motors", "position servos with gains"]["sdformat"] == "carried"
    assert cells["Motors", "position servos with gains"]["mars"] == "full"
    assert cells["Joints", "screws"] == {**dict.fromkeys(names, "carried"), "sdformat": "full", "mjcf": "full"}
    assert cells["Joints", "hinges (revolute)"] == dict.fromkeys(names, "full")
    assert cells["World", "gravity"]["rsg"] == "carried"
    untold = [row for row in data["concepts"] for cell in row["cells"].values() if cell["support"] != "full" and not cell.get("because")]
    assert untold == []


def test_the_matrix_as_text_is_a_table_with_its_words_explained(scenec: Scenec) -> None:
    text = scenec("formats", "--matrix").out
    line = next(line for line in text.splitlines() if line.startswith("  closed loops "))
    assert line.split()[2:] == ["carried", "carried", "full", "full", "full", "carried", "adapted"]
    assert all(f"\n{word}: {meaning}" in text for word, meaning in SUPPORT.items())


def test_json_without_the_matrix_is_wrong_usage(scenec: Scenec) -> None:
    done = scenec("formats", "--format", "json")
    assert done.status == 2
    assert "add --matrix" in done.error
