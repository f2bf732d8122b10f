"""Compounds that name nothing: the scene keeps each once, what stands in one says so by its label, and all come home."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec import ir
from scenec.converters.simrobot.compound_label import Labels, key_of, labels_in
from tests.converters.simrobot.writing import link, scene, write

MASS = '<InertiaMatrixMass value="1kg" ixx="0.01" iyy="0.01" izz="0.01"/>'
BOX = '<BoxGeometry width="1m" height="1m" depth="1m"/>'


def body(name: str) -> str:
    return f'<Body name="{name}">{MASS}</Body>'


def compound(name: str, *inner: str) -> str:
    return f'<Compound name="{name}">{"".join(inner)}</Compound>'


def written(tmp_path: Path, *inner: str) -> Path:
    path = tmp_path / "hall.ros2"
    path.write_text(f'<Simulation>\n<Scene name="hall">\n{"".join(inner)}\n</Scene>\n</Simulation>\n')
    return path


def kept(one: ir.Scene) -> list[tuple[str, object]]:
    return [(extra.key, extra.value) for extra in one.extras]


def outline(path: Path) -> list[str]:
    """The compounds and bodies of a scene that scenec wrote, with how deep they stand."""
    lines = (line for line in path.read_text().splitlines() if "<Compound" in line or "<Body" in line)
    return [f"{(len(line) - len(line.lstrip())) // 2 - 2} {line.split(chr(34))[1]}" for line in lines]


TEAMS = compound("teams", compound("left", body("a"), body("b")), body("c"), compound("right", compound("bench", body("d"))))


def test_each_is_kept_once_and_what_stands_in_it_names_the_innermost(tmp_path: Path) -> None:
    one, _ = scenec.read(written(tmp_path, TEAMS))
    assert kept(one) == [
        ("Compound[teams]", "teams"),
        ("Compound[teams/left]", "left"),
        ("Compound[teams/right]", "right"),
        ("Compound[right/bench]", "bench"),
    ]
    marks = {model.name: [(extra.key, extra.value) for extra in model.extras] for model in one.models}
    assert marks == {
        "a": [("Compound[left]", None)],
        "b": [("Compound[left]", None)],
        "c": [("Compound[teams]", None)],
        "d": [("Compound[bench]", None)],
    }


def test_one_that_names_a_model_or_a_link_is_not_kept_beside_it(tmp_path: Path) -> None:
    house = compound("house", BOX, compound("rooms", compound("kitchen", BOX)))
    one, _ = scenec.read(written(tmp_path, house))
    assert kept(one) == [("Compound[rooms]", "rooms")]
    assert [(each.name, [extra.key for extra in each.extras]) for each in one.links] == [("house", []), ("kitchen", ["Compound[rooms]"])]


@pytest.mark.parametrize("target", ["out.sdf", "out.scene", "out.rsg"])
def test_the_loss_of_each_is_reported_once_where_it_stands(tmp_path: Path, target: str) -> None:
    report = scenec.convert(written(tmp_path, TEAMS), tmp_path / target)
    (finding,) = [each for each in report.findings if each.code == "simrobot-compound-dropped"]
    assert (finding.count, finding.value, finding.source and finding.source.line) == (4, "teams", 3)
    lost = [line for line in report.ledger if line.value in ("teams", "left", "right", "bench")]
    assert [(line.value, line.fate) for line in lost] == [(name, "dropped") for name in ("teams", "left", "right", "bench")]


@pytest.mark.findings("gravity-dropped", "model-name-unstored-dropped", "solver-dropped", "step-dropped")
@pytest.mark.parametrize("way", ["scene", "sdf", "mars", "rsg"])
def test_all_of_them_come_home(tmp_path: Path, way: str) -> None:
    """Through the neutral scene's file, and carried in files of other formats."""
    source = written(tmp_path, TEAMS, compound("house", BOX, compound("rooms", compound("kitchen", BOX), compound("cellar", BOX))))
    home = tmp_path / "home.ros2"
    middle = tmp_path / {"scene": "hall.scene.json", "sdf": "hall.sdf", "mars": "hall.scene", "rsg": "hall.rsg"}[way]
    carry: dict[str, Any] = {} if way == "scene" else {"carry": True}
    scenec.convert(source, middle, **carry)
    report = scenec.convert(middle, home, **carry)
    assert not [each.code for each in report.findings if "compound" in each.code]
    assert outline(home) == [
        "0 teams",
        "1 left",
        "2 a",
        "2 b",
        "1 c",
        "1 right",
        "2 bench",
        "3 d",
        "0 house",
        "1 rooms",
        "2 kitchen",
        "2 cellar",
    ]


def test_two_of_one_name_stay_two(tmp_path: Path) -> None:
    twins = compound("robots", body("a")) + compound("robots", body("b"))
    source = written(tmp_path, twins, compound("robots#2", body("c")), compound("a/b[1]%", body("d")))
    one, _ = scenec.read(source)
    assert [extra.key for extra in one.extras] == [
        "Compound[robots]",
        "Compound[robots#2]",
        "Compound[robots%232]",
        "Compound[a%2Fb%5B1%5D%25]",
    ]
    middle, home = tmp_path / "hall.scene.json", tmp_path / "home.ros2"
    scenec.convert(source, middle)
    scenec.convert(middle, home)
    assert outline(home) == ["0 robots", "1 a", "0 robots", "1 b", "0 robots#2", "1 c", "0 a/b[1]%", "1 d"]


def test_labels_are_given_once_each_and_read_back() -> None:
    labels = Labels()
    given = [labels.of(name) for name in ("x", "x", "x#2", "x", "%23", "#")]
    assert len(set(given)) == len(given)
    outer, inner = given[2], given[4]
    assert labels_in(ir.Extra(format="simrobot", key=key_of(inner, outer))) == (outer, inner)
    assert labels_in(ir.Extra(format="simrobot", key=key_of(inner))) == ("", inner)
    assert labels_in(ir.Extra(format="mars", key=key_of(inner))) == ("", "")


def mark(label: str) -> tuple[ir.Extra, ...]:
    return (ir.Extra(format="simrobot", key=key_of(label)),)


def name_of(label: str, outer: str = "") -> ir.Extra:
    return ir.Extra(format="simrobot", key=key_of(label, outer), value=f"the {label}")


NOWHERE = {
    "a label that no compound has": ((), "lost", [], "The scene has no Compound of this label."),
    "an outer label that no compound has": ((name_of("a", "lost"),), "a", ["the a"], "The scene has no Compound of this label."),
    "one in itself": ((name_of("a", "a"),), "a", ["the a"], "A Compound is inside itself."),
    "two in each other": ((name_of("a", "b"), name_of("b", "a")), "a", ["the b", "the a"], "A Compound is inside itself."),
}


@pytest.mark.parametrize("case", NOWHERE)
def test_labels_that_lead_nowhere_are_reported(case: str) -> None:
    extras, label, around, because = NOWHERE[case]
    one = scene(ir.Model(id="m", name="box", extras=mark(label)), link("box"), extras=extras)
    result = write(one)
    assert [line.split('"')[1] for line in result.text.splitlines() if "<Compound" in line] == around
    finding = result.finding("compound-label-unresolved")
    assert (finding.fate, finding.because) == ("unresolved", because)


def test_where_something_stands_is_structure_in_the_file_of_a_scene_too(tmp_path: Path) -> None:
    """The names are lost on the way to SDFormat, once each; what refers to them is no loss of its own."""
    middle = tmp_path / "hall.scene.json"
    scenec.convert(written(tmp_path, TEAMS), middle)
    report = scenec.convert(middle, tmp_path / "hall.sdf")
    (finding,) = [each for each in report.findings if each.code == "simrobot-compound-dropped"]
    assert finding.count == 4
    fates = Counter((line.value, line.fate) for line in report.ledger if "Compound[" in line.value or "teams" in line.value)
    assert fates['"teams"', "dropped"] == 1
    assert fates['"Compound[left]"', "converted"] == 2


@pytest.mark.findings("link-inertia-defaulted")
def test_a_scene_of_version_0_1_is_read_as_before(tmp_path: Path) -> None:
    """Every model had the names of all compounds around it."""
    source, home = tmp_path / "old.scene.json", tmp_path / "home.ros2"
    around = [{"format": "simrobot", "key": "Compound", "value": name} for name in ("teams", "left")]
    models = [{"id": f"m{name}", "name": name, "extras": around} for name in "ab"]
    links = [{"id": f"l{name}", "name": name, "model": f"m{name}", "inertial": {"mass": 1.0}} for name in "ab"]
    scene = {"worlds": [{"id": "w"}], "models": models, "links": links}
    source.write_text(json.dumps({"schema": "scenec.scene/2", "source": "simrobot@core2", "scene": scene}))
    scenec.convert(source, home)
    assert outline(home) == ["0 teams", "1 left", "2 a", "2 b"]


def test_a_difference_names_the_compound_that_was_put_around_another(tmp_path: Path) -> None:
    before = written(tmp_path, compound("teams", compound("left", *(body(f"b{i}") for i in range(9)))))
    after = tmp_path / "after.ros2"
    after.write_text(
        before.read_text()
        .replace('<Compound name="left">', '<Compound name="half"><Compound name="left">')
        .replace("</Compound></Compound>", "</Compound></Compound></Compound>")
    )
    items = scenec.diff(before, after).items
    assert Counter(item.change for item in items) == {"added": 2, "removed": 1}
