"""Every scene is drawn, or refused with an error of ours; reports stay as light as they were."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import scenec
from scenec import ir
from scenec.errors import ScenecError
from scenec.view.draw import draw
from scenec.view.drawing import LAYERS
from scenec.view.page import view_page
from scenec.view.raster import picture
from tests.strategies import scenes

FIXTURES = Path(__file__).parents[2] / "fixtures"


def data_of(page: str) -> Any:
    """Return what the script of a page draws."""
    found = re.search(r'<script type="application/json">(.*?)</script>', page)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.sweep
@given(scenes())
@settings(max_examples=25)
def test_any_scene_is_drawn(scene: ir.Scene) -> None:
    try:
        drawing = draw(scene, largest=50_000)
    except ScenecError:
        return  # poses that refer to nothing, an axis without direction: `inspect` refuses them too
    assert picture(drawing, LAYERS, (32, 24), 0.6, 0.35).shape == (24, 32, 3)
    (view,) = data_of(view_page(drawing, LAYERS, azimuth=0.6, elevation=0.35))["views"]
    assert len(view["links"]) == len(scene.links) and len(view["joints"]) == len(scene.joints)


@pytest.mark.parametrize("size", [0.0, 1e-12, 1e8, 1e12, 1e200])
def test_extreme_sizes_are_drawn_or_reported(size: float) -> None:
    shapes: tuple[ir.Shape, ...] = (
        ir.Box(size=(size, 1.0, size)),
        ir.Sphere(radius=size),
        ir.Cylinder(radius=size, length=1.0),
        ir.Capsule(radius=1.0, length=size),
    )
    visuals = tuple(ir.Visual(name=f"v{i}", geometry=shape) for i, shape in enumerate(shapes))
    scene = ir.Scene(models=(ir.Model(id="m", name="m"),), links=(ir.Link(id="l", name="l", model="m", visuals=visuals),))
    drawing = draw(scene)
    assert picture(drawing, ("visuals",), (32, 24), 0.6, 0.35).dtype == np.uint8
    assert "null" not in json.dumps(data_of(view_page(drawing, ("visuals",), azimuth=0.6, elevation=0.35))["surfaces"])
    drawn = len({part.path for part in drawing.parts if part.layer == "visuals"})
    assert (drawn, len(drawing.notes)) == ((4, 0) if size < 1e9 else (0, 2)), "too large, and so nothing to draw"


def test_a_report_that_travels_leaves_the_scenes_behind(tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "hinges.ros2", tmp_path / "h.sdf")
    assert 'class="scenes two"' in report.text("html")
    travelled = pickle.loads(pickle.dumps(report))
    assert travelled.depict is None and 'class="scenes two"' not in travelled.text("html")
    assert travelled.to_json() == report.to_json()


def test_a_finding_of_another_level_keeps_what_it_is_about(tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "humanoid" / "humanoid.ros2", tmp_path / "h.sdf")
    touched = dict(zip([finding.subject for finding in report.findings], report.subjects, strict=True))
    adjusted = report.adjusted({"surface-name-dropped": "error"})
    assert adjusted.findings[0].code == "surface-name-dropped" and len(adjusted.subjects[0]) == 15
    assert dict(zip([finding.subject for finding in adjusted.findings], adjusted.subjects, strict=True)) == touched


def test_a_result_that_is_gone_leaves_the_report_without_a_picture(tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "hinges.ros2", tmp_path / "h.sdf")
    (tmp_path / "h.sdf").unlink()
    assert "There is no 3D view: after, " in report.text("html")
