"""Read plugins of Gazebo that the neutral scene can express: controllers as actuators, publishers of joint states as sensors. They stand in
files of SDFormat and in <gazebo> tags of URDF.

Elements of such a plugin that the scene has no field for become extras of its model, under the keys of
`scenec.converters.common.gazebo_systems.Place`. Extras without a value mark the place of those that it has a field for, so that SDFormat is
written in the same order again. A plugin with anything unusual stays a text, like those of others.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import msgspec

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.accounting.rest import raw_items
from scenec.converters.common.gazebo_systems import NAME, SWITCHES, UNBOUNDED, Place, System, is_named_freely, system_of_model
from scenec.source import Origin
from scenec.syntax.kinds import KindError
from scenec.syntax.tree import SourceNode
from scenec.trace import Ids, derived, traced

BOUNDS = ("lowest", "max_effort")
KINDS = {"axis": "unsigned int", "output": "bool", "topic": "string"}
"""Field -> kind of its text. All others are numbers."""


class Source(msgspec.Struct, frozen=True):
    """How elements of a format are asked. format: the one whose values these are. parse: the value of a text, by the name of its kind in
    SDFormat. It raises KindError."""

    format: str
    ledger: Ledger
    parse: Callable[[str, str], Any]
    origin_of: Callable[[Any], Origin]

    def parsed(self, kind: str, child: SourceNode) -> Any:
        """Return the value of an element that has nothing but a text."""
        if child.children or child.attributes or not child.text:
            raise UnusualPluginError
        try:
            return traced(self.parse(kind, child.text), child.text_ids)
        except KindError:
            raise UnusualPluginError from None

    def kept(self, child: SourceNode, label: str) -> ir.Extra:
        """Return an element that the scene has no field for."""
        key, origin = Place(child.tag, label).key, self.origin_of(child)
        if child.children or child.attributes or not child.text:
            return ir.Extra(format=self.format, key=key, content=raw_items(child), origin=origin)
        return ir.Extra(format=self.format, key=key, value=traced(str(child.text), child.text_ids), origin=origin)


class UnusualPluginError(Exception):
    """A plugin that says something that its simulator ignores, refuses, or that the scene cannot express."""


class DrivingPlugin:
    """A plugin that is read. values: element -> its values, one per joint; marks: an extra for each element, in their order."""

    def __init__(self, element: SourceNode, system: System, label: str, source: Source) -> None:
        self.element = element
        self.source = source
        self.origin = source.origin_of(element)
        self.system = self._switched(system)
        self.label = label
        self.joints: list[tuple[str, str, Ids]] = []
        self.values: dict[str, list[Any]] = {}
        self.marks: list[ir.Extra] = []
        self.flag: Ids = ()
        self.bounds = self._bounds()
        for child in element.children:
            self._read(child)

    def _read(self, child: SourceNode) -> None:
        tag, fields = child.tag, self.system.fields
        first = tag not in self.values
        if tag in self.system.roles:
            self._read_joint(child)
        elif tag not in fields or not (first or self.system.several) or (fields[tag] in BOUNDS and not self.bounds):
            self.marks.append(self.source.kept(child, self.label))
        else:
            kind = KINDS.get(fields[tag], "double")
            self.values.setdefault(tag, []).append(self.source.parsed(kind, child))
            self._mark(tag)
            if fields[tag] == "output":
                self.flag = child.text_ids

    def _read_joint(self, child: SourceNode) -> None:
        name = self.source.parsed("string", child).strip()
        if not name or (self.system.single and self.joints):
            raise UnusualPluginError
        self.joints.append((child.tag, name, child.text_ids))
        self._mark(child.tag)

    def _mark(self, tag: str) -> None:
        self.marks.append(ir.Extra(format=self.source.format, key=Place(tag, self.label).key, origin=self.origin))

    def _bounds(self) -> tuple[str, ...]:
        """Return the elements that bound the command. () unless they are one maximum for each joint, or none."""
        tags = tuple(tag for each in BOUNDS for tag, field in self.system.fields.items() if field == each)
        if not tags:
            return ()
        lowest, highest = ([self.source.parsed("double", child) for child in self.element.children if child.tag == tag] for tag in tags)
        if not self.system.several:
            lowest, highest = lowest[:1], highest[:1]
        low, high = (self.system.defaults[tag] for tag in tags)
        pairs = zip_longest(lowest or [low], highest or [high])
        opposite = all(a is not None and b is not None and b == -a and b > 0.0 for a, b in pairs)
        return tags if opposite or not (lowest or highest) else ()

    # -- what the scene gets

    def value(self, tag: str, index: int) -> Any:
        """Return a value of the joint of an index, by default that of the plugin. None if there is none."""
        stated = self.values.get(tag, [])
        return stated[index] if index < len(stated) else self.system.defaults.get(tag)

    def actuator(self, index: int, ids: Ids) -> ir.Actuator:
        """Return the actuator of the joint of an index. ids: of what names the plugin."""
        system = self.system
        fields: dict[str, Any] = {}
        gains: dict[str, Any] = {}
        for tag, field in system.fields.items():
            value = self.value(tag, index)
            if field.startswith("gains."):
                gains[field.partition(".")[2]] = value
            elif field not in (*BOUNDS, "output") and value is not None:
                fields[field] = value
        if not fields.get("max_velocity", 1.0) > 0.0:
            raise UnusualPluginError
        return ir.Actuator(
            kind=system.name,
            command=traced(system.command, ids),
            output=traced(system.output, (*ids, *self.flag)),
            gains=ir.Gains(**gains, origin=self.origin) if gains else None,
            max_effort=self._maximum(index),
            **fields,
            extras=self._of_joint(index),
            origin=self.origin,
        )

    def _maximum(self, index: int) -> float | None:
        """Return the maximum that both bounds state, None for a controller that does not limit its command."""
        if not self.bounds:
            return None
        lowest, highest = (self.value(tag, index) for tag in self.bounds)
        if highest < lowest or highest >= UNBOUNDED:
            self.source.ledger.consumed(lowest, highest)
            return None
        maximum: float = derived(float(highest), highest, lowest)
        return maximum

    def _of_joint(self, index: int) -> tuple[ir.Extra, ...]:
        role, number = "", index
        if self.joints:
            role = self.joints[index][0]
            number = sum(each[0] == role for each in self.joints[:index])
        return (ir.Extra(format=self.source.format, key=Place(role, self.label, number).key, origin=self.origin),)

    def sensor(self, others: tuple[str, ...], ids: Ids) -> ir.Sensor:
        """Return the sensor of the first joint. others: the ids of the other joints."""
        fields = {field: self.value(tag, 0) for tag, field in self.system.fields.items()}
        return ir.Sensor(
            type=traced("joint_state", ids),
            native_type=self.system.name,
            targets=others,
            **fields,
            extras=self._of_joint(0),
            origin=self.origin,
        )

    def _switched(self, system: System) -> System:
        """Return the plugin that a flag in it makes of it."""
        for tag, (without, with_it) in SWITCHES.items():
            flag = next((child for child in self.element.children if child.tag == tag), None)
            if flag is not None and system is without and self.source.parsed("bool", flag):
                return with_it
        return system


def read_driving_plugin(
    element: SourceNode,
    source: Source,
    labels: dict[str, int],
    joints: list[ir.Joint],
    joints_of: Callable[[DrivingPlugin], list[int]],
) -> list[ir.Extra] | None:
    """Give joints what a plugin says of them. Return what the scene cannot express of it, None if the plugin stays a text. labels: how
    often a plugin was there. joints: all of the scene. joints_of: which of them a plugin concerns; it raises UnusualPluginError."""
    filename, name = element.attributes.get("filename", "").strip(), element.attributes.get("name", "").strip()
    system = system_of_model(filename, name)
    if system is None or not is_usual(element) or not name or " " in name:
        return None
    label = f"{filename} {name}"
    if label in labels:
        label += f" ({labels[label] + 1})"
    try:
        plugin = DrivingPlugin(element, system, label, source)
        numbers = joints_of(plugin)
        ids = element.attribute_ids("filename")
        if is_named_freely(filename):
            plugin.marks.insert(0, _name(plugin))
        else:
            ids = (*element.attribute_ids("name"), *ids)
        made: list[Any] = [plugin.actuator(index, ids) for index in range(len(numbers))] if system.command else []
        if any(each.axis >= len(joints[number].axes) for each, number in zip(made, numbers, strict=False)):
            return None
        if not system.command:
            made = [plugin.sensor(tuple(joints[number].id for number in numbers[1:]), ids)]
    except UnusualPluginError:
        return None
    labels[f"{filename} {name}"] = labels.get(f"{filename} {name}", 0) + 1
    source.ledger.consumed(*(traced("", each) for _, _, each in plugin.joints))
    for number, part in zip(numbers, made, strict=False):
        joint = joints[number]
        added = {"actuators": (*joint.actuators, part)} if system.command else {"sensors": (*joint.sensors, part)}
        joints[number] = msgspec.structs.replace(joint, **added)
    return plugin.marks


def concerned(plugin: DrivingPlugin, numbers: list[int], joints: list[ir.Joint]) -> list[int]:
    """Return the places of the joints that a plugin names, checked: each once, with axes, and one for each role."""
    if not numbers or len(set(numbers)) != len(numbers) or not all(joints[number].axes for number in numbers):
        raise UnusualPluginError
    if plugin.system.roles and plugin.joints and {role for role, _, _ in plugin.joints} != set(plugin.system.roles):
        raise UnusualPluginError
    return numbers


def of_all(plugin: DrivingPlugin, numbers: list[int], joints: list[ir.Joint]) -> list[int]:
    """Return which joints of a model a plugin concerns that concerns all."""
    sizes = (1,) if plugin.system.command else (1, 2)
    return [number for number in numbers if len(joints[number].axes) in sizes]


def is_usual(element: SourceNode) -> bool:
    """Return whether a plugin has both attributes and no text between its elements."""
    return len(element.attributes) == 2 and not element.text.strip()


def _name(plugin: DrivingPlugin) -> ir.Extra:
    """Return the name of a plugin that may have any."""
    value = traced(str(plugin.element.attributes["name"]), plugin.element.attribute_ids("name"))
    return ir.Extra(format=plugin.source.format, key=Place(NAME, plugin.label).key, value=value, origin=plugin.origin)
