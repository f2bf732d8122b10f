"""Write plugins and extras of SDFormat back to where they came from."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.accounting.lens import unwrap
from scenec.converters.sdformat.write.element_writer import ElementWriter, show
from scenec.converters.sdformat.write.ignored_elements import content_that_means_the_same, means_the_same
from scenec.ir.base import Extra, Plugin, RawItem
from scenec.syntax.xml_printing import Out

FORMAT_NAME = "sdformat"


def write_extras(part: ElementWriter, extras: Iterable[Extra]) -> None:
    """Write the extras of this format below `part`. Others stay unread, and those that the written version would obey are dropped."""
    for extra in extras:
        if unwrap(extra).format != FORMAT_NAME:
            continue
        _, key = extra.format, extra.key
        if extra.content:
            content = content_that_means_the_same(part, extra, extra.content, f"{part.path}/{key}")
            if not content:
                continue
            *steps, _ = key.split("/")
            holder = part
            for step in steps:
                holder = holder.later(step)
            holder.attach()
            write_content(holder.out, content)
        elif "@" in key:
            path, _, name = key.rpartition("@")
            if not means_the_same(part, extra, "/".join(filter(None, (part.path, path.strip("/"), f"@{name}")))):
                _ = extra.value
                continue
            holder = part
            for step in path.strip("/").split("/") if path.strip("/") else ():
                holder = holder.later(step)
            holder.set(name, show(extra.value))
        elif extra.value is not None:
            part.text(key, show(extra.value))


def write_content(out: Out, content: Iterable[RawItem]) -> None:
    """Write foreign content unchanged. The items state their depth below `out`."""
    open_elements = [out]
    for item in content:
        element = Out(show(item.tag))
        for name, value in item.attributes:
            element.attributes[name] = value
        element.text = item.text
        del open_elements[item.depth + 1 :]
        open_elements[-1].children.append(element)
        open_elements.append(element)


def write_plugins(holder: ElementWriter, plugins: Iterable[Plugin]) -> None:
    """Write plugins where the version allows them, or where they were; both attributes are needed by all but the newest readers."""
    if not (holder.as_was or holder.has("plugin")):
        return
    for plugin in plugins:
        if not unwrap(plugin).filename:  # SDFormat's readers refuse it, and there is nothing to load
            continue
        part = holder.child("plugin")
        part.set("name", show(plugin.name or ""))
        part.set("filename", show(plugin.filename or ""))
        write_content(part.out, plugin.content)
