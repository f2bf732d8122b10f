"""Bounds that are infinite limit nothing. Every format writes them so that it can read its file again."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.converters import BUILT_IN
from scenec.ir.inertia import Inertia

LIMITS = ir.Limits(lower=-inf, upper=inf, effort=inf, velocity=inf)
SERVO = ir.Actuator(
    command="position",
    output="velocity",
    gains=ir.Gains(p=1.0),
    max_effort=inf,
    max_velocity=inf,
    max_acceleration=inf,
    command_lower=-inf,
    command_upper=inf,
)
WHEEL = ir.Actuator(command="velocity", output="velocity", max_effort=inf, max_velocity=inf)


def _link(name: str) -> ir.Link:
    grip = ir.Surface(mu=inf, mu2=inf, max_correcting_velocity=inf)
    return ir.Link(
        id=name,
        name=name,
        model="m",
        inertial=ir.Inertial(mass=1.0, inertia=Inertia(1.0, 1.0, 1.0)),
        collisions=(ir.Collision(name="ball", geometry=ir.Sphere(radius=0.1), surface=grip),),
        sensors=(ir.Sensor(name="eye", type="camera", update_rate=inf, cameras=(ir.Camera(near=0.1, far=inf),)),),
    )


def _joint(name: str, parent: str, child: str, actuator: ir.Actuator) -> ir.Joint:
    axis = ir.Axis(xyz=(0.0, 0.0, 1.0), limits=LIMITS)
    return ir.Joint(id=name, name=name, model="m", type="revolute", parent=parent, child=child, axes=(axis,), actuators=(actuator,))


@pytest.mark.findings("*", reason="every format; whether its reader takes the bounds is judged")
@pytest.mark.parametrize("name", list(BUILT_IN))
def test_a_file_with_endless_bounds_can_be_read_again(name: str, tmp_path: Path) -> None:
    scene = ir.Scene(
        worlds=(ir.World(id="w", name="w"),),
        models=(ir.Model(id="m", name="m", world="w"),),
        links=(_link("a"), _link("b"), _link("c")),
        joints=(_joint("servo", "a", "b", SERVO), _joint("wheel", "b", "c", WHEEL)),
    )
    path = tmp_path / "robot.out"
    scenec.write(scene, path, format=name)
    again, _ = scenec.read(path, format=name)
    assert [joint.name for joint in again.joints] == ["servo", "wheel"]
