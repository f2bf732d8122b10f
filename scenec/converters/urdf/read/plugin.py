"""Read plugins in <gazebo> tags of the robot. Those that drive joints become actuators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scenec import ir
from scenec.converters.common.gazebo_plugin_reading import DrivingPlugin, Source, UnusualPluginError, concerned, of_all, read_driving_plugin
from scenec.converters.urdf.kinds import FLAG, LAX, TEXT, WHOLE
from scenec.converters.urdf.read.element import Part
from scenec.converters.urdf.read.sensor import read_plugin
from scenec.ir.base import Extra, Plugin
from scenec.source import Origin
from scenec.syntax.kinds import Kind
from scenec.syntax.tree import SourceNode

KINDS: dict[str, Kind[Any]] = {"double": LAX, "unsigned int": WHOLE, "bool": FLAG, "string": TEXT}
"""Kind of SDFormat -> ours."""
SDFORMAT = "sdformat"
"""The format whose values stand in such a plugin."""


def read_plugins(parts: Sequence[Part], joints: list[ir.Joint]) -> tuple[tuple[Plugin, ...], tuple[Extra, ...]]:
    """Give joints what the plugins of a robot say of them. Return the plugins that stay texts, and what the scene cannot express of the
    others."""
    if not parts:
        return (), ()
    numbers = {str(joint.name): number for number, joint in enumerate(joints)}
    labels: dict[str, int] = {}
    texts: list[Plugin] = []
    extras: list[Extra] = []

    def joints_of(plugin: DrivingPlugin) -> list[int]:
        if not plugin.system.command:  # a publisher of joint states is no sensor of a link
            raise UnusualPluginError
        if not plugin.joints and plugin.system.all_joints:
            return concerned(plugin, of_all(plugin, list(numbers.values()), joints), joints)
        if any(name not in numbers for _, name, _ in plugin.joints):
            raise UnusualPluginError
        return concerned(plugin, [numbers[name] for _, name, _ in plugin.joints], joints)

    for part in parts:
        made = read_driving_plugin(part.node, _source(part), labels, joints, joints_of)
        if made is None:
            texts.append(read_plugin(part))
        else:
            part.node.mark_all()
            extras += made
    return tuple(texts), tuple(extras)


def _source(part: Part) -> Source:
    def origin_of(node: SourceNode) -> Origin:
        return Part(node, part.document, part.ledger, part.reading).origin

    return Source(SDFORMAT, part.ledger, lambda kind, text: KINDS[kind].parse(text)[0], origin_of)
