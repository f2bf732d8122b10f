"""The scene that other tests vary holds everything, and is a legal scene."""

from __future__ import annotations

import typing
from types import UnionType
from typing import Any

import msgspec

from scenec import ir
from scenec.checks.scene import check
from scenec.ir.walk import is_node, is_nodes
from tests.scenes import kitchen_sink


def classes_of(hint: Any) -> set[type[msgspec.Struct]]:
    """The node classes a field's type mentions."""
    if typing.get_origin(hint) in (tuple, UnionType, typing.Union):
        return set().union(*(classes_of(part) for part in typing.get_args(hint)))
    return {hint} if isinstance(hint, type) and issubclass(hint, msgspec.Struct) else set()


def every_class() -> set[type[msgspec.Struct]]:
    """The node classes that can be reached from a scene, by the types of their fields."""
    found: set[type[msgspec.Struct]] = set()
    todo: list[type[msgspec.Struct]] = [ir.Scene]
    while todo:
        node = todo.pop()
        if node not in found:
            found.add(node)
            hints = typing.get_type_hints(node)
            todo.extend(each for name in node.__struct_fields__ for each in classes_of(hints[name]))
    return found


def fields_said(scene: ir.Scene) -> set[tuple[type, str]]:
    """(class, field) of everything that says something, structural fields included."""
    said: set[tuple[type, str]] = set()
    todo: list[msgspec.Struct] = [scene]
    while todo:
        node = todo.pop()
        for name in node.__struct_fields__:
            value = getattr(node, name)
            if value is None or value == ():
                continue
            said.add((type(node), name))
            if is_node(value):
                todo.append(value)
            elif is_nodes(value):
                todo.extend(value)
    return said


def test_every_class_and_every_field_is_in_the_kitchen_sink() -> None:
    said = fields_said(kitchen_sink())
    wanted = {(node, name) for node in every_class() for name in node.__struct_fields__ if name != "origin"}
    assert {f"{node.__name__}.{name}" for node, name in wanted - said} == set()


def test_the_types_of_fields_are_followed() -> None:
    """Without that, no field would be expected, and the test above could not fail."""
    assert len(every_class()) > 70
    assert {ir.Noise, ir.Waypoint, ir.RawItem, ir.Torus, ir.Inertia} <= every_class()


def test_the_kitchen_sink_holds_every_type_of_joint_sensor_and_shape() -> None:
    scene = kitchen_sink()
    sensors = {sensor.type for link in scene.links for sensor in link.sensors} | {s.type for joint in scene.joints for s in joint.sensors}
    collisions = {type(collision.geometry) for link in scene.links for collision in link.collisions}
    visuals = {type(visual.geometry) for link in scene.links for visual in link.visuals}
    assert {joint.type for joint in scene.joints} == set(ir.JOINT_TYPES)
    assert sensors >= set(ir.SENSOR_TYPES)
    assert collisions == visuals == set(typing.get_args(ir.Shape))
    assert {light.type for light in (*scene.lights, *(light for link in scene.links for light in link.lights))} == {
        "directional",
        "point",
        "spot",
    }


def test_the_kitchen_sink_is_a_legal_scene() -> None:
    assert [problem.text for problem in check(kitchen_sink()) if problem.level == "error"] == []
    summary = kitchen_sink().physics()
    assert summary.total.joints == len(ir.JOINT_TYPES) + 4
