"""Write plugins and extras of SDFormat back to where they came from."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.converters.common.gazebo_systems import place_of
from scenec.converters.common.raw_content import write_content
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.ignored_elements import content_of_equal_meaning, has_equal_meaning
from scenec.converters.sdformat.write.values import name, show
from scenec.ir.base import Extra, Plugin

FORMAT_NAME = "sdformat"


def write_extras(part: ElementWriter, extras: Iterable[Extra]) -> None:
    """Write the extras of this format below `part`. Nothing is printed of others, and those that the written version would obey are
    dropped."""
    for extra in extras:
        if extra.format != FORMAT_NAME or place_of(extra.key) is not None:  # which is a part of a plugin
            continue
        key = str(extra.key)
        if extra.content:
            content = content_of_equal_meaning(part, extra, extra.content, f"{part.path}/{key}")
            if not content:
                continue
            *steps, _ = key.split("/")
            holder = part
            for step in steps:
                holder = holder.later(step)
            holder.attach()
            write_content(holder.out, content)
        elif "@" in key:
            path, _, attribute = key.rpartition("@")
            if not has_equal_meaning(part, extra, "/".join(filter(None, (part.path, path.strip("/"), f"@{attribute}")))):
                continue
            holder = part
            for step in path.strip("/").split("/") if path.strip("/") else ():
                holder = holder.later(step)
            holder.set(attribute, show(extra.value))
        elif extra.value is not None:
            part.text(key, show(extra.value))


def write_plugins(holder: ElementWriter, plugins: Iterable[Plugin]) -> None:
    """Write plugins where the version allows them, or where they were; both attributes are needed by all but the newest readers."""
    if not (holder.as_was or holder.has("plugin")):
        return
    for plugin in plugins:
        if not plugin.filename:  # SDFormat's readers refuse it, and there is nothing to load
            continue
        part = holder.child("plugin")
        part.set("name", name(plugin.name))
        part.set("filename", name(plugin.filename))
        write_content(part.out, plugin.content)
