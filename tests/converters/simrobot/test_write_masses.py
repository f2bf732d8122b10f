"""Masses of bodies, and the reference points of their tensors."""

from __future__ import annotations

import math

from scenec import ir
from scenec.ir.inertia import Inertia
from tests.converters.simrobot.writing import link, pose, scene, write

TENSOR = Inertia(0.3, 0.4, 0.5, 0.01, 0.02, 0.03)


def test_the_tensor_stands_about_the_centre_of_mass_to_the_last_digit() -> None:
    """SimRobot takes it about the origin of the mass's frame, so that is put into the centre of mass."""
    inertial = ir.Inertial(mass=1.7, pose=pose(100.1, 0.2, 0.3, (0.1, 0.2, 0.3)), inertia=TENSOR)
    written = write(scene(link("body", inertial=inertial)))
    assert written.link("body").inertial == inertial


def test_the_newer_core_has_it_along_the_axes_of_the_body() -> None:
    """SimRobot ignores the place of a mass: x, y, z and a turned tensor say the same."""
    inertial = ir.Inertial(mass=1.0, pose=pose(x=0.5, rpy=(0.0, 0.0, math.pi / 2)), inertia=Inertia(1.0, 2.0, 2.5, 0.25))
    mass = write(scene(link("body", inertial=inertial)), "core3").link("body").inertial
    assert mass is not None and mass.pose is not None and mass.pose.position == (0.5, 0.0, 0.0)
    assert mass.inertia == Inertia(2.0, 1.0, 2.5, -0.25)


def test_a_body_that_weighs_nothing_and_hangs_on_nothing_stands_still() -> None:
    written = write(scene(link("marker", inertial=None, collisions=(ir.Collision(name="c", geometry=ir.Sphere(radius=1.0)),))))
    assert written.scene.physics().links[0].static
    assert written.finding("link-made-static").fate == "converted"


def test_what_never_moves_needs_no_mass_and_losing_it_is_no_loss() -> None:
    written = write(scene(ir.Model(id="m", name="wall", static=True), link("wall")))
    assert ("mass-ineffective" in written.codes, "inertial-dropped" in written.codes) == (True, False)


def test_a_body_of_simrobots_own_that_weighs_nothing_stays_so() -> None:
    nothing = ir.Inertial(mass=0.0, inertia=Inertia(0.0, 0.0, 0.0))
    written = write(scene(link("marker", inertial=nothing)), source_format="simrobot")
    assert written.link("marker").inertial.mass == 0  # type: ignore[union-attr]  # the link has an inertial
    assert "mass-defaulted" not in written.codes


def test_a_tensor_without_a_mass_is_reported() -> None:
    written = write(scene(link("marker", inertial=ir.Inertial(inertia=TENSOR))), source_format="simrobot")
    assert "<InertiaMatrixMass" not in written.text
    assert written.finding("inertial-dropped").level == "error"
