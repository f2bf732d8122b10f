"""Write plugins of models and systems of worlds."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.converters.common.gazebo_plugins import Group, plugin_element
from scenec.converters.common.gazebo_systems import place_of
from scenec.converters.common.raw_content import write_content
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import FORMAT_NAME
from scenec.converters.sdformat.write.values import show
from scenec.ir.base import Extra, Id
from scenec.ir.scene import Model
from scenec.syntax.said import constant


def write_groups(context: Context, holder: ElementWriter, model: Model, groups: Iterable[Group]) -> None:
    """Write the plugins of a model."""
    scope = model.id

    def name_of(joint: Id) -> str | None:
        return context.names.reference(joint, scope)

    for group in groups:
        holder.attach()
        holder.out.children.append(plugin_element(group, name_of, others=context.options.flatten))


def write_systems_of_world(holder: ElementWriter, extras: Iterable[Extra]) -> None:
    """Write the systems of a world, with all that they state."""
    parts: dict[str, ElementWriter] = {}
    for extra in extras:
        place = place_of(str(extra.key)) if extra.format == FORMAT_NAME else None
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
