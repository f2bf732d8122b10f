"""Write the plugins that drive joints and publish their states.

Actuators and sensors that came from a plugin become it again, with its elements in their order. Others become plugins with `--ready`
(`scenec.converters.sdformat.write.drives` chooses which).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from scenec.accounting.lens import unwrap
from scenec.converters.sdformat.systems import NAME, UNBOUNDED, Place, System, place_of, plugin_of, system_like
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import FORMAT_NAME, write_content
from scenec.converters.sdformat.write.values import number, show
from scenec.ir.base import Extra, Id
from scenec.leaves import leaves_of, made_of
from scenec.syntax.said import Said, constant


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


def groups_of(context: Context, model: Any, joints: Iterable[Any]) -> list[Group]:
    """Return the plugins that the actuators and sensors of joints came from. joints: those of the model that are written."""
    driven: dict[str, list[Driven]] = {}
    for joint in joints:
        for each in (*joint.actuators, *joint.sensors):
            place = plugin_of(unwrap(each))
            if place is not None:
                role = place.tag or "joint_name"
                driven.setdefault(place.label, []).append(Driven(unwrap(joint).id, each, role, place.index or 0))
    extras: dict[str, list[Extra]] = {label: [] for label in driven}
    for extra in model.extras:
        plain = unwrap(extra)
        place = place_of(str(plain.key)) if plain.format == FORMAT_NAME else None
        if place is not None and place.label in extras:
            extras[place.label].append(extra)
    found = []
    for label in sorted(driven, key=lambda label: _rank(label, model)):
        group = _group(label, driven[label], extras[label])
        if group is not None:
            found.append(group)
    return found


def _rank(label: str, model: Any) -> int:
    """Return the place of a plugin among those of its model."""
    extras = unwrap(model).extras
    return next((number for number, extra in enumerate(extras) if (place := place_of(extra.key)) and place.label == label), len(extras))


def _group(label: str, driven: list[Driven], extras: list[Extra]) -> Group | None:
    filename, name = Place("", label).library
    parts = [unwrap(each.part) for each in driven]
    kinds = {(getattr(part, "command", ""), getattr(part, "output", "")) for part in parts}
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


def write_groups(context: Context, holder: ElementWriter, model: Any, groups: Iterable[Group]) -> None:
    for group in groups:
        _Plugin(context, holder, unwrap(model).id, group)


class _Plugin:
    """Writes one plugin."""

    def __init__(self, context: Context, holder: ElementWriter, scope: Id, group: Group) -> None:
        self.context = context
        self.group = group
        self.scope = scope
        self.part = holder.child("plugin", says=group.says)
        self.part.set("name", constant(group.name))
        self.part.set("filename", constant(group.filename))
        written: Counter[str] = Counter()
        stated = set()
        for extra in group.extras:
            place = place_of(str(extra.key))
            assert place is not None
            if place.tag == NAME:
                self.part.set("name", show(extra.value))
            elif extra.content:
                write_content(self.part.out, extra.content)
                stated.add(place.tag)
            elif extra.value is not None:
                self.part.out.append(place.tag, show(extra.value))
                stated.add(place.tag)
            else:
                self._write(place.tag, written[place.tag])
                written[place.tag] += 1
        self._write_names(written)
        for tag in group.system.fields:
            if tag not in written and tag not in stated:
                self._write_rest(tag)

    def _write_names(self, written: Counter[str]) -> None:
        """Write the names of joints in a plugin that is new, or that was for all joints of a model that holds those of others now."""
        roles = self.group.system.roles
        if not any(role in written for role in roles) and (not self.group.extras or self.context.options.flatten or self._is_new):
            for role in roles:
                for index in range(sum(each.role == role for each in self.group.joints)):
                    self._write(role, index)

    @property
    def _is_new(self) -> bool:
        return not self.group.system.all_joints

    def _write(self, tag: str, index: int) -> None:
        """Write an element. index: of several alike."""
        system = self.group.system
        if tag in system.roles:
            named = [each for each in self.group.joints if each.role == tag]
            name = self.context.reference(named[index].joint, self.scope) if index < len(named) else None
            if name is not None:
                self.part.out.append(tag, constant(name.text))
        elif tag in system.fields and index < len(self.group.joints):
            text = self._text(tag, self.group.joints[index])
            if text is not None:
                self.part.out.append(tag, text)

    def _text(self, tag: str, driven: Driven) -> Said | None:
        field = self.group.system.fields[tag]
        if field == "output":
            return Said("true", leaves_of(driven.part.output))
        value = driven.value(field)
        if value is None and field in ("lowest", "max_effort"):
            return number(-UNBOUNDED if field == "lowest" else UNBOUNDED)
        if value is None:
            return number(0.0) if field.startswith("gains.") else None
        return show(value)

    def _write_rest(self, tag: str) -> None:
        """Write an element that the plugin did not have, unless it takes the same without it."""
        system, joints = self.group.system, self.group.joints
        field, default = system.fields[tag], system.defaults.get(tag)
        if all(self._is_default(field, default, each.value(field)) for each in joints if field != "output") and field != "output":
            for each in joints:
                value = each.value(field)
                if value is not None:
                    self.part.omit(value, value)
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


def write_systems_of_world(holder: ElementWriter, extras: Iterable[Extra]) -> None:
    """Write the systems of a world, with all that they state."""
    parts: dict[str, ElementWriter] = {}
    for extra in extras:
        plain = unwrap(extra)
        place = place_of(str(plain.key)) if plain.format == FORMAT_NAME else None
        if place is None:
            continue
        part = parts.get(place.label)
        if part is None:
            part = parts[place.label] = holder.child("plugin")
            filename, name = place.library
            part.set("name", constant(name))
            part.set("filename", constant(filename))
        if extra.content:
            write_content(part.out, extra.content)
        elif extra.value is not None:
            part.out.append(place.tag, show(extra.value))
