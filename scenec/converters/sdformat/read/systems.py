"""Read plugins of models and worlds that the neutral scene can express (`scenec.converters.common.gazebo_plugin_reading`)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from scenec import ir
from scenec.converters.common.gazebo_plugin_reading import (
    DrivingPlugin,
    Source,
    UnusualPluginError,
    concerned,
    is_usual,
    of_all,
    read_driving_plugin,
)
from scenec.converters.common.gazebo_systems import Place, is_system_of_world
from scenec.converters.sdformat.kinds import kind_named
from scenec.converters.sdformat.read.context import Reading, is_a
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.extras import FORMAT_NAME, read_plugin
from scenec.converters.sdformat.read.scope import Scope
from scenec.trace import traced


def _source(reading: Reading) -> Source:
    return Source(FORMAT_NAME, reading.ledger, lambda kind, text: kind_named(kind).parse(text)[0], lambda element: element.origin)


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
    if element.include is not None:
        return None
    made = read_driving_plugin(element, _source(reading), labels, reading.joints, lambda plugin: _joints_of(reading, scope, plugin, joints))
    if made is not None:
        element.mark_all()
    return made


def _joints_of(reading: Reading, scope: Scope, plugin: DrivingPlugin, joints: dict[str, int]) -> list[int]:
    """Return the places of the joints that a plugin concerns among those of the scene: of its own model, and moving about an axis."""
    if not plugin.joints and plugin.system.all_joints:
        found = of_all(plugin, [joints[named.id] for named in scope.of("joint") if named.id in joints], reading.joints)
    else:
        ids = [scope.resolve(name) for _, name, _ in plugin.joints]
        if any(each is None or not is_a("joint", each) or each not in joints for each in ids):
            raise UnusualPluginError
        found = [joints[str(each)] for each in ids]
    if not all(reading.joints[number].model == scope.id and reading.joints[number].use is None for number in found):
        raise UnusualPluginError
    return concerned(plugin, found, reading.joints)


# ---------------------------------------------------------------- worlds


def read_systems_of_world(reading: Reading, element: Element) -> list[ir.Extra]:
    """Return the systems of a world as extras, so that only others stay texts. A system without content says nothing that is lost."""
    extras: list[ir.Extra] = []
    labels = set()
    for each in element.children:
        filename, name = each.attributes.get("filename", "").strip(), each.attributes.get("name", "").strip()
        label = f"{filename} {name}"
        if (
            each.tag != "plugin"
            or each.include is not None
            or not is_usual(each)
            or label in labels
            or not is_system_of_world(filename, name)
        ):
            continue
        labels.add(label)
        each.mark_all()
        reading.ledger.consumed(traced("", (*each.attribute_ids("name"), *each.attribute_ids("filename"))))
        extras.append(ir.Extra(format=FORMAT_NAME, key=Place("", label).key, origin=each.origin))
        extras += [_source(reading).kept(child, label) for child in each.children]
    return extras
