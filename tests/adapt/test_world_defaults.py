"""Worlds state gravity and step for a target whose defaults are not those of the source's simulator."""

from __future__ import annotations

from scenec import ir
from tests.adapt.jointed import adapted

MOON = ir.World(id="w", gravity=(0.0, 0.0, -1.62), profiles=(ir.PhysicsProfile(step=0.002),))
EMPTY = ir.Scene(worlds=(ir.World(id="v"), MOON))


def test_what_the_sources_simulator_takes_is_stated_where_a_world_is_silent() -> None:
    scene, findings = adapted("world_defaults", EMPTY, gravity=(0.0, 0.0, -9.81), step=0.01)
    silent, moon = scene.worlds
    assert (silent.gravity, silent.profiles) == ((0.0, 0.0, -9.81), (ir.PhysicsProfile(step=0.01, update_rate=100.0),))
    assert moon is MOON
    assert [finding.code for finding in findings] == ["gravity-defaulted", "step-defaulted"]


def test_where_that_is_unknown_the_targets_defaults_are() -> None:
    scene, findings = adapted("world_defaults", EMPTY, default_gravity=(0.0, 0.0, -9.8), default_step=0.001)
    assert (scene.worlds[0].gravity, scene.worlds[0].profiles[0].step) == ((0.0, 0.0, -9.8), 0.001)
    assert [finding.code for finding in findings] == ["gravity-default-written", "step-default-written"]


def test_a_result_without_a_world_needs_neither() -> None:
    assert adapted("world_defaults", EMPTY, writes_worlds=lambda scene: False) == (EMPTY, [])
