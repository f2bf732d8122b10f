"""Links: mass, switches, collisions with their surfaces, batteries."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from scenec import ir
from scenec.ir.inertia import Inertia
from tests.converters.sdformat.writing import link, pose, scene, write

INERTIA = Inertia(0.1, 0.2, 0.3, 0.01, 0.02, 0.03)


def with_collision(**fields: Any) -> ir.Scene:
    said: dict[str, Any] = {"name": "c", "geometry": ir.Sphere(radius=1.0)} | fields
    return scene(link("a", collisions=(ir.Collision(**said),)))


def test_mass_and_inertia_are_always_stated() -> None:
    """SDFormat's silence means 1 kg and the identity, so that even zeros are written."""
    inertial = ir.Inertial(mass=1.0, pose=pose(0.1, rpy=(0.0, 0.2, 0.0)), inertia=INERTIA)
    out = write(scene(link("a", inertial=inertial)))
    assert out.text(".//inertial/mass") == "1" and out.text(".//inertial/pose") == "0.1 0 0 0 0.2 0"
    tags = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    assert [out.text(f".//inertia/{tag}") for tag in tags] == ["0.1", "0.01", "0.02", "0.2", "0.03", "0.3"]


def test_a_moving_link_without_mass_gets_one_and_says_so() -> None:
    out = write(scene(link("a", inertial=None)))
    assert out.text(".//inertial/mass") == "1"
    assert out.finding("inertial-defaulted").fate == "defaulted"


def test_a_static_link_needs_no_mass() -> None:
    out = write(scene(ir.Model(id="m", name="m", static=True), link("a", inertial=None)))
    assert out.text(".//static") == "true" and not out.has(".//inertial") and not out.findings


def test_the_mass_that_silence_means_is_not_written_for_what_never_moves() -> None:
    """A static link without <inertial> reads as 1 kg and the unit tensor; writing it again says no more. Any other mass stays."""
    static = ir.Model(id="m", name="m", static=True)
    silent = write(scene(static, link("a")))
    assert not silent.has(".//inertial") and not silent.findings
    heavy = write(scene(static, link("a", inertial=ir.Inertial(mass=2.0, inertia=Inertia(1.0, 1.0, 1.0)))))
    assert heavy.text(".//inertial/mass") == "2"
    beside = write(scene(static, link("a", inertial=ir.Inertial(mass=1.0, inertia=Inertia(1.0, 1.0, 1.0), pose=pose(1.0)))))
    assert beside.text(".//inertial/pose") == "1 0 0 0 0 0"


def test_automatic_inertia_and_added_mass_raise_the_version() -> None:
    auto = scene(link("a", inertial=ir.Inertial(auto=True, density=500.0)))
    assert write(auto).version == "1.11"
    assert write(auto).attribute(".//inertial", "auto") == "true" and write(auto).text(".//inertial/density") == "500"
    added = tuple(float(i) for i in range(21))
    swimming = scene(link("a", inertial=ir.Inertial(mass=1.0, inertia=INERTIA, added_mass=added)))
    assert write(swimming).version == "1.10" and write(swimming).text(".//fluid_added_mass/rr") == "20"
    assert "inertial-added-mass-dropped" in write(swimming, "1.9").codes


def test_switches_are_written_where_they_differ_from_the_default() -> None:
    out = write(scene(link("a", gravity=False, kinematic=True, self_collide=True, must_be_base=True, enable_wind=True)))
    for tag, text in (
        ("gravity", "false"),
        ("kinematic", "true"),
        ("self_collide", "true"),
        ("must_be_base_link", "true"),
        ("enable_wind", "true"),
    ):
        assert out.text(f".//link/{tag}") == text
    quiet = write(scene(link("a", gravity=True, kinematic=False, self_collide=False)))
    assert not any(quiet.has(f".//link/{tag}") for tag in ("gravity", "kinematic", "self_collide")) and not quiet.findings


def test_damping_as_a_rate_is_velocity_decay() -> None:
    rate = write(scene(link("a", damping=ir.Damping(law="rate", linear=0.01, angular=0.02))))
    assert (rate.text(".//velocity_decay/linear"), rate.text(".//velocity_decay/angular")) == ("0.01", "0.02") and not rate.findings
    slow = write(scene(link("a", damping=ir.Damping(law="rate", angular=0.02, angular_below=0.5))))
    assert slow.text(".//velocity_decay/angular") == "0.02" and slow.codes == {"damping-threshold-approximated"}


def test_a_damping_force_becomes_the_share_it_takes_in_one_step() -> None:
    ball = ir.Inertial(mass=2.0, inertia=Inertia(0.5, 0.5, 0.5))
    world = ir.World(id="w", name="w", gravity=(0.0, 0.0, -9.8), profiles=(ir.PhysicsProfile(step=0.01),))
    drag = ir.Damping(law="force", linear=0.5, angular=0.1)
    out = write(scene(link("a", damping=drag, inertial=ball), worlds=(world,)), as_="world")
    assert (out.text(".//velocity_decay/linear"), out.text(".//velocity_decay/angular")) == ("0.0025", "0.002")
    finding = out.finding("damping-approximated")
    assert (finding.level, finding.target) == ("warning", "linear 0.0025, angular 0.002")
    massless = write(scene(link("a", damping=drag, inertial=ir.Inertial(mass=0.0, inertia=Inertia(0.0, 0.0, 0.0)))))
    assert not massless.has(".//velocity_decay") and "damping-dropped" in massless.codes


def test_friction_and_restitution() -> None:
    surface = ir.Surface(
        mu=0.8, mu2=1.0, direction=(0.0, 1.0, 0.0), slip1=0.1, restitution=0.5, rolling_friction=0.02, spinning_friction=0.3
    )
    out = write(with_collision(surface=surface))
    assert out.text(".//friction/ode/mu") == "0.8"
    assert not out.has(".//friction/ode/mu2")  # equals the default
    assert out.text(".//friction/ode/fdir1") == "0 1 0" and out.text(".//friction/ode/slip1") == "0.1"
    assert out.text(".//bounce/restitution_coefficient") == "0.5"
    assert out.text(".//bounce/threshold") == "0"  # by default nothing slower than 100 km/s would bounce
    assert out.text(".//friction/bullet/rolling_friction") == "0.02"
    assert out.text(".//friction/torsional/coefficient") == "0.3"
    assert not out.findings


def test_one_friction_coefficient_holds_in_every_direction() -> None:
    """SDFormat has two, and its silence about the second would mean 1."""
    out = write(with_collision(surface=ir.Surface(mu=50.0)))
    assert (out.text(".//friction/ode/mu"), out.text(".//friction/ode/mu2"), out.codes) == ("50", "50", set())


def test_infinite_friction() -> None:
    assert write(with_collision(surface=ir.Surface(mu=math.inf))).text(".//friction/ode/mu") == "inf"


def test_contact_softness_of_a_collision_and_of_the_world() -> None:
    """Contact values of a world are written to every surface that has none of its own."""
    solver = ir.SolverSettings(contact_cfm=0.002, contact_erp=0.6, slip1=0.1)
    world = ir.World(id="w", name="w", profiles=(ir.PhysicsProfile(solver=solver),))
    surface = ir.Surface(soft_cfm=0.5, stiffness=1e6, max_correcting_velocity=0.1, min_depth=0.001)
    out = write(replace(with_collision(surface=surface), worlds=(world,)), as_="world")
    contact = ".//surface/contact/ode/"
    assert [out.text(contact + tag) for tag in ("soft_cfm", "soft_erp", "kp", "max_vel", "min_depth")] == [
        "0.5",
        "0.6",
        "1000000",
        "0.1",
        "0.001",
    ]
    assert out.text(".//friction/ode/slip1") == "0.1"
    assert not out.findings


def test_masks_and_sensing_only() -> None:
    out = write(with_collision(collide_mask=3, category_mask=4, sensing_only=True, max_contacts=4, laser_retro=0.5))
    assert (out.text(".//contact/collide_bitmask"), out.text(".//contact/category_bitmask")) == ("3", "4")
    assert out.text(".//contact/collide_without_contact") == "true"
    assert (out.text(".//collision/max_contacts"), out.text(".//collision/laser_retro")) == ("4", "0.5")


def test_what_a_surface_cannot_say_is_named() -> None:
    out = write(
        with_collision(surface=ir.Surface(name="rubber", mu=0.5, contact_motion1=0.3), excluded=("b",), debug_color=(1.0, 0.0, 0.0, 1.0))
    )
    assert out.codes == {
        "surface-name-dropped",
        "surface-contact-motion1-dropped",
        "collision-excluded-dropped",
        "collision-debug-color-dropped",
    }


@pytest.mark.parametrize(("version", "written"), [("1.4", False), ("1.5", True)])
def test_batteries(version: str, written: bool) -> None:
    out = write(scene(link("a", batteries=(ir.Battery(name="b", voltage=12.0),))), version)
    assert out.has(".//battery[@name='b']/voltage") is written
    assert ("battery-dropped" in out.codes) is not written


def test_a_light_in_a_link_needs_1_6() -> None:
    lit = scene(link("a", lights=(ir.Light(name="lamp", type="point", diffuse=(1.0, 1.0, 1.0, 1.0)),)))
    assert write(lit, "1.6").attribute(".//link/light", "name") == "lamp"
    assert "link-light-dropped" in write(lit, "1.5").codes
