"""Pictures: what is in front hides what is behind, colours are those of the scene, the same scene gives the same bytes."""

from __future__ import annotations

import io
import math
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import scenec
from scenec import ir
from scenec.view.draw import draw
from scenec.view.png import png
from scenec.view.raster import picture
from tests.scenes import pose

FIXTURES = Path(__file__).parents[2] / "fixtures"
Image = NDArray[np.uint8]


def box(name: str, x: float, color: ir.Color, size: ir.Vec3 = (0.2, 1.0, 1.0)) -> ir.Visual:
    return ir.Visual(name=name, pose=pose(x), geometry=ir.Box(size=size), material=ir.Material(diffuse=color))


def shot(*visuals: ir.Visual, azimuth: float = 0.0, shown: tuple[str, ...] = ("visuals",)) -> Image:
    link = ir.Link(id="l", name="l", model="m", visuals=visuals)
    scene = ir.Scene(models=(ir.Model(id="m", name="m"),), links=(link,))
    return picture(draw(scene), shown, (80, 60), math.radians(azimuth), 0.0)


def hue(image: Image, x: int = 40, y: int = 24) -> str:
    """Which of red, green and blue is strongest, above the horizon, where the ground is a line; grey if none is."""
    red, green, blue = (int(value) for value in image[y, x])
    strongest = max((red, "red"), (green, "green"), (blue, "blue"))
    return strongest[1] if strongest[0] > 1.5 * sorted((red, green, blue))[1] else "grey"


RED, GREEN, BLUE = (0.8, 0.1, 0.1, 1.0), (0.1, 0.8, 0.1, 1.0), (0.1, 0.1, 0.8, 1.0)


@pytest.mark.parametrize(("azimuth", "nearest"), [(0, "red"), (180, "green")])
def test_the_nearer_box_hides_the_farther_one(azimuth: float, nearest: str) -> None:
    assert hue(shot(box("front", 1.0, RED), box("rear", -1.0, GREEN), azimuth=azimuth)) == nearest
    assert hue(shot(box("rear", -1.0, GREEN), box("front", 1.0, RED), azimuth=azimuth)) == nearest, "in whatever order they come"


def test_what_is_clear_lets_the_colour_behind_it_through() -> None:
    through = shot(box("glass", 1.0, (0.1, 0.1, 0.9, 0.3)), box("wall", -1.0, RED))
    middle = through[24, 40].astype(int)
    assert middle[0] > middle[1] and middle[2] > middle[1], "red and blue"


def test_up_is_up_and_left_is_left() -> None:
    image = shot(
        ir.Visual(name="top", pose=pose(0.0, 0.0, 0.5), geometry=ir.Box(size=(0.1, 1.0, 0.5)), material=ir.Material(diffuse=BLUE)),
        ir.Visual(name="east", pose=pose(0.0, 0.5, -0.25), geometry=ir.Box(size=(0.1, 0.4, 0.5)), material=ir.Material(diffuse=RED)),
        ir.Visual(name="west", pose=pose(0.0, -0.5, -0.25), geometry=ir.Box(size=(0.1, 0.4, 0.5)), material=ir.Material(diffuse=GREEN)),
    )
    assert hue(image, 40, 15) == "blue"
    assert hue(image, 60, 45) == "red", "seen from +x, +y is on the right"
    assert hue(image, 20, 45) == "green"


def test_a_face_turned_away_is_darker_than_its_front() -> None:
    plane = ir.Plane(normal=(1.0, 0.0, 0.0), size=(1.0, 1.0))
    sheet = ir.Visual(name="sheet", geometry=plane, material=ir.Material(diffuse=RED))
    front, back = (int(shot(sheet, azimuth=azimuth)[24, 40][0]) for azimuth in (0, 180))
    assert back < 0.75 * front


def test_marks_are_seen_through_the_shapes_around_them() -> None:
    inertial = ir.Inertial(mass=1.0, inertia=ir.Inertia(ixx=0.01, iyy=0.01, izz=0.01))
    link = ir.Link(id="l", name="l", model="m", inertial=inertial, visuals=(box("hull", 0.0, (0.8, 0.8, 0.8, 1.0), (1.0, 1.0, 1.0)),))
    drawing = draw(ir.Scene(models=(ir.Model(id="m", name="m"),), links=(link,)))
    without, marked = (picture(drawing, shown, (80, 60), 0.0, 0.0) for shown in (("visuals",), ("visuals", "inertia")))
    assert hue(without) == "grey"
    assert int(marked[24, 40][2]) > int(marked[24, 40][1]) + 20


def test_something_in_front_of_the_camera_does_not_spoil_the_picture() -> None:
    """A focus deep inside of a large hall: walls reach behind the camera and are cut there."""
    hall = box("hall", 0.0, GREEN, (50.0, 50.0, 50.0))
    link = ir.Link(id="l", name="l", model="m", visuals=(hall, box("pea", 0.0, RED, (0.1, 0.1, 0.1))))
    drawing = draw(ir.Scene(models=(ir.Model(id="m", name="m"),), links=(link,)))
    image = picture(drawing, ("visuals",), (80, 60), 0.3, 0.2, focus="m::l::pea")
    assert hue(image) == "red" and hue(image, 3, 3) == "green"


def test_a_png_holds_exactly_the_picture() -> None:
    pillow = pytest.importorskip("PIL.Image", reason="Pillow reads what we wrote")
    image = shot(box("front", 1.0, RED))
    with pillow.open(io.BytesIO(png(image))) as opened:
        assert (opened.format, opened.mode, opened.size) == ("PNG", "RGB", (80, 60))
        assert np.array_equal(np.asarray(opened), image)


def test_the_same_scene_gives_the_same_bytes() -> None:
    def once() -> bytes:
        scene, _ = scenec.read(FIXTURES / "humanoid" / "humanoid.ros2")
        return png(picture(draw(scene), ("visuals", "axes"), (160, 120), 0.6, 0.3))

    assert once() == once()
