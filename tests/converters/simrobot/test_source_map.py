"""The source map of a SimRobot scene: each value is found where it stands in the result, also in definitions and kept text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec.accounting.source_map import TargetPlace

FIXTURES = Path(__file__).parents[3] / "fixtures"

CART = """<sdf version="1.9">
<model name="{name}">
<pose>{x} 0 0.5 0 0 0</pose>
<link name="base">
<inertial><mass>2.5</mass><inertia><ixx>0.1</ixx><iyy>0.2</iyy><izz>0.25</izz></inertia></inertial>
<collision name="bed"><geometry><box><size>0.4 0.5 0.6</size></box></geometry></collision>
<collision name="nose"><geometry><sphere><radius>0.07</radius></sphere></geometry></collision>
<visual name="bed"><geometry><box><size>0.4 0.5 0.6</size></box></geometry>
<material><ambient>{colour}</ambient><diffuse>{colour}</diffuse></material>
</visual>
</link>
</model>
</sdf>"""
RED, BLUE = "1 0 0 1", "0 0 1 1"


class Converted:
    """A conversion whose places are kept."""

    def __init__(self, source: Path, folder: Path, name: str = "result.ros2", **options: Any) -> None:
        self.source = source
        self.folder = folder / "out"
        self.report = scenec.convert(source, self.folder / name, trace=True, **options)

    def text_at(self, place: TargetPlace) -> str:
        """The tag of an element, or an attribute as written."""
        line = (self.folder / place.file).read_text().split("\n")[place.line - 1]
        before, here = line[: place.column - 1], line[place.column - 1 :]
        name = re.search(r'(\w+=")$', before)
        return f'{name[1]}{here.partition(chr(34))[0]}"' if name else here.split()[0].rstrip("/>")

    def places_of(self, number: int, source: str = "") -> list[TargetPlace]:
        """Where the values went that stand in a line of the source."""
        values = self.report.trace(source or self.source.name, number)
        places = {place for value in values for place in value.targets}
        return sorted(places, key=lambda each: (each.file, each.line, each.column))

    def texts(self, places: Iterable[TargetPlace]) -> list[str]:
        return [self.text_at(place) for place in places]

    def said(self, needle: str) -> list[str]:
        """Return what the values became that stand in the first line of the source with this text."""
        return self.texts(self.places_of(line_with(self.source, needle)))


def line_with(source: Path, needle: str) -> int:
    """The number of the first line with a text."""
    return next(i for i, line in enumerate(source.read_text().split("\n"), 1) if needle in line)


def cart(folder: Path, **values: str) -> Path:
    path = folder / "cart.sdf"
    path.write_text(CART.format(**({"name": "cart", "x": "0.25", "colour": RED} | values)))
    return path


def test_numbers_are_found_at_their_attributes(tmp_path: Path) -> None:
    done = Converted(cart(tmp_path), tmp_path)
    assert done.said("<mass>") == ['value="2.5kg"', 'ixx="0.1"', 'iyy="0.2"', 'izz="0.25"']
    assert done.said("<radius>") == ['name="nose"', 'radius="0.07m"']
    assert done.said("<pose>") == ["<Body", "<Translation", 'x="0.25m"', 'z="0.5m"'], "zeros are said by what they are left out of"
    assert done.said("<diffuse>") == ["<Surface", 'diffuseColor="#ff0000"'], "the ambient colour is the diffuse one"


def test_values_of_an_instance_are_found_in_its_reference_and_in_the_definition(tmp_path: Path) -> None:
    world = tmp_path / "world.sdf"
    models = [CART.format(name=name, x=x, colour=colour) for name, x, colour in (("a", 1, RED), ("b", 2, RED), ("c", 3, BLUE))]
    inner = "\n".join(model.partition("\n")[2].rpartition("\n")[0] for model in models)
    world.write_text(f'<sdf version="1.9"><world name="w">\n{inner}\n</world></sdf>')
    done = Converted(world, tmp_path)
    assert (done.folder / "result.ros2").read_text().count("<SphereGeometry") == 1
    lines = world.read_text().split("\n")
    masses, colours = (
        [done.texts(done.places_of(i)) for i, line in enumerate(lines, 1) if needle in line] for needle in ("<mass>", "<diffuse>")
    )
    assert masses[0] == ['value="2.5kg"', 'ixx="0.1"', 'iyy="0.2"', 'izz="0.25"'], "the first makes the definition"
    assert masses[1:] == [["<Body"], ["<Body"]], "the others refer to it"
    assert ['value="#ff0000"' in each for each in colours] == [True, True, False]
    assert 'value="#0000ff"' in colours[2]


@pytest.mark.parametrize("options", [{}, {"split": True}, {"flatten": True}])
def test_values_of_kept_text_are_found_where_it_stands(tmp_path: Path, options: dict[str, Any]) -> None:
    done = Converted(FIXTURES / "includes" / "scene.ros2", tmp_path, **options)
    assert done.said('<BoxMass value="6kg"') == ['value="6kg"', 'width="0.5m"', 'height="0.2m"', 'depth="0.8m"']
    wheels = FIXTURES / "includes" / "parts" / "wheels.rsi2"
    places = done.places_of(line_with(wheels, "<Axis"), wheels.name)
    axis = wheels.read_text().split("\n")[line_with(wheels, "<Axis") - 1]
    assert places
    assert all(text in axis for text in done.texts(places))
    if not options:
        assert {Path(place.file).name for place in places} == {"wheels.rsi2"}


def test_values_of_a_translated_scene_are_found_in_its_files(tmp_path: Path) -> None:
    done = Converted(FIXTURES / "includes" / "scene.ros2", tmp_path, "result.ros3")
    assert done.said('<BoxAppearance name="bed"') == ['name="bed"', 'width="0.5m"', 'height="0.2m"', 'depth="0.8m"']
    wheels = FIXTURES / "includes" / "parts" / "wheels.rsi2"
    assert {Path(place.file).name for place in done.places_of(line_with(wheels, "<Axis"), wheels.name)} == {"wheels.rsi3"}


def test_every_place_is_the_start_of_an_element_or_value(tmp_path: Path) -> None:
    done = Converted(FIXTURES / "sdformat" / "joints.sdf", tmp_path)
    places = {place for line in done.report.ledger for place in line.target}
    assert len(places) > 50
    assert [text for text in done.texts(places) if not re.fullmatch(r'<\w+|\w+="[^"]*"', text)] == []
