"""`scenec formats`: what can be read and written."""

from __future__ import annotations

import json

from scenec.cli.support import SUPPORT
from scenec.converters import ALIASES, BUILT_IN, SUFFIXES, load
from tests.cli.conftest import Scenec


def test_every_format_is_listed_with_what_can_be_done_with_it(scenec: Scenec) -> None:
    done = scenec("formats")
    assert done.status == 0
    for name in BUILT_IN:
        line = next(line for line in done.out.splitlines() if line.startswith(f"{name} "))
        assert ("read" in line) == (load(name).read is not None)
        assert ("written" in line) == (load(name).write is not None)


def test_every_suffix_version_and_alias_is_listed(scenec: Scenec) -> None:
    words = scenec("formats").out.replace(",", " ").split()
    assert {*SUFFIXES, *ALIASES} <= set(words)
    assert {version for name in BUILT_IN for version in load(name).versions} <= set(words)
    assert "simrobot@core3" in words


def test_the_matrix_says_for_each_concept_and_format_how_far_it_goes(scenec: Scenec) -> None:
    done = scenec("formats", "--matrix", "--format", "json")
    data = json.loads(done.out)
    assert (done.status, data["schema"]) == (0, "scenec.matrix/1")
    names = [each["name"] for each in data["formats"]]
    assert names == ["simrobot", "simrobot@core3", "sdformat", "mars", "rsg"]
    cells = {(row["group"], row["concept"]): {name: row["cells"][name]["support"] for name in names} for row in data["concepts"]}
    assert {support for row in cells.values() for support in row.values()} <= set(SUPPORT)
    assert cells["Motors", "position servos with gains"]["sdformat"] == "no"
    assert cells["Motors", "position servos with gains"]["mars"] == "full"
    assert cells["Joints", "ball joints"] == {"simrobot": "no", "simrobot@core3": "no", "sdformat": "full", "mars": "full", "rsg": "full"}
    assert cells["Joints", "hinges (revolute)"] == dict.fromkeys(names, "full")
    assert cells["World", "gravity"]["rsg"] == "no"
    untold = [row for row in data["concepts"] for cell in row["cells"].values() if cell["support"] != "full" and not cell.get("because")]
    assert untold == []


def test_the_matrix_as_text_is_a_table_with_its_words_explained(scenec: Scenec) -> None:
    text = scenec("formats", "--matrix").out
    line = next(line for line in text.splitlines() if line.startswith("  ball joints "))
    assert line.split()[2:] == ["no", "no", "full", "full", "full"]
    assert all(f"\n{word}: {meaning}" in text for word, meaning in SUPPORT.items())


def test_json_without_the_matrix_is_wrong_usage(scenec: Scenec) -> None:
    done = scenec("formats", "--format", "json")
    assert done.status == 2
    assert "add --matrix" in done.error
