"""Numbers that libsdformat refuses a whole file for: each becomes the nearest that it reads."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from scenec import ir
from scenec.converters.sdformat.profile import CAMERA_OPENING, RANGES
from scenec.converters.sdformat.write.value_facts import ValueFacts
from scenec.trace import ids_of, traced
from tests.adapt.jointed import adapted, body, mechanism

SPECIFICATION = Path("/usr/share/sdformat12/1.9")
"""Of libsdformat 12, which converts older files to this version before it checks them."""
SURFACE = ir.Surface(mu=-1.0, mu2=0.5, restitution=1.5, patch_radius=-0.1)
CAMERA = ir.Camera(width=4, height=3, horizontal_fov=1.0, near=-1.0, far=0.05, noise=ir.Noise(type="gaussian", mean=0.0, stddev=-0.1))
LOOK = ir.Look(fog=ir.Fog(type="linear", start=-1.0, end=5.0, density=-2.0), sky=ir.Sky(cloud_direction=4.0, cloud_humidity=2.0))


def outside() -> ir.Scene:
    ball = ir.Collision(name="ball", geometry=ir.Sphere(radius=0.1), surface=SURFACE)
    eye = ir.Sensor(name="eye", type="camera", cameras=(CAMERA,))
    scene = mechanism(body("a", collisions=(ball,), sensors=(eye,)))
    return replace(scene, worlds=(ir.World(id="w", name="w", look=LOOK),), models=(replace(scene.models[0], world="w"),))


def test_each_number_becomes_the_nearest_in_range() -> None:
    after, findings = adapted("numbers_to_range", outside(), ranges=RANGES)
    surface, camera = after.links[0].collisions[0].surface, after.links[0].sensors[0].cameras[0]
    assert surface is not None and (surface.mu, surface.mu2, surface.restitution, surface.patch_radius) == (0.0, 0.5, 1.0, 0.0)
    assert camera.noise is not None and (camera.near, camera.far, camera.noise.stddev) == (0.0, 0.1, 0.0)
    reported = {each.subject: (each.code, each.value, each.target) for each in findings}
    assert reported["m::a.surface.restitution"] == ("surface-range-approximated", "1.5", "1")
    assert reported["m::a.camera.far"] == ("sensor-range-approximated", "0.05", "0.1")
    assert reported["fog.density"] == ("look-range-approximated", "-2", "0")
    assert len(findings) == 10


def test_the_result_comes_from_the_number_of_the_source() -> None:
    scene = mechanism(body("a", collisions=(ir.Collision(geometry=ir.Sphere(radius=0.1), surface=ir.Surface(mu=traced(-1.0, (7,)))),)))
    surface = adapted("numbers_to_range", scene, ranges=RANGES)[0].links[0].collisions[0].surface
    assert surface is not None and (surface.mu, ids_of(surface.mu)) == (0.0, (7,))


def test_a_scene_in_range_is_left_alone() -> None:
    after, _ = adapted("numbers_to_range", outside(), ranges=RANGES)
    assert adapted("numbers_to_range", after, ranges=RANGES)[0] is after


def bounds_of(path: str, element: ElementTree.Element) -> Iterator[tuple[str, float, float]]:
    """Yield the path of each number that a specification bounds, with its least and largest value."""
    here = f"{path}/{element.get('name')}" if path else str(element.get("name"))
    for each in (element, *element.findall("attribute")):
        where = here if each is element else f"{here}/@{each.get('name')}"
        low, high = each.get("min"), each.get("max")
        if (low is not None or high is not None) and " " not in (low or ""):
            yield where, float(low or -math.inf), float(high or math.inf)
    for inner in element.findall("element"):
        if inner.get("name"):
            yield from bounds_of(here, inner)


@pytest.mark.skipif(not SPECIFICATION.is_dir(), reason="the specification of libsdformat 12 is not installed")
def test_no_number_is_written_that_the_specification_of_libsdformat_refuses() -> None:
    """The writer checks numbers by the newest specification, which is stricter except for the openings of cameras."""
    found = [each for file in sorted(SPECIFICATION.glob("*.sdf")) for each in bounds_of("", ElementTree.parse(file).getroot())]
    outside = [(path, bound) for path, low, high in found for bound in (low - 0.01, high + 0.01) if math.isfinite(bound)]
    loose = {path for path, number in outside if ValueFacts(path, "1.9", False).allows(number)}
    assert len(found) > 20 and loose == {"camera/horizontal_fov"}
    assert ("camera/horizontal_fov", CAMERA_OPENING["least"], CAMERA_OPENING["most"]) in found
