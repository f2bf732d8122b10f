"""Pictures: what is in front hides what is behind, colours are those of the scene, the same scene gives the same bytes."""

from __future__ import annotations

import io
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import PIL.Image
import pytest
from numpy.typing import NDArray

import scenec
from scenec import ir
from scenec.view import raster
from scenec.view.draw import draw
from scenec.view.overlap import LAYERS
from scenec.view.png import png
from scenec.view.projection import Triangles
from scenec.view.raster import CROWDED, picture
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
    assert hue(shot(box("rear", -1.0, GREEN), box("front", 1.0, RED), azimuth=azimuth)) == nearest, "in any order"


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
    image = shot(box("front", 1.0, RED))
    with PIL.Image.open(io.BytesIO(png(image))) as opened:
        assert (opened.format, opened.mode, opened.size) == ("PNG", "RGB", (80, 60))
        assert np.array_equal(np.asarray(opened), image)


def test_the_same_scene_gives_the_same_bytes() -> None:
    def once() -> bytes:
        scene, _ = scenec.read(FIXTURES / "humanoid" / "humanoid.ros2")
        return png(picture(draw(scene), ("visuals", "axes"), (160, 120), 0.6, 0.3))

    assert once() == once()


def sheets(count: int, opacity: float) -> tuple[ir.Visual, ...]:
    """A green one, and red ones before it, each nearer than the last."""
    red = (box(f"b{i}", 1.0 + 1e-4 * i, (0.8, 0.1, 0.1, opacity), (0.0, 1.0, 1.0)) for i in range(count))
    return (box("last", 0.0, (0.1, 0.8, 0.1, opacity), (0.0, 1.0, 1.0)), *red)


@pytest.mark.sweep
@pytest.mark.parametrize("opacity", [1.0, 0.4])
def test_what_lies_behind_much_is_not_drawn_and_that_is_reported(opacity: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each surface that fills the picture is work for each of its pixels, and a short file may have thousands."""
    painted: list[int] = []
    fragments = raster._Band._fragments

    def counted(band: raster._Band, triangles: Triangles) -> Iterator[tuple[NDArray[np.float64], ...]]:
        for some in fragments(band, triangles):
            painted.append(len(some[0]))
            yield some

    monkeypatch.setattr(raster._Band, "_fragments", counted)
    for count, is_reported in ((5, False), (300, True)):
        drawing = draw(
            ir.Scene(models=(ir.Model(id="m", name="m"),), links=(ir.Link(id="l", name="l", model="m", visuals=sheets(count, opacity)),))
        )
        painted.clear()
        image = picture(drawing, ("visuals",), (80, 60), 0.0, 0.0)
        assert hue(image) == "red"
        assert (CROWDED in drawing.notes) is is_reported
        assert sum(painted) <= 2 * LAYERS * 4 * 80 * 60, "what is solid and what is clear, four finer pixels for each"
    picture(drawing, ("visuals",), (80, 60), 0.5, 0.0)
    assert drawing.notes.count(CROWDED) == 1


def test_a_face_that_a_file_repeats_is_drawn_once(tmp_path: Path) -> None:
    corners = "v 0 0 0\nv 0 1 0\nv 0 0 1\nv 0.5 0.5 0.5\n"
    images = []
    for name, faces in (("once", "f 1 2 3\nf 1 4 2\n"), ("often", "f 1 2 3\nf 1 4 2\nf 2 3 1\n" * 500)):
        (tmp_path / f"{name}.obj").write_text(corners + faces)
        mesh = ir.Mesh(id="o", uri=f"{name}.obj", found=str(tmp_path / f"{name}.obj"))
        link = ir.Link(id="l", name="l", model="m", visuals=(ir.Visual(geometry=ir.MeshShape(mesh="o")),))
        drawing = draw(ir.Scene(models=(ir.Model(id="m", name="m"),), links=(link,), meshes=(mesh,)))
        assert drawing.notes == []
        images.append(picture(drawing, ("visuals",), (80, 60), 0.5, 0.2))
    assert np.array_equal(images[0], images[1])


@pytest.mark.sweep
@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="Linux tells how much memory a process took")
def test_a_picture_of_a_fine_mesh_takes_memory_in_proportion_to_its_file(tmp_path: Path) -> None:
    """Far less than the 30 times the input and 200 MB that a reader of what others wrote may take."""
    wide = 300
    vertices = "".join(f"v {i} {j} {(i * j) % 7}\n" for i in range(wide) for j in range(wide))
    faces = "".join(f"f {a} {a + 1} {a + wide}\nf {a + 1} {a + wide + 1} {a + wide}\n" for a in range(1, wide * (wide - 1)))
    (tmp_path / "fine.obj").write_text(vertices + faces)
    (tmp_path / "fine.sdf").write_text(
        '<sdf version="1.9"><model name="m"><link name="l"><visual name="v"><geometry><mesh><uri>fine.obj</uri></mesh></geometry>'
        "</visual></link></model></sdf>"
    )
    code = (
        "import re, sys\nfrom scenec.cli.main import main\nstatus = main(sys.argv[1:])\n"
        "print(re.search(r'VmHWM:\\s*(\\d+) kB', open('/proc/self/status').read())[1])\nsys.exit(status)\n"
    )  # what a process says of itself: what its parent hears (ru_maxrss) counts the parent's own memory at the fork
    command = [sys.executable, "-c", code, "view", str(tmp_path / "fine.sdf"), "-o", str(tmp_path / "fine.png")]
    peak = 1024 * int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert (tmp_path / "fine.png").stat().st_size > 10_000
    assert peak <= 20 * (tmp_path / "fine.obj").stat().st_size + 120e6
