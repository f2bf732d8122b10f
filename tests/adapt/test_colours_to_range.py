"""Parts of colours that a target does not take become the nearest that it does; others stay the objects they are."""

from __future__ import annotations

import math

from scenec import ir
from tests.adapt.jointed import adapted, mechanism


def painted(*diffuse: float) -> ir.Scene:
    red, green, blue, alpha = diffuse
    visual = ir.Visual(
        geometry=ir.Sphere(radius=1.0), material=ir.Material(diffuse=(red, green, blue, alpha), specular=(0.5, 0.5, 0.5, 1.0))
    )
    return mechanism(ir.Link(id="ball", name="ball", model="m", visuals=(visual,)))


def test_a_colour_that_is_too_bright_or_none_is_cut_off_and_reported() -> None:
    after, [finding] = adapted("colours_to_range", painted(1.5, -0.25, 0.5, math.nan))
    material = after.links[0].visuals[0].material
    assert material is not None and material.diffuse == (1.0, 0.0, 0.5, 0.0)
    assert (finding.code, finding.fate, finding.level, finding.value, finding.target) == (
        "colour-range-approximated",
        "approximated",
        "note",
        "1.5 -0.25 0.5 nan",
        "1 0 0.5 0",
    )
    assert finding.subject.endswith("ball.visuals[0].material.diffuse")


def test_a_light_may_be_too_bright_as_well() -> None:
    scene = ir.Scene(lights=(ir.Light(name="sun", type="directional", diffuse=(2.0, 2.0, 2.0, 1.0)),))
    after, findings = adapted("colours_to_range", scene)
    assert (after.lights[0].diffuse, [each.subject for each in findings]) == ((1.0, 1.0, 1.0, 1.0), ["sun.diffuse"])


def test_colours_in_range_are_left_alone() -> None:
    scene = painted(1.0, 0.0, 0.5, 0.25)
    assert adapted("colours_to_range", scene) == (scene, [])


def test_the_colours_of_a_world_as_well() -> None:
    look = ir.Look(background=(0.5, 3.0, 0.5, 1.0), fog=ir.Fog(color=(0.0, 0.0, -1.0, 1.0)))
    after, findings = adapted("colours_to_range", ir.Scene(worlds=(ir.World(id="w", name="w", look=look),)))
    changed = after.worlds[0].look
    assert changed is not None and changed.fog is not None
    assert (changed.background, changed.fog.color) == ((0.5, 1.0, 0.5, 1.0), (0.0, 0.0, 0.0, 1.0))
    assert {each.subject for each in findings} == {"w.look.background", "w.look.fog.color"}
