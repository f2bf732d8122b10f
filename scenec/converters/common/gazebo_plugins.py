"""Write the plugins of Gazebo that drive joints and publish their states, in files of SDFormat and in <gazebo> tags of URDF.

Actuators and sensors that came from a plugin become it again, with its elements in their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from scenec.converters.common.gazebo_systems import NAME, UNBOUNDED, Place, System, place_of, plugin_of, system_like
from scenec.converters.common.raw_content import write_content
from scenec.ir.base import Extra, Id
from scenec.ir.joint import Actuator, Joint
from scenec.ir.scene import Model
from scenec.ir.sensor import Sensor
from scenec.syntax.element import Element
from scenec.syntax.kinds import finite
from scenec.syntax.said import Said, constant, spelled
from scenec.trace import ids_of, made_of


class Driven(msgspec.Struct):
    """A joint that a plugin concerns. part: its actuator, of a publisher of joint states the sensor. role, index: the element that names
    the joint, and which of those. values: field -> value, where it is not that of the part."""

    joint: Id
    part: Any
    role: str = "joint_name"
    index: int = 0
    values: dict[str, Any] = {}

    def value(self, field: str) -> Any:
        if field in self.values:
            return self.values[field]
        if field == "lowest":
            highest = self.value("max_effort")
            return None if highest is None else made_of(0.0 - float(highest), highest)
        if field.startswith("gains."):
            gains = self.part.gains
            return None if gains is None else getattr(gains, field.partition(".")[2])
        return getattr(self.part, field)


class Group(msgspec.Struct):
    """A plugin that is written. extras: what only Gazebo has of it, and the order of its elements. says: what it says by being there."""

    filename: str
    name: str
    system: System
    joints: list[Driven]
    extras: list[Extra] = []
    says: tuple[object, ...] = ()


def groups_of(model: Model, joints: Iterable[Joint]) -> list[Group]:
    """Return the plugins that the actuators and sensors of joints came from. joints: those of the model that are written."""
    driven: dict[str, list[Driven]] = {}
    for joint in joints:
        parts: tuple[Actuator | Sensor, ...] = (*joint.actuators, *joint.sensors)
        for each in parts:
            place = plugin_of(each)
            if place is not None:
                role = place.tag or "joint_name"
                driven.setdefault(place.label, []).append(Driven(joint.id, each, role, place.index or 0))
    extras: dict[str, list[Extra]] = {label: [] for label in driven}
    for extra in model.extras:
        place = place_of(str(extra.key))
        if place is not None and place.label in extras:
            extras[place.label].append(extra)
    found = []
    for label in sorted(driven, key=lambda label: _rank(label, model)):
        group = _group(label, driven[label], extras[label])
        if group is not None:
            found.append(group)
    return found


def _rank(label: str, model: Model) -> int:
    """Return the place of a plugin among those of its model."""
    extras = model.extras
    return next((number for number, extra in enumerate(extras) if (place := place_of(extra.key)) and place.label == label), len(extras))


def _group(label: str, driven: list[Driven], extras: list[Extra]) -> Group | None:
    filename, name = Place("", label).library
    kinds = {(getattr(each.part, "command", ""), getattr(each.part, "output", "")) for each in driven}
    system = system_like(filename, name, *next(iter(kinds))) if len(kinds) == 1 else None
    if system is None:
        return None
    order = {role: number for number, role in enumerate(system.roles)}
    driven.sort(key=lambda each: (order.get(each.role, len(order)), each.index))
    says: list[tuple[object, ...]] = []
    if system.command:
        says = [(each.part.command, each.part.output, each.part.axis) for each in driven]
    else:
        sensor = driven[0].part
        says = [(sensor.type, sensor.targets)]
        driven = [driven[0], *(Driven(str(target), sensor, driven[0].role, i) for i, target in enumerate(sensor.targets, 1))]
    return Group(filename, name, system, driven, extras, tuple(says))


def plugin_element(group: Group, name_of: Callable[[Id], str | None], *, others: bool) -> Element:
    """Return the element of a plugin. name_of: how it refers to a joint, None if it cannot. others: its model holds joints of other models
    now, so that a plugin for all joints must name its own."""
    return _Plugin(group, name_of, others=others).out


class _Plugin:
    """Makes one plugin."""

    def __init__(self, group: Group, name_of: Callable[[Id], str | None], *, others: bool) -> None:
        self.group = group
        self.name_of = name_of
        self.others = others
        self.out = Element("plugin", says=group.says)
        self.out.set("name", constant(group.name))
        self.out.set("filename", constant(group.filename))
        written: Counter[str] = Counter()
        stated = set()
        for extra in group.extras:
            place = place_of(str(extra.key))
            assert place is not None
            if place.tag == NAME:
                self.out.set("name", _text(extra.value))
            elif extra.content:
                write_content(self.out, extra.content)
                stated.add(place.tag)
            elif extra.value is not None:
                self.out.append(place.tag, _text(extra.value))
                stated.add(place.tag)
            else:
                self._write(place.tag, written[place.tag])
                written[place.tag] += 1
        self._write_names(written)
        for tag in group.system.fields:
            if tag not in written and tag not in stated:
                self._write_rest(tag)

    def _write_names(self, written: Counter[str]) -> None:
        """Write the names of joints that the plugin did not have to state."""
        system = self.group.system
        for_all = system.all_joints and self.group.extras and not self.others
        if for_all or any(role in written for role in system.roles):
            return
        for role in system.roles:
            for index in range(sum(each.role == role for each in self.group.joints)):
                self._write(role, index)

    def _write(self, tag: str, index: int) -> None:
        """Write an element. index: among elements of one tag."""
        system = self.group.system
        if tag in system.roles:
            named = [each for each in self.group.joints if each.role == tag]
            name = self.name_of(named[index].joint) if index < len(named) else None
            if name is not None:
                self.out.append(tag, constant(name))
        elif tag in system.fields and index < len(self.group.joints):
            text = self._text_of(tag, self.group.joints[index])
            if text is not None:
                self.out.append(tag, text)

    def _text_of(self, tag: str, driven: Driven) -> Said | None:
        field = self.group.system.fields[tag]
        if field == "output":
            return Said("true", ids_of(driven.part.output))
        value = driven.value(field)
        if value is None and field in ("lowest", "max_effort"):
            return _text(-UNBOUNDED if field == "lowest" else UNBOUNDED)
        if value is None:
            return _text(0.0) if field.startswith("gains.") else None
        return _text(value)

    def _write_rest(self, tag: str) -> None:
        """Write an element that the plugin did not have, unless it takes the same without it."""
        system, joints = self.group.system, self.group.joints
        field, default = system.fields[tag], system.defaults.get(tag)
        if all(self._is_default(field, default, each.value(field)) for each in joints if field != "output") and field != "output":
            for each in joints:
                value = each.value(field)
                if value is not None:
                    self.out.omit(value, value)
            return
        for index in range(len(joints) if system.several else 1):
            self._write(tag, index)

    @staticmethod
    def _is_default(field: str, default: float | None, value: Any) -> bool:
        if field == "axis":
            return not value
        if value is None and field.startswith("gains."):
            return not default
        if value is None and field in ("lowest", "max_effort"):
            return default is None or default == (0.0 if field == "lowest" else -1.0)
        return bool(value == default)


def _text(value: Any) -> Said:
    """Return a number or text of the scene as an element states it."""
    if isinstance(value, float):
        return Said(finite(value), ids_of(value))
    return Said(str(int(value)), ids_of(value)) if isinstance(value, int) else spelled(value)
