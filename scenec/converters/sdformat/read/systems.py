"""Read plugins of Gazebo that the neutral scene can express: controllers as actuators, publishers of joint states as sensors.

Elements of such a plugin that the scene has no field for become extras of its model, under the keys of
`scenec.converters.sdformat.systems.Place`. Extras without a value mark the place of those that it has a field for, so that SDFormat is
written in the same order again. A plugin with anything unusual stays a text, like those of others.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

import msgspec

from scenec import ir
from scenec.converters.sdformat.kinds import kind_named
from scenec.converters.sdformat.read.context import Reading, is_a
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.extras import FORMAT_NAME, raw_items, read_plugin
from scenec.converters.sdformat.read.scope import Scope
from scenec.converters.sdformat.systems import (
    NAME,
    SWITCHES,
    UNBOUNDED,
    Place,
    System,
    is_named_freely,
    is_system_of_world,
    system_of_model,
)
from scenec.syntax.kinds import KindError
from scenec.trace import Ids, derived, traced

BOUNDS = ("lowest", "max_effort")
KINDS = {"axis": "unsigned int", "output": "bool", "topic": "string"}
"""Field -> kind of its text. All others are numbers."""


class _UnusualError(Exception):
    """A plugin that says something that its simulator ignores, refuses, or that the scene cannot express."""


class _Plugin:
    """A plugin that is read. values: element -> its values, one per joint; marks: an extra for each element, in their order."""

    def __init__(self, element: Element, system: System, label: str) -> None:
        self.element = element
        self.system = _switched(element, system)
        self.label = label
        self.joints: list[tuple[str, str, Ids]] = []
        self.values: dict[str, list[Any]] = {}
        self.marks: list[ir.Extra] = []
        self.flag: Ids = ()
        self.bounds = self._bounds()
        for child in element.children:
            self._read(child)

    def _read(self, child: Element) -> None:
        tag, fields = child.tag, self.system.fields
        first = tag not in self.values
        if tag in self.system.roles:
            self._read_joint(child)
        elif tag not in fields or not (first or self.system.several) or (fields[tag] in BOUNDS and not self.bounds):
            self.marks.append(_kept(child, self.label))
        else:
            kind = KINDS.get(fields[tag], "double")
            self.values.setdefault(tag, []).append(_parsed(kind, child))
            self._mark(tag)
            if fields[tag] == "output":
                self.flag = child.text_ids

    def _read_joint(self, child: Element) -> None:
        name = _parsed("string", child).strip()
        if not name or (self.system.single and self.joints):
            raise _UnusualError
        self.joints.append((child.tag, name, child.text_ids))
        self._mark(child.tag)

    def _mark(self, tag: str) -> None:
        self.marks.append(ir.Extra(format=FORMAT_NAME, key=Place(tag, self.label).key, origin=self.element.origin))

    def _bounds(self) -> tuple[str, ...]:
        """Return the elements that bound the command. () unless they are one maximum for each joint, or none."""
        tags = tuple(tag for each in BOUNDS for tag, field in self.system.fields.items() if field == each)
        if not tags:
            return ()
        lowest, highest = (
            [_parsed("double", child) for child in self.element.children if child.tag == tag] for tag in tags
        )  # fmt: skip
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
            raise _UnusualError
        return ir.Actuator(
            kind=system.name, command=traced(system.command, ids), output=traced(system.output, (*ids, *self.flag)),
            gains=ir.Gains(**gains, origin=self.element.origin) if gains else None, max_effort=self._maximum(index), **fields,
            extras=self._of_joint(index), origin=self.element.origin,
        )  # fmt: skip

    def _maximum(self, index: int) -> float | None:
        """Return the maximum that both bounds state, None for a controller that does not limit its command."""
        if not self.bounds:
            return None
        lowest, highest = (self.value(tag, index) for tag in self.bounds)
        if highest < lowest or highest >= UNBOUNDED:
            self.element.file.ledger.consumed(lowest, highest)
            return None
        maximum: float = derived(float(highest), highest, lowest)
        return maximum

    def _of_joint(self, index: int) -> tuple[ir.Extra, ...]:
        role, number = "", index
        if self.joints:
            role = self.joints[index][0]
            number = sum(each[0] == role for each in self.joints[:index])
        return (ir.Extra(format=FORMAT_NAME, key=Place(role, self.label, number).key, origin=self.element.origin),)

    def sensor(self, others: tuple[str, ...], ids: Ids) -> ir.Sensor:
        """Return the sensor of the first joint. others: the ids of the other joints."""
        fields = {field: self.value(tag, 0) for tag, field in self.system.fields.items()}
        return ir.Sensor(
            type=traced("joint_state", ids), native_type=self.system.name, targets=others, **fields, extras=self._of_joint(0),
            origin=self.element.origin,
        )  # fmt: skip


def _switched(element: Element, system: System) -> System:
    """Return the plugin that a flag in it makes of it."""
    for tag, (without, with_it) in SWITCHES.items():
        flag = next((child for child in element.children if child.tag == tag), None)
        if flag is not None and system is without and _parsed("bool", flag):
            return with_it
    return system


def _kept(child: Element, label: str) -> ir.Extra:
    """Return an element that the scene has no field for."""
    key = Place(child.tag, label).key
    if child.children or child.attributes or not child.text:
        return ir.Extra(format=FORMAT_NAME, key=key, content=raw_items(child), origin=child.origin)
    return ir.Extra(format=FORMAT_NAME, key=key, value=traced(str(child.text), child.text_ids), origin=child.origin)


def _name(element: Element, label: str) -> ir.Extra:
    """Return the name of a plugin that may have any."""
    value = traced(str(element.attributes["name"]), element.attribute_ids("name"))
    return ir.Extra(format=FORMAT_NAME, key=Place(NAME, label).key, value=value, origin=element.origin)


def _parsed(kind: str, child: Element) -> Any:
    if child.children or child.attributes or not child.text:
        raise _UnusualError
    try:
        return traced(kind_named(kind).parse(child.text)[0], child.text_ids)
    except KindError:
        raise _UnusualError from None


# ---------------------------------------------------------------- models


def read_systems(reading: Reading, scopes: Iterable[Scope]) -> None:
    """Read the plugins of models, once all joints are read."""
    waiting = [scope for scope in scopes if not scope.is_world and scope.element.has("plugin")]
    if not waiting:
        return
    joints = {joint.id: number for number, joint in enumerate(reading.joints)}
    models = {model.id: number for number, model in enumerate(reading.models)}
    for scope in waiting:
        number = models[scope.id]
        model = reading.models[number]
        labels: dict[str, int] = {}
        texts, extras = [], []
        for element in scope.element.all("plugin"):
            made = _made(reading, scope, element, labels, joints)
            if made is None:
                texts.append(read_plugin(element, reading.use_of(element)))
            else:
                extras += made
        reading.models[number] = msgspec.structs.replace(model, plugins=tuple(texts), extras=(*extras, *model.extras))


def _made(reading: Reading, scope: Scope, element: Element, labels: dict[str, int], joints: dict[str, int]) -> list[ir.Extra] | None:
    """Give joints what a plugin says of them. Return what the scene cannot express of it, None if it stays a text."""
    filename, name = element.attributes.get("filename", "").strip(), element.attributes.get("name", "").strip()
    system = system_of_model(filename, name)
    if system is None or not _is_usual(element) or not name or " " in name:
        return None
    label = f"{filename} {name}"
    if label in labels:
        label += f" ({labels[label] + 1})"
    try:
        plugin = _Plugin(element, system, label)
        numbers = _joints_of(reading, scope, plugin, joints)
        ids = element.attribute_ids("filename")
        if is_named_freely(filename):
            plugin.marks.insert(0, _name(element, label))
        else:
            ids = (*element.attribute_ids("name"), *ids)
        if system.command:
            made: Any = [plugin.actuator(index, ids) for index in range(len(numbers))]
            if any(each.axis >= len(reading.joints[number].axes) for each, number in zip(made, numbers, strict=True)):
                return None
        else:
            made = plugin.sensor(tuple(reading.joints[number].id for number in numbers[1:]), ids)
    except _UnusualError:
        return None
    labels[f"{filename} {name}"] = labels.get(f"{filename} {name}", 0) + 1
    element.used = element.whole = True
    reading.ledger.consumed(*(traced("", each) for _, _, each in plugin.joints))
    if not system.command:
        joint = reading.joints[numbers[0]]
        reading.joints[numbers[0]] = msgspec.structs.replace(joint, sensors=(*joint.sensors, made))
    for number, actuator in zip(numbers, made, strict=True) if system.command else ():
        joint = reading.joints[number]
        reading.joints[number] = msgspec.structs.replace(joint, actuators=(*joint.actuators, actuator))
    return plugin.marks


def _is_usual(element: Element) -> bool:
    """Return whether a plugin has both attributes, no text between its elements, and was not added by an <include>."""
    return element.include is None and len(element.attributes) == 2 and not element.text.strip()


def _joints_of(reading: Reading, scope: Scope, plugin: _Plugin, joints: dict[str, int]) -> list[int]:
    """Return the places of the joints that a plugin concerns among those of the scene: of its own model, and moving about an axis."""
    if not plugin.joints and plugin.system.all_joints:
        found = [joints[named.id] for named in scope.of("joint") if named.id in joints]
        sizes = (1,) if plugin.system.command else (1, 2)
        found = [number for number in found if len(reading.joints[number].axes) in sizes]
    else:
        ids = [scope.resolve(name) for _, name, _ in plugin.joints]
        if any(each is None or not is_a("joint", each) or each not in joints for each in ids):
            raise _UnusualError
        found = [joints[str(each)] for each in ids]
    own = all(reading.joints[number].model == scope.id and reading.joints[number].use is None for number in found)
    if not found or not own or len(set(found)) != len(found) or not all(reading.joints[number].axes for number in found):
        raise _UnusualError
    if plugin.system.roles and plugin.joints and {role for role, _, _ in plugin.joints} != set(plugin.system.roles):
        raise _UnusualError
    return found


# ---------------------------------------------------------------- worlds


def read_systems_of_world(reading: Reading, element: Element) -> list[ir.Extra]:
    """Return the systems of a world as extras, so that only others stay texts. A system without content says nothing that is lost."""
    extras: list[ir.Extra] = []
    labels = set()
    for each in element.children:
        filename, name = each.attributes.get("filename", "").strip(), each.attributes.get("name", "").strip()
        label = f"{filename} {name}"
        if each.tag != "plugin" or not _is_usual(each) or label in labels or not is_system_of_world(filename, name):
            continue
        labels.add(label)
        each.used = each.whole = True
        reading.ledger.consumed(traced("", (*each.attribute_ids("name"), *each.attribute_ids("filename"))))
        extras.append(ir.Extra(format=FORMAT_NAME, key=Place("", label).key, origin=each.origin))
        extras += [_kept(child, label) for child in each.children]
    return extras
