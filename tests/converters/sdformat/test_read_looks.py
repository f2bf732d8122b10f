"""Looks: numbers that the specification calls strings."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from tests.converters.sdformat.reading import Read, read_model


def shiny(inside: str) -> Read:
    look = f"<material><pbr><metal>{inside}</metal></pbr></material>"
    return read_model(f'<link name="l"><visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry>{look}</visual></link>')


def test_roughness_and_metalness_are_numbers() -> None:
    found = shiny("<roughness>0.3</roughness><metalness>1</metalness>")
    material = found.scene.links[0].visuals[0].material
    assert material is not None
    assert (material.pbr[0].roughness, material.pbr[0].metalness) == (0.3, 1.0)
    assert found.errors == set()


@pytest.mark.parametrize("text", ["rough", "0.3 0.4"])
def test_a_roughness_that_is_no_number_is_reported(text: str) -> None:
    assert shiny(f"<roughness>{text}</roughness>").errors == {"material-factor-invalid"}


@pytest.mark.findings("actuator-dropped", "joint-effort-*", "physics-*", "scene-friction-law-dropped")
def test_a_rough_surface_goes_to_simrobot_and_back(tmp_path: Path) -> None:
    fixture = Path(__file__).parents[3] / "fixtures/core3.ros3"
    scenec.convert(fixture, tmp_path / "there.sdf")
    scenec.convert(tmp_path / "there.sdf", tmp_path / "back.ros3")
    assert scenec.read(tmp_path / "back.ros3")[1].source.version == "core3"
